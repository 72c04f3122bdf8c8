import { createLocalClient, createRegistry, defineTool, ToolClientError, type ToolClient } from "@callboard/core";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useMemo } from "react";
import { expect, userEvent, within } from "storybook/test";
import { z } from "zod";
import { ToolPage } from "./ToolPage.tsx";

const wait = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });

const tool = defineTool({
  slug: "tip-splitter",
  name: "Tip Splitter",
  description: "Splits a bill with a tip between people. Use it for one bill; add several bills up first.",
  category: "everyday",
  icon: "receipt",
  summary: ({ bill, people }) => `${bill} between ${people}`,
  inputSchema: z.object({
    bill: z.number().positive().default(60).meta({ title: "Bill" }),
    people: z.int().min(1).default(2).meta({ title: "People" }),
    pause: z.int().min(0).default(0).meta({ title: "Pause", description: "Milliseconds before it answers." }),
    fail: z.boolean().default(false).meta({ title: "Fail on purpose" }),
  }),
  outputSchema: z.object({ each: z.number().meta({ title: "Each pays" }) }),
  async execute({ bill, people, pause, fail }, { signal }, { onProgress, onOutput }) {
    onProgress(1, 2, "Adding up");
    onOutput("Adding up\n");
    await wait(pause, signal);
    if (fail) throw new Error("The bill was lost. Bring another one.");
    return { each: bill / people };
  },
});

const localClient = () => {
  const registry = createRegistry();
  registry.register(tool);
  return createLocalClient(registry);
};

const meta: Meta<{ client: () => ToolClient; slug: string }> = {
  title: "Pages/ToolPage",
  args: { client: localClient, slug: tool.slug },
  argTypes: { client: { control: false } },
  render: function Page({ client, slug }) {
    const made = useMemo(client, [client]);
    return <ToolPage client={made} slug={slug} libraryHref="#tools" />;
  },
};
export default meta;

type Story = StoryObj<{ client: () => ToolClient; slug: string }>;

const submit = async (canvasElement: HTMLElement) => {
  const canvas = within(canvasElement);
  await userEvent.click(await canvas.findByRole("button", { name: "Run" }));
  return canvas;
};

export const Empty: Story = {};
export const Finished: Story = {
  async play({ canvasElement }) {
    const canvas = await submit(canvasElement);
    await expect(await canvas.findByText("Each pays")).toBeVisible();
  },
};
export const Running: Story = {
  async play({ canvasElement }) {
    const canvas = within(canvasElement);
    const pause = await canvas.findByRole("spinbutton", { name: /Pause/ });
    await userEvent.clear(pause);
    await userEvent.type(pause, "600000");
    await submit(canvasElement);
    await expect(await canvas.findByRole("button", { name: "Cancel" })).toBeVisible();
  },
};
export const Failed: Story = {
  async play({ canvasElement }) {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("checkbox", { name: /Fail/ }));
    await submit(canvasElement);
    await expect(await canvas.findByText(/The bill was lost/)).toBeVisible();
  },
};
export const NotFound: Story = { args: { slug: "no-such-tool" } };
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
