import type { FieldDefinition } from "@callboard/core/form";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { FormSpecRenderer } from "../form/ToolForm.tsx";

/** One field alone, empty and filled. */
function Field({ field, value }: { field: Omit<FieldDefinition, "key">; value?: unknown }) {
  const named = { label: "Field", help: "What it is for.", ...field, key: "field" };
  return (
    <div style={{ display: "grid", gap: "2rem", maxInlineSize: "28rem", padding: "1.5rem" }}>
      <FormSpecRenderer spec={{ fields: [named] }} />
      <FormSpecRenderer spec={{ fields: [named] }} defaultValue={{ field: value }} />
      <FormSpecRenderer spec={{ fields: [named] }} defaultValue={{ field: value }} readOnly />
      <FormSpecRenderer
        spec={{ fields: [named] }}
        defaultValue={{ field: value }}
        errors={{ "/field": "This was refused." }}
      />
    </div>
  );
}

const meta: Meta<typeof Field> = { title: "Form/Field inputs", component: Field };
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
export const SeveralOfMany: Story = { args: { field: { type: "array", options: many }, value: [1, 3] } };
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
