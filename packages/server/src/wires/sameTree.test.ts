import { createTimeline, type NewEvent, type SessionEvent } from "@callboard/core";
import { fromAgUi } from "@callboard/core/stream/ag-ui";
import { fromAiSdk } from "@callboard/core/stream/ai-sdk";
import { readUIMessageStream, type UIMessage, type UIMessageChunk } from "ai";
import { expect, test } from "vitest";
import { conversationOf } from "../testing/fixtures/simulatedLog.ts";
import { createAgUiWriter } from "./agUi/writer.ts";
import { createAiSdkWriter } from "./aiSdk/writer.ts";
import { isSettled } from "./turnState.ts";
import type { WireWriter } from "./turnResponse.ts";

const turn = { turn: { userId: "demo", tenantSlug: null, permissions: [], spaceId: null } };
const delegation = { delegation: { instructions: "x", tools: [], input: {} } };
const input = { text: "Ends in May" };
/** As it runs, with its defaults. */
const whole = { text: "Ends in May", tags: [] };
const call = (callId: string, tool: string, agentId = "a1") => [
  { type: "tool.requested", callId, tool, agentId, source: "agent" },
  { type: "tool.input_ready", callId, input: {} },
];
const start = (callId: string, tool: string) => ({ type: "tool.started", callId, tool, input: {}, agentId: "a1" });

/**
 * A turn that asks at its top and below a call, runs other arguments than the model wrote, streams what a call says,
 * and has calls that end in each way.
 */
const log: SessionEvent[] = (
  [
    { type: "message.added", messageId: "m1", role: "user", text: "What does it say? Note it." },
    { type: "agent.started", agentId: "a1", name: "Assistant", messageId: "m1", meta: turn },
    { type: "agent.text_appended", agentId: "a1", delta: "Let me ", kind: "reasoning", itemId: "r1" },
    { type: "agent.text_appended", agentId: "a1", delta: "see.", kind: "reasoning", itemId: "r1" },
    { type: "agent.text_appended", agentId: "a1", delta: "I will read it.", itemId: "t1" },
    {
      type: "tool.requested",
      callId: "c1",
      tool: "analyze_document",
      title: "Analyze",
      agentId: "a1",
      source: "agent",
    },
    { type: "tool.input_appended", callId: "c1", delta: '{"document":' },
    { type: "tool.input_appended", callId: "c1", delta: '"contract.pdf"}' },
    { type: "tool.input_ready", callId: "c1", input: { document: "contract.pdf" } },
    { type: "agent.step_completed", agentId: "a1", step: 1 },
    {
      type: "tool.started",
      callId: "c1",
      tool: "analyze_document",
      input: { document: "contract.pdf", depth: 2 },
      summary: "contract.pdf, two levels deep",
      agentId: "a1",
    },
    { type: "agent.started", agentId: "a2", name: "Analyst", parentCallId: "c1", meta: delegation },
    { type: "agent.text_appended", agentId: "a2", delta: "Reading.", itemId: "t2" },
    { type: "tool.requested", callId: "c2", tool: "publish_note", agentId: "a2", source: "agent" },
    { type: "tool.input_ready", callId: "c2", input },
    { type: "agent.step_completed", agentId: "a2", step: 1 },
    { type: "tool.needs_approval", callId: "c2", approvalId: "ap1", input: whole, inputSchema: { type: "object" } },
    // Here a response ends.
    { type: "tool.approved", callId: "c2", approvalId: "ap1", by: "ada" },
    { type: "tool.started", callId: "c2", tool: "publish_note", input: whole, summary: "A note", agentId: "a2" },
    { type: "tool.completed", callId: "c2", output: { id: 7 } },
    { type: "agent.text_appended", agentId: "a2", delta: "Noted.", itemId: "t3" },
    { type: "agent.step_completed", agentId: "a2", step: 2 },
    { type: "agent.completed", agentId: "a2", result: "Ends in May." },
    { type: "tool.completed", callId: "c1", output: "Ends in May." },
    { type: "tool.requested", callId: "c3", tool: "fail", agentId: "a1", source: "agent" },
    { type: "tool.input_ready", callId: "c3", input: {} },
    { type: "agent.step_completed", agentId: "a1", step: 2 },
    { type: "tool.started", callId: "c3", tool: "fail", input: {}, agentId: "a1" },
    { type: "tool.failed", callId: "c3", error: { code: "tool_error", message: "It could not be done." } },
    { type: "agent.text_appended", agentId: "a1", delta: "Done.", itemId: "t4" },
    ...call("c4", "remove"),
    { type: "agent.step_completed", agentId: "a1", step: 3 },
    { type: "tool.needs_approval", callId: "c4", approvalId: "ap4", input: {} },
    // And here another one.
    { type: "tool.approval_expired", callId: "c4", approvalId: "ap4" },
    ...call("c5", "count"),
    start("c5", "count"),
    { type: "tool.cancelled", callId: "c5", reason: "Enough." },
    ...call("c6", "weigh"),
    start("c6", "weigh"),
    { type: "tool.interrupted", callId: "c6" },
    { type: "agent.step_completed", agentId: "a1", step: 4 },
    { type: "agent.completed", agentId: "a1", result: "Done." },
  ] as NewEvent[]
).map((event, index) => ({ ...event, v: 1, seq: index + 1, at: index, sessionId: "s" }));

/** The turn as texts of responses, cut where it rests, each with the log until then. */
function responses(writerAfter: (before: readonly SessionEvent[]) => WireWriter) {
  const responses: { text: string; until: SessionEvent[] }[] = [];
  let writer: WireWriter | null = null;
  let text = "";
  for (const [index, event] of log.entries()) {
    if (!writer) {
      writer = writerAfter(log.slice(0, index));
      text = writer.begin();
    }
    text += writer.write(event) + writer.flush();
    const until = log.slice(0, index + 1);
    const now = conversationOf(until);
    if (index < 2 || !isSettled(now, "a1")) continue;
    responses.push({ text: text + writer.finish(now), until });
    writer = null;
  }
  expect(responses).toHaveLength(3);
  return responses;
}

interface Item {
  kind: string;
  id: string;
  text: string;
  tool: string;
  status: string;
  summary: string | null;
  reason: string | null;
  input: unknown;
  output: unknown;
  error: { message: string } | null;
  approval: { id: string; state: string } | null;
  agents: { status: string; items: Item[] }[];
}

/** What of a tree does not depend on how a wire names things. */
const shapeOf = (items: readonly Item[]): unknown[] =>
  items.map((item) =>
    item.kind === "call"
      ? {
          call: item.id,
          tool: item.tool,
          status: item.status,
          summary: item.summary,
          // No wire has the words of an answer that another reader gave.
          reason: item.status === "denied" ? null : item.reason,
          input: item.input,
          output: item.output ?? null,
          error: item.error?.message ?? null,
          approval: item.approval && [item.approval.id, item.approval.state],
          agents: item.agents.map(({ status, items: below }) => [status, shapeOf(below)]),
        }
      : [item.kind, item.text],
  );
const treeOf = (events: readonly SessionEvent[]) => {
  const timeline = createTimeline();
  timeline.apply([...events]);
  const { agents } = timeline.snapshot() as unknown as { agents: { status: string; items: Item[] }[] };
  return agents.map(({ status, items }) => [status, shapeOf(items)]);
};

const withoutSummary = (event: SessionEvent): SessionEvent => {
  if (event.type !== "tool.started") return event;
  const { summary: _summary, ...rest } = event;
  return rest;
};

test("the AI SDK's stream folds to the tree of the log, while it waits and at its end", () => {
  const adapter = fromAiSdk();
  const events: SessionEvent[] = [];
  for (const { text, until } of responses((before) => createAiSdkWriter("a1", "m", before))) {
    events.push(...adapter.push(text), ...adapter.end());
    expect(treeOf(events)).toEqual(treeOf(until));
  }
});

test("an AI SDK message, as a chat saves it, folds to the same tree", async () => {
  let message: UIMessage | undefined;
  for (const { text, until } of responses((before) => createAiSdkWriter("a1", "m", before))) {
    const chunks = text
      .split("\n\n")
      .flatMap((line) => (line.startsWith("data: {") ? [JSON.parse(line.slice(6))] : []));
    const stream = new ReadableStream<UIMessageChunk>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk as UIMessageChunk);
        controller.close();
      },
    });
    for await (const state of readUIMessageStream({ stream, ...(message && { message }) })) message = state;
    const saved = JSON.parse(JSON.stringify([message])) as never;
    // A message keeps what ran, and not the summary of a call that has ended.
    expect(treeOf(fromAiSdk().replay(saved).map(withoutSummary))).toEqual(treeOf(until.map(withoutSummary)));
  }
});

test("AG-UI's runs fold to the tree of the log, while it waits and at its end", () => {
  const adapter = fromAgUi();
  const events: SessionEvent[] = [];
  const writerAfter = (before: readonly SessionEvent[]) =>
    createAgUiWriter("a1", { threadId: "t", runId: `r${before.length}` }, before);
  for (const { text, until } of responses(writerAfter)) {
    events.push(...adapter.push(text));
    expect(treeOf(events)).toEqual(treeOf(until));
  }
});
