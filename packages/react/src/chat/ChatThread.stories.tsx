import type { NewEvent } from "@callboard/core";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useMemo } from "react";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { timelineOf } from "../testing/fixtures/callEvents.ts";
import { createFakeChat, finishedTurn, nestedAsk, say, turn } from "../testing/fixtures/chatEvents.ts";
import { ChatThread } from "./ChatThread.tsx";

interface StoryArgs {
  events: NewEvent[];
  pending?: string;
}

const meta: Meta<StoryArgs> = {
  title: "Chat/ChatThread",
  args: { events: finishedTurn },
  argTypes: { events: { control: false } },
  render: function Story({ events, pending = null }) {
    const timeline = useMemo(() => timelineOf(events), [events]);
    const { client } = useMemo(() => createFakeChat(), []);
    return (
      <ToolProvider client={client}>
        <div style={{ maxInlineSize: "46rem" }}>
          <ChatThread session={{ timeline }} pending={pending} />
        </div>
      </ToolProvider>
    );
  },
};
export default meta;

type Story = StoryObj<StoryArgs>;

export const Finished: Story = {};
export const Answering: Story = {
  args: { events: [...turn(1, "How do retries work?"), ...say("a1", "A retry waits")] },
};
export const Asking: Story = { args: { events: nestedAsk } };
export const Sending: Story = { args: { pending: "And how long is the longest wait?" } };
export const Empty: Story = { args: { events: [] } };
