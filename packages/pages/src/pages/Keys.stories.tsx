import type { McpKey } from "@callboard/core/client";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { userEvent, within } from "storybook/test";
import { answerStory, pageIsShown, PageStory, Refusal, type PageStoryArgs } from "../testing/fixtures/PageStory.tsx";

const key: McpKey = {
  id: "k1",
  name: "Ada's laptop",
  userId: "ada",
  tenantId: "t1",
  tenantSlug: "default",
  tools: ["double"],
  hint: "wxyz",
  createdAt: Date.UTC(2026, 0, 1, 12),
  lastUsedAt: null,
};
const ofAll: McpKey = {
  ...key,
  id: "k2",
  name: "The desk of the whole department for orders, returns and whatever else",
  tools: null,
  lastUsedAt: Date.UTC(2026, 10, 1, 12),
};
const tools = [
  { slug: "double", name: "Double it" },
  { slug: "orders", name: "Orders of a customer" },
];
const host = (keys: unknown, more: Record<string, unknown> = {}) => ({
  "GET /api/tools": tools,
  "GET /api/mcp/keys": keys,
  ...more,
});

const meta: Meta<PageStoryArgs> = {
  title: "Pages/Keys",
  tags: ["!autodocs"],
  args: { address: "/keys", answers: {} },
  argTypes: { answers: { control: false } },
  beforeEach: ({ args: { answers }, globals }) => answerStory(answers, globals["language"]),
  render: ({ address }) => <PageStory address={address} />,
  play: pageIsShown,
};
export default meta;

type Story = StoryObj<PageStoryArgs>;

const begin = async (canvasElement: HTMLElement) => {
  const canvas = within(canvasElement);
  await userEvent.click(await canvas.findByRole("button", { name: "New key" }));
  await userEvent.type(await canvas.findByRole("textbox", { name: /Name/ }), "Ada's laptop");
  return canvas;
};

export const Several: Story = { args: { answers: host([key, ofAll]) } };
export const None: Story = { args: { answers: host([]) } };
export const NotOffered: Story = { args: { answers: {} } };
export const NotPermitted: Story = { args: { answers: host(new Refusal(403, "not_permitted")) } };
export const Making: Story = {
  args: { answers: host([]) },
  play: async ({ canvasElement }) => void (await begin(canvasElement)),
};
/** A key is shown once. */
export const Made: Story = {
  args: { answers: host([], { "POST /api/mcp/keys": { ...key, secret: "cbk_shown-this-once" } }) },
  play: async ({ canvasElement }) => {
    const canvas = await begin(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "Make the key" }));
    await canvas.findByText("cbk_shown-this-once");
  },
};
