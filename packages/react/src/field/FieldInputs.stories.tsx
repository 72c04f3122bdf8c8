import type { FieldDefinition } from "@callboard/core/form";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { FormSpecRenderer } from "../form/ToolForm.tsx";
import { ToolProvider } from "../provider/ToolProvider.tsx";

/** One field in each state: empty, filled, read-only, refused, disabled, and holding what it cannot hold. */
function Field({
  field,
  value,
  dir,
  isScrolled,
}: {
  field: Omit<FieldDefinition, "key">;
  value?: unknown;
  dir?: "rtl";
  /** A list that scrolls is reached by the keyboard though its boxes are disabled, which axe does not see. */
  isScrolled?: boolean;
}) {
  const named = {
    label: dir ? "الحقل" : "Field",
    help: dir ? "ما الغرض منه." : "What it is for.",
    ...field,
    key: "field",
  };
  const spec = { fields: [named] };
  const foreign = field.type === "object" || field.type === "array" ? "something else" : { other: ["kind"] };
  return (
    <div dir={dir} style={{ display: "grid", gap: "2rem", maxInlineSize: "28rem", padding: "1.5rem" }}>
      <FormSpecRenderer spec={spec} />
      <FormSpecRenderer spec={spec} defaultValue={{ field: value }} />
      <FormSpecRenderer spec={spec} defaultValue={{ field: value }} readOnly />
      <FormSpecRenderer spec={spec} readOnly />
      <FormSpecRenderer spec={spec} defaultValue={{ field: value }} errors={{ "/field": "This was refused." }} />
      {!isScrolled && <FormSpecRenderer spec={spec} defaultValue={{ field: value }} disabled />}
      {field.type !== "object" && field.item === undefined && (
        <>
          <FormSpecRenderer spec={spec} defaultValue={{ field: foreign }} />
          <FormSpecRenderer spec={spec} defaultValue={{ field: foreign }} readOnly />
        </>
      )}
    </div>
  );
}

const meta: Meta<typeof Field> = { title: "Fields/Inputs", component: Field };
export default meta;
type Story = StoryObj<typeof Field>;

const sizes = ["Small", "Medium", "Large"].map((label) => ({ value: label.toLowerCase(), label }));
const many = Array.from({ length: 12 }, (_, index) => ({ value: index, label: `Choice ${index + 1}` }));

export const Text: Story = { args: { field: { type: "text", placeholder: "Ada Lovelace" }, value: "Grace Hopper" } };
export const Multiline: Story = {
  args: { field: { type: "text", variant: "multiline" }, value: "One line\nand another" },
};
export const Password: Story = { args: { field: { type: "text", variant: "password" }, value: "secret" } };
export const Numbers: Story = { args: { field: { type: "number", unit: "kg", step: 0.5 }, value: 12.5 } };
export const NumberTyped: Story = {
  args: { field: { type: "number", unit: "kg" }, value: 12_345.5 },
  async play({ canvasElement }) {
    const [empty, filled] = await within(canvasElement).findAllByRole("spinbutton", { name: /Field/ });
    await expect(filled).toHaveValue("12,345.5");
    await userEvent.type(empty!, "7 miles");
    await userEvent.tab();
    await expect(empty).toHaveAccessibleDescription(/without “miles”/);
    await userEvent.click(filled!);
    await expect(filled).toHaveValue("12345.5");
  },
};
export const NumberInArabic: Story = {
  args: { field: { type: "number", unit: "كغ" }, value: 12_345.5, dir: "rtl" },
  decorators: [(Story) => <ToolProvider locale="ar-EG">{Story()}</ToolProvider>],
};
export const LongUnit: Story = {
  args: { field: { type: "number", unit: "positions a year" }, value: 1_234_567 },
};
export const Checkbox: Story = { args: { field: { type: "boolean" }, value: true } };
export const Switch: Story = { args: { field: { type: "boolean", variant: "switch" }, value: true } };
export const Day: Story = { args: { field: { type: "date" }, value: "2026-03-31" } };
export const Time: Story = { args: { field: { type: "date", variant: "time" }, value: "14:30:00Z" } };
export const DateTime: Story = {
  args: { field: { type: "date", variant: "datetime" }, value: "2026-03-31T14:30:00Z" },
};
export const Segmented: Story = { args: { field: { type: "enum", options: sizes, required: true }, value: "medium" } };
export const Radio: Story = { args: { field: { type: "enum", variant: "radio", options: sizes }, value: "medium" } };
export const Select: Story = { args: { field: { type: "enum", options: many }, value: 4 } };
export const Several: Story = { args: { field: { type: "array", options: sizes }, value: ["small", "large"] } };
export const SeveralOfMany: Story = {
  args: { field: { type: "array", options: many }, value: [1, 3], isScrolled: true },
};
export const Url: Story = { args: { field: { type: "url" }, value: "https://example.com/a" } };
export const Email: Story = { args: { field: { type: "email" }, value: "ada@example.com" } };
export const Phone: Story = { args: { field: { type: "phone" }, value: "+44 20 7946 0000" } };
export const Media: Story = { args: { field: { type: "media" }, value: "https://example.com/files/plan%20b.pdf" } };
export const Relation: Story = { args: { field: { type: "relation" }, value: "customer_42" } };
export const Group: Story = {
  args: {
    field: {
      type: "object",
      fields: [
        { key: "street", type: "text" },
        { key: "city", type: "text" },
      ],
    },
    value: { city: "Oslo" },
  },
};
export const Rows: Story = { args: { field: { type: "array", item: { type: "text" } }, value: ["one", "two"] } };

export const LongText: Story = {
  args: {
    field: { type: "text", variant: "multiline", maxLength: 120 },
    value: "Forty characters, more or less, are here.",
  },
};
export const Code: Story = {
  args: { field: { type: "text", variant: "code", language: "sql" }, value: "select *\nfrom tools" },
};
export const Color: Story = { args: { field: { type: "text", variant: "color" }, value: "#3b5bdb" } };
export const Currency: Story = {
  args: { field: { type: "number", variant: "currency", currency: "EUR", minimum: 0 }, value: 1234.5 },
};
export const PercentOfOne: Story = { args: { field: { type: "number", variant: "percent", maximum: 1 }, value: 0.07 } };
export const PercentOfHundred: Story = {
  args: { field: { type: "number", variant: "percent", of: 100 }, value: 12.5 },
};
export const Slider: Story = {
  args: { field: { type: "number", variant: "slider", minimum: 0, maximum: 10, step: 0.5, unit: "km" }, value: 7.5 },
};
export const Rating: Story = { args: { field: { type: "number", variant: "rating" }, value: 4 } };
export const YesOrNo: Story = { args: { field: { type: "boolean", variant: "choice" }, value: false } };
export const Zoned: Story = {
  args: { field: { type: "date", variant: "zoned", zone: "Europe/Berlin" }, value: "2026-07-01T14:30:00+02:00" },
};
export const Duration: Story = { args: { field: { type: "date", variant: "duration" }, value: "P1DT2H30M" } };
export const Tags: Story = {
  args: { field: { type: "array", variant: "tags", item: { type: "text" } }, value: ["alpha", "beta", "a longer tag"] },
};
export const MultiSelect: Story = {
  args: { field: { type: "array", variant: "multiselect", options: many }, value: [1, 3] },
};
export const Link: Story = { args: { field: { type: "url", variant: "link" }, value: "https://example.com/a" } };
export const Mailbox: Story = { args: { field: { type: "email", variant: "link" }, value: "ada@example.com" } };
export const RightToLeft: Story = { args: { ...Slider.args, dir: "rtl" } };
export const CurrencyRightToLeft: Story = { args: { ...Currency.args, dir: "rtl" } };
export const TagsRightToLeft: Story = { args: { ...Tags.args, dir: "rtl" } };
export const RatingRightToLeft: Story = { args: { ...Rating.args, dir: "rtl" } };
export const DurationRightToLeft: Story = { args: { ...Duration.args, dir: "rtl" } };
export const ColorRightToLeft: Story = { args: { ...Color.args, dir: "rtl" } };
