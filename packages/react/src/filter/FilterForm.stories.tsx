import { schemaToFilterFields } from "@callboard/core";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { FilterForm } from "./FilterForm.tsx";

const fields = schemaToFilterFields({
  name: { type: "string" },
  stage: { type: "string", enum: ["early_stage", "growth", "late"] },
  country: { type: "string", enum: ["Norway", "Italy", "France", "Czechia", "Kenya", "Chile", "Japan"] },
  team_size: { type: "integer", minimum: 1, maximum: 500 },
  revenue: { type: "number" },
  is_active: { type: "boolean" },
  tags: { type: "array", items: { type: "string" } },
});

const meta: Meta<typeof FilterForm> = { title: "Fields/FilterForm", component: FilterForm, args: { fields } };
export default meta;
type Story = StoryObj<typeof FilterForm>;

const filters = [
  { field: "stage", operator: "eq" as const, value: "growth" },
  { field: "country", operator: "in" as const, value: ["Norway", "Japan"] },
  { field: "team_size", operator: "gte" as const, value: 20 },
  { field: "is_active", operator: "eq" as const, value: true },
];
export const Empty: Story = {};
export const Filled: Story = { args: { defaultValue: filters } };
export const Opposite: Story = {
  args: {
    defaultValue: [
      { field: "team_size", operator: "gte", value: 20 },
      { field: "team_size", operator: "lte", value: 2 },
    ],
  },
};
export const RightToLeft: Story = {
  args: { defaultValue: filters },
  decorators: [(Story) => <div dir="rtl">{Story()}</div>],
};
