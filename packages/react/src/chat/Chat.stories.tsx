import { ToolClientError, type AgentListing, type NewEvent, type ToolClient } from "@callboard/core";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useMemo } from "react";
import {
  chatIds,
  createFakeChat,
  finishedTurn,
  manyCalls,
  manySteps,
  nestedAsk,
  nestedAskApproved,
  runnableTools,
  say,
  turn,
} from "../testing/fixtures/chatEvents.ts";
import { Chat } from "./Chat.tsx";
import type { ChatExample } from "./EmptyChat.tsx";

interface StoryArgs {
  events: NewEvent[] | null;
  disabled?: string;
  client?: (client: ToolClient) => ToolClient;
  examples?: (string | ChatExample)[];
  /** Who may answer. */
  agents?: AgentListing[];
  /** Tools that the reader may run, and no model that answers. */
  withoutModel?: boolean;
}

const examples = [
  "How do retries work here?",
  "Analyze README.md and publish a note about it",
  "Which documents mention approvals?",
  "Compare the two packages that are largest",
];

const meta: Meta<StoryArgs> = {
  title: "Chat/Chat",
  args: { events: finishedTurn },
  argTypes: { events: { control: false }, client: { control: false } },
  parameters: { layout: "fullscreen" },
  render: function Story({
    events,
    disabled,
    client: change,
    examples: given = examples,
    withoutModel = false,
    agents,
  }) {
    const { client } = useMemo(
      () => createFakeChat({ ...(events && { events }), ...(withoutModel && { tools: runnableTools }) }),
      [events, withoutModel],
    );
    return (
      <div style={{ blockSize: "100vh" }}>
        <Chat
          client={change ? change(client) : client}
          {...(events ? { sessionId: chatIds.session } : {})}
          {...(disabled ? { disabled } : {})}
          examples={given}
          {...(agents && { agents })}
          hasModel={!withoutModel}
          modelHelp="#connect-a-model"
        />
      </div>
    );
  },
};
export default meta;

type Story = StoryObj<StoryArgs>;

export const Empty: Story = { args: { events: null } };
export const Finished: Story = {};
export const Answering: Story = {
  args: {
    events: [
      ...finishedTurn,
      ...turn(2, "And how long is the longest wait?"),
      ...say("a2", "The longest wait is **20 s**, unless `maxDel"),
    ],
  },
};
export const NeedsApproval: Story = { args: { events: [...finishedTurn, ...nestedAsk] } };
/** Another person's chat: what asks is read, and answered by them alone. */
export const Watched: Story = {
  args: {
    events: [...finishedTurn, ...nestedAsk],
    client: (client) => ({
      ...client,
      events(id, options = {}) {
        options.onOwn?.(false);
        return client.events!(id, options);
      },
    }),
  },
};
export const AskOutOfSight: Story = { args: { events: [...finishedTurn, ...nestedAsk, ...manySteps(40)] } };
export const Approved: Story = { args: { events: [...finishedTurn, ...nestedAskApproved] } };
const cut: NewEvent[] = [
  ...finishedTurn,
  ...turn(2, "And how long is the longest wait?"),
  ...say("a2", "The longest wait is"),
];
export const Interrupted: Story = { args: { events: [...cut, { type: "agent.interrupted", agentId: "a2" }] } };
export const Failed: Story = {
  args: {
    events: [
      ...cut,
      {
        type: "agent.failed",
        agentId: "a2",
        error: { code: "rate_limited", message: "The model is busy. Wait a minute, then continue." },
      },
    ],
  },
};
export const Loading: Story = {
  args: {
    client: (client) => ({
      ...client,
      events: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }),
    }),
  },
};
const refused =
  (status: number, message: string) =>
  (client: ToolClient): ToolClient => ({
    ...client,
    events() {
      throw new ToolClientError(message, { code: "refused", status });
    },
  });
export const NotFound: Story = { args: { client: refused(404, "There is no such session.") } };
export const Unreadable: Story = {
  args: { client: refused(500, "The host could not read the session. Try again in a minute.") },
};
export const Offline: Story = {
  args: {
    client: (client) => ({
      ...client,
      async *events(id, options = {}) {
        for await (const batch of client.events!(id, options)) {
          yield batch;
          options.onState?.("offline");
        }
      },
    }),
  },
};
export const Disabled: Story = { args: { disabled: "This chat is read only: it belongs to somebody else." } };
export const LongHistory: Story = {
  args: { events: [...manyCalls(200), ...finishedTurn, ...nestedAskApproved] },
};

const scripts: ChatExample[] = [
  { message: "Have two analysts read both READMEs", title: "Two sub-agents side by side", script: true },
  { message: "Publish a note about retries", title: "An approval", script: true },
  {
    message: "Search the documentation for streaming",
    title: "A long answer with a table",
    script: true,
    waits: "Waits: documents are still being read. 374 / 1306",
  },
];

/** Nobody answers: tools are found, and the examples are scripts. */
export const WithoutModel: Story = { args: { events: null, withoutModel: true, examples: scripts } };
const unanswered = (id: number, text: string): NewEvent[] => [
  ...turn(id, text),
  { type: "agent.failed", agentId: `a${id}`, error: { code: "no_model", message: "No model is connected." } },
];
export const NoModelAnswers: Story = {
  args: {
    events: [...unanswered(1, "How many ounces are 2 kg?"), ...unanswered(2, "Tell me a joke")],
    withoutModel: true,
  },
};
export const ToolsThatFit: Story = {
  args: { events: null, withoutModel: true, examples: [] },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole("textbox", { name: "Message" }), "how many ounces");
    await canvas.findByRole("option", { name: /^Unit Converter/ });
  },
};
export const AllTools: Story = {
  args: { events: null, withoutModel: true, examples: [] },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Choose a tool" }));
    await userEvent.keyboard("{ArrowDown}");
  },
};
export const ToolForm: Story = {
  args: { events: finishedTurn, withoutModel: true },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole("textbox", { name: "Message" }), "how many ounces are 2 kg");
    await userEvent.click(await canvas.findByRole("option", { name: /^Unit Converter/ }));
    await canvas.findByRole("spinbutton", { name: "Amount" });
  },
};
const own = (callId: string): NewEvent[] => [
  { type: "tool.requested", callId, tool: "unit-converter", title: "Unit Converter", source: "web" },
  { type: "tool.input_ready", callId, input: { amount: 2 } },
  { type: "tool.started", callId, tool: "unit-converter", input: { amount: 2 }, summary: "2 kg to oz" },
];
/** What the reader ran, done and running, between the turns. */
export const OwnRuns: Story = {
  args: {
    events: [
      ...own("o1"),
      { type: "tool.completed", callId: "o1", output: { result: "70.5479 oz" }, durationMs: 20 },
      ...finishedTurn,
      ...own("o2"),
    ],
    withoutModel: true,
  },
};

const severalAgents: AgentListing[] = [
  { slug: "default", name: "Assistant", description: null, isDefault: true },
  { slug: "translator", name: "Translator", description: "Puts a text into another language.", isDefault: false },
];

/** Several agents may answer: one is chosen before the first message. */
export const SeveralAgents: StoryObj<StoryArgs> = { args: { events: null, agents: severalAgents } };

/** Each answer says whose it is. */
export const AnswersOfSeveralAgents: StoryObj<StoryArgs> = { args: { agents: severalAgents } };
