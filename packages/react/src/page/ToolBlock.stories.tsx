import { createLocalClient, createRegistry, defineTool, ToolClientError, type ToolClient } from "@callboard/core";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useMemo } from "react";
import { expect, userEvent, within } from "storybook/test";
import { z } from "zod";
import { ToolBlock } from "./ToolBlock.tsx";

const tool = defineTool({
  slug: "delivery-cost",
  name: "Delivery cost",
  description: "What a parcel costs to send. Use it for one parcel.",
  category: "everyday",
  icon: "package",
  inputSchema: z.object({
    weight: z.number().positive().max(30).meta({ title: "Weight in kg" }),
    express: z.boolean().default(false).meta({ title: "By tomorrow" }),
    margin: z.number().default(0.2).meta({ title: "Margin" }),
  }),
  outputSchema: z.object({
    price: z.number().meta({ title: "Price in euros" }),
    days: z.int().meta({ title: "Days" }),
  }),
  formSpec: {
    submitLabel: "Work out the price",
    sections: [
      {
        fields: [
          { key: "weight", type: "number", label: "Weight in kg" },
          { key: "express", type: "boolean", label: "By tomorrow" },
        ],
      },
      { audience: "internal", fields: [{ key: "margin", type: "number", label: "Margin" }] },
    ],
  },
  async execute({ weight, express, margin }, { signal }, { onProgress }) {
    if (weight > 20) {
      onProgress(1, 3, "Asking the carrier");
      await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("Stopped."))));
    }
    if (weight > 10) throw new Error("No carrier takes parcels above 10 kg by this way. Split the parcel.");
    return { price: Math.round(weight * (express ? 4 : 2) * (1 + margin) * 100) / 100, days: express ? 1 : 3 };
  },
});

const localClient = () => {
  const registry = createRegistry();
  registry.register(tool);
  return createLocalClient(registry);
};

const meta: Meta<{ client: () => ToolClient; weight?: number }> = {
  title: "Pages/ToolBlock",
  args: { client: localClient },
  argTypes: { client: { control: false } },
  render: function Block({ client, weight }) {
    const made = useMemo(client, [client]);
    return (
      <div style={{ maxInlineSize: "28rem" }}>
        <ToolBlock client={made} slug={tool.slug} defaultValue={weight === undefined ? undefined : { weight }} />
      </div>
    );
  },
};
export default meta;

type Story = StoryObj<{ client: () => ToolClient; weight?: number }>;

const submit = async (canvasElement: HTMLElement) => {
  const canvas = within(canvasElement);
  await userEvent.click(await canvas.findByRole("button", { name: "Work out the price" }));
  return canvas;
};

export const Empty: Story = {};
export const Finished: Story = {
  args: { weight: 3 },
  async play({ canvasElement }) {
    const canvas = await submit(canvasElement);
    await expect(await canvas.findByText("Price in euros")).toBeVisible();
  },
};
export const EarlierInput: Story = {
  args: { weight: 3 },
  async play({ canvasElement }) {
    const canvas = await submit(canvasElement);
    await expect(await canvas.findByText("Price in euros")).toBeVisible();
    const weight = canvas.getByLabelText(/Weight in kg/);
    await userEvent.clear(weight);
    await userEvent.type(weight, "5");
    await expect(await canvas.findByText("Result for an earlier input")).toBeVisible();
  },
};
export const Running: Story = {
  args: { weight: 25 },
  async play({ canvasElement }) {
    const canvas = await submit(canvasElement);
    await expect(await canvas.findByRole("button", { name: "Cancel" })).toBeVisible();
  },
};
export const Failed: Story = {
  args: { weight: 12 },
  async play({ canvasElement }) {
    const canvas = await submit(canvasElement);
    await expect(await canvas.findByText(/Split the parcel/)).toBeVisible();
  },
};
export const Loading: Story = { args: { client: () => ({ tool: () => new Promise(() => {}) }) } };
export const HostAway: Story = {
  args: {
    client: () => ({
      tool: () =>
        Promise.reject(
          new ToolClientError("The host cannot be reached. Check the connection, then try again.", {
            code: "unreachable",
            status: 0,
          }),
        ),
    }),
  },
};
