import type { JsonSchema } from "@callboard/core";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createRef } from "react";
import { ToolForm, type ToolFormHandle, ToolProvider } from "@callboard/react";
import { RjsfForm, rjsfForm } from "../index.ts";

/** A postcode is asked for where the country's name begins with N: more than the form model's conditions say. */
const beyond: JsonSchema = {
  type: "object",
  required: ["country"],
  properties: {
    country: { type: "string", description: "Where it goes." },
    weight: { type: "number", minimum: 1 },
    fragile: { type: "boolean" },
    speed: { enum: ["slow", "fast"] },
    lines: {
      type: "array",
      items: { type: "object", properties: { product: { type: "string" }, count: { type: "integer" } } },
    },
  },
  if: { properties: { country: { pattern: "^N" } }, required: ["country"] },
  then: { properties: { postcode: { type: "string", minLength: 4 } }, required: ["postcode"] },
};

const complaints: unknown[][] = [];
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation((...words) => void complaints.push(words));
  vi.spyOn(console, "warn").mockImplementation((...words) => void complaints.push(words));
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(complaints.splice(0)).toEqual([]);
});

const field = (name: string) => page.getByLabelText(new RegExp(`^${name}( \\*)?$`));

describe("a form beyond the form model", () => {
  it("is drawn by our model, and can be filled and submitted, where nobody was handed in", async () => {
    const onSubmit = vi.fn();
    await render(<ToolForm schema={beyond} onSubmit={onSubmit} />);
    await userEvent.fill(field("Country"), "Peru");
    await userEvent.click(page.getByRole("button", { name: "Run" }));
    expect(onSubmit).toHaveBeenCalledWith(expect.objectContaining({ country: "Peru" }));
  });

  it("is drawn by rjsf where it was: fields come and go as the if says, and exactly the value is submitted", async () => {
    const onSubmit = vi.fn();
    const onChange = vi.fn();
    await render(
      <ToolProvider fallbackForm={rjsfForm}>
        <ToolForm schema={beyond} onSubmit={onSubmit} onChange={onChange} submitLabel="Send" />
      </ToolProvider>,
    );
    await expect.element(field("Country")).toBeVisible();
    expect(field("Postcode").query()).toBeNull();
    await userEvent.fill(field("Country"), "Nepal");
    await expect.element(field("Postcode")).toBeVisible();
    await userEvent.fill(field("Postcode"), "44600");
    await userEvent.fill(field("Weight"), "2.5");
    await userEvent.click(field("Fragile"));
    await userEvent.selectOptions(field("Speed"), "fast");
    await userEvent.click(page.getByRole("button", { name: "Add to Lines" }));
    await userEvent.fill(field("Product"), "Lamp");
    await userEvent.fill(field("Count"), "3");
    const value = {
      country: "Nepal",
      postcode: "44600",
      weight: 2.5,
      fragile: true,
      speed: "fast",
      lines: [{ product: "Lamp", count: 3 }],
    };
    await expect.poll(() => onChange.mock.lastCall?.[0] as unknown).toEqual(value);
    await userEvent.click(page.getByRole("button", { name: "Send" }));
    await expect.poll(() => onSubmit.mock.calls).toEqual([[value]]);
  });

  it("says what is wrong as every form does: on leaving a field, and all of it in a summary on submit", async () => {
    const onSubmit = vi.fn(() => ({ "/country": "We do not ship there" }));
    await render(
      <ToolProvider fallbackForm={rjsfForm}>
        <ToolForm schema={beyond} defaultValue={{ country: "Nepal" }} onSubmit={onSubmit} />
      </ToolProvider>,
    );
    await userEvent.fill(field("Postcode"), "12");
    expect(page.getByText("Must be at least 4 characters").query()).toBeNull();
    await userEvent.tab();
    await expect.element(page.getByText("Must be at least 4 characters")).toBeVisible();
    expect(field("Postcode").element().getAttribute("aria-invalid")).toBe("true");
    const described = field("Postcode").element().getAttribute("aria-describedby")!;
    expect(document.getElementById(described)!.textContent).toContain("at least 4");
    await userEvent.fill(field("Weight"), "0");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("alert")).toHaveTextContent("2 fields need attention");
    expect(onSubmit).not.toHaveBeenCalled();
    await expect.poll(() => document.activeElement?.getAttribute("aria-invalid")).toBe("true");
    await userEvent.fill(field("Weight"), "4");
    await userEvent.fill(field("Postcode"), "44600");
    await userEvent.click(page.getByRole("button", { name: "Run" }));
    await expect.element(page.getByText("We do not ship there").first()).toBeVisible();
    expect(document.activeElement).toBe(field("Country").element());
  });

  it("takes a model's arguments, and keeps what a human set", async () => {
    const formRef = createRef<ToolFormHandle>();
    const onChange = vi.fn();
    await render(
      <ToolProvider fallbackForm={rjsfForm}>
        <ToolForm schema={beyond} formRef={formRef} onChange={onChange} onSubmit={() => {}} />
      </ToolProvider>,
    );
    await userEvent.fill(field("Country"), "Norway");
    formRef.current!.applyArguments({ country: "Peru", weight: 7 }, { partial: false });
    await expect.element(field("Weight")).toHaveValue("7");
    await expect.element(field("Country")).toHaveValue("Norway");
    expect(formRef.current!.changes()).toEqual([
      expect.objectContaining({ path: "/country", asked: "Peru", value: "Norway", by: "human" }),
    ]);
    formRef.current!.reset({ country: "Nauru" });
    await expect.element(field("Country")).toHaveValue("Nauru");
    await expect.element(field("Postcode")).toBeVisible();
  });

  it("is disabled, read-only and busy as every form is", async () => {
    const shown = (props: object) => (
      <ToolProvider fallbackForm={rjsfForm}>
        <ToolForm schema={beyond} defaultValue={{ country: "Nepal", weight: 3 }} onSubmit={() => {}} {...props} />
      </ToolProvider>
    );
    const { rerender } = await render(shown({ disabled: "Not now" }));
    await expect.element(field("Country")).toBeDisabled();
    await expect.element(page.getByText("Not now")).toBeVisible();
    await rerender(shown({ isLoading: true }));
    await expect.element(page.getByRole("button", { name: "Run" })).toHaveAttribute("aria-disabled", "true");
    await rerender(shown({ readOnly: true }));
    await expect.element(page.getByText("Nepal")).toBeVisible();
    expect(document.querySelectorAll("input, select, textarea")).toHaveLength(0);
  });

  it("is drawn by our model where what was handed in fails", async () => {
    const Broken = (): never => {
      throw new Error("broken");
    };
    const { container } = await render(
      <ToolProvider fallbackForm={Object.assign(Broken, { isBeyond: rjsfForm.isBeyond })}>
        <ToolForm schema={beyond} onSubmit={() => {}} />
      </ToolProvider>,
    );
    expect(container.querySelectorAll("input").length).toBeGreaterThan(2);
    expect(complaints.splice(0).length).toBeGreaterThan(0);
  });

  it("takes steps back as every form does", async () => {
    const onChange = vi.fn();
    await render(
      <ToolProvider fallbackForm={rjsfForm}>
        <ToolForm schema={beyond} onChange={onChange} onSubmit={() => {}} tools />
      </ToolProvider>,
    );
    await userEvent.fill(field("Country"), "Norway");
    await userEvent.click(page.getByRole("button", { name: "Add to Lines" }));
    await expect.element(field("Product")).toBeVisible();
    await userEvent.click(page.getByRole("button", { name: "Undo" }));
    await expect.poll(() => field("Product").query()).toBeNull();
    await expect.element(field("Country")).toHaveValue("Norway");
  });
});

describe("a uiSchema on a form of ours", () => {
  it("is translated, and what is not is named once", async () => {
    const schema: JsonSchema = { type: "object", properties: { name: { type: "string" }, bio: { type: "string" } } };
    const uiSchema = {
      "ui:order": ["bio", "name"],
      "ui:submitButtonOptions": { submitText: "Save it" },
      bio: { "ui:widget": "textarea", "ui:rows": 5 },
    };
    const { container, rerender } = await render(<ToolForm schema={schema} uiSchema={uiSchema} onSubmit={() => {}} />);
    await expect.element(page.getByRole("button", { name: "Save it" })).toBeVisible();
    expect(container.querySelector("textarea, input")!.tagName).toBe("TEXTAREA");
    await rerender(<ToolForm schema={schema} uiSchema={{ ...uiSchema }} onSubmit={() => {}} />);
    expect(complaints.splice(0).map(String)).toEqual([expect.stringContaining("/bio ui:rows 5")]);
  });
});

describe("RjsfForm, for who comes from rjsf", () => {
  it("takes rjsf's props: tells of every change, checks on submit, submits the data", async () => {
    const onSubmit = vi.fn();
    const onError = vi.fn();
    function App() {
      const [formData, setFormData] = useState<Record<string, unknown>>({});
      return (
        <RjsfForm
          schema={{
            type: "object",
            title: "A person",
            required: ["name"],
            properties: {
              name: { type: "string" },
              age: { type: "integer", default: 30, minimum: 18 },
              bio: { type: "string" },
            },
          }}
          uiSchema={{
            "ui:submitButtonOptions": { submitText: "Save" },
            bio: { "ui:widget": "textarea", "ui:help": "In a few words." },
            age: { "ui:widget": "updown" },
          }}
          formData={formData}
          onChange={(event) => setFormData(event.formData as Record<string, unknown>)}
          onSubmit={(event) => onSubmit(event.formData)}
          onError={onError}
        />
      );
    }
    await render(<App />);
    await expect.element(page.getByText("A person")).toBeVisible();
    await expect.element(field("Age")).toHaveValue("30");
    await userEvent.click(page.getByRole("button", { name: "Save" }));
    await expect.element(page.getByRole("alert")).toHaveTextContent("One field needs attention");
    await expect.poll(() => document.activeElement).toBe(field("Name").element());
    expect(onError).toHaveBeenCalledOnce();
    expect(onSubmit).not.toHaveBeenCalled();
    await userEvent.fill(field("Name"), "Ada");
    await userEvent.fill(field("Bio"), "Wrote the first program.");
    await userEvent.click(page.getByRole("button", { name: "Save" }));
    await expect.poll(() => onSubmit.mock.calls).toEqual([[{ name: "Ada", age: 30, bio: "Wrote the first program." }]]);
  });

  it("keeps a help's room for its error, and moves nothing that is in sight", async () => {
    const text = { type: "string" as const, description: "A rate that is said in per cent a year. ".repeat(2) };
    const { container } = await render(
      <div style={{ inlineSize: 400, paddingBlock: "30vh 2000px" }}>
        <RjsfForm schema={{ type: "object", properties: { rate: text, term: text }, required: ["rate", "term"] }} />
      </div>,
    );
    await expect.element(field("Rate")).toBeVisible();
    const height = () => field("Rate").element().closest<HTMLElement>(".cb-field")!.offsetHeight;
    const before = height();
    await userEvent.click(page.getByRole("button", { name: "Run" }));
    await expect.poll(() => container.querySelectorAll(".cb-field-words > .cb-field-error")).toHaveLength(2);
    expect(height()).toBe(before);
    const { top, bottom } = field("Term").element().closest(".cb-field")!.getBoundingClientRect();
    expect([top > innerHeight / 2, bottom < innerHeight - 64]).toEqual([true, true]);
    await userEvent.click(page.getByRole("alert").getByRole("link", { name: "Term" }));
    await expect.element(field("Term")).toHaveFocus();
    expect(window.scrollY).toBe(0);
  });

  it("keeps rjsf's own extension points: custom validation, own widgets, hidden fields", async () => {
    const onSubmit = vi.fn();
    await render(
      <RjsfForm
        schema={{
          type: "object",
          properties: { a: { type: "string" }, b: { type: "string" }, token: { type: "string", default: "t" } },
        }}
        uiSchema={{
          token: { "ui:widget": "hidden" },
          b: {
            "ui:widget": ({ id, onChange }: { id: string; onChange: (value: string) => void }) => (
              <button type="button" id={id} onClick={() => onChange("same")}>
                Pick
              </button>
            ),
          },
        }}
        customValidate={(data: { a?: string; b?: string } | undefined, errors) => {
          if (data?.a !== data?.b) errors.b!.addError("Must be the same");
          return errors;
        }}
        onSubmit={(event) => onSubmit(event.formData)}
      />,
    );
    await userEvent.fill(page.getByRole("textbox"), "same");
    await userEvent.click(page.getByRole("button", { name: "Run" }));
    await expect.element(page.getByText("Must be the same").first()).toBeVisible();
    await userEvent.click(page.getByRole("button", { name: "B" }));
    await userEvent.click(page.getByRole("button", { name: "Run" }));
    await expect.poll(() => onSubmit.mock.calls).toEqual([[{ a: "same", b: "same", token: "t" }]]);
  });

  it("has one tab stop for the buttons of a row, and arrow keys between them and to the rows beside", async () => {
    const formData = ["a", "b", "c"];
    await render(
      <RjsfForm
        schema={{ type: "array", title: "Letters", items: { type: "string" } }}
        formData={formData}
        onSubmit={() => {}}
      />,
    );
    const focused = () => document.activeElement?.getAttribute("aria-label");
    await userEvent.click(page.getByRole("textbox").nth(1));
    const toolbars = page.getByRole("toolbar");
    expect(toolbars.elements().map((one) => one.querySelectorAll("[tabindex='0']").length)).toEqual([1, 1, 1]);
    await userEvent.keyboard("{Tab}");
    expect(focused()).toBe("Move Item 2 up");
    await userEvent.keyboard("{ArrowRight}");
    await expect.poll(focused).toBe("Move Item 2 down");
    await userEvent.keyboard("{End}");
    await expect.poll(focused).toBe("Remove Item 2");
    await userEvent.keyboard("{ArrowDown}");
    await expect.poll(focused).toBe("Remove Item 3");
    await userEvent.keyboard("{Tab}");
    expect(document.activeElement).toBe(page.getByRole("button", { name: "Add to Letters" }).element());
    await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
    expect(focused()).toBe("Move Item 3 up");
  });
});
