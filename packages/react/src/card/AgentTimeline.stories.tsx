import type { NewEvent, Timeline, Wording } from "@callboard/core";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useMemo } from "react";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { asLog, timelineOf } from "../testing/fixtures/callEvents.ts";
import {
  answer,
  ask,
  begin,
  createFakeChat,
  finish,
  finishedTurn,
  manyCalls,
  nestedAsk,
  nestedAskApproved,
  note,
  say,
  think,
  turn,
} from "../testing/fixtures/chatEvents.ts";
import { AgentTimeline } from "./AgentTimeline.tsx";

interface StoryArgs {
  events: NewEvent[];
  root?: string;
  scrolls: boolean;
  /** Comes while the event before it does not. */
  late?: NewEvent;
}

function timelineWith(events: NewEvent[], late: NewEvent | undefined): Timeline {
  const timeline = timelineOf(events);
  if (late) timeline.apply(asLog([...events, late, late]).slice(-1));
  return timeline;
}

const meta: Meta<StoryArgs> = {
  title: "Cards/AgentTimeline",
  args: { events: finishedTurn, scrolls: false },
  argTypes: { events: { control: false } },
  render: function Story({ events, root, scrolls, late }) {
    const timeline = useMemo(() => timelineWith(events, late), [events, late]);
    const { client } = useMemo(() => createFakeChat(), []);
    return (
      <ToolProvider timeline={timeline} client={client}>
        <div style={{ maxInlineSize: "46rem", blockSize: scrolls ? "90vh" : undefined }}>
          <AgentTimeline {...(root ? { root } : {})} scrollParent={scrolls} />
        </div>
      </ToolProvider>
    );
  },
};
export default meta;

type Story = StoryObj<StoryArgs>;

export const Finished: Story = {};
export const Starting: Story = { args: { events: turn(1, "Hello") } };
export const Thinking: Story = { args: { events: [...turn(1, "Hello"), ...think("a1", "What is asked for is not")] } };
/** Cut in the middle of a bold word, of a table's row and of a code fence, nothing flickers. */
export const WritingBold: Story = {
  args: { events: [...turn(1, "Hello"), ...say("a1", "The answer is **in the do")] },
};
export const WritingTable: Story = {
  args: { events: [...turn(1, "Hello"), ...say("a1", answer.slice(0, answer.indexOf("| Jitter") + 5))] },
};
export const WritingCode: Story = {
  args: { events: [...turn(1, "Hello"), ...say("a1", answer.slice(0, answer.indexOf("const delay") + 20))] },
};
export const CallsRunning: Story = {
  args: {
    events: [
      ...turn(1, "Hello"),
      ...say("a1", "I look in three places at once."),
      ...begin("a1", "x1", "search_documents", { query: "retry" }, "“retry” in all documents"),
      ...begin("a1", "x2", "search_documents", { query: "jitter" }, "“jitter” in all documents"),
      ...begin("a1", "x3", "search_documents", { query: "backoff" }, "“backoff” in all documents"),
      ...finish("x1", { found: 3 }),
    ],
  },
};
export const NestedAsk: Story = { args: { events: nestedAsk } };
export const NestedDone: Story = { args: { events: nestedAskApproved } };
export const OneCallOnly: Story = { args: { events: nestedAsk, root: "c4" } };
export const OneMessageOnly: Story = { args: { events: [...finishedTurn, ...nestedAsk], root: "m1" } };
export const AskAtTheTop: Story = {
  args: { events: [...turn(1, "Publish it"), ...ask("a1", "p1", note, { expiresAt: Date.now() + 5 * 60_000 })] },
};
export const AskWithHiddenCharacters: Story = {
  args: {
    events: [
      ...turn(1, "Publish it"),
      ...ask("a1", "p1", { title: "Invoice \u202efdp.exe", text: "pay\u200bpal.com\u00a0and more", pinned: true }),
    ],
  },
};
export const AskWithLongValues: Story = {
  args: {
    events: [
      ...turn(1, "Publish it"),
      ...ask("a1", "p1", {
        title: "A title that goes on for rather longer than a row of the page can hold in any case",
        text: Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of the note.`).join("\n"),
        tags: [],
        place: { space: "network", position: { row: 3, column: 14 } },
      }),
    ],
  },
};
export const SeveralAsks: Story = {
  args: {
    events: [...turn(1, "Publish both"), ...ask("a1", "p1", note), ...ask("a1", "p2", { ...note, title: "Second" })],
  },
};
export const AskDenied: Story = {
  args: {
    events: [
      ...turn(1, "Publish it"),
      ...ask("a1", "p1", note),
      { type: "tool.denied", callId: "p1", approvalId: "approval-p1", by: "demo", reason: "Not before Friday." },
      ...say("a1", "I did not publish it, since you denied it."),
      { type: "agent.completed", agentId: "a1" },
    ],
  },
};
export const AskApprovedEdited: Story = {
  args: {
    events: [
      ...turn(1, "Publish it"),
      ...ask("a1", "p1", note),
      { type: "tool.approved", callId: "p1", approvalId: "approval-p1", by: "demo", input: { ...note, pinned: true } },
      { type: "tool.started", callId: "p1", tool: "publish_note", input: { ...note, pinned: true } },
    ],
  },
};
const cut: NewEvent[] = [...turn(1, "How do retries work?"), ...say("a1", "Requests are tried again with a growing")];
export const Failed: Story = {
  args: {
    events: [
      ...cut,
      {
        type: "agent.failed",
        agentId: "a1",
        error: { code: "rate_limited", message: "The model is busy. Wait a minute, then continue." },
      },
    ],
  },
};
export const Stopped: Story = { args: { events: [...cut, { type: "agent.cancelled", agentId: "a1" }] } };
export const Interrupted: Story = { args: { events: [...cut, { type: "agent.interrupted", agentId: "a1" }] } };
export const WithoutAnAnswer: Story = {
  args: { events: [...turn(1, "Hello"), { type: "agent.completed", agentId: "a1" }] },
};
export const Empty: Story = { args: { events: [] } };
const longName = "Reader of every document in the corpus of installed packages";
export const Lost: Story = {
  args: {
    // A word of a later version, and an event whose forerunner never came.
    events: [...finishedTurn, { type: "tool.dreamt" } as unknown as NewEvent],
    late: { type: "message.added", messageId: "m9", role: "user", text: "And then?" },
  },
};

export const LongNames: Story = {
  args: {
    events: [
      ...turn(1, "Hello"),
      { type: "tool.requested", callId: "l1", tool: "long", agentId: "a1", title: longName, source: "agent" },
      {
        type: "tool.started",
        callId: "l1",
        tool: "long",
        input: {},
        summary: "a summary that is long as well, as they are",
      },
      { type: "agent.started", agentId: "l2", parentCallId: "l1", name: longName },
      { type: "tool.requested", callId: "l3", tool: "long", agentId: "l2", title: longName, source: "agent" },
      { type: "tool.input_ready", callId: "l3", input: {} },
      { type: "tool.needs_approval", callId: "l3", approvalId: "l", input: {} },
    ],
  },
};
const noticeOf = (template: string, values: Wording["values"]): NewEvent => ({
  type: "message.added",
  messageId: `n:${template}`,
  role: "system",
  text: template,
  wording: { template, values: { ...values, agentId: "a1" } },
});
/** What the host says of a turn that nears its limits, and of one that goes round in circles. */
export const Limits: Story = {
  args: {
    events: [
      ...finishedTurn,
      noticeOf("calls_left", { count: 4, limit: 20 }),
      noticeOf("repeated_call", { count: 4, tool: "search_documents" }),
      noticeOf("calls_used", { limit: 20 }),
    ],
  },
};
export const RightToLeft: Story = {
  args: {
    events: [
      ...turn(1, "مرحبا"),
      ...say("a1", "أبحث في **الوثائق** عن إعادة المحاولة:\n\n1. أولا\n2. ثانيا"),
      ...nestedAsk
        .slice(2)
        .map((event) => ("agentId" in event && event.agentId === "a2" ? { ...event, agentId: "a1" } : event)),
    ],
  },
  globals: { direction: "rtl" },
};
export const ThousandCalls: Story = {
  // A thousand times the row that the others have checked would take axe half a minute.
  parameters: { a11y: { test: "off" } },
  args: { events: manyCalls(1000), scrolls: true },
};
