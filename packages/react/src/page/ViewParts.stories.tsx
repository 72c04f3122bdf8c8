import { createLocalClient, createRegistry, defineTool } from "@callboard/core";
import type { KeptViewSpec } from "@callboard/core/client";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useMemo } from "react";
import { expect, within } from "storybook/test";
import { ViewParts } from "./ViewParts.tsx";

const shipping = defineTool({
  slug: "shipping-cost",
  name: "Shipping cost",
  description: "What a pallet costs to send. Use it for one pallet.",
  category: "everyday",
  icon: "truck",
  inputSchema: {
    type: "object",
    properties: { weight: { type: "number", title: "Weight in kg" } },
    required: ["weight"],
  },
  outputSchema: { type: "object", properties: { price: { type: "number", title: "Price in euros" } } },
  execute: ({ weight }: { weight: number }) => ({ price: weight * 2 }),
});

const whole: KeptViewSpec = {
  data: {
    lead: "May was the **best month** so far.",
    facts: { orders: 412, returns: 9 },
    months: [
      { month: "March", euros: 31000 },
      { month: "April", euros: 28500 },
      { month: "May", euros: 40200 },
    ],
  },
  blocks: [
    { type: "text", key: "lead" },
    { type: "summary", key: "facts", label: "This spring" },
    {
      type: "chart",
      key: "months",
      label: "Sales by month",
      config: { variant: "bar", x: "month", series: ["euros"] },
    },
    { type: "tool", tool: "shipping-cost", label: "What will it cost to send?", defaultValue: { weight: 12 } },
  ],
};

const meta: Meta<{ spec: KeptViewSpec }> = {
  title: "Pages/ViewParts",
  args: { spec: whole },
  render: function View({ spec }) {
    const client = useMemo(() => {
      const registry = createRegistry();
      registry.register(shipping);
      return createLocalClient(registry);
    }, []);
    return <ViewParts spec={spec} client={client} renderEntities={(part) => <p>{part.entityTypeSlug}</p>} />;
  },
};
export default meta;

type Story = StoryObj<{ spec: KeptViewSpec }>;

export const Whole: Story = {
  async play({ canvasElement }) {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole("heading", { name: "What will it cost to send?" })).toBeVisible();
    await expect(await canvas.findByLabelText(/Weight in kg/)).toHaveValue("12");
  },
};
export const DataAlone: Story = { args: { spec: { ...whole, blocks: whole.blocks.slice(0, 3) } } };
export const ToolThatIsGone: Story = {
  args: { spec: { blocks: [{ type: "tool", tool: "gone" }] } },
  async play({ canvasElement }) {
    await expect(await within(canvasElement).findByRole("alert")).toBeVisible();
  },
};
export const PartThatIsMissing: Story = {
  args: {
    spec: {
      data: { lead: "Here." },
      blocks: [
        { type: "text", key: "lead" },
        { type: "table", key: "rows", label: "Rows" },
      ],
    },
  },
};
export const Entities: Story = { args: { spec: { blocks: [{ type: "entities", entityTypeSlug: "customer" }] } } };
export const Arabic: Story = {
  globals: { locale: "ar" },
  args: {
    spec: {
      data: { lead: "كان مايو أفضل الشهور.", facts: { orders: 412 } },
      blocks: [
        { type: "text", key: "lead" },
        { type: "summary", key: "facts", label: "هذا الربيع" },
      ],
    },
  },
};
