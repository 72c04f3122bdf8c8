import Anthropic from "@anthropic-ai/sdk";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromAnthropic, type AnthropicChunk } from "./fromAnthropic.ts";
import { anthropicEvents, type BlockScript } from "./testing/fixtures/anthropicEvents.ts";
import { everyByte, sse, treeOf } from "../testing/wireTree.ts";

const weather: BlockScript = {
  type: "tool_use",
  id: "toolu_1",
  name: "get_weather",
  pieces: ['{"loca', 'tion": "Bern', '"}'],
};
const statusOf = (chunks: (AnthropicChunk | string)[]) => treeOf(fromAnthropic(), chunks).agents.at(-1)!.status;

/** What the vendor's own client makes of the stream. */
async function vendorMessage(body: string) {
  const fetch = async () => new Response(body, { headers: { "content-type": "text/event-stream" } });
  const client = new Anthropic({ apiKey: "none", fetch, maxRetries: 0 });
  const request = { model: "model", max_tokens: 1, messages: [{ role: "user" as const, content: "?" }] };
  return client.messages.stream(request).finalMessage();
}

describe("a message", () => {
  test("is a root agent with its text, its thinking, its calls and its tokens", () => {
    const events = anthropicEvents({
      id: "msg_1",
      stopReason: "tool_use",
      blocks: [{ type: "thinking", pieces: ["Hm", "m"] }, { type: "text", pieces: ["Let me ", "look."] }, weather],
    });
    const { snapshot } = treeOf(fromAnthropic({ messageId: "m1" }), events);
    expect(snapshot.notices).toEqual([]);
    expect(snapshot.agents).toMatchObject([
      {
        id: "agent:msg_1",
        status: "completed",
        messageId: "m1",
        usage: { inputTokens: 10, outputTokens: 20 },
        items: [
          { kind: "reasoning", text: "Hmm" },
          { kind: "text", text: "Let me look." },
          { kind: "call", id: "toolu_1", tool: "get_weather", status: "ready", input: { location: "Bern" } },
        ],
      },
    ]);
  });

  test("keeps for the next step what nobody is shown: signatures, citations, redacted thinking", () => {
    const events = anthropicEvents({
      id: "msg_1",
      blocks: [
        { type: "thinking", pieces: ["Hm"] },
        { whole: { type: "redacted_thinking", data: "secret" } },
        { whole: { type: "text", text: "So it is.", citations: [{ cited_text: "it is" }] } },
      ],
    });
    const step = fromAnthropic()
      .push(sse(events))
      .find((event) => event.type === "agent.step_completed");
    expect(step?.meta).toEqual({
      anthropic: {
        signatures: { "msg_1:0": "signed-0" },
        redactedThinking: ["secret"],
        citations: { "msg_1:2": [{ cited_text: "it is" }] },
      },
    });
  });

  test("keys its blocks by message and index, so that the next message's block 0 is another one", () => {
    const adapter = fromAnthropic();
    const first = anthropicEvents({ id: "msg_1", blocks: [{ type: "text", pieces: ["one"] }] });
    const second = anthropicEvents({ id: "msg_2", blocks: [{ type: "text", pieces: ["two"] }] });
    const { agents } = treeOf(adapter, [...first, ...second]);
    expect(agents.map((agent) => agent.items)).toMatchObject([[{ text: "one" }], [{ text: "two" }]]);
  });

  test("whose start carries its blocks already has them, results of calls never seen too", () => {
    const content = [
      {
        type: "code_execution_tool_result",
        tool_use_id: "srv_1",
        content: { type: "code_execution_result", stdout: "3" },
      },
      { type: "tool_use", id: "toolu_1", name: "look", input: { id: 3 } },
    ];
    const message = { id: "msg_1", content, stop_reason: "tool_use", usage: { input_tokens: 1 } };
    const { agents } = treeOf(fromAnthropic(), [{ type: "message_start", message }, { type: "message_stop" }]);
    expect(agents).toMatchObject([
      {
        status: "completed",
        items: [
          { id: "srv_1", tool: "code_execution", status: "completed", output: { stdout: "3" } },
          { id: "toolu_1", status: "ready", input: { id: 3 } },
        ],
      },
    ]);
  });

  test("that is pushed whole says nothing again of what has streamed", () => {
    const whole = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      content: [
        { type: "text", text: "Let me look." },
        { type: "tool_use", id: "toolu_1", name: "get_weather", input: { location: "Bern" } },
      ],
      stop_reason: "tool_use",
      usage: { input_tokens: 10, output_tokens: 20 },
    };
    const streamed = anthropicEvents({
      id: "msg_1",
      blocks: [{ type: "text", pieces: ["Let me ", "look."] }, weather],
    });
    const alone = treeOf(fromAnthropic(), [whole]);
    expect(alone.text()).toBe("Let me look.");
    expect(alone.call("toolu_1")).toMatchObject({ status: "ready", input: { location: "Bern" } });
    const both = treeOf(fromAnthropic(), [...streamed, whole, whole]);
    expect(both.agents).toHaveLength(1);
    expect(both.text()).toBe("Let me look.");
    expect(both.calls).toHaveLength(1);
  });
});

describe("arguments", () => {
  const call = (block: BlockScript, stopReason = "tool_use") =>
    treeOf(fromAnthropic(), anthropicEvents({ id: "msg_1", blocks: [block], stopReason })).calls[0];
  const tool = (pieces: string[]): BlockScript => ({ type: "tool_use", id: "toolu_1", name: "run", pieces });

  test.each([
    ["none is an empty object", tool([]), {}],
    ["given at the start", { whole: { type: "tool_use", id: "t", name: "run", input: { a: 1 } } }, { a: 1 }],
    ["given as an empty text", { whole: { type: "tool_use", id: "t", name: "run", input: "" } }, {}],
    ["of a finer streaming that is no JSON stay a text", tool(['{"a": ', "oops"]), '{"a": oops'],
  ] as const)("%s", (_case, block, input) => {
    expect(call(block)).toMatchObject({ status: "ready", input });
  });

  test("that the token limit cut are never taken for whole", () => {
    expect(call(tool(['{"a": 1, "b": "ha']), "max_tokens")).toMatchObject({
      status: "interrupted",
      reason: "max_tokens",
      input: { a: 1, b: "ha" },
    });
  });

  test("under an id that an earlier message has used are another call, and a result means the last", () => {
    const ask = (id: string, place: string) =>
      anthropicEvents({ id, blocks: [{ type: "tool_use", id: "run:0", name: "run", pieces: [`{"at":"${place}"}`] }] });
    const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "run:0", content: "done" }] };
    const { calls } = treeOf(fromAnthropic(), [...ask("msg_1", "here"), result, ...ask("msg_2", "there"), result]);
    expect(calls.map(({ input, status }) => [input, status])).toEqual([
      [{ at: "here" }, "completed"],
      [{ at: "there" }, "completed"],
    ]);
  });
});

describe("results", () => {
  test("that an app sends to the model end its calls", () => {
    const content = [
      { type: "tool_result", tool_use_id: "toolu_1", content: [{ type: "text", text: '{"degrees": 3}' }] },
      { type: "tool_result", tool_use_id: "toolu_2", content: "no such town", is_error: true },
    ];
    const blocks = [weather, { ...weather, id: "toolu_2" } as BlockScript];
    const tree = treeOf(fromAnthropic(), [...anthropicEvents({ id: "msg_1", blocks }), { role: "user", content }]);
    expect(tree.call("toolu_1")).toMatchObject({ status: "completed", output: { degrees: 3 } });
    expect(tree.call("toolu_2")).toMatchObject({ status: "failed", error: { message: "no such town" } });
  });

  test("of the provider's own tools end theirs, in the same message or a later one", () => {
    const search: BlockScript = { type: "server_tool_use", id: "srv_1", name: "web_search", pieces: ['{"query":"x"}'] };
    const found = [{ type: "web_search_result", url: "https://example.com/", title: "x" }];
    const result = { whole: { type: "web_search_tool_result", tool_use_id: "srv_1", content: found } };
    const paused = anthropicEvents({ id: "msg_1", blocks: [search], stopReason: "pause_turn" });
    const waiting = treeOf(fromAnthropic(), paused);
    expect(waiting.call("srv_1").status).toBe("running");
    expect(waiting.agents[0]!.status).toBe("completed");
    for (const chunks of [
      anthropicEvents({ id: "msg_1", blocks: [search, result] }),
      [...paused, ...anthropicEvents({ id: "msg_2", blocks: [result] })],
    ]) {
      expect(treeOf(fromAnthropic(), chunks).call("srv_1")).toMatchObject({ status: "completed", output: found });
    }
  });

  test("say so where a provider's tool has failed", () => {
    const search: BlockScript = { type: "server_tool_use", id: "srv_1", name: "web_search", pieces: ["{}"] };
    const error = { type: "web_search_tool_result_error", error_code: "max_uses_exceeded" };
    const mcp: BlockScript = { type: "mcp_tool_use", id: "mcp_1", name: "echo", pieces: ["{}"] };
    const tree = treeOf(
      fromAnthropic(),
      anthropicEvents({
        id: "msg_1",
        blocks: [
          search,
          { whole: { type: "web_search_tool_result", tool_use_id: "srv_1", content: error } },
          mcp,
          { whole: { type: "mcp_tool_result", tool_use_id: "mcp_1", content: "broken", is_error: true } },
        ],
      }),
    );
    expect(tree.call("srv_1")).toMatchObject({ status: "failed", error: { code: "max_uses_exceeded" } });
    expect(tree.call("mcp_1")).toMatchObject({ status: "failed", error: { message: "broken" } });
  });
});

describe("an end", () => {
  const said: BlockScript = { type: "text", pieces: ["Well"] };

  test.each([
    ["end_turn", "completed"],
    ["stop_sequence", "completed"],
    ["tool_use", "completed"],
    ["max_tokens", "interrupted"],
    ["model_context_window_exceeded", "interrupted"],
    ["refusal", "failed"],
  ])("by %s is %s", (stopReason, status) => {
    expect(statusOf(anthropicEvents({ id: "msg_1", blocks: [said], stopReason }))).toBe(status);
  });

  test("by an error is a failure with the provider's words, and cuts what was being written", () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    const cut = anthropicEvents({ id: "msg_1", blocks: [said, weather] }).slice(0, -5);
    const tree = treeOf(fromAnthropic(), [sse([...cut, error])]);
    expect(tree.agents[0]).toMatchObject({
      status: "failed",
      error: { code: "overloaded_error", message: "Overloaded" },
    });
    expect(tree.text()).toBe("Well");
    expect(tree.call("toolu_1")).toMatchObject({ status: "interrupted", reason: "Overloaded" });
    expect(treeOf(fromAnthropic(), [error]).agents[0]!.status).toBe("failed");
  });

  test("by a cut interrupts all, and so does a message that begins before the last has stopped", () => {
    const cut = anthropicEvents({ id: "msg_1", blocks: [said, weather] }).slice(0, -5);
    const ended = treeOf(fromAnthropic(), cut, { end: true });
    expect([ended.agents[0]!.status, ended.call("toolu_1").status]).toEqual(["interrupted", "interrupted"]);
    const next = anthropicEvents({ id: "msg_2", blocks: [said] });
    expect(treeOf(fromAnthropic(), [...cut, ...next]).agents.map((agent) => agent.status)).toEqual([
      "interrupted",
      "completed",
    ]);
    // A gateway's doubled start is the same message.
    const [start, ...rest] = next;
    expect(treeOf(fromAnthropic(), [start!, start!, ...rest]).agents).toHaveLength(1);
  });
});

const piecesOf = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.array(fc.nat(40), { maxLength: 4 })).map(([whole, cuts]) => {
    const places = [...new Set(cuts.map((cut) => Math.min(cut, whole.length)))].toSorted((a, b) => a - b);
    return [0, ...places].map((from, at) => whole.slice(from, places[at] ?? whole.length));
  });
const words = piecesOf(fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }));
const json = piecesOf(
  fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 })).map((value) => JSON.stringify(value)),
);
const block: fc.Arbitrary<BlockScript> = fc.oneof(
  fc.record({ type: fc.constantFrom("text", "thinking"), pieces: words }),
  fc.record({
    type: fc.constantFrom("tool_use", "server_tool_use"),
    id: fc.uuid().map((id) => `toolu_${id}`),
    name: fc.constantFrom("run", "look"),
    pieces: json,
  }),
);

test("whatever streams, cut at every byte, is what the vendor's client makes of it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 5 }), async (blocks) => {
      const body = sse(anthropicEvents({ id: "msg_1", blocks }));
      const { content } = await vendorMessage(body);
      const tree = treeOf(fromAnthropic(), everyByte(body));
      const textOf = (type: "text" | "thinking") =>
        content.map((one) => (one.type === type ? (one as unknown as Record<string, string>)[type] : "")).join("");
      expect(tree.text()).toBe(textOf("text"));
      expect(tree.text("reasoning")).toBe(textOf("thinking"));
      const calls = content.flatMap((one) => ("input" in one ? [[one.id, one.name, one.input]] : []));
      expect(JSON.stringify(tree.calls.map(({ id, tool, input }) => [id, tool, input]))).toBe(JSON.stringify(calls));
    }),
  );
});
