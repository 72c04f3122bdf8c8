import type { FormSpec, ObjectNode } from "@callboard/core/form";
import { page, userEvent } from "vitest/browser";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { createUiRegistry } from "../provider/uiRegistry.ts";
import { controlProps, type FieldInputProps } from "../field/api/fieldInput.ts";
import { ToolForm } from "./ToolForm.tsx";

const schema = { type: "object", properties: { bill: { type: "string", title: "Bill" } } };
const Broken = (): never => {
  throw new Error("No stars");
};

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

describe("what is wrong with a form", () => {
  test("its FormSpec: said beside the field and on the console, and the rest is drawn", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const given = (formSpec: unknown) => ({ slug: "tip", inputSchema: tip, formSpec: formSpec as FormSpec });
    const tip = {
      type: "object",
      properties: { ...schema.properties, email: { type: "string" }, people: { type: "integer" } },
      additionalProperties: false,
    };
    const fields = [
      { key: "bill" },
      { key: "emial" },
      { key: "people", variant: "slidr", visibleWhen: { field: "bill", operator: "==", value: "x" } },
    ];
    const screen = await render(
      <>
        <p>The page around</p>
        <ToolForm tool={given({ fields })} />
      </>,
    );
    const notes = page.getByRole("note");
    await expect.element(notes.nth(2)).toBeVisible();
    const said = notes.elements().map((note) => note.textContent);
    expect(said).toEqual([
      expect.stringContaining('fields[1].key is "emial", and the schema has no such property. Did you mean "email"?'),
      expect.stringContaining('fields[2].visibleWhen.operator is "==";'),
      expect.stringContaining('fields[2].variant is "slidr", which there is not.'),
    ]);
    const order = page
      .getByRole("textbox", { name: "Bill" })
      .element()
      .compareDocumentPosition(notes.first().element());
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    await expect.element(page.getByRole("spinbutton", { name: "People" })).toBeVisible();
    await expect.element(page.getByText("The page around")).toBeVisible();
    const told = warn.mock.calls
      .map(([text]) => String(text))
      .filter((text) => text.includes('The FormSpec of the tool "tip"'));
    expect(told).toHaveLength(3);

    await screen.rerender(<ToolForm tool={given({ fields: ["bill", { key: "people", label: "Guests" }] })} />);
    await expect.element(page.getByRole("spinbutton", { name: "Guests" })).toBeVisible();
    await expect.element(notes).toHaveTextContent(/fields\[0\] is "bill"; a field is an object/);
    await screen.rerender(<ToolForm tool={given({ fields: [{ key: "bill", label: "Amount" }] })} />);
    await expect.element(page.getByRole("textbox", { name: "Amount" })).toBeVisible();
    await expect.poll(() => notes.elements()).toEqual([]);
    await screen.rerender(<ToolForm spec={"bill" as never} />);
    await expect.element(notes.first()).toHaveTextContent(/It is "bill"; a FormSpec is an object/);
  });

  test("a variant that a component of the app knows is no mistake", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const Stars = ({ node }: FieldInputProps) => <p>Stars as {node.variant}</p>;
    const spec = { fields: [{ key: "bill", variant: "stars" }, { key: "bil" }] };
    await render(<ToolForm schema={schema} spec={spec} fields={{ "/bill": Stars }} />);
    await expect.element(page.getByText("Stars as stars")).toBeVisible();
    await expect.element(page.getByRole("note")).toHaveTextContent(/"bil"/);
    expect(warn.mock.calls.flat().join()).not.toContain("stars");
  });

  test("its schema: contained, until another one is given", async () => {
    const fail = (): never => {
      throw new Error("A schema that throws");
    };
    const jsonSchema = { input: fail, output: fail };
    const unreadable = { "~standard": { version: 1 as const, vendor: "test", validate: fail, jsonSchema } };
    const screen = await render(
      <>
        <ToolForm schema={unreadable} />
        <p>The page around</p>
      </>,
    );
    await expect.element(page.getByRole("note")).toHaveTextContent("A schema that throws");
    await expect.element(page.getByText("The page around")).toBeVisible();
    await screen.rerender(<ToolForm schema={schema} />);
    await expect.element(page.getByRole("textbox", { name: "Bill" })).toBeVisible();
  });

  test("the app's own form: the standard one stands below a note that names the slot", async () => {
    const components = createUiRegistry();
    components.register("form", "tool:tip", Broken);
    await render(
      <ToolProvider components={components}>
        <ToolForm tool={{ slug: "tip", inputSchema: schema }} />
      </ToolProvider>,
    );
    await expect
      .element(page.getByRole("note"))
      .toHaveTextContent("The component at form tool:tip could not draw this");
    await expect.element(page.getByRole("textbox", { name: "Bill" })).toBeVisible();
  });

  test.each([
    ["fields", { fields: { "/bill": Broken } }],
    ["the slot", {}],
  ])("the app's own input by %s: the standard one, and every other field", async (_, props) => {
    const components = createUiRegistry();
    if (!("fields" in props)) components.register("field-input", "text", Broken);
    const onSubmit = vi.fn();
    await render(
      <ToolProvider components={components}>
        <ToolForm schema={schema} {...props} onSubmit={onSubmit} />
      </ToolProvider>,
    );
    await expect.element(page.getByRole("note")).toHaveTextContent(/at field \/bill could not draw this.*No stars/);
    await userEvent.fill(page.getByRole("textbox", { name: "Bill" }), "12");
    await userEvent.click(page.getByRole("button", { name: "Run" }));
    await vi.waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ bill: "12" }));
  });
});

test("an input of an app's own is named, described and marked by controlProps", async () => {
  const Own = (props: FieldInputProps) => (
    <input {...controlProps(props)} defaultValue="own" onChange={(event) => props.onChange(event.target.value)} />
  );
  await render(<ToolForm schema={{ ...schema, required: ["bill"] }} fields={{ "/bill": Own }} onSubmit={() => {}} />);
  const input = page.getByRole("textbox", { name: "Bill" });
  await expect.element(input).toHaveAttribute("aria-required", "true");
  await userEvent.click(page.getByRole("button", { name: "Run" }));
  await expect.element(input).toHaveAttribute("aria-invalid", "true");
  await expect.element(input).toHaveAccessibleDescription(/required/);
});

test("a component of an app's own for an object gets the object and says its next value", async () => {
  const Place = ({ value, onChange }: FieldInputProps<ObjectNode>) => (
    <button type="button" onClick={() => onChange({ lat: 48, lng: 11 })}>
      {JSON.stringify(value)}
    </button>
  );
  const place = { type: "object", properties: { lat: { type: "number" }, lng: { type: "number" } } };
  const submit = vi.fn();
  const start = { place: { lat: 1, lng: 2 } };
  const screen = { type: "object", properties: { place } };
  await render(<ToolForm schema={screen} fields={{ "/place": Place }} defaultValue={start} onSubmit={submit} />);
  await userEvent.click(page.getByRole("button", { name: '{"lat":1,"lng":2}' }));
  await userEvent.click(page.getByRole("button", { name: '{"lat":48,"lng":11}' }));
  await userEvent.click(page.getByRole("button", { name: "Run" }));
  await expect.poll(() => submit.mock.calls).toEqual([[{ place: { lat: 48, lng: 11 } }]]);
});
