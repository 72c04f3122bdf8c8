import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Command, interrupt, MemorySaver, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { createTimeline, type CallView, type Timeline } from "@callboard/core/timeline";
import { claudeAsks, graphAsks } from "./wireAsks.ts";

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
