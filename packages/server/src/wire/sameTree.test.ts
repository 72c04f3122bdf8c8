import { createTimeline, type NewEvent, type SessionEvent } from "@callboard/core";
import { fromAgUi } from "@callboard/core/stream/ag-ui";
import { fromAiSdk } from "@callboard/core/stream/ai-sdk";
import { readUIMessageStream, type UIMessage, type UIMessageChunk } from "ai";
import { expect, test } from "vitest";
import { conversationOf } from "../testing/fixtures/simulatedLog.ts";
import { createAgUiWriter } from "./agUiWriter.ts";
import { createAiSdkWriter } from "./aiSdkWriter.ts";
import { isSettled } from "./turnState.ts";
import type { WireWriter } from "./turnResponse.ts";

const turn = { turn: { userId: "demo", tenantSlug: null, permissions: [], spaceId: null } };
const delegation = { delegation: { instructions: "x", tools: [], input: {} } };
const input = { text: "Ends in May" };

/** A turn that asks at its top and below a call, both at once, and streams what a call says. */
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
      input: { document: "contract.pdf" },
      agentId: "a1",
    },
    { type: "agent.started", agentId: "a2", name: "Analyst", parentCallId: "c1", meta: delegation },
    { type: "agent.text_appended", agentId: "a2", delta: "Reading.", itemId: "t2" },
    { type: "tool.requested", callId: "c2", tool: "publish_note", agentId: "a2", source: "agent" },
    { type: "tool.input_ready", callId: "c2", input },
    { type: "agent.step_completed", agentId: "a2", step: 1 },
    { type: "tool.needs_approval", callId: "c2", approvalId: "ap1", input, inputSchema: { type: "object" } },
    // Here a response ends.
    { type: "tool.approved", callId: "c2", approvalId: "ap1", by: "ada" },
    { type: "tool.started", callId: "c2", tool: "publish_note", input, agentId: "a2" },
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
    { type: "agent.step_completed", agentId: "a1", step: 3 },
    { type: "agent.completed", agentId: "a1", result: "Done." },
  ] as NewEvent[]
).map((event, index) => ({ ...event, v: 1, seq: index + 1, at: index, sessionId: "s" }));

/** The turn as texts of responses, cut where it rests. */
function responses(writerAfter: (before: readonly SessionEvent[]) => WireWriter): string[] {
  const texts: string[] = [];
  let writer: WireWriter | null = null;
  let text = "";
  for (const [index, event] of log.entries()) {
    if (!writer) {
      writer = writerAfter(log.slice(0, index));
      text = writer.begin();
    }
    text += writer.take(event) + writer.flush();
    const now = conversationOf(log.slice(0, index + 1));
    if (index < 2 || !isSettled(now, "a1")) continue;
    texts.push(text + writer.finish(now));
    writer = null;
  }
  return texts;
}

interface Item {
  kind: string;
  id: string;
  text: string;
  tool: string;
  status: string;
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
          input: item.input,
          output: item.output ?? null,
          error: item.error?.message ?? null,
          approval: item.approval && [item.approval.id, item.approval.state],
          agents: item.agents.map(({ status, items: below }) => [status, shapeOf(below)]),
        }
      : [item.kind, item.text],
  );
const treeOf = (...batches: readonly (readonly SessionEvent[])[]) => {
  const timeline = createTimeline();
  for (const events of batches) timeline.apply([...events]);
  const { agents } = timeline.snapshot() as unknown as { agents: { status: string; items: Item[] }[] };
  return agents.map(({ status, items }) => [status, shapeOf(items)]);
};

test("the AI SDK's stream folds to the tree of the log, while it waits and at its end", () => {
  const texts = responses((before) => createAiSdkWriter("a1", "m", before));
  expect(texts).toHaveLength(2);
  const adapter = fromAiSdk();
  const first = [...adapter.push(texts[0]!), ...adapter.end()];
  expect(treeOf(first)).toEqual(treeOf(log.slice(0, 17)));
  const rest = [...adapter.push(texts[1]!), ...adapter.end()];
  expect(treeOf(first, rest)).toEqual(treeOf(log));
});

test("an AI SDK message, as a chat saves it, folds to the same tree", async () => {
  const texts = responses((before) => createAiSdkWriter("a1", "m", before));
  let message: UIMessage | undefined;
  for (const [index, text] of texts.entries()) {
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
    expect(treeOf(fromAiSdk().replay(saved))).toEqual(treeOf(index === 0 ? log.slice(0, 17) : log));
  }
});

test("AG-UI's runs fold to the tree of the log, while it waits and at its end", () => {
  const texts = responses((before) => createAgUiWriter("a1", { threadId: "t", runId: `r${before.length}` }, before));
  expect(texts).toHaveLength(2);
  const adapter = fromAgUi();
  const first = adapter.push(texts[0]!);
  expect(treeOf(first)).toEqual(treeOf(log.slice(0, 17)));
  const rest = adapter.push(texts[1]!);
  expect(treeOf(first, rest)).toEqual(treeOf(log));
});
