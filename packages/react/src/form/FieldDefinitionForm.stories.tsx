import type { FieldDefinition } from "@callboard/core/form";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { FieldDefinitionForm } from "./FieldDefinitionForm.tsx";

const fields: FieldDefinition[] = [
  { key: "name", label: "Full name", type: "text", required: true },
  {
    key: "plan",
    label: "Plan",
    type: "enum",
    variant: "segmented",
    options: [
      { value: "free", label: "Free" },
      { value: "team", label: "Team" },
    ],
  },
  {
    key: "seats",
    label: "Seats",
    type: "number",
    integer: true,
    visibleWhen: { field: "plan", operator: "eq", value: "team" },
  },
  { key: "notes", label: "Notes for operators", type: "text", variant: "multiline", audience: "internal" },
];

const meta: Meta<typeof FieldDefinitionForm> = {
  title: "Fields/FieldDefinitionForm",
  component: FieldDefinitionForm,
  args: { fields, submitLabel: "Save", onSubmit: () => undefined },
};
export default meta;

type Story = StoryObj<typeof FieldDefinitionForm>;

export const Empty: Story = {};
export const Filled: Story = { args: { defaultValue: { name: "Ada Lovelace", plan: "team", seats: 5 } } };
export const ForCustomers: Story = { args: { mode: "embed" } };
export const ReadOnly: Story = { args: { readOnly: true, defaultValue: { name: "Ada Lovelace", plan: "free" } } };
export const Refused: Story = { args: { errors: { "/name": ["Somebody has this name already."] } } };
export const WithoutFields: Story = { args: { fields: [] } };
