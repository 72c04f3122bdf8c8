import type { FieldDefinition } from "@callboard/core/form";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, userEvent, within } from "storybook/test";
import { FieldDefinitionEditor } from "./FieldDefinitionEditor.tsx";

const fields: FieldDefinition[] = [
  { key: "name", label: "Full name", type: "text", required: true, maxLength: 80 },
  {
    key: "plan",
    label: "Plan",
    type: "enum",
    variant: "segmented",
    required: true,
    options: [
      { value: "free", label: "Free" },
      { value: "team", label: "Team" },
      { value: "company", label: "Company" },
    ],
  },
  {
    key: "seats",
    label: "Seats",
    type: "number",
    integer: true,
    minimum: 1,
    maximum: 50,
    variant: "slider",
    visibleWhen: { field: "plan", operator: "in", value: ["team", "company"] },
  },
  { key: "budget", label: "Yearly budget", type: "number", variant: "currency", currency: "EUR" },
  { key: "start", label: "Start", type: "date" },
  { key: "topics", label: "Topics", type: "array", variant: "tags", item: { type: "text" } },
  {
    key: "address",
    label: "Address",
    type: "object",
    fields: [
      { key: "street", label: "Street", type: "text" },
      { key: "city", label: "City", type: "text", required: true },
    ],
  },
];

const meta: Meta<typeof FieldDefinitionEditor> = {
  title: "Fields/FieldDefinitionEditor",
  component: FieldDefinitionEditor,
  render: function Render(args) {
    const [value, setValue] = useState(args.value ?? []);
    return <FieldDefinitionEditor value={value} onChange={setValue} />;
  },
};
export default meta;
type Story = StoryObj<typeof FieldDefinitionEditor>;

export const Filled: Story = { args: { value: fields } };
export const Empty: Story = { args: { value: [] } };
export const Open: Story = {
  args: { value: fields },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole("button", { name: /^Seats/ }));
    await expect(within(canvasElement).getByRole("textbox", { name: "Key" })).toHaveValue("seats");
  },
};
export const Choices: Story = {
  args: { value: fields },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole("button", { name: /^Plan/ }));
  },
};
export const Nested: Story = {
  args: { value: fields },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole("button", { name: /^Address/ }));
    await userEvent.click(await within(canvasElement).findByRole("button", { name: /^City/ }));
  },
};
export const Problems: Story = {
  args: {
    value: [
      { key: "name", label: "Name", type: "text", pattern: "(" },
      { key: "name", label: "Again", type: "enum", options: [] },
    ],
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole("button", { name: /^Again/ }));
  },
};
export const Adding: Story = {
  args: { value: fields.slice(0, 1) },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole("button", { name: "Add field" }));
  },
};
export const Schema: Story = {
  args: { value: fields },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole("radio", { name: "JSON Schema" }));
  },
};
export const RightToLeft: Story = {
  args: { value: fields },
  decorators: [(Story) => <div dir="rtl">{Story()}</div>],
};
