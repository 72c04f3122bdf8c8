import type { JsonSchema } from "@callboard/core";
import type { FormSpec } from "@callboard/core/form";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { AdditionalInputs } from "./AdditionalInputs.tsx";
import { ToolForm } from "./ToolForm.tsx";

const kind = (title: string, key: string): JsonSchema => ({
  title,
  type: "object",
  required: [key],
  properties: { [key]: { type: "string" } },
});
const unionOf = (kinds: JsonSchema[], required = false): JsonSchema => ({
  type: "object",
  ...(required && { required: ["to"] }),
  properties: { to: { title: "Send to", description: "One place at a time.", oneOf: kinds } },
});
const env: JsonSchema = {
  type: "object",
  properties: { env: { title: "Environment", type: "object", additionalProperties: { type: "string" } } },
};
const columns = (count: 1 | 2 | 3): FormSpec => ({
  sections: [
    {
      title: "Trip",
      help: "Where to, and when.",
      columns: count,
      fields: [
        { key: "from", type: "text", label: "From", placeholder: "Berlin", required: true },
        { key: "to", type: "text", label: "To", help: "The nearest station will do." },
        { key: "day", type: "date", label: "Day" },
        { key: "return", type: "boolean", label: "And back", variant: "switch" },
        {
          key: "back",
          type: "date",
          label: "Day back",
          visibleWhen: { all: [{ field: "return", operator: "eq", value: true }] },
        },
        { key: "stops", type: "array", label: "Stops", item: { type: "text" } },
        { key: "ticket", type: "media", label: "Ticket" },
      ],
    },
    { audience: "internal", fields: [{ key: "trace", type: "text", label: "Trace id" }] },
  ],
  submitLabel: "Find trains",
});

const meta: Meta<typeof ToolForm> = {
  title: "Forms/Parts",
  component: ToolForm,
  args: { onSubmit: () => {} },
  decorators: [
    (Story) => <div style={{ maxInlineSize: "52rem", marginInline: "auto", padding: "1.5rem" }}>{Story()}</div>,
  ],
};
export default meta;
type Story = StoryObj<typeof ToolForm>;

export const FewKinds: Story = {
  args: { schema: unionOf([kind("Mail", "address"), kind("Post", "street")], true) },
};
export const FewKindsOrNone: Story = { args: { schema: unionOf([kind("Mail", "address"), kind("Post", "street")]) } };
export const ManyKinds: Story = {
  args: {
    schema: unionOf(
      ["Mail", "Post", "Phone", "Fax", "Pigeon"].map((title) => kind(title, title.toLowerCase())),
      true,
    ),
  },
};
export const PlainKinds: Story = {
  args: {
    schema: { type: "object", required: ["limit"], properties: { limit: { type: ["number", "string"] } } },
    defaultValue: { limit: 5 },
  },
};
export const KindsReadOnly: Story = {
  args: {
    schema: unionOf([kind("Mail", "address"), kind("Post", "street")], true),
    defaultValue: { to: { street: "High Street" } },
    readOnly: true,
  },
};
export const NoEntries: Story = { args: { schema: env } };
export const Entries: Story = { args: { schema: env, defaultValue: { env: { PATH: "/bin", HOME: "/root" } } } };
export const EntryWithoutName: Story = {
  args: { schema: env },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "Add entry to Environment" }));
    await userEvent.tab();
    await expect(await canvas.findByText("Give this entry a name")).toBeVisible();
  },
};
export const OneColumn: Story = { args: { spec: columns(1) } };
export const TwoColumns: Story = { args: { spec: columns(2), defaultValue: { return: true } } };
export const ThreeColumns: Story = { args: { spec: columns(3), defaultValue: { stops: ["Halle", "Erfurt"] } } };
export const ForCustomers: Story = { args: { spec: columns(2), mode: "embed" } };
export const OperatorsOpen: Story = {
  args: { spec: columns(2) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByText("Additional options"));
    await expect(canvas.getByRole("textbox", { name: "Trace id" })).toBeVisible();
  },
};
export const OwnAdditionalInputs: Story = {
  render: () => (
    <AdditionalInputs title="Expert settings">
      <p>What only operators see.</p>
    </AdditionalInputs>
  ),
};
