import { agent, client, methods, ndJsonStream, type SessionNotification } from "@agentclientprotocol/sdk";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTimeline, type Timeline } from "../../timeline/timeline.ts";
import type { CallView } from "../../timeline/node.ts";
import { fromAcp, type AcpChunk } from "./fromAcp.ts";

type Update = SessionNotification["update"];
type Answer = { outcome: "selected"; optionId: string } | { outcome: "cancelled" };

const options = [
  { optionId: "yes", name: "Allow", kind: "allow_once" as const },
  { optionId: "no", name: "Reject", kind: "reject_once" as const },
];

/** What goes over the wire, both ways, when a real client prompts a real agent. */
async function recorded(
  updates: readonly (Update | { ask: string })[],
  answer: Answer = { outcome: "selected", optionId: "yes" },
) {
  const wire: Uint8Array[] = [];
  const tap = () =>
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        wire.push(bytes);
        controller.enqueue(bytes);
      },
    });
  const [up, down] = [tap(), tap()];
  const server = agent({ name: "agent" })
    .onRequest(methods.agent.initialize, async () => ({ protocolVersion: 1, agentCapabilities: {} }))
    .onRequest(methods.agent.session.new, async () => ({ sessionId: "s1" }))
    .onRequest(methods.agent.session.prompt, async ({ client: peer }) => {
      for (const update of updates) {
        if ("ask" in update) {
          await peer.request(methods.client.session.requestPermission, {
            sessionId: "s1",
            toolCall: { toolCallId: update.ask, title: "Write note.md", rawInput: { path: "note.md" } },
            options,
          });
        } else await peer.notify(methods.client.session.update, { sessionId: "s1", update });
      }
      return { stopReason: answer.outcome === "cancelled" ? ("cancelled" as const) : ("end_turn" as const) };
    })
    .connect(ndJsonStream(down.writable, up.readable));
  await client({ name: "client" })
    .onNotification(methods.client.session.update, () => {})
    .onRequest(methods.client.session.requestPermission, async () => ({ outcome: answer }))
    .connectWith(ndJsonStream(up.writable, down.readable), async (peer) => {
      await peer.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities: {} });
      await peer.request(methods.agent.session.new, { cwd: "/", mcpServers: [] });
      await peer.request(methods.agent.session.prompt, { sessionId: "s1", prompt: [{ type: "text", text: "Go on." }] });
    });
  server.close();
  return wire;
}

const folded = (chunks: readonly (AcpChunk | Uint8Array | string)[], end = true): Timeline => {
  const timeline = createTimeline();
  const adapter = fromAcp();
  for (const chunk of chunks) timeline.apply(adapter.push(chunk));
  if (end) timeline.apply(adapter.end());
  return timeline;
};
const call = (timeline: Timeline, id: string) => timeline.getNode(id) as CallView;
const content = (text: string) => [{ type: "content" as const, content: { type: "text" as const, text } }];

const run: (Update | { ask: string })[] = [
  { sessionUpdate: "agent_thought_chunk", content: { type: "text", text: "Let me " } },
  { sessionUpdate: "agent_thought_chunk", content: { type: "text", text: "see." } },
  { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "I read it." } },
  { sessionUpdate: "tool_call", toolCallId: "c1", title: "Read README.md", kind: "read", status: "pending" },
  { sessionUpdate: "tool_call_update", toolCallId: "c1", status: "in_progress", rawInput: { path: "README.md" } },
  { sessionUpdate: "tool_call_update", toolCallId: "c1", content: content("half") },
  { sessionUpdate: "tool_call_update", toolCallId: "c1", status: "completed", content: content("whole") },
  { ask: "c2" },
  { sessionUpdate: "tool_call_update", toolCallId: "c2", status: "in_progress" },
  { sessionUpdate: "tool_call_update", toolCallId: "c2", status: "failed", content: content("The disk is full.") },
  { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "Done." } },
];

describe("a real agent and a real client", () => {
  test("a prompt is an agent with its thoughts, words, calls and asks", async () => {
    const timeline = folded(await recorded(run));
    const { agents, messages } = timeline.snapshot();
    expect(messages).toMatchObject([{ role: "user", text: "Go on." }]);
    expect(agents).toHaveLength(1);
    expect(agents[0]).toMatchObject({ status: "completed" });
    expect(timeline.itemsOf(messages[0]!.id).length).toBe(5);
    expect(agents[0]!.items).toMatchObject([
      { kind: "reasoning", text: "Let me see." },
      { kind: "text", text: "I read it." },
      {
        kind: "call",
        id: "c1",
        tool: "read",
        title: "Read README.md",
        status: "completed",
        input: { path: "README.md" },
        output: "whole",
      },
      {
        kind: "call",
        id: "c2",
        title: "Write note.md",
        status: "failed",
        approval: { state: "approved", askedInput: { path: "note.md" } },
        error: { message: "The disk is full." },
      },
      { kind: "text", text: "Done." },
    ]);
  });

  test("its bytes may be cut anywhere", async () => {
    const wire = await recorded(run);
    const bytes = Uint8Array.from(wire.flatMap((part) => [...part]));
    const whole = JSON.stringify(plain(folded(wire)));
    for (const size of [1, 7, 100]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.slice(at * size, (at + 1) * size),
      );
      expect(JSON.stringify(plain(folded(pieces)))).toBe(whole);
    }
  });

  test("a rejected ask is a denial, a cancelled one cancels the call", async () => {
    const ask: (Update | { ask: string })[] = [{ ask: "c1" }];
    const denied = folded(await recorded(ask, { outcome: "selected", optionId: "no" }));
    expect(call(denied, "c1").status).toBe("denied");
    const cancelled = folded(await recorded(ask, { outcome: "cancelled" }));
    expect(call(cancelled, "c1").status).toBe("cancelled");
    expect(cancelled.snapshot().agents[0]!.status).toBe("cancelled");
  });
});

/** Without what differs from run to run. */
const plain = (timeline: Timeline) =>
  JSON.parse(
    JSON.stringify(timeline.snapshot(), (key, value) => (key.endsWith("At") ? 0 : (value as unknown))),
  ) as unknown;

describe("what the wire says in its own way", () => {
  const update = (fields: object): AcpChunk => ({ sessionId: "s", update: { ...fields } });

  test("bare parameters and bare updates are taken like messages", () => {
    const fields = {
      sessionUpdate: "tool_call",
      toolCallId: "c1",
      title: "Search",
      status: "in_progress",
      rawInput: { q: "a" },
    };
    for (const chunk of [
      fields,
      update(fields),
      { jsonrpc: "2.0", method: "session/update", params: update(fields) },
    ]) {
      expect(call(folded([chunk], false), "c1")).toMatchObject({
        status: "running",
        title: "Search",
        input: { q: "a" },
      });
    }
  });

  test("arguments that come late, or better, are told", () => {
    const timeline = folded(
      [
        update({ sessionUpdate: "tool_call", toolCallId: "c1", title: "Search", rawInput: {} }),
        update({ sessionUpdate: "tool_call_update", toolCallId: "c1", rawInput: { q: "a" } }),
        update({ sessionUpdate: "tool_call_update", toolCallId: "c1", status: "in_progress" }),
        update({ sessionUpdate: "tool_call_update", toolCallId: "c1", rawInput: { q: "b" } }),
      ],
      false,
    );
    expect(call(timeline, "c1")).toMatchObject({ status: "running", input: { q: "b" } });
  });

  test("a call with a parent belongs to a sub-agent under it, which ends with it", () => {
    const _meta = { claudeCode: { parentToolUseId: "task", toolName: "Grep" } };
    const timeline = folded([
      update({ sessionUpdate: "tool_call", toolCallId: "inner", title: "grep", _meta }),
      update({ sessionUpdate: "tool_call", toolCallId: "task", title: "Research", status: "in_progress" }),
      update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: "Looking." }, _meta }),
      update({
        sessionUpdate: "tool_call_update",
        toolCallId: "inner",
        status: "completed",
        rawOutput: { hits: 2 },
        _meta,
      }),
      update({ sessionUpdate: "tool_call_update", toolCallId: "task", status: "completed" }),
    ]);
    const [item] = timeline.snapshot().agents[0]!.items;
    expect(item).toMatchObject({
      id: "task",
      status: "completed",
      agents: [
        { status: "completed", items: [{ id: "inner", tool: "Grep", output: { hits: 2 } }, { text: "Looking." }] },
      ],
    });
  });

  const prompt = (id: number, sessionId = "s") => ({ id, method: "session/prompt", params: { sessionId, prompt: [] } });
  const ask = (id: number, toolCallId: string) => ({
    id,
    method: "session/request_permission",
    params: { sessionId: "s", options, toolCall: { toolCallId, title: toolCallId, kind: "execute", rawInput: {} } },
  });
  const told = (toolCallId: string, more: object = {}, sessionUpdate = "tool_call") => ({
    method: "session/update",
    params: { sessionId: "s", update: { sessionUpdate, toolCallId, title: toolCallId, ...more } },
  });
  const ofClaude = (toolName: string, parentToolUseId?: string) => ({
    _meta: { claudeCode: { toolName, parentToolUseId } },
  });

  test("a sub-agent's ask that comes before its call is put where the call says", () => {
    const say = (text: string) => ({
      method: "session/update",
      params: { sessionId: "s", update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } } },
    });
    const timeline = folded(
      [
        prompt(1),
        say("Before."),
        told("A", ofClaude("Agent")),
        told("B", ofClaude("Agent")),
        ask(7, "a1"),
        say("Between."),
        ask(8, "b1"),
        told("c", ofClaude("Read")),
        ask(9, "own"),
        told("b1", ofClaude("Bash", "B")),
        { id: 7, result: { outcome: { outcome: "selected", optionId: "yes" } } },
        told("a1", ofClaude("Bash", "A")),
        told("own", ofClaude("Write")),
        told("a1", { status: "completed", rawOutput: 1, ...ofClaude("Bash", "A") }, "tool_call_update"),
        say("After."),
      ],
      false,
    );
    const { agents, notices } = timeline.snapshot();
    expect(notices).toEqual([]);
    expect(agents).toHaveLength(1);
    expect(agents[0]!.items).toMatchObject([
      { text: "Before." },
      { id: "A", agents: [{ items: [{ id: "a1", tool: "Bash", status: "completed", output: 1 }] }] },
      { id: "B", agents: [{ items: [{ id: "b1", tool: "Bash", status: "awaiting-approval" }] }] },
      { text: "Between." },
      { id: "c", tool: "Read" },
      { id: "own", tool: "Write", status: "awaiting-approval", approval: { id: "permission:9" } },
      { text: "After." },
    ]);
    expect(agents[0]!.items).toHaveLength(7);
  });

  test("an id that comes again is another call: in a session, a turn, and after its call's end", () => {
    const done = { status: "completed", rawOutput: 1 };
    const elsewhere = (message: ReturnType<typeof told>) => ({
      ...message,
      params: { ...message.params, sessionId: "t" },
    });
    const timeline = folded([
      prompt(1),
      told("0", { status: "pending" }),
      elsewhere(told("0", { status: "pending", rawInput: { of: "t" } })),
      told("0", { ...done, rawInput: { n: 1 } }, "tool_call_update"),
      told("0", done),
      told("0", { status: "pending" }),
      told("0", { ...done, rawInput: { n: 2 } }, "tool_call_update"),
      { id: 1, result: { stopReason: "end_turn" } },
      prompt(2),
      told("0", { ...done, rawInput: { n: 3 } }),
      elsewhere(told("0", { status: "completed", rawOutput: 2 }, "tool_call_update")),
    ]);
    const calls = timeline.snapshot().agents.flatMap(({ items }) => items);
    expect(calls).toMatchObject([
      { input: { n: 1 }, output: 1 },
      { input: { n: 2 }, output: 1 },
      { input: { of: "t" }, output: 2 },
      { input: { n: 3 }, output: 1 },
    ]);
  });

  test("diffs stay what they are", () => {
    const diff = { type: "diff", path: "a.ts", oldText: "a", newText: "b" };
    const timeline = folded([
      update({
        sessionUpdate: "tool_call",
        toolCallId: "c1",
        title: "Edit",
        status: "completed",
        content: [...content("Edited."), diff],
      }),
    ]);
    expect(call(timeline, "c1").output).toEqual([{ type: "text", text: "Edited." }, diff]);
  });

  test("the draft of v2: content and terminals in chunks, a state that says the turn's end, a cancelled call", () => {
    const euro = [..."€".repeat(1)].flatMap((char) => [...new TextEncoder().encode(char)]);
    const base64 = (bytes: number[]) => btoa(String.fromCharCode(...bytes));
    const timeline = folded([
      update({ sessionUpdate: "state_update", state: "running" }),
      update({
        sessionUpdate: "tool_call_update",
        toolCallId: "c1",
        title: "Run",
        status: "in_progress",
        content: [{ type: "terminal", terminalId: "t1" }],
      }),
      update({ sessionUpdate: "terminal_output_chunk", terminalId: "t1", data: base64([52, ...euro.slice(0, 1)]) }),
      update({ sessionUpdate: "terminal_output_chunk", terminalId: "t1", data: base64(euro.slice(1)) }),
      update({
        sessionUpdate: "tool_call_content_chunk",
        toolCallId: "c1",
        content: { type: "content", content: { type: "text", text: "!" } },
      }),
      update({ sessionUpdate: "tool_call_update", toolCallId: "c1", status: "cancelled" }),
      update({ sessionUpdate: "agent_message", messageId: "m", content: [{ type: "text", text: "Stopped." }] }),
      update({ sessionUpdate: "state_update", state: "idle", stopReason: "cancelled" }),
    ]);
    expect(call(timeline, "c1")).toMatchObject({ status: "cancelled", outputText: "4€!" });
    expect(timeline.snapshot().agents).toMatchObject([
      { status: "cancelled", items: [{ id: "c1" }, { text: "Stopped." }] },
    ]);
  });

  test("a refused prompt and an error say so", () => {
    const prompt = {
      id: 1,
      method: "session/prompt",
      params: { sessionId: "s", prompt: [{ type: "text", text: "a" }] },
    };
    const refused = folded([prompt, { id: 1, result: { stopReason: "refusal" } }]);
    expect(refused.snapshot().agents).toMatchObject([{ status: "failed", error: { code: "refusal" } }]);
    const failed = folded([prompt, { id: 1, error: { code: -32000, message: "Log in first." } }]);
    expect(failed.snapshot().agents).toMatchObject([
      { status: "failed", error: { code: "-32000", message: "Log in first." } },
    ]);
  });

  test("what is open at the end is interrupted, an ask too: nobody can answer it any more", () => {
    const params = { sessionId: "s", toolCall: { toolCallId: "c1", title: "Write" }, options };
    const timeline = folded([{ id: 5, method: "session/request_permission", params }]);
    expect(call(timeline, "c1").status).toBe("interrupted");
    expect(timeline.snapshot().agents[0]!.status).toBe("interrupted");
  });

  const elicit = (id: number, more: object) => ({
    id,
    method: "elicitation/create",
    params: { sessionId: "s", message: "Which branch?", mode: "form", requestedSchema: { type: "object" }, ...more },
  });
  const running = update({ sessionUpdate: "tool_call", toolCallId: "c1", title: "Push", status: "in_progress" });

  test("an elicitation is a question of its call, which goes on by the answer", () => {
    const asked = [running, elicit(4, { toolCallId: "c1" })];
    expect(call(folded(asked, false), "c1")).toMatchObject({
      status: "awaiting-input",
      questions: [{ id: "elicitation:4", message: "Which branch?", schema: { type: "object" }, state: "pending" }],
    });
    const given = { id: 4, result: { action: "accept", content: { branch: "main" } } };
    expect(call(folded([...asked, given], false), "c1")).toMatchObject({
      status: "running",
      questions: [{ state: "accepted", content: { branch: "main" } }],
    });
    const refused = { id: 4, error: { code: -32601, message: "No." } };
    expect(call(folded([...asked, refused], false), "c1").questions).toMatchObject([{ state: "cancelled" }]);
  });

  test("an elicitation of no call is one of its own; a link is over when the agent says so; another mode is left out", () => {
    const link = elicit(5, { mode: "url", url: "https://a.example/", elicitationId: "e1", message: "Sign in" });
    const timeline = folded(
      [running, elicit(4, {}), link, { method: "elicitation/complete", params: { elicitationId: "e1" } }],
      false,
    );
    expect(timeline.snapshot().agents[0]!.items).toMatchObject([
      { id: "c1", status: "running" },
      { tool: "elicitation", status: "awaiting-input", questions: [{ state: "pending" }] },
      { tool: "elicitation", status: "completed", questions: [{ state: "accepted", url: "https://a.example/" }] },
    ]);
    expect(folded([running, elicit(6, { mode: "_voice" })], false).snapshot().agents[0]!.items).toHaveLength(1);
    // Before any session, it belongs to nobody's turn.
    const early = folded([{ ...elicit(7, { sessionId: undefined, requestId: 1 }) }], false);
    expect(call(early, "elicitation:7")).toMatchObject({ agentId: "you", status: "awaiting-input" });
  });

  test("any JSON is taken without a throw", () => {
    const word = fc.constantFrom(
      "session/update",
      "session/prompt",
      "session/request_permission",
      "elicitation/create",
      "elicitation/complete",
      "accept",
      "tool_call",
      "tool_call_update",
      "agent_message_chunk",
      "subagent_update",
      "session/cancel",
      "running",
      "idle",
      "cancelled",
      "c1",
      "s",
      "completed",
      "__proto__",
    );
    const key = fc.constantFrom(
      "method",
      "params",
      "id",
      "result",
      "error",
      "update",
      "sessionUpdate",
      "toolCallId",
      "status",
      "content",
      "rawInput",
      "sessionId",
      "state",
      "stopReason",
      "title",
      "options",
      "outcome",
      "action",
      "elicitationId",
      "message",
      "url",
      "_meta",
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        word,
        fc.integer(),
        fc.constant(null),
        fc.array(tie("value"), { maxLength: 3 }),
        tie("object"),
      ),
      object: fc.dictionary(key, tie("value"), { maxKeys: 6 }),
    }));
    fc.assert(
      fc.property(fc.array(value, { maxLength: 6 }), (chunks) => {
        const timeline = folded(chunks as AcpChunk[]);
        expect(timeline.getRoot().notices.filter(({ code }) => code === "invalid_event")).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

describe("sub-agents that are sessions of their own", () => {
  const at = (sessionId: string, update: object) => ({ method: "session/update", params: { sessionId, update } });
  const child = (more: object = {}, session = "c1", parent = "s1") =>
    at(parent, { sessionUpdate: "subagent_update", sessionId: session, ...more });
  const works = { state: { state: "running" } };
  const prompt = {
    id: 1,
    method: "session/prompt",
    params: { sessionId: "s1", prompt: [{ type: "text", text: "Go" }] },
  };
  const says = (session: string, text: string) =>
    at(session, { sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
  const calls = (session: string, toolCallId: string, status: string) =>
    at(session, { sessionUpdate: "tool_call", toolCallId, title: "Read", kind: "read", status });
  const treeOf = (timeline: Timeline) => timeline.snapshot().agents;

  test("its texts, calls and asks stand below a call of its own, which ends as it does", () => {
    const wire = [
      prompt,
      says("s1", "I ask somebody."),
      child({ title: "Reviewer", description: "Reads the change.", ...works }),
      says("c1", "I read."),
      calls("c1", "t1", "in_progress"),
      {
        id: 7,
        method: "session/request_permission",
        params: { sessionId: "c1", toolCall: { toolCallId: "t1" }, options },
      },
    ];
    const waiting = treeOf(folded(wire, false));
    expect(waiting).toMatchObject([
      {
        items: [
          { kind: "text", text: "I ask somebody." },
          {
            tool: "subagent",
            title: "Reviewer",
            input: { description: "Reads the change." },
            status: "running",
            agents: [
              {
                name: "Reviewer",
                items: [{ text: "I read." }, { tool: "read", status: "awaiting-approval" }],
              },
            ],
          },
        ],
      },
    ]);
    const done = treeOf(
      folded([
        ...wire,
        { id: 7, result: { outcome: { outcome: "selected", optionId: "yes" } } },
        calls("c1", "t1", "completed"),
        child({ state: { state: "idle", stopReason: "end_turn" } }),
        says("s1", "Done."),
        { id: 1, result: { stopReason: "end_turn" } },
      ]),
    );
    expect(done).toMatchObject([
      {
        status: "completed",
        items: [
          {},
          {
            tool: "subagent",
            status: "completed",
            agents: [{ status: "completed", items: [{}, { status: "completed" }] }],
          },
          { text: "Done." },
        ],
      },
    ]);
  });

  test("one that is set to work again is another call; one of a sub-agent stands below that", () => {
    const idle = { state: { state: "idle", stopReason: "end_turn" } };
    const wire = [
      prompt,
      child({ title: "One", ...works }),
      child(idle),
      child(works),
      child({ title: "Two", ...works }, "c2", "c1"),
      says("c2", "Deep."),
      child(idle, "c2", "c1"),
      child(idle),
      { id: 1, result: { stopReason: "end_turn" } },
    ];
    expect(treeOf(folded(wire))).toMatchObject([
      {
        items: [
          { title: "One", status: "completed" },
          {
            title: "One",
            status: "completed",
            agents: [{ items: [{ title: "Two", status: "completed", agents: [{ items: [{ text: "Deep." }] }] }] }],
          },
        ],
      },
    ]);
  });

  test.each([
    [{ state: { state: "idle", stopReason: "cancelled" } }, { status: "cancelled" }],
    [
      { state: { state: "idle", stopReason: "error", error: { code: -3, message: "No memory." } } },
      { status: "failed", error: { code: "-3", message: "No memory." } },
    ],
    [{ state: { state: "idle", stopReason: "refusal" } }, { status: "failed", error: { code: "refusal" } }],
  ])("%j is the end of its call", (state, end) => {
    const [root] = treeOf(folded([prompt, child(works), child(state)], false));
    expect(root).toMatchObject({ items: [{ tool: "subagent", ...end }] });
  });

  test("who cancels a turn cancels all below it", () => {
    const wire = [
      prompt,
      child(works),
      child(works, "c2", "c1"),
      calls("c2", "t", "in_progress"),
      { method: "session/cancel", params: { sessionId: "s1" } },
    ];
    const [root] = treeOf(folded(wire, false));
    expect(root).toMatchObject({
      status: "cancelled",
      items: [
        {
          status: "cancelled",
          agents: [
            {
              status: "cancelled",
              items: [{ status: "cancelled", agents: [{ status: "cancelled", items: [{ status: "cancelled" }] }] }],
            },
          ],
        },
      ],
    });
  });

  test("one works on while the session that began it rests", () => {
    const wire = [prompt, child(works), { id: 1, result: { stopReason: "end_turn" } }, says("c1", "Still here.")];
    const [root] = treeOf(folded(wire, false));
    expect(root).toMatchObject({
      status: "completed",
      items: [{ status: "running", agents: [{ items: [{ text: "Still here." }] }] }],
    });
    expect(treeOf(folded(wire, false))).toHaveLength(1);
  });

  test("its title may change, and a circle of sessions is noted and begins nothing", () => {
    const timeline = folded(
      [prompt, child({ title: "One", ...works }), child({ title: "Other" }), child(works, "s1", "c1")],
      false,
    );
    expect(treeOf(timeline)).toMatchObject([{ items: [{ title: "Other" }] }]);
    expect(treeOf(timeline)).toHaveLength(1);
    expect(timeline.getRoot().notices).toHaveLength(1);
  });
});
