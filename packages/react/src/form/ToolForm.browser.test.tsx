import type { FormSpec } from "@callboard/core/form";
import { Profiler, createRef, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { z } from "zod";
import { jumpOf } from "../../../../test/setup/layoutShifts.ts";
import { AdditionalInputs } from "./AdditionalInputs.tsx";
import type { ToolFormHandle } from "./formProps.ts";
import { FormSpecRenderer, SchemaForm, ToolForm } from "./ToolForm.tsx";

const person = {
  type: "object",
  required: ["name", "size"],
  properties: {
    name: { type: "string", title: "Name", minLength: 2, description: "As on the card" },
    age: { type: "integer", minimum: 0 },
    size: { enum: ["small", "large"] },
    email: { type: "string", format: "email" },
    agree: { type: "boolean", title: "I agree" },
    tags: { type: "array", items: { type: "string" } },
  },
};

it("a submit with errors keeps helps' room, scrolls to nothing that is in sight, and leaves its button where it is", async () => {
  const help = "A rate that is said in per cent a year, such as the one of a loan, with what comes on top of it.";
  const text = { type: "string", description: help };
  const { container } = await render(
    <div style={{ inlineSize: 320, paddingBlockEnd: 2000 }}>
      <ToolForm
        schema={{ type: "object", properties: { rate: text, term: text }, required: ["rate", "term"] }}
        onSubmit={() => {}}
      />
    </div>,
  );
  const button = container.querySelector("button[type=submit]")!;
  const jump = await jumpOf(button, () => userEvent.click(button));
  expect(container.querySelectorAll(".cb-field-error")).toHaveLength(2);
  expect(jump).toEqual({ score: 0, moved: 0 });
  expect(window.scrollY).toBe(0);
});

it("shows what is wrong with a list as a whole, however tall the list is", async () => {
  const schema = {
    type: "object",
    properties: { tags: { type: "array", items: { type: "string" }, maxItems: 2 } },
  };
  const { container } = await render(
    <ToolForm
      schema={schema}
      defaultValue={{ tags: Array.from({ length: 60 }, (_, n) => `t${n}`) }}
      onSubmit={() => {}}
    />,
  );
  const group = container.querySelector<HTMLElement>(".cb-group")!;
  expect(group.offsetHeight).toBeGreaterThan(innerHeight);
  const run = page.getByRole("button", { name: "Run" });
  run.element().scrollIntoView();
  await userEvent.click(run);
  await expect.poll(() => container.querySelector(".cb-group > .cb-field-error")).not.toBeNull();
  const { top, bottom } = container.querySelector(".cb-group > .cb-field-error")!.getBoundingClientRect();
  expect([top >= 0, bottom <= innerHeight]).toEqual([true, true]);
});

describe("a form made from a schema", () => {
  it("asks by label, and submits exactly what was filled in", async () => {
    const submit = vi.fn();
    await render(<SchemaForm schema={person} onSubmit={submit} />);
    await userEvent.fill(page.getByRole("textbox", { name: "Name" }), "Ada");
    await userEvent.fill(page.getByRole("spinbutton", { name: "Age" }), "36");
    await userEvent.click(page.getByRole("radio", { name: "large" }));
    await userEvent.click(page.getByRole("radiogroup", { name: "I agree" }).getByRole("radio", { name: "Yes" }));
    await userEvent.click(page.getByRole("button", { name: "Add to Tags" }));
    await userEvent.keyboard("one");
    await userEvent.click(page.getByRole("button", { name: "Run" }));
    expect(submit.mock.calls).toEqual([[{ name: "Ada", age: 36, size: "large", agree: true, tags: ["one"] }]]);
  });

  it("says that a value was taken once onSubmit resolves, until it is changed, and not of one that was refused", async () => {
    let answer: (errors?: { "/name": string }) => void = () => {};
    const onSubmit = () => new Promise<void | { "/name": string }>((resolve) => (answer = resolve));
    const schema = { type: "object", properties: { name: { type: "string" } } };
    await render(
      <SchemaForm schema={schema} defaultValue={{ name: "Ada" }} onSubmit={onSubmit} successMessage="Saved" />,
    );
    const run = page.getByRole("button", { name: "Run" });
    const saved = page.getByRole("status").filter({ hasText: "Saved" });
    const top = run.element().getBoundingClientRect().top;
    await userEvent.click(run);
    expect(saved.elements()).toHaveLength(0);
    answer();
    await expect.element(saved).toBeVisible();
    expect(run.element().getBoundingClientRect().top).toBe(top);
    await userEvent.fill(page.getByRole("textbox", { name: "Name" }), "Grace");
    await vi.waitFor(() => expect(saved.elements()).toHaveLength(0));
    await userEvent.click(run);
    answer({ "/name": "Is taken" });
    await expect.element(page.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription("Is taken");
    expect(saved.elements()).toHaveLength(0);
  });

  it("says on leaving a field what is wrong, in help's place, linked to the control", async () => {
    await render(<SchemaForm schema={person} onSubmit={vi.fn()} />);
    const name = page.getByRole("textbox", { name: "Name" });
    await expect.element(name).toHaveAccessibleDescription("As on the card");
    await userEvent.fill(name, "A");
    await expect.element(name).not.toHaveAttribute("aria-invalid");
    await userEvent.tab();
    await expect.element(name).toHaveAccessibleDescription("Must be at least 2 characters");
    await expect.element(name).toHaveAttribute("aria-invalid", "true");
    await userEvent.fill(name, "Ad");
    await expect.element(name).toHaveAccessibleDescription("As on the card");
  });

  it("lists what stopped a submit, focuses the first field, and loses nothing", async () => {
    const submit = vi.fn();
    await render(<SchemaForm schema={person} onSubmit={submit} />);
    await userEvent.fill(page.getByRole("textbox", { name: "Email" }), "not an address");
    await userEvent.keyboard("{Enter}");
    expect(submit).not.toHaveBeenCalled();
    await expect.element(page.getByRole("alert")).toHaveTextContent("3 fields need attention");
    await expect.element(page.getByRole("textbox", { name: "Name" })).toHaveFocus();
    await userEvent.click(page.getByRole("link", { name: "Email" }));
    await expect.element(page.getByRole("textbox", { name: "Email" })).toHaveFocus();
    await expect.element(page.getByRole("textbox", { name: "Email" })).toHaveValue("not an address");
  });

  it("keeps half a number as typed, and refuses to submit it", async () => {
    const submit = vi.fn();
    await render(
      <SchemaForm schema={{ type: "object", properties: { n: { type: "number", title: "N" } } }} onSubmit={submit} />,
    );
    const field = page.getByRole("spinbutton", { name: "N" });
    await userEvent.click(field);
    await userEvent.keyboard("1e");
    await userEvent.keyboard("{Enter}");
    expect(submit).not.toHaveBeenCalled();
    await expect.element(field).toHaveAccessibleDescription("Enter a number");
    await userEvent.keyboard("3");
    await userEvent.keyboard("{Enter}");
    expect(submit.mock.calls).toEqual([[{ n: 1000 }]]);
  });

  it("says at which line JSON breaks, and keeps it", async () => {
    await render(<SchemaForm schema={{ type: "object", properties: { any: {} } }} onSubmit={vi.fn()} />);
    const editor = page.getByRole("textbox", { name: "Any" });
    await userEvent.fill(editor, '{\n "a": 1,\n oops }');
    await userEvent.tab();
    await expect.element(editor).toHaveAccessibleDescription("Line 3: this is not valid JSON");
    await expect.element(editor).toHaveValue('{\n "a": 1,\n oops }');
  });
});

describe("lists", () => {
  const rows = {
    type: "object",
    properties: { rows: { type: "array", items: { type: "object", properties: { a: { type: "string" } } } } },
  };
  it("are moved, duplicated and removed by keyboard, and say so", async () => {
    const change = vi.fn();
    await render(<SchemaForm schema={rows} defaultValue={{ rows: [{ a: "x" }, { a: "y" }] }} onChange={change} />);
    (page.getByRole("button", { name: "Move Item 2 up" }).element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    expect(change).toHaveBeenLastCalledWith({ rows: [{ a: "y" }, { a: "x" }] });
    await expect.element(page.getByRole("status").first()).toHaveTextContent("Item 2 moved to place 1");
    await expect.element(page.getByRole("button", { name: "Move Item 1 down" })).toHaveFocus();
    await userEvent.click(page.getByRole("button", { name: "Duplicate Item 1" }));
    await expect.element(page.getByRole("group", { name: "Item 3" })).toBeVisible();
    await userEvent.click(page.getByRole("button", { name: "Remove Item 1" }));
    expect(change).toHaveBeenLastCalledWith({ rows: [{ a: "y" }, { a: "x" }] });
    await expect.element(page.getByRole("button", { name: "Remove Item 1" })).toHaveFocus();
  });

  it("of names and values take a new name without losing the value", async () => {
    const submit = vi.fn();
    await render(
      <SchemaForm
        schema={{ type: "object", properties: { env: { type: "object", additionalProperties: { type: "string" } } } }}
        onSubmit={submit}
      />,
    );
    await userEvent.click(page.getByRole("button", { name: "Add entry to Env" }));
    await userEvent.fill(page.getByRole("textbox", { name: "Value" }), "1");
    await userEvent.click(page.getByRole("button", { name: "Run" }));
    expect(submit).not.toHaveBeenCalled();
    await userEvent.click(page.getByRole("textbox", { name: "Name" }));
    await userEvent.keyboard("PATH");
    await expect.element(page.getByRole("textbox", { name: "Name" })).toHaveFocus();
    await userEvent.click(page.getByRole("button", { name: "Run" }));
    expect(submit.mock.calls).toEqual([[{ env: { PATH: "1" } }]]);
  });
});

it("switches a union's branch and brings its draft back", async () => {
  const branch = (kind: string, key: string) => ({
    type: "object",
    required: ["kind"],
    properties: { kind: { const: kind }, [key]: { type: "string" } },
  });
  const submit = vi.fn();
  await render(
    <SchemaForm
      schema={{
        type: "object",
        required: ["to"],
        properties: { to: { oneOf: [branch("mail", "address"), branch("post", "street")] } },
      }}
      onSubmit={submit}
    />,
  );
  await userEvent.fill(page.getByRole("textbox", { name: "Address" }), "a@b.c");
  await userEvent.click(page.getByRole("radiogroup", { name: "Kind of To" }).getByRole("radio", { name: "Post" }));
  await userEvent.fill(page.getByRole("textbox", { name: "Street" }), "High St");
  await userEvent.click(page.getByRole("radio", { name: "Mail" }));
  await expect.element(page.getByRole("textbox", { name: "Address" })).toHaveValue("a@b.c");
  await userEvent.click(page.getByRole("button", { name: "Run" }));
  expect(submit.mock.calls).toEqual([[{ to: { kind: "mail", address: "a@b.c" } }]]);
});

describe("modes", () => {
  const spec: FormSpec = {
    sections: [
      {
        title: "Main",
        fields: [
          { key: "a", type: "text" },
          { key: "b", type: "text", visibleWhen: { field: "a", operator: "eq", value: "more" } },
        ],
      },
      { audience: "internal", fields: [{ key: "model", type: "text" }] },
    ],
  };
  it("keep what is for operators closed in internal, and out of the page in embed", async () => {
    const screen = await render(<FormSpecRenderer spec={spec} />);
    await expect.element(page.getByText("Additional options")).toBeVisible();
    await expect.element(page.getByText("Model")).not.toBeVisible();
    await userEvent.click(page.getByText("Additional options"));
    await expect.element(page.getByRole("textbox", { name: "Model" })).toBeVisible();
    await screen.rerender(<FormSpecRenderer spec={spec} mode="embed" />);
    expect(page.getByText("Additional options").elements()).toEqual([]);
    expect(page.getByRole("textbox", { name: "Model" }).elements()).toEqual([]);
  });

  it("show a conditional field while its condition holds, and submit it only then", async () => {
    const submit = vi.fn();
    await render(<FormSpecRenderer spec={spec} mode="embed" onSubmit={submit} />);
    expect(page.getByRole("textbox", { name: "B" }).elements()).toEqual([]);
    await userEvent.fill(page.getByRole("textbox", { name: "A" }), "more");
    await userEvent.fill(page.getByRole("textbox", { name: "B" }), "x");
    await userEvent.fill(page.getByRole("textbox", { name: "A" }), "less");
    await userEvent.click(page.getByRole("button", { name: "Run" }));
    expect(submit.mock.calls).toEqual([[{ a: "less" }]]);
  });

  it("AdditionalInputs: absent in embed; a closed collapsible with its own title and class in internal", async () => {
    const screen = await render(<AdditionalInputs mode="embed">secret</AdditionalInputs>);
    expect(screen.container.innerHTML).toBe("");
    await screen.rerender(
      <AdditionalInputs title="Expert" className="mine">
        secret
      </AdditionalInputs>,
    );
    const details = screen.container.querySelector("details")!;
    expect(details.open).toBe(false);
    expect(details).toHaveClass("mine");
    await expect.element(page.getByText("Expert")).toBeVisible();
  });
});

describe("from outside", () => {
  it("server errors land on their field; the button keeps its width and label while pending", async () => {
    let answer: (errors: Record<string, string>) => void = () => {};
    await render(
      <SchemaForm
        schema={person}
        defaultValue={{ name: "Ada", size: "small" }}
        onSubmit={() => new Promise((resolve) => (answer = resolve))}
      />,
    );
    const button = page.getByRole("button", { name: "Run" });
    const width = button.element().getBoundingClientRect().width;
    await userEvent.click(button);
    await expect.element(button).toHaveAttribute("aria-disabled", "true");
    expect(button.element().getBoundingClientRect().width).toBe(width);
    answer({ "/email": "Already used", "": "Not today" });
    await expect.element(page.getByRole("textbox", { name: "Email" })).toHaveAccessibleDescription("Already used");
    await expect.element(page.getByRole("alert")).toHaveTextContent("Not today");
    await expect.element(page.getByRole("textbox", { name: "Email" })).toHaveFocus();
  });

  it("a model's arguments fill in around what a human typed", async () => {
    const form = createRef<ToolFormHandle>();
    await render(<SchemaForm schema={person} formRef={form} />);
    await userEvent.fill(page.getByRole("textbox", { name: "Name" }), "Mine");
    form.current!.applyArguments({ name: "Theirs", email: "a@b.c" });
    await expect.element(page.getByRole("textbox", { name: "Email" })).toHaveValue("a@b.c");
    await expect.element(page.getByRole("textbox", { name: "Name" })).toHaveValue("Mine");
    expect(form.current!.changes()).toEqual([{ path: "/name", asked: "Theirs", value: "Mine", by: "human" }]);
  });

  it("a value that follows its owner's state, and schemas written in place, keep what is typed", async () => {
    function Owner() {
      const [value, setValue] = useState<{ a?: string | undefined }>({ a: "1" });
      return (
        <>
          <SchemaForm
            schema={{ type: "object", properties: { a: { type: "string", title: "A" } } }}
            value={value}
            onChange={setValue}
          />
          <button onClick={() => setValue({ a: "set" })}>Set</button>
        </>
      );
    }
    await render(<Owner />);
    const field = page.getByRole("textbox", { name: "A" });
    await userEvent.click(field);
    await userEvent.keyboard("{End}23");
    await expect.element(field).toHaveValue("123");
    await userEvent.click(page.getByRole("button", { name: "Set" }));
    await expect.element(field).toHaveValue("set");
  });

  it("submits what the Zod schema makes of the value, with its defaults and transforms", async () => {
    const submit = vi.fn();
    const schema = z.object({
      miles: z.string().transform(Number).meta({ title: "Miles" }),
      unit: z.string().optional().default("km"),
    });
    await render(<ToolForm schema={schema} onSubmit={submit} />);
    await userEvent.fill(page.getByRole("textbox", { name: "Miles" }), "26.2");
    await userEvent.clear(page.getByRole("textbox", { name: "Unit" }));
    await userEvent.click(page.getByRole("button", { name: "Run" }));
    await vi.waitFor(() => expect(submit).toHaveBeenCalledWith({ miles: 26.2, unit: "km" }));
  });

  it("a tool defined in the page brings its Zod schema, refinements included", async () => {
    const submit = vi.fn();
    const inputSchema = z
      .object({ from: z.number(), to: z.number() })
      .refine((v) => v.to > v.from, { message: "Ends before it starts", path: ["to"] });
    await render(<ToolForm tool={{ inputSchema }} defaultValue={{ from: 5, to: 2 }} onSubmit={submit} />);
    await userEvent.click(page.getByRole("button", { name: "Run" }));
    await expect
      .element(page.getByRole("spinbutton", { name: "To" }))
      .toHaveAccessibleDescription("Ends before it starts");
    expect(submit).not.toHaveBeenCalled();
  });

  it("disabled says why, read-only shows values as text, own components take a field over", async () => {
    const submit = vi.fn();
    const screen = await render(
      <SchemaForm
        schema={person}
        defaultValue={{ name: "Ada", size: "small", age: 1234 }}
        disabled="The tool is offline."
        onSubmit={submit}
      />,
    );
    await expect.element(page.getByRole("button", { name: "Run" })).toHaveAccessibleDescription("The tool is offline.");
    await expect.element(page.getByRole("textbox", { name: "Name" })).toBeDisabled();
    await screen.rerender(<SchemaForm schema={person} defaultValue={{}} readOnly onSubmit={submit} />);
    expect(page.getByRole("textbox").elements()).toEqual([]);
    expect(page.getByRole("button").elements()).toEqual([]);
    await expect.element(page.getByText("1,234")).toBeVisible();
    await screen.rerender(
      <SchemaForm
        schema={person}
        fields={{ "/name": ({ id, value }) => <output id={id}>own {String(value)}</output> }}
      />,
    );
    await expect.element(page.getByText("own Ada")).toBeVisible();
  });
});

describe("at 1,000 fields", () => {
  const properties = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, i) => [`f${i}`, i % 2 ? { type: "number" } : { type: "string", maxLength: 400 }]),
  );
  it("a keystroke runs at most three components", async () => {
    let commits = 0;
    const change = vi.fn();
    await render(
      <Profiler id="form" onRender={() => commits++}>
        <SchemaForm schema={{ type: "object", properties }} onChange={change} />
      </Profiler>,
    );
    const ran = countRenders();
    // A role query over a thousand fields takes seconds; the 251st text field is f500.
    document.querySelectorAll<HTMLInputElement>("input[type=text]:not([inputmode])")[250]!.focus();
    await userEvent.keyboard("a");
    ran.reset();
    commits = 0;
    await userEvent.keyboard("b");
    expect(commits).toBe(1);
    expect(ran.count()).toBeGreaterThan(0);
    expect(ran.count()).toBeLessThanOrEqual(3);
    expect(change.mock.lastCall).toEqual([{ f500: "ab" }]);
  });
});

interface Fiber {
  tag: number;
  flags: number;
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
}

/**
 * Counts components that React ran since the last reset: fibers made in this commit that carry its PerformedWork flag.
 */
function countRenders() {
  const container = document.querySelector("form")!.parentElement!;
  const key = Object.keys(container).find((name) => name.startsWith("__reactContainer$"))!;
  const root = (container as unknown as Record<string, { stateNode: { current: Fiber } }>)[key]!.stateNode;
  let seen = new Set<Fiber>();
  const all = (): Fiber[] => {
    const list: Fiber[] = [];
    const visit = (fiber: Fiber | null): void => {
      for (; fiber; fiber = fiber.sibling) {
        list.push(fiber);
        visit(fiber.child);
      }
    };
    visit(root.current);
    return list;
  };
  return {
    reset: () => (seen = new Set(all())),
    // Function, forward-ref and memo components only; React reuses the fiber object of a component that did not run.
    count: () =>
      all().filter((fiber) => [0, 11, 14, 15].includes(fiber.tag) && (fiber.flags & 1) === 1 && !seen.has(fiber))
        .length,
  };
}
