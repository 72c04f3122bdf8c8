import type { DraftStorage, JsonSchema } from "@callboard/core/form";
import { createRef } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import type { ToolFormHandle } from "./formProps.ts";
import { SchemaForm, ToolForm } from "./ToolForm.tsx";

const schema = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", title: "Name", minLength: 2 },
    age: { type: "integer", title: "Age", maximum: 120 },
    password: { type: "string", title: "Password", format: "password" },
    tags: { type: "array", title: "Tags", items: { type: "string" } },
  },
};
const name = () => page.getByRole("textbox", { name: "Name", exact: true });
const button = (label: string) => page.getByRole("button", { name: label, exact: true });
const editor = () => page.getByRole("textbox", { name: "Input as JSON" });

describe("undo", () => {
  it("by keys goes back through fields and lists, wherever the focus is, and leads to the place", async () => {
    const change = vi.fn();
    await render(<SchemaForm schema={schema} onChange={change} />);
    await userEvent.click(name());
    await userEvent.keyboard("Ada");
    await userEvent.click(page.getByRole("spinbutton", { name: "Age" }));
    await userEvent.keyboard("36");
    await userEvent.click(button("Add to Tags"));
    await userEvent.keyboard("one");
    expect(change).toHaveBeenLastCalledWith({ name: "Ada", age: 36, tags: ["one"] });
    await userEvent.keyboard("{Control>}z{/Control}");
    expect(change).toHaveBeenLastCalledWith({ name: "Ada", age: 36, tags: [""] });
    const said = () => page.getByRole("status").first().element().textContent;
    const before = said();
    await userEvent.keyboard("{Control>}z{/Control}");
    expect(change).toHaveBeenLastCalledWith({ name: "Ada", age: 36 });
    await expect.element(page.getByRole("status").first()).toHaveTextContent("Undone");
    // Said again, and so heard again.
    expect(said()).not.toBe(before);
    await expect.element(page.getByRole("group", { name: "Tags" })).toHaveFocus();
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.element(page.getByRole("spinbutton", { name: "Age" })).toHaveValue("");
    await expect.element(page.getByRole("spinbutton", { name: "Age" })).toHaveFocus();
    await userEvent.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
    await expect.element(page.getByRole("spinbutton", { name: "Age" })).toHaveValue("36");
    await userEvent.keyboard("{Control>}y{/Control}");
    await userEvent.keyboard("{Control>}y{/Control}");
    expect(change).toHaveBeenLastCalledWith({ name: "Ada", age: 36, tags: ["one"] });
  });

  it("leaves the keys to the browser where the form has nothing to take back, or is not to be changed", async () => {
    const passed = vi.fn((event: KeyboardEvent) => event.defaultPrevented);
    addEventListener("keydown", passed);
    const screen = await render(<SchemaForm schema={schema} />);
    await userEvent.click(name());
    await userEvent.keyboard("{Control>}z{/Control}");
    expect(passed.mock.results.map(({ value }) => value as boolean)).not.toContain(true);
    await userEvent.keyboard("x{Control>}z{/Control}");
    expect(passed.mock.results.map(({ value }) => value as boolean)).toContain(true);
    removeEventListener("keydown", passed);
    await screen.unmount();
  });
});

describe("the toolbar", () => {
  it("is there for operators who ask for it, and for nobody else", async () => {
    const screen = await render(<SchemaForm schema={schema} mode="embed" tools />);
    await expect.element(name()).toBeVisible();
    expect(page.getByRole("toolbar").elements()).toEqual([]);
    await screen.rerender(<SchemaForm schema={schema} />);
    expect(page.getByRole("toolbar").elements()).toEqual([]);
    await screen.rerender(<SchemaForm schema={schema} tools />);
    await expect.element(page.getByRole("toolbar", { name: "Form tools" })).toBeVisible();
  });

  it("takes steps back and forward, and starts over", async () => {
    await render(<SchemaForm schema={schema} defaultValue={{ name: "Ada" }} tools />);
    await expect.element(button("Undo")).toHaveAttribute("aria-disabled", "true");
    await userEvent.fill(name(), "Grace");
    await userEvent.click(button("Undo"));
    await expect.element(name()).toHaveValue("Ada");
    await expect.element(button("Undo")).toHaveFocus();
    await userEvent.click(button("Redo"));
    await expect.element(name()).toHaveValue("Grace");
    await userEvent.click(button("Reset"));
    await expect.element(name()).toHaveValue("Ada");
    await userEvent.click(button("Undo"));
    await expect.element(name()).toHaveValue("Grace");
  });

  it("is one tab stop, whose buttons the arrow keys walk", async () => {
    await render(<ToolForm tool={{ inputSchema: schema, slug: "greet" }} tools />);
    await expect.element(button("Form")).toBeVisible();
    (button("Form").element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(button("JSON")).toHaveFocus();
    await userEvent.keyboard("{End}");
    await expect.element(button("Copy input")).toHaveFocus();
    await userEvent.tab();
    await expect.element(name()).toHaveFocus();
    await userEvent.tab({ shift: true });
    await expect.element(button("Copy input")).toHaveFocus();
  });

  it("says where the browser does not allow copying, and what to do instead", async () => {
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("no"));
    await render(<ToolForm tool={{ inputSchema: schema, slug: "greet" }} tools />);
    await userEvent.click(button("Copy input"));
    await userEvent.click(page.getByRole("menuitem", { name: "as JSON" }));
    await expect.element(page.getByText(/did not allow copying/)).toBeVisible();
  });

  it("copies JSON, a request and a call, without secrets", async () => {
    const written: string[] = [];
    vi.spyOn(navigator.clipboard, "writeText").mockImplementation((text) => {
      written.push(text);
      return Promise.resolve();
    });
    await render(
      <ToolForm
        tool={{ inputSchema: schema, slug: "greet" }}
        defaultValue={{ name: "O'Hara", password: "hunter2" }}
        tools={{ url: "https://host.example/run" }}
      />,
    );
    await userEvent.click(button("Copy input"));
    await expect.element(page.getByRole("menuitem", { name: "as JSON" })).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await expect.element(page.getByText("Copied without secret fields")).toBeVisible();
    await expect.element(button("Copy input")).toHaveFocus();
    for (const format of ["as JSON", "as a call in code"]) {
      await userEvent.click(button("Copy input"));
      await userEvent.click(page.getByRole("menuitem", { name: format }));
    }
    await vi.waitFor(() => expect(written).toHaveLength(3));
    expect(written[0]).toContain("curl -X POST 'https://host.example/run'");
    expect(written[0]).toContain(`"name": "O'\\''Hara"`);
    expect(JSON.parse(written[1]!)).toEqual({ name: "O'Hara" });
    expect(written[2]).toContain('client.run("greet", {');
    expect(written.join()).not.toContain("hunter2");
    await userEvent.click(button("Copy input"));
    await userEvent.keyboard("{Escape}");
    expect(page.getByRole("menu").elements()).toEqual([]);
    vi.restoreAllMocks();
  });
});

describe("the form as JSON", () => {
  it("is not written out at each key while nobody looks at it", async () => {
    await render(<SchemaForm schema={schema} tools defaultValue={{ name: "Ada" }} />);
    await expect.element(button("JSON")).toBeVisible();
    await userEvent.click(name());
    const written = vi.spyOn(JSON, "stringify");
    await userEvent.keyboard("!");
    await expect.element(name()).toHaveValue("Ada!");
    const forms = written.mock.calls.filter(([value]) => (value as { name?: string } | undefined)?.name === "Ada!");
    written.mockRestore();
    expect(forms).toEqual([]);
  });

  it("is one state with the form: both ways, and undo goes through both", async () => {
    const submit = vi.fn();
    await render(<SchemaForm schema={schema} tools onSubmit={submit} />);
    await userEvent.fill(name(), "Ada");
    await userEvent.click(button("JSON"));
    await expect.element(editor()).toHaveValue('{\n  "name": "Ada"\n}');
    await expect.element(button("JSON")).toHaveAttribute("aria-pressed", "true");
    await userEvent.fill(editor(), '{"name":"Grace","age":36,"unknown":[1]}');
    await userEvent.click(button("Form"));
    await expect.element(name()).toHaveValue("Grace");
    await expect.element(page.getByRole("spinbutton", { name: "Age" })).toHaveValue("36");
    await userEvent.click(button("Run"));
    expect(submit.mock.calls).toEqual([[{ name: "Grace", age: 36, unknown: [1] }]]);
    await userEvent.click(button("Undo"));
    await expect.element(name()).toHaveValue("Ada");
    await userEvent.click(button("JSON"));
    await userEvent.click(editor());
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.element(editor()).toHaveValue("{}");
  });

  it("says at its line what is no JSON, and what is no value that the tool takes", async () => {
    const submit = vi.fn();
    await render(<SchemaForm schema={schema} tools onSubmit={submit} />);
    await userEvent.click(button("JSON"));
    await userEvent.fill(editor(), '{\n  "name": "Ada"\n  "age": 3\n}');
    await expect.element(button("Line 3: a comma is missing")).toBeVisible();
    await expect.element(editor()).toHaveAttribute("aria-invalid", "true");
    await userEvent.click(button("Run"));
    expect(submit).not.toHaveBeenCalled();
    await expect.element(editor()).toHaveFocus();
    await userEvent.fill(editor(), '{\n  "name": "Ada",\n  "age": 300\n}');
    await expect.element(button("Line 3: age: Must be at most 120")).toBeVisible();
    await expect.element(editor()).toHaveAccessibleDescription(/Line 3: age: Must be at most 120/);
    await userEvent.click(button("Line 3: age: Must be at most 120"));
    const area = editor().element() as HTMLTextAreaElement;
    expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe("300");
    await userEvent.fill(editor(), '{\n  "name": "Ada",\n  "age": 30\n}');
    await expect.element(editor()).not.toHaveAttribute("aria-invalid");
    await userEvent.click(button("Run"));
    expect(submit.mock.calls).toEqual([[{ name: "Ada", age: 30 }]]);
  });

  it("names an unknown key at its line with what was meant, and lets it be sent", async () => {
    const submit = vi.fn();
    await render(<SchemaForm schema={schema} tools onSubmit={submit} />);
    await userEvent.click(button("JSON"));
    await userEvent.fill(editor(), '{\n  "name": "Ada",\n  "agee": 3,\n  "colour": "red"\n}');
    const message = "Line 3: “agee” is not a field of this tool. Did you mean “age”?";
    await expect.element(button(message)).toBeVisible();
    await expect.element(button("Line 4: “colour” is not a field of this tool.")).toBeVisible();
    await expect.element(page.getByRole("status").filter({ hasText: message })).toBeVisible();
    await expect.element(editor()).not.toHaveAttribute("aria-invalid");
    await expect
      .element(editor())
      .toHaveAccessibleDescription(/2 lines have names .* can be sent all the same.*“agee”/);
    await userEvent.click(button(message));
    const area = editor().element() as HTMLTextAreaElement;
    expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe('"agee"');
    await userEvent.click(button("Run"));
    expect(submit.mock.calls).toEqual([[{ name: "Ada", agee: 3, colour: "red" }]]);
    await userEvent.fill(editor(), '{\n  "name": "Ada",\n  "age": 3\n}');
    await expect.element(button(message)).not.toBeInTheDocument();
    await expect.element(editor()).not.toHaveAttribute("aria-describedby");
  });

  it("says of a key that the schema refuses what was meant, once, and leads to it before to what is only unknown", async () => {
    const submit = vi.fn();
    const closed: JsonSchema = {
      type: "object",
      properties: {
        rows: {
          type: "array",
          items: { type: "object", properties: { size: { type: "string" } }, additionalProperties: false },
        },
      },
    };
    await render(<SchemaForm schema={closed} tools onSubmit={submit} />);
    await userEvent.click(button("JSON"));
    await userEvent.fill(editor(), '{\n  "row": [],\n  "rows": [\n    { "sise": "L" }\n  ]\n}');
    const message = "Line 4: “sise” is not a field of this tool. Did you mean “size”?";
    await expect.element(button(message)).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Line 4" })).toHaveLength(1);
    await expect.element(button("Line 2: “row” is not a field of this tool.")).toBeVisible();
    await expect.element(editor()).toHaveAttribute("aria-invalid", "true");
    await expect
      .element(editor())
      .toHaveAccessibleDescription(/One line needs attention One line has a name that is no field/);
    await userEvent.click(button("Run"));
    expect(submit).not.toHaveBeenCalled();
    const area = editor().element() as HTMLTextAreaElement;
    await expect.poll(() => area.value.slice(area.selectionStart, area.selectionEnd)).toBe('"sise"');
  });

  it("tells a field of other values from a field of none", async () => {
    const shapes: JsonSchema = {
      oneOf: [
        { title: "Circle", properties: { kind: { const: "circle" }, radius: { type: "number" } } },
        { title: "Square", properties: { kind: { const: "square" }, side: { type: "number" } } },
      ],
    };
    await render(<SchemaForm schema={shapes} tools defaultValue={{ kind: "circle", radius: 1 }} />);
    await userEvent.click(button("JSON"));
    await userEvent.fill(editor(), '{\n  "kind": "circle",\n  "radius": 1,\n  "side": 2\n}');
    const message = "Line 4: “side” is a field of this tool, but not with the other values given here.";
    await expect.element(button(message)).toBeVisible();
  });

  it("keeps a text that is none yet while somebody looks at the form", async () => {
    await render(<SchemaForm schema={schema} tools defaultValue={{ name: "Ada" }} />);
    await userEvent.click(button("JSON"));
    await userEvent.fill(editor(), '{"name": "Gr');
    await userEvent.click(button("Form"));
    await expect.element(page.getByText(/The JSON is not valid yet/)).toBeVisible();
    await expect.element(name()).toHaveValue("Ada");
    await userEvent.click(button("JSON"));
    await expect.element(editor()).toHaveValue('{"name": "Gr');
  });
});

describe("who filled a field in", () => {
  it("is said where a model did, and where a human wants something else", async () => {
    const form = createRef<ToolFormHandle>();
    await render(<SchemaForm schema={schema} formRef={form} />);
    await userEvent.fill(name(), "Mine");
    await expect.element(name()).not.toHaveAccessibleDescription("Changed by you");
    form.current!.applyArguments({ name: "Theirs", age: 36 }, { partial: false });
    await expect.element(name()).toHaveAccessibleDescription("Changed by you");
    const age = page.getByRole("spinbutton", { name: "Age" });
    await expect.element(age).toHaveAccessibleDescription("Filled by the model");
    await userEvent.fill(age, "37");
    await expect.element(age).toHaveAccessibleDescription("Changed by you");
    await userEvent.fill(age, "36");
    await expect.element(age).not.toHaveAccessibleDescription("Changed by you");
  });
});

describe("a draft", () => {
  beforeEach(() => localStorage.clear());
  const draft = { tool: "greet", user: "ada" };

  it("survives a reload, says so, and can be discarded", async () => {
    const first = await render(<SchemaForm schema={schema} draft={draft} />);
    await userEvent.fill(name(), "Grace");
    await userEvent.fill(page.getByLabelText("Password"), "hunter2");
    await vi.waitFor(() => expect(localStorage).toHaveLength(1));
    await first.unmount();
    expect(JSON.stringify({ ...localStorage })).toContain("Grace");
    expect(JSON.stringify({ ...localStorage })).not.toContain("hunter2");
    await render(<SchemaForm schema={schema} draft={draft} />);
    await expect.element(page.getByText(/^Restored what you typed on/)).toBeVisible();
    await expect.element(name()).toHaveValue("Grace");
    await userEvent.click(button("Discard"));
    await expect.element(name()).toHaveValue("");
    expect(page.getByText(/^Restored/).elements()).toEqual([]);
    await vi.waitFor(() => expect(localStorage).toHaveLength(0));
  });

  it("is kept when the page goes, and is nobody else's", async () => {
    const first = await render(<SchemaForm schema={schema} draft={draft} />);
    await userEvent.fill(name(), "Gr");
    await vi.waitFor(() => expect(localStorage).toHaveLength(1));
    await userEvent.fill(name(), "Grace");
    dispatchEvent(new PageTransitionEvent("pagehide"));
    expect(JSON.stringify({ ...localStorage })).toContain("Grace");
    await first.unmount();
    await render(<SchemaForm schema={schema} draft={{ ...draft, user: "eve" }} />);
    await expect.element(name()).toHaveValue("");
    expect(page.getByText(/^Restored/).elements()).toEqual([]);
  });

  it("goes when it was submitted", async () => {
    await render(<SchemaForm schema={schema} draft={draft} onSubmit={vi.fn()} />);
    await userEvent.fill(name(), "Grace");
    await vi.waitFor(() => expect(localStorage).toHaveLength(1));
    await userEvent.click(button("Run"));
    await vi.waitFor(() => expect(localStorage).toHaveLength(0));
  });

  it("that storage refuses does not break the form, and the form says so", async () => {
    const submit = vi.fn();
    const storage: DraftStorage = {
      get: () => undefined,
      set: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
      remove: () => undefined,
    };
    await render(<SchemaForm schema={schema} draft={{ ...draft, storage }} onSubmit={submit} />);
    await userEvent.fill(name(), "Grace");
    await expect.element(page.getByText(/are not kept/)).toBeVisible();
    await userEvent.click(button("Run"));
    expect(submit.mock.calls).toEqual([[{ name: "Grace" }]]);
  });
});
