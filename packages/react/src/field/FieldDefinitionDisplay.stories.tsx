import type { FieldDefinition } from "@callboard/core/form";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { FieldDefinitionDisplay } from "./FieldDefinitionDisplay.tsx";

const fields: FieldDefinition[] = [
  { key: "name", label: "Full name", type: "text" },
  { key: "budget", label: "Yearly budget", type: "number", variant: "currency", currency: "EUR" },
  { key: "active", label: "Active", type: "boolean" },
  { key: "start", label: "Start", type: "date" },
  { key: "site", label: "Site", type: "url" },
  { key: "topics", label: "Topics", type: "array", variant: "tags", item: { type: "text" } },
  { key: "notes", label: "Notes for operators", type: "text", audience: "internal" },
];

const value = {
  name: "Ada Lovelace",
  budget: 12_500,
  active: true,
  start: "2026-03-31",
  site: "https://example.org/ada",
  topics: ["Engines", "Notes"],
  notes: "Calls on Mondays.",
};

const meta: Meta<typeof FieldDefinitionDisplay> = {
  title: "Fields/FieldDefinitionDisplay",
  component: FieldDefinitionDisplay,
  args: { fields, value },
};
export default meta;

type Story = StoryObj<typeof FieldDefinitionDisplay>;

export const Filled: Story = {};
export const ForCustomers: Story = { args: { mode: "embed" } };
export const Empty: Story = { args: { value: {} } };
export const OtherTypes: Story = { args: { value: { ...value, budget: "much", start: "soon", topics: "one" } } };
