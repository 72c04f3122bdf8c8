import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Command, interrupt, MemorySaver, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { createTimeline, type CallView, type Timeline } from "@callboard/core/timeline";
import { agUiAsks, aiSdkAsks, claudeAsks, graphAsks } from "./wireAsks.ts";

const newTimeline = () => createTimeline({ schedule: (work) => work() });
const waiting = (timeline: Timeline, id: string) =>
  vi.waitFor(() => {
    const call = timeline.getNode(id) as CallView | undefined;
    expect(call?.status).toMatch(/^awaiting/);
    return call!;
  });

test("a card's answer is what `canUseTool` resolves to, once; a second one is refused", async () => {
  const timeline = newTimeline();
  const { client, canUseTool } = claudeAsks(timeline);
  const about = { toolUseID: "c1", requestId: "r1", signal: new AbortController().signal };
  const result = canUseTool("Write", { path: "a" }, about);
  expect(client.can("c1")).toMatchObject({ answer: true, edit: true });
  const answer = { callId: "c1", approvalId: "r1", decision: "approve", input: { path: "b" } } as const;
  const answered = await Promise.allSettled([client.answer(answer), client.answer({ ...answer, decision: "deny" })]);
  expect(answered).toMatchObject([{ status: "fulfilled" }, { status: "rejected", reason: { status: 409 } }]);
  expect(await result).toEqual({ behavior: "allow", updatedInput: { path: "b" } });
  expect(timeline.getNode("c1")).toMatchObject({ approval: { state: "approved", input: { path: "b" } } });
  expect(client.can("c1")).toMatchObject({ answer: false, edit: false });
});

test("what the agent withdraws can be answered no more", async () => {
  const { client, canUseTool } = claudeAsks(newTimeline());
  const stop = new AbortController();
  const result = canUseTool("Write", {}, { toolUseID: "c1", requestId: "r1", signal: stop.signal });
  stop.abort(new Error("Stopped."));
  await expect(result).rejects.toThrow("Stopped.");
  expect(client.can("c1").answer).toBe(false);
});

test("a real graph's question is asked by the call that runs, and goes on with the answer", async () => {
  const book = tool(async () => `Booked: ${JSON.stringify(interrupt("Which city?"))}`, {
    name: "book",
    description: "Books.",
    schema: z.object({}),
  });
  const calls = [{ id: "c1", name: "book", args: {}, type: "tool_call" as const }];
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("agent", ({ messages }) => ({
      messages: [new AIMessage({ content: "", tool_calls: messages.length > 1 ? [] : calls })],
    }))
    .addNode("tools", new ToolNode([book]))
    .addEdge("__start__", "agent")
    .addConditionalEdges("agent", ({ messages }) => (messages.length > 2 ? "__end__" : "tools"))
    .addEdge("tools", "agent")
    .compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "t" } };
  const timeline = newTimeline();
  const { client, run } = graphAsks(timeline);
  const done = run({
    stream: (resume) =>
      graph.stream((resume ? new Command({ resume }) : { messages: [new HumanMessage("Book.")] }) as never, {
        ...config,
        streamMode: ["updates", "tools"],
      }),
    interrupts: async () => (await graph.getState(config)).tasks.flatMap((task) => task.interrupts) as never,
  });
  const call = await waiting(timeline, "c1");
  expect(call.questions).toMatchObject([{ message: "Which city?", schema: { type: "string" } }]);
  expect(client.can("c1")).toMatchObject({ answer: true, decline: false, skip: false });
  await client.answer({ callId: "c1", askId: call.questions[0]!.id, action: "accept", content: "Oslo" });
  await done;
  expect(timeline.getNode("c1")).toMatchObject({
    status: "completed",
    output: 'Booked: "Oslo"',
    questions: [{ state: "accepted", content: "Oslo" }],
  });
});

test("an approval of the AI SDK's stream is answered on its card, and told to the app", async () => {
  const timeline = newTimeline();
  const tell = vi.fn();
  const { client, push } = aiSdkAsks(timeline, tell);
  push({ type: "start" });
  push({ type: "tool-input-available", toolCallId: "c1", toolName: "delete", input: { id: 1 } } as { type: string });
  push({ type: "tool-approval-request", toolCallId: "c1", approvalId: "a1" } as { type: string });
  await waiting(timeline, "c1");
  expect(client.can("c1")).toMatchObject({ answer: true, edit: false });
  await client.answer({ callId: "c1", approvalId: "a1", decision: "deny", reason: "Not this one." });
  await vi.waitFor(() => expect(tell).toHaveBeenCalledExactlyOnceWith("a1", false));
  expect(timeline.getNode("c1")).toMatchObject({ approval: { state: "denied", reason: "Not this one." } });
});

test("an AG-UI run goes on with the answers to what it asked", async () => {
  const timeline = newTimeline();
  const resumed = vi.fn();
  const interrupt = { id: "i1", reason: "tool_call", toolCallId: "c1", message: "Deploy 1.2?" };
  const about = { threadId: "t" };
  const { client, start } = agUiAsks(timeline, async function* (resume) {
    resumed(resume);
    yield { type: "RUN_STARTED", ...about, runId: resume ? "r2" : "r1" };
    if (resume) yield { type: "TOOL_CALL_RESULT", toolCallId: "c1", messageId: "m", content: "Deployed" } as never;
    else {
      yield { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "deploy" } as never;
      yield { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"release":"1.2"}' } as never;
      yield { type: "TOOL_CALL_END", toolCallId: "c1" } as never;
    }
    const outcome = resume ? { type: "success" } : { type: "interrupt", interrupts: [interrupt] };
    yield { type: "RUN_FINISHED", ...about, runId: resume ? "r2" : "r1", outcome };
  });
  const done = start();
  await waiting(timeline, "c1");
  await vi.waitFor(() => expect(client.can("c1").answer).toBe(true));
  await client.answer({ callId: "c1", approvalId: "i1", decision: "approve" });
  await done;
  expect(resumed).toHaveBeenLastCalledWith([{ interruptId: "i1", status: "resolved", payload: { approved: true } }]);
  expect(timeline.getNode("c1")).toMatchObject({
    status: "completed",
    output: "Deployed",
    approval: { state: "approved" },
  });
});
