import { HttpAgent } from "@ag-ui/client";
import type { Message, RunAgentInput } from "@ag-ui/core";
import type { CallView } from "@callboard/core";
import { StrictMode, useSyncExternalStore, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useAgUiTimeline, type AgUiTimeline } from "../../ag-ui.ts";
import { ToolCallCard } from "../../card/ToolCallCard.tsx";
import { ToolProvider } from "../../provider/ToolProvider.tsx";

type Event = { type: string; [field: string]: unknown };

const run = (runId = "r1"): Event => ({ type: "RUN_STARTED", threadId: "t", runId });
const done = (outcome?: object): Event => ({
  type: "RUN_FINISHED",
  threadId: "t",
  runId: "r",
  ...(outcome && { outcome }),
});
const called = (toolCallId: string, toolCallName: string, args: unknown, owner: object = {}): Event[] => [
  { type: "TOOL_CALL_START", toolCallId, toolCallName, ...owner },
  { type: "TOOL_CALL_ARGS", toolCallId, delta: JSON.stringify(args) },
  { type: "TOOL_CALL_END", toolCallId },
];
const result = (toolCallId: string, content: string): Event => ({
  type: "TOOL_CALL_RESULT",
  messageId: `of-${toolCallId}`,
  toolCallId,
  content,
});
const asking = (...toolCallIds: string[]) =>
  done({
    type: "interrupt",
    interrupts: toolCallIds.map((toolCallId) => ({
      id: `i-${toolCallId}`,
      reason: "tool_call",
      toolCallId,
      message: `May it ${toolCallId}?`,
    })),
  });

/** The real client before a server that says what the test says, when it says it. */
function createAgent(initialMessages: Message[] = []) {
  const inputs: RunAgentInput[] = [];
  const servers: { say(...events: Event[]): void; close(): void }[] = [];
  let refuse: Response | null = null;
  const agent = new HttpAgent({
    url: "http://agent.test",
    threadId: "t",
    initialMessages,
    fetch: async (_url, init) => {
      inputs.push(JSON.parse(String(init.body)) as RunAgentInput);
      if (refuse) return refuse;
      let out!: ReadableStreamDefaultController<Uint8Array>;
      const body = new ReadableStream<Uint8Array>({ start: (controller) => void (out = controller) });
      init.signal?.addEventListener("abort", () => out.error(new DOMException("Aborted", "AbortError")));
      const write = (event: Event) => out.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
      servers.push({ say: (...events) => events.forEach(write), close: () => out.close() });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    },
  });
  const server = async (index: number) => {
    await vi.waitFor(() => expect(servers[index]).toBeDefined());
    return servers[index]!;
  };
  return { agent, inputs, server, refuseWith: (response: Response | null) => (refuse = response) };
}

let seen: AgUiTimeline[] = [];
beforeEach(() => {
  seen = [];
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

/** An app's own list of messages, with our cards where its messages have calls. */
function App({ agent }: { agent: HttpAgent }): ReactNode {
  const view = useAgUiTimeline(agent);
  seen.push(view);
  const messages = useMessages(agent);
  return (
    <ToolProvider timeline={view.timeline} client={view.client}>
      {messages.map((message) => (
        <div key={message.id}>
          {message.role === "assistant" && <p>{message.content}</p>}
          {message.role === "assistant" &&
            message.subagentRunId === undefined &&
            message.toolCalls?.map(({ id }) => <ToolCallCard key={id} callId={id} defaultOpen />)}
        </div>
      ))}
    </ToolProvider>
  );
}
function useMessages(agent: HttpAgent): readonly Message[] {
  return useSyncExternalStore(
    (listener) => agent.subscribe({ onMessagesChanged: listener }).unsubscribe,
    () => agent.messages,
  );
}
const client = () => seen.at(-1)!.client;
const callOf = (id: string) => seen.at(-1)!.timeline.getNode(id) as CallView;
const statusOf = (id: string) => callOf(id)?.status;
const answer = (callId: string, decision: "approve" | "deny", more: object = {}) =>
  client().answer({ callId, approvalId: `i-${callId}`, decision, ...more });

describe("useAgUiTimeline", () => {
  test("shows a chat of the real client as it streams, with its sub-agent, and answers two asks by one resume", async () => {
    const { agent, inputs, server } = createAgent([{ id: "u1", role: "user", content: "Go" }]);
    await render(
      <StrictMode>
        <App agent={agent} />
      </StrictMode>,
    );
    expect(agent.subscribers.filter((subscriber) => "onEvent" in subscriber)).toHaveLength(1);
    void agent.runAgent();
    const first = await server(0);
    first.say(
      run(),
      { type: "TOOL_CALL_START", toolCallId: "tidy", toolCallName: "tidy" },
      { type: "TOOL_CALL_ARGS", toolCallId: "tidy", delta: '{"room":"kit' },
    );
    await vi.waitFor(() => expect(callOf("tidy").input).toEqual({ room: "kit" }));
    await expect.element(page.getByRole("group", { name: "tidy" })).toBeVisible();
    first.say(
      { type: "TOOL_CALL_ARGS", toolCallId: "tidy", delta: 'chen"}' },
      { type: "TOOL_CALL_END", toolCallId: "tidy" },
      { type: "SUBAGENT_STARTED", subagentRunId: "s1", name: "Helper", parentToolCallId: "tidy" },
      ...called("burn", "burn", { what: "letters" }, { subagentRunId: "s1" }),
      { type: "SUBAGENT_FINISHED", subagentRunId: "s1", outcome: { type: "suspended", interruptIds: ["i-burn"] } },
      ...called("sell", "sell", { what: "books" }),
      asking("burn", "sell"),
    );
    first.close();
    await vi.waitFor(() =>
      expect([statusOf("burn"), statusOf("sell")]).toEqual(["awaiting-approval", "awaiting-approval"]),
    );
    expect(client().can("burn")).toMatchObject({ answer: true, edit: false, cancel: expect.any(Boolean) as boolean });

    await userEvent.click(page.getByRole("button", { name: /Deny/ }).first());
    expect(inputs).toHaveLength(1);
    await userEvent.click(page.getByRole("group", { name: "sell" }).getByRole("button", { name: /^sell$/i }));
    const second = await server(1);
    expect(inputs[1]!.resume).toEqual([
      { interruptId: "i-burn", status: "resolved", payload: { approved: false } },
      { interruptId: "i-sell", status: "resolved", payload: { approved: true } },
    ]);
    second.say(
      run("r2"),
      result("sell", "sold"),
      result("tidy", "done"),
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m9", delta: "All tidy" },
      done(),
    );
    second.close();
    await vi.waitFor(() =>
      expect(["burn", "sell", "tidy"].map(statusOf)).toEqual(["denied", "completed", "completed"]),
    );
    await expect.element(page.getByText("All tidy")).toBeVisible();
    expect(new Set(seen).size).toBe(1);
    expect(seen[0]!.timeline.snapshot().agents).toMatchObject([{ status: "completed", messageId: "u1" }]);
    expect(seen[0]!.timeline.snapshot().notices).toEqual([]);
  });

  test("keeps the decisions where the resume fails, and sends them with the next answer", async () => {
    const { agent, inputs, server, refuseWith } = createAgent();
    await render(<App agent={agent} />);
    void agent.runAgent();
    const first = await server(0);
    first.say(run(), ...called("a", "a", {}), ...called("b", "b", {}), asking("a", "b"));
    first.close();
    await vi.waitFor(() => expect(statusOf("b")).toBe("awaiting-approval"));
    await answer("a", "approve");
    refuseWith(new Response("Not now", { status: 503 }));
    await expect(answer("b", "approve")).rejects.toMatchObject({ code: "resume_failed", status: 503 });
    expect([statusOf("a"), statusOf("b")]).toEqual(["awaiting-approval", "awaiting-approval"]);

    refuseWith(null);
    const refused = expect(answer("b", "approve")).rejects.toMatchObject({ code: "stale", message: "Too late" });
    const second = await server(1);
    second.say(run("r2"), { type: "RUN_ERROR", message: "Too late", code: "stale" });
    second.close();
    await refused;
    expect([statusOf("a"), statusOf("b")]).toEqual(["awaiting-approval", "awaiting-approval"]);

    const sent = answer("b", "deny", { reason: "No" });
    const third = await server(2);
    third.say(run("r3"), result("a", "ok"), done());
    third.close();
    await sent;
    expect(inputs.at(-1)!.resume).toMatchObject([
      { payload: { approved: true } },
      { payload: { approved: false, reason: "No" } },
    ]);
    await vi.waitFor(() => expect([statusOf("a"), statusOf("b")]).toEqual(["completed", "denied"]));
    await expect(answer("b", "approve")).rejects.toMatchObject({ status: 409 });
  });

  test("offers an edit only where the agent takes one, and sends it whole", async () => {
    const { agent, inputs, server } = createAgent();
    await render(<App agent={agent} />);
    void agent.runAgent();
    const first = await server(0);
    const responseSchema = {
      type: "object",
      properties: { approved: { type: "boolean" }, editedArgs: { type: "object" } },
    };
    const interrupt = { id: "i-a", reason: "tool_call", toolCallId: "a", responseSchema };
    first.say(run(), ...called("a", "a", { to: "x" }), done({ type: "interrupt", interrupts: [interrupt] }));
    first.close();
    await vi.waitFor(() => expect(client().can("a")).toMatchObject({ answer: true, edit: true }));
    const sent = answer("a", "approve", { input: { to: "y" } });
    (await server(1)).say(run("r2"), result("a", "ok"), done());
    await sent;
    expect(inputs[1]!.resume).toEqual([
      { interruptId: "i-a", status: "resolved", payload: { approved: true, editedArgs: { to: "y" } } },
    ]);
    await vi.waitFor(() => expect(callOf("a")).toMatchObject({ status: "completed", input: { to: "y" } }));
  });

  test("cancels the run, and says that it was cancelled, not that it failed", async () => {
    const { agent, server } = createAgent();
    await render(<App agent={agent} />);
    void agent.runAgent();
    (await server(0)).say(run(), ...called("a", "a", {}));
    await vi.waitFor(() => expect(client().can("a")).toMatchObject({ answer: false, edit: false, cancel: true }));
    await client().cancel({ callId: "a" });
    await vi.waitFor(() => expect(statusOf("a")).toBe("cancelled"));
    expect(client().can("a").cancel).toBe(false);
  });

  test("a run that fails is a turn that failed, before its first event as well", async () => {
    const { agent, server, refuseWith } = createAgent([{ id: "u1", role: "user", content: "Go" }]);
    await render(<App agent={agent} />);
    const broken = agent.runAgent().catch(() => {});
    const first = await server(0);
    first.say(run(), ...called("a", "a", {}));
    await vi.waitFor(() => expect(statusOf("a")).toBe("ready"));
    first.say({ type: "TEXT_MESSAGE_END", messageId: "never" });
    await broken;
    expect(statusOf("a")).toBe("interrupted");
    agent.addMessage({ id: "u2", role: "user", content: "Again" });
    refuseWith(new Response("Down", { status: 500 }));
    await agent.runAgent().catch(() => {});
    expect(seen.at(-1)!.timeline.snapshot().agents).toMatchObject([
      { status: "failed" },
      { status: "failed", messageId: "u2" },
    ]);
  });

  test("shows a saved chat on its first render, with the asks that are open, and lets go when it leaves", async () => {
    const call = (id: string) => ({ id, type: "function" as const, function: { name: id, arguments: "{}" } });
    const { agent, inputs, server } = createAgent([
      { id: "u1", role: "user", content: "Go" },
      { id: "m1", role: "assistant", content: "", toolCalls: [call("old"), call("asks")] },
      { id: "t1", role: "tool", toolCallId: "old", content: "fine" },
    ]);
    agent.pendingInterrupts = [{ id: "i-asks", reason: "tool_call", toolCallId: "asks" }];
    const { unmount, rerender } = await render(<App agent={agent} />);
    expect([statusOf("old"), statusOf("asks")]).toEqual(["completed", "awaiting-approval"]);
    const sent = answer("asks", "approve");
    (await server(0)).say(run("r2"), result("asks", "ok"), done());
    await sent;
    expect(inputs[0]!.resume).toHaveLength(1);
    await vi.waitFor(() => expect(statusOf("asks")).toBe("completed"));
    await rerender(<App agent={agent} />);
    expect(seen.at(-1)!.timeline.snapshot().agents).toMatchObject([
      { messageId: "u1", items: [{ id: "old" }, { id: "asks" }] },
    ]);
    await unmount();
    expect(agent.subscribers).toEqual([]);
  });

  test("follows a run that began before anybody looked", async () => {
    const { agent, server } = createAgent();
    const running = agent.runAgent();
    const first = await server(0);
    first.say(run(), ...called("a", "a", { n: 1 }));
    await vi.waitFor(() => expect(agent.messages).toHaveLength(1));
    await render(<App agent={agent} />);
    expect(callOf("a")).toMatchObject({ status: "ready", input: { n: 1 } });
    first.say(result("a", "ok"), { type: "TEXT_MESSAGE_CHUNK", messageId: "m2", delta: "Done" }, done());
    first.close();
    await running;
    await vi.waitFor(() => expect(statusOf("a")).toBe("completed"));
    await vi.waitFor(() => expect(seen.at(-1)!.timeline.snapshot().agents).toMatchObject([{ status: "completed" }]));
  });
});
