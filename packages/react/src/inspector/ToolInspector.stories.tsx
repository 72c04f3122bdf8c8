import { ToolClientError, type ToolClient, type ToolDefinition } from "@callboard/core";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useMemo } from "react";
import { expect, userEvent, within } from "storybook/test";
import "../styles/inspector.css";
import { countWords, inspectedClient, inspectedTools } from "../testing/fixtures/inspectedTools.ts";
import { ToolInspector } from "./ToolInspector.tsx";

interface StoryArgs {
  client: () => ToolClient;
  query: string;
}

function Story({ client, query }: StoryArgs) {
  const made = useMemo(() => client(), [client]);
  return <ToolInspector client={made} defaultQuery={query} countTokens={countWords} tokenizer="words" />;
}

const many = (): ToolClient =>
  inspectedClient(
    Array.from({ length: 45 }, (_none, index): ToolDefinition => {
      const from = inspectedTools[index % inspectedTools.length]!;
      return { ...from, slug: `${from.slug}-${index}`, name: `${from.name} ${index}` };
    }),
  );

const meta: Meta<StoryArgs> = {
  title: "Inspector/ToolInspector",
  args: { client: inspectedClient, query: "how many kilometres are 5 miles" },
  argTypes: { client: { control: false } },
  render: (args) => <Story {...args} />,
};
export default meta;
type Story = StoryObj<StoryArgs>;

const row = async (canvas: HTMLElement, name: RegExp) => within(canvas).findByRole("button", { name });

export const Ranking: Story = {};
export const AllTools: Story = { args: { query: "" } };
export const Many: Story = { args: { client: many, query: "" } };
export const ExactName: Story = { args: { query: "route-planner" } };
/** What a model is told where nothing fits well. */
export const NothingFits: Story = { args: { query: "the old bridge creaks by the road" } };
export const NothingFound: Story = { args: { query: "zzzzzz" } };
export const NoTools: Story = { args: { client: () => inspectedClient([]), query: "" } };
export const NoClient: Story = { args: { client: () => ({}) } };
export const Loading: Story = {
  args: { client: () => ({ ...inspectedClient(), searchTools: () => new Promise(() => {}) }) },
};
export const Failed: Story = {
  args: {
    client: () => ({
      searchTools: () =>
        Promise.reject(new ToolClientError("The host cannot be reached.", { code: "unreachable", status: 0 })),
    }),
  },
};
export const EmbedderFails: Story = {
  args: {
    client: () => {
      const made = inspectedClient();
      const searchTools: ToolClient["searchTools"] = async (request) => ({
        ...(await made.searchTools!(request)),
        search_mode: "lexical_bm25f_embedder_failed",
      });
      return { ...made, searchTools };
    },
  },
};
export const Definition: Story = {
  async play({ canvasElement }) {
    await userEvent.click(await row(canvasElement, /unit-converter/));
    await within(canvasElement).findByText(/tokens? \(words\)|Token \(words\)|\(words\)/);
    await userEvent.click(within(canvasElement).getByRole("tab", { name: "Anthropic" }));
    await expect(within(canvasElement).getByRole("tabpanel")).toHaveTextContent("input_schema");
  },
};
/** A tool that providers read badly: the check says so. */
export const Unread: Story = {
  async play({ canvasElement }) {
    await userEvent.click(await row(canvasElement, /run-anything/));
    await within(canvasElement).findByText(/Its input is a union at the top/);
  },
};
export const Run: Story = {
  async play({ canvasElement }) {
    const { getByRole, findByRole } = within(canvasElement);
    await userEvent.click(await row(canvasElement, /unit-converter/));
    await userEvent.click(canvasElement.querySelector("[data-action=inspect-run]")!);
    await findByRole("spinbutton", {}, { timeout: 10_000 }).catch(() => getByRole("textbox"));
  },
};
