import type { UIMessage } from "ai";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPartialJson } from "../../json/partialJson.ts";
import { createTimeline } from "../../timeline/timeline.ts";
import { fromAiSdk, type AiSdkChunk, type AiSdkMessage, type AiSdkPart } from "./fromAiSdk.ts";
import { callsOf, fold as foldOf, readBySdk, timeless } from "./testing/fixtures/aiSdkModel.ts";

const fold = (chunks: readonly AiSdkChunk[], adapter = fromAiSdk({ sessionId: "s" })) => {
  const timeline = createTimeline();
  const events = chunks.flatMap((chunk) => adapter.push(chunk));
  timeline.apply(events);
  return { timeline, adapter, events, snapshot: () => timeline.snapshot(), root: timeline.snapshot().agents[0] };
};

const start: AiSdkChunk[] = [{ type: "start", messageId: "m1" }, { type: "start-step" }];
const say = (text: string, id = "0"): AiSdkChunk[] => [
  { type: "text-start", id },
  { type: "text-delta", id, delta: text },
  { type: "text-end", id },
];
const call = (toolCallId: string, toolName = "search", input: unknown = { q: 1 }): AiSdkChunk => ({
  type: "tool-input-available",
  toolCallId,
  toolName,
  input,
});
const output = (toolCallId: string, value: unknown, preliminary?: true): AiSdkChunk => ({
  type: "tool-output-available",
  toolCallId,
  output: value,
  ...(preliminary && { preliminary }),
});
const message = (parts: AiSdkPart[], id = ""): AiSdkMessage => ({ id, role: "assistant", parts });
const text = (value: string, state = "streaming"): AiSdkPart => ({ type: "text", text: value, state });

describe("reset-step", () => {
  test("withdraws what the step had brought, and no more", () => {
    const { root, timeline } = fold([
      ...start,
      ...say("Before. "),
      call("c1"),
      output("c1", 1),
      { type: "finish-step" },
      { type: "start-step" },
      ...say("Wrong."),
      call("c2"),
      { type: "reset-step" },
      ...say("Right."),
      call("c2", "search", { q: 2 }),
      output("c2", 2),
      { type: "finish-step" },
      { type: "finish" },
    ]);
    expect(root?.items.map((item) => (item.kind === "call" ? [item.id, item.input] : item.text))).toEqual([
      "Before. ",
      ["c1", { q: 1 }],
      "Right.",
      ["c2", { q: 2 }],
    ]);
    expect(timeline.snapshot().notices).toEqual([]);
  });

  test("takes a sub-agent back with its call, which may come again", () => {
    const agent = message([text("Hm."), { type: "tool-look", toolCallId: "n1", state: "input-available", input: {} }]);
    const { root } = fold([
      ...start,
      call("c1"),
      output("c1", agent, true),
      { type: "reset-step" },
      call("c1"),
      output("c1", agent, true),
      output("c1", message([text("Hm.", "done"), text("Well.", "done")])),
      { type: "finish" },
    ]);
    const [only] = callsOf(root);
    expect(callsOf(root)).toHaveLength(1);
    expect([only?.status, only?.output]).toEqual(["completed", "Well."]);
    expect(only?.agents.map((child) => [child.status, child.items.map((item) => item.id)])).toEqual([
      ["completed", ["ai-sdk:call:c1:1", "ai-sdk:call:c1:2"]],
    ]);
  });
});

describe("an end that the wire does not spell out", () => {
  const open: AiSdkChunk[] = [
    ...start,
    { type: "text-start", id: "0" },
    { type: "text-delta", id: "0", delta: "I sea" },
    call("c1"),
    call("c2"),
    output("c2", message([text("Hm."), { type: "tool-look", toolCallId: "n1", state: "input-available" }]), true),
    { type: "tool-input-start", toolCallId: "c3", toolName: "search" },
    { type: "tool-input-delta", toolCallId: "c3", inputTextDelta: '{"q":' },
  ];
  const statuses = (from: ReturnType<typeof fold>) => {
    const [root] = from.snapshot().agents;
    const [nested] = callsOf(root)[1]!.agents;
    return {
      root: root?.status,
      calls: callsOf(root).map((one) => one.status),
      nested: [nested?.status, callsOf(nested)[0]?.status],
    };
  };

  test("abort cancels all that runs, at any depth", () => {
    expect(statuses(fold([...open, { type: "abort", reason: "Stopped." }]))).toEqual({
      root: "cancelled",
      calls: ["cancelled", "cancelled", "cancelled"],
      nested: ["cancelled", "cancelled"],
    });
  });

  test("abort leaves an ask, which can still be answered", () => {
    const ask = { type: "tool-approval-request", toolCallId: "c1", approvalId: "p1" };
    const { root } = fold([...open, ask, { type: "abort" }]);
    expect(callsOf(root).map((one) => one.status)).toEqual(["awaiting-approval", "cancelled", "cancelled"]);
    expect(root?.status).toBe("cancelled");
  });

  test("a cut interrupts all that runs", () => {
    const live = fold(open);
    live.timeline.apply(live.adapter.end());
    expect(statuses(live)).toEqual({
      root: "interrupted",
      calls: ["interrupted", "interrupted", "interrupted"],
      nested: ["interrupted", "interrupted"],
    });
  });

  test("an error fails the agent with the server's words, though the stream goes on to its end", () => {
    const live = fold([
      ...open,
      { type: "error", errorText: "Out of tokens." },
      { type: "finish-step" },
      { type: "finish" },
    ]);
    live.timeline.apply(live.adapter.end());
    expect(live.snapshot().agents[0]?.error).toEqual({ code: "stream_error", message: "Out of tokens." });
    expect(statuses(live)).toMatchObject({ root: "failed", calls: ["interrupted", "interrupted", "interrupted"] });
  });

  test("an error has the code that its server gave it, until the response is begun anew", () => {
    const coded = { type: "data-callboard", data: { code: "no_model" }, transient: true };
    const failed = [coded, { type: "error", errorText: "No model." }];
    const { snapshot } = fold([...start, ...failed]);
    expect(snapshot().agents[0]?.error).toEqual({ code: "no_model", message: "No model." });
    const again = fold([...start, ...failed, ...start, { type: "error", errorText: "Out of tokens." }]);
    expect(again.snapshot().agents[0]?.error).toEqual({ code: "stream_error", message: "Out of tokens." });
  });

  test("an error that is the response's first word is seen", () => {
    const { root } = fold([{ type: "error", errorText: "No model." }]);
    expect([root?.status, root?.error?.message]).toEqual(["failed", "No model."]);
  });

  test("the next message closes what the one before left undone, but for its asks", () => {
    const { timeline } = fold([
      ...start,
      call("c1"),
      call("c2"),
      { type: "tool-approval-request", toolCallId: "c2", approvalId: "p1" },
      { type: "finish" },
      { type: "start", messageId: "m2" },
      ...say("Next."),
      { type: "finish" },
    ]);
    const [first, second] = timeline.snapshot().agents;
    expect(callsOf(first).map((one) => one.status)).toEqual(["interrupted", "awaiting-approval"]);
    expect([first?.status, second?.status, second?.messageId]).toEqual(["running", "completed", "m2"]);
  });
});

describe("ids", () => {
  test("items hang under the message that the host has, and cards under their toolCallId", () => {
    const { timeline } = fold([...start, ...say("Hi."), call("c1"), { type: "finish" }]);
    expect(timeline.itemsOf("m1").map((item) => item.id)).toEqual(["ai-sdk:message:m1:1", "c1"]);
    expect(timeline.getNode("c1")).toMatchObject({ kind: "call", messageId: "m1" });
  });

  test("a message id that the wire leaves out comes from the host", () => {
    const adapter = fromAiSdk({ messageId: "mine" });
    const { timeline } = fold([{ type: "start" }, ...say("Hi."), { type: "finish" }], adapter);
    expect(timeline.itemsOf("mine")).toHaveLength(1);
  });

  test("merged streams, each with a start, are one message", () => {
    const { snapshot } = fold([
      { type: "start" },
      { type: "start", messageId: "m1" },
      ...say("One."),
      { type: "start" },
      { type: "start", messageId: "m1" },
      ...say("Two."),
      { type: "finish" },
    ]);
    expect(snapshot().agents.map((agent) => [agent.messageId, agent.items.length])).toEqual([["m1", 2]]);
  });

  test("text ids that each step uses again are texts of their own", () => {
    const { root } = fold([...start, ...say("A"), { type: "finish-step" }, { type: "start-step" }, ...say("B")]);
    expect(root?.items.map((item) => (item.kind === "call" ? "" : item.text))).toEqual(["A", "B"]);
  });

  test("a call id that a later step uses again is another call; in the same step it is the same one", () => {
    const { root } = fold([
      ...start,
      call("c1"),
      call("c1"),
      output("c1", 1),
      { type: "finish-step" },
      { type: "start-step" },
      call("c1"),
      output("c1", 2),
      { type: "finish" },
    ]);
    expect(callsOf(root).map((one) => [one.id, one.output])).toEqual([
      ["c1", 1],
      ["c1#2", 2],
    ]);
  });

  test("a sub-agent that uses its caller's ids, and a sibling's, is told apart", () => {
    const agent = (value: number) =>
      message([
        {
          type: "dynamic-tool",
          toolName: "look",
          toolCallId: "c1",
          state: "output-available",
          input: {},
          output: value,
        },
      ]);
    const { root } = fold([
      ...start,
      call("c1"),
      call("c2"),
      output("c2", agent(2)),
      output("c1", agent(1)),
      { type: "finish" },
    ]);
    expect(callsOf(root).map((one) => [one.id, callsOf(one.agents[0])[0]?.output])).toEqual([
      ["c1", 1],
      ["c2", 2],
    ]);
  });

  test.each(["__proto__", "constructor", "", "a".repeat(10_000), "\u0000"])("%j is an id like any other", (id) => {
    const { snapshot } = fold([
      { type: "start", messageId: id },
      { type: "text-start", id },
      { type: "text-delta", id, delta: "x" },
      call(id, id),
      { type: "tool-approval-request", toolCallId: id, approvalId: id },
      output(id, { [id]: 1 }),
      { type: "finish" },
    ]);
    expect(callsOf(snapshot().agents[0])[0]).toMatchObject({ id, status: "completed" });
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe("arguments", () => {
  test("are live while they stream", () => {
    const { timeline } = fold([
      ...start,
      { type: "tool-input-start", toolCallId: "c1", toolName: "search", dynamic: true, title: "Search" },
      { type: "tool-input-delta", toolCallId: "c1", inputTextDelta: '{"q":"ca' },
    ]);
    expect(timeline.getNode("c1")).toMatchObject({ input: { q: "ca" }, title: "Search", status: "requested" });
  });

  test("that are plain text grow as a text, whatever is in it", () => {
    const pieces = ['say "hi"\n', "\\u00", "e9 \u{1F600}".slice(0, 5), "\u{1F600}".slice(1), "\t\u0001end"];
    const whole = pieces.join("");
    const { timeline, adapter } = fold([
      ...start,
      { type: "tool-input-start", toolCallId: "c1", toolName: "patch", inputEncoding: "text" },
      ...pieces.map((inputTextDelta) => ({ type: "tool-input-delta", toolCallId: "c1", inputTextDelta })),
    ]);
    expect(timeline.getNode("c1")).toMatchObject({ input: whole });
    timeline.apply(adapter.push(call("c1", "patch", whole)));
    expect(timeline.getNode("c1")).toMatchObject({ input: whole, status: "ready" });
    const saved = message(
      [{ type: "tool-patch", toolCallId: "c1", state: "input-streaming", inputEncoding: "text", rawInput: whole }],
      "m1",
    );
    const { timeline: replayed } = foldOf({ messages: [saved as unknown as UIMessage] });
    expect(replayed.getNode("c1")).toMatchObject({ input: whole, status: "requested" });
  });

  test("that were half-written when the chat was saved go on where they stopped", () => {
    const parts = [
      text("Hm.", "done"),
      { type: "tool-search", toolCallId: "c1", state: "input-streaming", rawInput: '{"q":"ca' },
    ];
    const { timeline, adapter } = foldOf({ messages: [message(parts, "m1") as unknown as UIMessage] });
    timeline.apply(adapter.push({ type: "tool-input-delta", toolCallId: "c1", inputTextDelta: 'ts"}' }));
    expect(timeline.getNode("c1")).toMatchObject({ input: { q: "cats" } });
    timeline.apply(adapter.push(call("c1", "search", { q: "cats" })));
    expect(timeline.getNode("c1")).toMatchObject({ input: { q: "cats" }, status: "ready" });
  });
});

describe("a server that says a call's arguments again, as they run", () => {
  const ran = { q: 1, limit: 10 };
  const told = (event: object): AiSdkChunk => ({
    type: "data-callboard",
    transient: true,
    data: { events: [{ v: 1, seq: 9, sessionId: "x", at: 1, ...event }] },
  });
  const started = told({ type: "tool.started", callId: "c1", tool: "search", input: ran, summary: "One, at most ten" });

  test.each([
    ["and no more", []],
    ["and that it started, in the call's own words", [started]],
  ])("%s", (_name, more) => {
    const { timeline } = fold([...start, call("c1"), call("c1", "search", ran), ...more, output("c1", 1)]);
    expect(timeline.getNode("c1")).toMatchObject({
      status: "completed",
      input: ran,
      summary: more.length > 0 ? "One, at most ten" : null,
    });
  });

  test("while the call runs, and twice", () => {
    const chunks = [...start, call("c1"), started, call("c1", "search", { q: 2 }), call("c1", "search", { q: 2 })];
    const { timeline, events } = fold(chunks);
    expect(timeline.getNode("c1")).toMatchObject({ status: "running", input: { q: 2 } });
    expect(events.filter((event) => "input" in event)).toHaveLength(3);
  });
});

describe("a provider's own call whose arguments the SDK refused", () => {
  const refused: AiSdkChunk[] = [
    { type: "start", messageId: "m1" },
    {
      type: "tool-input-error",
      toolCallId: "c1",
      toolName: "code_execution",
      input: { code: "1" },
      errorText: "Invalid input",
      providerExecuted: true,
      dynamic: true,
    },
  ];
  const outcome = { ...output("c1", { stdout: "1" }), providerExecuted: true };

  test("has its result all the same, live and saved", async () => {
    const chunks = [...refused, outcome, { type: "finish" }];
    expect(fold(chunks).timeline.getNode("c1")).toMatchObject({
      status: "completed",
      input: { code: "1" },
      output: { stdout: "1" },
    });
    const saved = await readBySdk(chunks as never);
    expect(foldOf({ messages: [saved] }).timeline.getNode("c1")).toMatchObject({ status: "completed" });
  });

  test("has failed where none comes, live and saved", async () => {
    const chunks = [...refused, { type: "finish" }];
    const failed = { status: "failed", error: { message: "Invalid input" } };
    expect(fold(chunks).timeline.getNode("c1")).toMatchObject(failed);
    const saved = await readBySdk(chunks as never);
    expect(foldOf({ messages: [saved] }).timeline.getNode("c1")).toMatchObject(failed);
  });

  test("of the app's own tool has failed at once", () => {
    const { providerExecuted: _, ...own } = refused[1]!;
    expect(fold([refused[0]!, own as AiSdkChunk]).timeline.getNode("c1")).toMatchObject({ status: "failed" });
  });
});

describe("an end that only the metadata of Callboard's host tells", () => {
  test.each(["cancelled", "interrupted", "expired"])("%s, live and saved", (status) => {
    const ask: AiSdkChunk = { type: "tool-approval-request", approvalId: "p", toolCallId: "c1" };
    const toolMetadata = { callboard: { status, reason: "Enough." } };
    const chunks: AiSdkChunk[] = [
      ...start,
      call("c1"),
      ...(status === "expired" ? [ask] : []),
      { type: "tool-output-error", toolCallId: "c1", errorText: "It is over.", toolMetadata },
    ];
    expect(fold(chunks).timeline.getNode("c1")).toMatchObject({ status, reason: "Enough.", error: null });
    const part = { type: "tool-search", toolCallId: "c1", state: "output-error", input: {}, errorText: "Over." };
    const timeline = createTimeline();
    timeline.apply(fromAiSdk().replay([message([{ ...part, toolMetadata }], "m1")]));
    expect(timeline.getNode("c1")).toMatchObject({ status });
  });
});

describe("outputs", () => {
  test("that are preliminary replace one another, and the call runs on", () => {
    const { timeline } = fold([...start, call("c1"), output("c1", "1", true), output("c1", "12", true)]);
    expect(timeline.getNode("c1")).toMatchObject({ output: "12", status: "running" });
  });

  test("of an earlier message's call find it, though another message is being written", () => {
    const { snapshot } = fold([
      ...start,
      call("c1"),
      { type: "tool-approval-request", toolCallId: "c1", approvalId: "p1" },
      { type: "finish" },
      { type: "start", messageId: "m2" },
      ...say("While you think."),
      output("c1", "late"),
      { type: "finish" },
    ]);
    expect(callsOf(snapshot().agents[0])[0]).toMatchObject({ output: "late", approval: { state: "approved" } });
    expect(callsOf(snapshot().agents[1])).toEqual([]);
  });

  test("that the page gave to its own tool are taken from its messages", () => {
    const { timeline, adapter } = fold([...start, call("c1", "askUser"), { type: "finish-step" }, { type: "finish" }]);
    timeline.apply(adapter.end());
    expect(timeline.getNode("c1")).toMatchObject({ status: "ready" });
    const part = { type: "tool-askUser", toolCallId: "c1", state: "output-available", input: { q: 1 }, output: "blue" };
    timeline.apply(adapter.expect({ messages: [message([{ type: "step-start" }, part], "m1")], messageId: "m1" }));
    expect(timeline.getNode("c1")).toMatchObject({ status: "completed", output: "blue" });
    for (const chunk of [{ type: "start" }, { type: "start-step" }, ...say("Blue it is."), { type: "finish" }]) {
      timeline.apply(adapter.push(chunk));
    }
    expect(timeline.snapshot().agents.map((agent) => [agent.status, agent.items.length])).toEqual([["completed", 2]]);
  });

  test("without any call before them are kept", () => {
    const { root } = fold([...start, output("c9", "lost?"), { type: "finish" }]);
    expect(callsOf(root)[0]).toMatchObject({ id: "c9", tool: "unknown", output: "lost?" });
  });
});

describe("a denial", () => {
  test("by a server that looked again, of what a person had approved, stops the call, live and replayed", () => {
    const chunks: AiSdkChunk[] = [
      ...start,
      call("c1"),
      { type: "tool-approval-request", toolCallId: "c1", approvalId: "p1" },
      { type: "tool-approval-response", approvalId: "p1", approved: true },
      { type: "tool-output-denied", toolCallId: "c1" },
      { type: "finish" },
    ];
    const part = { type: "tool-search", toolCallId: "c1", state: "output-denied", input: { q: 1 } };
    const saved = message([{ type: "step-start" }, { ...part, approval: { id: "p1", approved: true } }], "m1");
    const live = timeless(fold(chunks).snapshot());
    expect(callsOf(live[0])[0]).toMatchObject({ status: "cancelled", approval: { state: "approved" } });
    expect(foldOf({ messages: [saved as unknown as UIMessage] }).tree).toEqual(live);
  });
});

describe("what a timeline does not show", () => {
  test("sources, files and the host's own data are no noise", () => {
    const { events, snapshot } = fold([
      ...start,
      { type: "source-url", sourceId: "1", url: "https://example.test" },
      { type: "source-document", sourceId: "2", mediaType: "text/plain", title: "t" },
      { type: "file", url: "data:,", mediaType: "text/plain" },
      { type: "reasoning-file", url: "data:,", mediaType: "text/plain" },
      { type: "custom", kind: "a.b" },
      { type: "data-weather", id: "w", data: { c: 20 } },
      { type: "message-metadata", messageMetadata: { x: 1 } },
    ]);
    expect(events.map((event) => event.type)).toEqual(["agent.started"]);
    expect(snapshot().notices).toEqual([]);
  });

  test("what nobody knows, or is not as promised, is said to be unknown, and the rest is taken", () => {
    const bad = [{ type: "text-delta", id: 1 }, { type: "tool-input-available" }, { type: "hologram" }, 7, null, [[]]];
    const { root, snapshot } = fold([...start, ...(bad as AiSdkChunk[]), ...say("Hi.")]);
    expect(snapshot().notices).toHaveLength(bad.length);
    expect(root?.items).toHaveLength(1);
  });
});

describe("a message", () => {
  test("that steers is the user's", () => {
    const { snapshot } = fold([
      ...start,
      { type: "steering-message", id: "u2", parts: [{ type: "text", text: "Faster." }] },
    ]);
    expect(snapshot().messages).toEqual([{ id: "u2", role: "user", text: "Faster." }]);
  });

  test("says how many tokens it took, where its host tells", () => {
    const { root } = fold([
      ...start,
      { type: "finish", messageMetadata: { totalUsage: { inputTokens: 5, details: {} } } },
    ]);
    expect(root?.usage).toEqual({ inputTokens: 5 });
  });

  test("that was answered anew is withdrawn, and its asks with it", () => {
    const { timeline, adapter } = fold([
      ...start,
      call("c1"),
      { type: "tool-approval-request", toolCallId: "c1", approvalId: "p1" },
      { type: "finish" },
    ]);
    timeline.apply(adapter.end());
    const user = { id: "u1", role: "user", parts: [{ type: "text", text: "Again." }] };
    timeline.apply(adapter.expect({ messages: [user], messageId: "m2" }));
    for (const chunk of [{ type: "start" }, ...say("Anew."), { type: "finish" }]) timeline.apply(adapter.push(chunk));
    const [first, second] = timeline.snapshot().agents;
    expect([first?.status, first?.items]).toEqual(["cancelled", []]);
    expect([second?.messageId, second?.items.length]).toEqual(["m2", 1]);
    expect(timeline.getNode("c1")).toBeUndefined();
  });

  test("that is streamed again from its beginning after a cut is not told twice", () => {
    const chunks = [
      ...start,
      ...say("I search."),
      call("c1"),
      output("c1", message([text("Hm.", "done")]), true),
      output("c1", message([text("Hm.", "done"), text("Found.", "done")])),
      ...say("Found.", "1"),
      { type: "finish" },
    ];
    const whole = fold(chunks).snapshot();
    const cut = fold(chunks.slice(0, 6));
    cut.timeline.apply(cut.adapter.end());
    cut.timeline.apply(cut.adapter.expect({ isRepeat: true, messageId: "m1" }));
    for (const chunk of chunks) cut.timeline.apply(cut.adapter.push(chunk));
    expect(timeless(cut.snapshot())).toEqual(timeless(whole));
  });
});

describe("a sub-agent's whole messages", () => {
  test("cost what is new in them: each event once, whatever the length", () => {
    const pieces = Array.from({ length: 200 }, (_, at) => `piece ${at} `);
    const parts: AiSdkPart[] = [text("")];
    const adapter = fromAiSdk();
    let told = [...start, call("c1")].flatMap((chunk) => adapter.push(chunk)).length;
    const before = told;
    pieces.forEach((piece, at) => {
      parts[0] = text(`${String(parts[0]!["text"])}${piece}`);
      parts.push({ type: "tool-look", toolCallId: `n${at}`, state: "output-available", input: { at }, output: piece });
      told += adapter.push(output("c1", message([...parts]), true)).length;
    });
    // A start each for the call and its agent; then a piece of text, and requested, ready, started, completed for a
    // call.
    expect(told - before).toBe(2 + pieces.length * 5);
    expect(adapter.push(output("c1", message([...parts]), true))).toEqual([]);
  });

  test("follow a nested call through all its states, and streaming arguments", () => {
    const look = (fields: object): AiSdkPart => ({ type: "tool-look", toolCallId: "n1", ...fields });
    const states: [AiSdkPart, object][] = [
      [look({ state: "input-streaming" }), { status: "requested" }],
      [look({ state: "input-streaming", rawInput: '{"a":"b' }), { status: "requested", input: { a: "b" } }],
      [look({ state: "input-streaming", rawInput: '{"a":"bc"' }), { status: "requested", input: { a: "bc" } }],
      [look({ state: "input-available", input: { a: "bc" } }), { status: "ready", input: { a: "bc" } }],
      [
        look({ state: "output-available", input: { a: "bc" }, output: 1, preliminary: true }),
        { status: "running", output: 1 },
      ],
      [look({ state: "output-available", input: { a: "bc" }, output: 2 }), { status: "completed", output: 2 }],
    ];
    const { timeline, adapter } = fold([...start, call("c1")]);
    for (const [part, expected] of states) {
      timeline.apply(adapter.push(output("c1", message([text("Hm."), part]), true)));
      expect(timeline.getNode("c1/n1")).toMatchObject(expected);
    }
  });

  test("show arguments as they grow, though only what is parsed of them comes", () => {
    const { timeline, adapter } = fold([...start, call("c1")]);
    const text = '{"a":"say \\"hi\\"","list":[1,12,{"b":""}],"c":{}}';
    for (let end = 1; end <= text.length; end++) {
      const parser = createPartialJson();
      parser.push(text.slice(0, end));
      const part = { type: "tool-look", toolCallId: "n1", state: "input-streaming", input: parser.value };
      timeline.apply(adapter.push(output("c1", message([part]), true)));
      const node = timeline.getNode("c1/n1");
      if (text.slice(0, end).endsWith("hi")) expect(node).toMatchObject({ status: "requested", input: parser.value });
    }
    expect(timeline.getNode("c1/n1")).toMatchObject({ input: { a: 'say "hi"', list: [1, 12, { b: "" }], c: {} } });
  });

  test("that take something back, take it back", () => {
    const { root } = fold([
      ...start,
      call("c1"),
      output("c1", message([text("One.", "done"), text("Two, wr")]), true),
      output("c1", message([text("One.", "done"), text("Three.")]), true),
      output("c1", message([text("One.", "done")]), true),
      output("c1", message([text("One.", "done"), text("Four.", "done")])),
    ]);
    expect(callsOf(root)[0]?.agents[0]?.items.map((item) => (item.kind === "call" ? "" : item.text))).toEqual([
      "One.",
      "Four.",
    ]);
  });

  test("with another id are another agent's", () => {
    const { root } = fold([
      ...start,
      call("c1"),
      output("c1", message([text("First")]), true),
      output("c1", message([text("First.")], "a"), true),
      output("c1", message([text("Second.", "done")], "b")),
    ]);
    expect(callsOf(root)[0]?.agents.map((agent) => [agent.status, agent.items.length])).toEqual([
      ["completed", 1],
      ["completed", 1],
    ]);
  });

  test("end with their call: failed, aborted or cut, nothing in them runs on", () => {
    const agent = message([text("Hm."), { type: "tool-look", toolCallId: "n1", state: "input-available", input: {} }]);
    const ends: [AiSdkChunk, string][] = [
      [{ type: "tool-output-error", toolCallId: "c1", errorText: "No." }, "interrupted"],
      [{ type: "abort" }, "cancelled"],
      [{ type: "error", errorText: "No." }, "interrupted"],
      [{ type: "finish" }, "interrupted"],
    ];
    for (const [end, status] of ends) {
      const { root } = fold([...start, call("c1"), output("c1", agent, true), end]);
      const [child] = callsOf(root)[0]!.agents;
      expect([child?.status, callsOf(child)[0]?.status], end.type).toEqual([status, status]);
    }
  });
});

describe("any stream", () => {
  const id = fc.constantFrom("a", "b", "c");
  const part = fc.oneof(
    fc.record({
      type: fc.constantFrom("text", "reasoning"),
      text: fc.string({ maxLength: 6 }),
      state: fc.constantFrom("streaming", "done"),
    }),
    fc.record({
      type: fc.constantFrom("tool-x", "dynamic-tool"),
      toolName: fc.constant("x"),
      toolCallId: id,
      state: fc.constantFrom(
        "input-streaming",
        "input-available",
        "approval-requested",
        "output-available",
        "output-error",
      ),
      input: fc.jsonValue({ maxDepth: 1 }),
      rawInput: fc.string({ maxLength: 6 }),
      output: fc.jsonValue({ maxDepth: 1 }),
      errorText: fc.string({ maxLength: 6 }),
      approval: fc.record({ id }),
      preliminary: fc.boolean(),
    }),
    fc.record({ type: fc.constant("step-start") }),
  );
  const nested = fc.record({
    id: fc.constantFrom("", "x"),
    role: fc.constant("assistant"),
    parts: fc.array(part, { maxLength: 5 }),
  });
  const chunk = fc.oneof(
    fc.record({ type: fc.constant("start"), messageId: fc.option(fc.constantFrom("m1", "m2"), { nil: undefined }) }),
    fc.record({
      type: fc.constantFrom("finish", "abort", "error", "start-step", "finish-step", "reset-step"),
      errorText: fc.constant("no"),
    }),
    fc.record({
      type: fc.constantFrom(
        "text-start",
        "text-delta",
        "text-end",
        "reasoning-start",
        "reasoning-delta",
        "reasoning-end",
      ),
      id,
      delta: fc.string({ maxLength: 4 }),
    }),
    fc.record({
      type: fc.constantFrom(
        "tool-input-start",
        "tool-input-delta",
        "tool-input-available",
        "tool-input-error",
        "tool-approval-request",
        "tool-approval-response",
        "tool-output-available",
        "tool-output-error",
        "tool-output-denied",
      ),
      toolCallId: id,
      toolName: fc.constantFrom("x", "y"),
      approvalId: id,
      approved: fc.boolean(),
      inputTextDelta: fc.string({ maxLength: 4 }),
      input: fc.jsonValue({ maxDepth: 1 }),
      output: fc.oneof(fc.jsonValue({ maxDepth: 1 }), nested),
      errorText: fc.constant("no"),
      preliminary: fc.boolean(),
    }),
    fc.jsonValue() as fc.Arbitrary<never>,
  );

  test("gives a tree without a throw, in which nothing runs once it has ended but what a person is asked", () => {
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 40 }), (chunks) => {
        const { timeline, adapter, snapshot } = fold(chunks as AiSdkChunk[]);
        timeline.apply(adapter.end());
        expect(snapshot().gaps).toEqual([]);
        const problems = snapshot().notices.filter((notice) => notice.code !== "unknown_type");
        expect(problems).toEqual([]);
        const check = (agents: ReturnType<typeof snapshot>["agents"]): boolean =>
          agents
            .map((agent) => {
              const waits = callsOf(agent).map((one) => {
                const below = check(one.agents);
                if (one.status === "awaiting-approval") return true;
                if (!below)
                  expect(["completed", "failed", "cancelled", "interrupted", "denied", "ready"]).toContain(one.status);
                return below;
              });
              if (!waits.includes(true)) expect(agent.status).not.toBe("running");
              return waits.includes(true);
            })
            .includes(true);
        check(snapshot().agents);
      }),
    );
  });

  test("of whole messages ends in the last one's tree, whatever came before", () => {
    fc.assert(
      fc.property(fc.array(nested, { minLength: 1, maxLength: 5 }), (messages) => {
        const same = messages.map((one) => ({ ...one, id: "m1" }));
        const last = same.at(-1)!;
        const many = foldOf({ messages: same as unknown as UIMessage[] });
        const texts = (tree: typeof many.tree) =>
          tree.flatMap((agent) =>
            agent.items.flatMap((item) => (item.kind === "call" || item.text === "" ? [] : [[item.kind, item.text]])),
          );
        expect(texts(many.tree)).toEqual(texts(foldOf({ messages: [last as unknown as UIMessage] }).tree));
      }),
    );
  });
});
