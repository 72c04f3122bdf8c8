import { registerFormSpec } from "@callboard/core";
import type { Condition, FormSpec } from "@callboard/core/form";
import { describe, expect, it, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { createUiRegistry } from "../provider/uiRegistry.ts";
import type { ToolFormProps } from "./formProps.ts";
import { FormSpecRenderer, ToolForm } from "./ToolForm.tsx";

const textbox = (name: string) => page.getByRole("textbox", { name, exact: true });

describe("a required field that a condition hides", () => {
  it("is named where the form cannot be submitted without it", async () => {
    const onSubmit = vi.fn();
    const schema = {
      type: "object",
      properties: { plan: { type: "string", title: "Plan" }, seats: { type: "integer", title: "Seats" } },
      required: ["seats"],
    };
    const visibleWhen: Condition = { field: "plan", operator: "eq", value: "team" };
    const spec: FormSpec = { fields: [{ key: "plan" }, { key: "seats", visibleWhen }] };
    await render(<ToolForm schema={schema} spec={spec} onSubmit={onSubmit} />);
    await userEvent.click(page.getByRole("button", { name: "Run" }));
    await expect.element(page.getByRole("alert")).toHaveTextContent("Seats: This field is required");
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe("a condition", () => {
  const conditions: [Condition, unknown, unknown][] = [
    [{ field: "a", operator: "eq", value: "x" }, "x", "y"],
    [{ field: "a", operator: "neq", value: "x" }, "y", "x"],
    [{ field: "a", operator: "gt", value: 5 }, 6, 5],
    [{ field: "a", operator: "lt", value: 5 }, 4, 5],
    [{ field: "a", operator: "gte", value: 5 }, 5, 4],
    [{ field: "a", operator: "lte", value: 5 }, 5, 6],
    [{ field: "a", operator: "in", value: ["x", "y"] }, "y", "z"],
    [{ field: "a", operator: "contains", value: "ell" }, "Hello", "Hi"],
    [{ not: { field: "a", operator: "eq", value: "x" } }, "y", "x"],
    [
      {
        all: [
          { field: "a", operator: "gte", value: 2 },
          { field: "a", operator: "lt", value: 4 },
        ],
      },
      3,
      4,
    ],
    [
      {
        any: [
          { field: "a", operator: "eq", value: 1 },
          { field: "a", operator: "eq", value: 9 },
        ],
      },
      9,
      2,
    ],
  ];
  it.each(conditions)("%j shows its section and field, and takes them away", async (visibleWhen, on, off) => {
    const type = typeof on === "number" ? "number" : "text";
    const spec: FormSpec = {
      sections: [
        { fields: [{ key: "a", type, label: "A" }] },
        { title: "More", visibleWhen, fields: [{ key: "b", type: "text", label: "B" }] },
        { title: "Else", fields: [{ key: "c", type: "text", label: "C", visibleWhen }] },
      ],
    };
    await render(<FormSpecRenderer spec={spec} />);
    const a = page.getByRole(type === "number" ? "spinbutton" : "textbox", { name: "A", exact: true });
    await userEvent.fill(a, String(on));
    await expect.element(textbox("B")).toBeVisible();
    await expect.element(page.getByRole("region", { name: "More" })).toBeVisible();
    await expect.element(textbox("C")).toBeVisible();
    await userEvent.fill(a, String(off));
    await expect.element(textbox("B")).not.toBeInTheDocument();
    await expect.element(textbox("C")).not.toBeInTheDocument();
    expect(page.getByRole("region", { name: "More" }).elements()).toEqual([]);
    // A heading over nothing is not there either.
    expect(page.getByRole("region", { name: "Else" }).elements()).toEqual([]);
  });
});

it("stands in as many columns as asked for where there is room, and in one where there is not", async () => {
  const fields = ["a", "b", "c"].map((key) => ({ key, type: "text" as const }));
  const spec: FormSpec = {
    sections: [
      { title: "Three", columns: 3, fields },
      { title: "Two", columns: 2, fields },
    ],
  };
  spec.sections![1]!.fields = ["d", "e", "f"].map((key) => ({ key, type: "text" as const }));
  const rows = (...names: string[]) =>
    new Set(names.map((name) => Math.round(textbox(name).element().getBoundingClientRect().top))).size;
  const at = (inlineSize: number) => (
    <div style={{ inlineSize }}>
      <FormSpecRenderer spec={spec} />
    </div>
  );
  const screen = await render(at(900));
  expect([rows("A", "B", "C"), rows("D", "E", "F")]).toEqual([1, 2]);
  await screen.rerender(at(600));
  expect([rows("A", "B", "C"), rows("D", "E", "F")]).toEqual([2, 2]);
  await screen.rerender(at(320));
  expect([rows("A", "B", "C"), rows("D", "E", "F")]).toEqual([3, 3]);
  expect(screen.container.querySelector("form")!.scrollWidth).toBeLessThanOrEqual(320);
});

it("says help, placeholders, the section's help and the button's words", async () => {
  const spec: FormSpec = {
    submitLabel: "Send it",
    sections: [
      {
        title: "Mail",
        help: "Goes out at once.",
        fields: [{ key: "to", type: "email", label: "To", help: "One address.", placeholder: "ada@example.com" }],
      },
    ],
  };
  await render(<FormSpecRenderer spec={spec} onSubmit={vi.fn()} />);
  await expect.element(textbox("To")).toHaveAccessibleDescription("One address.");
  await expect.element(textbox("To")).toHaveAttribute("placeholder", "ada@example.com");
  await expect.element(page.getByText("Goes out at once.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Send it" })).toBeVisible();
});

describe("what is for operators", () => {
  const spec: FormSpec = {
    fields: [
      {
        key: "job",
        type: "object",
        label: "Job",
        fields: [
          { key: "name", type: "text", label: "Name" },
          { key: "queue", type: "text", label: "Queue", audience: "internal" },
          { key: "tenant", type: "text", label: "Tenant", audience: "internal", required: true },
        ],
      },
      {
        key: "steps",
        type: "array",
        label: "Steps",
        item: {
          type: "object",
          fields: [
            { key: "what", type: "text", label: "What" },
            { key: "trace", type: "text", label: "Trace", audience: "internal" },
          ],
        },
      },
    ],
  };
  it("inside groups and rows is closed in internal and absent in embed, but for what must be given", async () => {
    const value = { job: {}, steps: [{ what: "x" }] };
    const screen = await render(<FormSpecRenderer spec={spec} defaultValue={value} />);
    const groups = page.getByText("Additional options");
    expect(groups.elements()).toHaveLength(2);
    await expect.element(page.getByText("Queue")).not.toBeVisible();
    await userEvent.click(groups.first());
    await expect.element(textbox("Queue")).toBeVisible();
    await screen.rerender(<FormSpecRenderer spec={spec} defaultValue={value} mode="embed" />);
    expect(screen.container.textContent).not.toMatch(/Queue|Trace|Additional/);
    await expect.element(textbox("Tenant")).toBeVisible();
  });

  it("opens where a submit finds something wrong in it", async () => {
    const strict: FormSpec = {
      sections: [
        { fields: [{ key: "a", type: "text" }] },
        { audience: "internal", fields: [{ key: "code", type: "text", label: "Code", minLength: 3 }] },
      ],
    };
    await render(<FormSpecRenderer spec={strict} defaultValue={{ code: "x" }} onSubmit={vi.fn()} />);
    await expect.element(page.getByText("Code")).not.toBeVisible();
    await userEvent.click(page.getByRole("button", { name: "Run" }));
    await expect.element(textbox("Code")).toHaveFocus();
    await expect.element(textbox("Code")).toBeVisible();
  });
});

describe("a tool's own form", () => {
  const inputSchema = { type: "object", properties: { city: { type: "string" } } };

  it("is asked for as registerFormSpec said; what the tool or the page says comes first", async () => {
    registerFormSpec("tool:spec-of-page", { submitLabel: "By the registry", fields: [{ key: "city", label: "Town" }] });
    const tool = { slug: "spec-of-page", inputSchema };
    const screen = await render(<ToolForm tool={tool} onSubmit={vi.fn()} />);
    await expect.element(textbox("Town")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "By the registry" })).toBeVisible();
    const formSpec: FormSpec = { fields: [{ key: "city", label: "Village" }] };
    await screen.rerender(<ToolForm tool={{ ...tool, formSpec }} onSubmit={vi.fn()} />);
    await expect.element(textbox("Village")).toBeVisible();
    await screen.rerender(<ToolForm tool={{ slug: "another", inputSchema }} onSubmit={vi.fn()} />);
    await expect.element(textbox("City")).toBeVisible();
  });

  it("is the component registered for it, which is given what the form was, and may draw the kit's own inside", async () => {
    const registry = createUiRegistry();
    const submit = vi.fn();
    registry.register("form", "tool:own", (props: ToolFormProps) => (
      <div>
        <p>Mine, in {props.mode}</p>
        <ToolForm {...props} submitLabel="Mine" />
      </div>
    ));
    await render(
      <ToolProvider components={registry}>
        <ToolForm tool={{ slug: "own", inputSchema }} defaultValue={{ city: "Rome" }} onSubmit={submit} />
      </ToolProvider>,
    );
    await expect.element(page.getByText("Mine, in internal")).toBeVisible();
    await userEvent.click(page.getByRole("button", { name: "Mine" }));
    await expect.poll(() => submit.mock.calls).toEqual([[{ city: "Rome" }]]);
  });
});

it("a press on a button counts though leaving the field brings an error that moves the button", async () => {
  const submit = vi.fn(() => ({ "/b": "Not that one" }));
  const spec: FormSpec = {
    fields: [
      { key: "a", type: "text", minLength: 3, maxLength: 500 },
      { key: "b", type: "text", minLength: 3 },
    ],
  };
  await render(<FormSpecRenderer spec={spec} onSubmit={submit} />);
  await userEvent.fill(textbox("B"), "x");
  await userEvent.click(page.getByRole("button", { name: "Run" }), { position: { x: 10, y: 2 } });
  await expect.element(page.getByRole("alert")).toHaveTextContent("One field needs attention");
});
