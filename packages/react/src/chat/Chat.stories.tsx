import { ToolClientError, type NewEvent, type ToolClient } from "@callboard/core";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useMemo } from "react";
import {
  chatIds,
  createFakeChat,
  finishedTurn,
  manyCalls,
  nestedAsk,
  nestedAskApproved,
  say,
  turn,
} from "../testing/fixtures/chatEvents.ts";
import { Chat } from "./Chat.tsx";

interface StoryArgs {
  events: NewEvent[] | null;
  disabled?: string;
  client?: (client: ToolClient) => ToolClient;
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
  render: function Story({ events, disabled, client: change }) {
    const { client } = useMemo(() => createFakeChat(events ? { events } : {}), [events]);
    return (
      <div style={{ blockSize: "100vh" }}>
        <Chat
          client={change ? change(client) : client}
          {...(events ? { sessionId: chatIds.session } : {})}
          {...(disabled ? { disabled } : {})}
          examples={examples}
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
