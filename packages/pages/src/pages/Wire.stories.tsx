import type { McpWire } from "@callboard/core/client";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { userEvent, within } from "storybook/test";
import { answerStory, pageIsShown, PageStory, type StoryAnswers } from "../testing/fixtures/PageStory.tsx";
import { Wire } from "./Wire.tsx";

const wire: McpWire = {
  server: "Weather",
  isOver: true,
  isCut: false,
  messages: [
    {
      way: "out",
      at: 1_000,
      text: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"forecast","arguments":{"city":"Oslo"}}}',
      headers: { "content-type": "application/json", authorization: "•••" },
    },
    { way: "in", at: 1_012, text: '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}' },
    { way: "in", at: 1_930, text: '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Rain"}]}}' },
  ],
  copies: {
    command: 'curl -sS https://weather.example/mcp -d \'{"jsonrpc":"2.0"}\'',
    sdk: 'await client.callTool({ name: "forecast", arguments: { city: "Oslo" } });',
    test: 'test("forecast", async () => {});',
  },
};
const PATH = "GET /api/mcp/calls/c1/wire";

const meta: Meta<{ answers: StoryAnswers }> = {
  title: "Pages/Wire of a call",
  tags: ["!autodocs"],
  args: { answers: {} },
  argTypes: { answers: { control: false } },
  beforeEach: ({ args: { answers }, globals }) => answerStory(answers, globals["language"]),
  render: () => (
    <PageStory>
      <Wire callId="c1" />
    </PageStory>
  ),
  play: pageIsShown,
};
export default meta;

type Story = StoryObj<{ answers: StoryAnswers }>;

export const Over: Story = { args: { answers: { [PATH]: wire } } };
export const Running: Story = {
  args: { answers: { [PATH]: { ...wire, isOver: false, messages: wire.messages.slice(0, 2), copies: null } } },
};
export const Cut: Story = {
  args: {
    answers: {
      [PATH]: { ...wire, isCut: true, messages: [{ ...wire.messages[0], text: `{"text":"${"x".repeat(400)}` }] },
    },
  },
};
export const Copies: Story = {
  args: { answers: { [PATH]: wire } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByText("Copy this call"));
  },
};
