import fc from "fast-check";
import OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { fromOpenAiChat, type OpenAiChatChunk } from "./fromOpenAiChat.ts";
import { completionChunks } from "./testing/fixtures/completionChunks.ts";
import { everyByte, sse, treeOf } from "../testing/wireTree.ts";

const call = (fields: object, fn?: object) => ({ tool_calls: [{ ...fields, ...(fn && { function: fn }) }] });
const weather = [
  call({ index: 0, id: "call_1", type: "function" }, { name: "get_weather", arguments: "" }),
  call({ index: 0 }, { arguments: '{"location":' }),
  call({ index: 0 }, { arguments: ' "Bern"}' }),
];
const said = [{ content: "Let me " }, { content: "look." }];
const chunksOf = (deltas: readonly object[], finishReason = "tool_calls") =>
  completionChunks({ id: "chatcmpl-1", deltas: deltas.map((delta) => [0, delta] as const), finishReason });
const read = (deltas: readonly object[], finishReason?: string) =>
  treeOf(fromOpenAiChat(), chunksOf(deltas, finishReason));
const told = (deltas: readonly object[]) => read(deltas).calls.map(({ id, tool, input }) => [id, tool, input]);

describe("a completion", () => {
  test("is a root agent with its text, its thinking, its calls and the tokens that come after its end", () => {
    const usage = { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 };
    const deltas = [{ reasoning_content: "Hmm" }, ...said, ...weather].map((delta) => [0, delta] as const);
    const chunks = completionChunks({ id: "chatcmpl-1", deltas, finishReason: "tool_calls", usage });
    const { snapshot } = treeOf(fromOpenAiChat({ messageId: "m1" }), chunks);
    expect(snapshot.notices).toEqual([]);
    expect(snapshot.agents).toMatchObject([
      {
        id: "agent:chatcmpl-1",
        status: "completed",
        messageId: "m1",
        usage: { inputTokens: 10, outputTokens: 20, totalTokens: 30 },
        items: [
          { kind: "reasoning", text: "Hmm" },
          { kind: "text", text: "Let me look." },
          { kind: "call", id: "call_1", tool: "get_weather", status: "ready", input: { location: "Bern" } },
        ],
      },
    ]);
  });

  test("of several choices is an agent a choice", () => {
    const deltas = [
      [0, { content: "a" }],
      [1, { content: "x" }],
      [0, { content: "b" }],
      [1, weather[0]!],
      [1, weather[1]!],
      [1, weather[2]!],
    ] as const;
    const { agents } = treeOf(fromOpenAiChat(), completionChunks({ id: "c", deltas }));
    expect(agents).toMatchObject([
      { id: "agent:c", status: "completed", items: [{ text: "ab" }] },
      { id: "agent:c:1", status: "completed", items: [{ text: "x" }, { id: "call_1", input: { location: "Bern" } }] },
    ]);
  });

  test("that comes whole beside an empty delta is whole, and beside its deltas is said once", () => {
    const message = { role: "assistant", content: "Paris" };
    const choice = { index: 0, finish_reason: "stop", message, delta: { role: "assistant", content: "" } };
    const whole = { id: "c", object: "chat.completion", choices: [choice] };
    expect(treeOf(fromOpenAiChat(), [whole]).agents).toMatchObject([
      { status: "completed", items: [{ text: "Paris" }] },
    ]);
    const soFar = (content: string, all: string) => ({
      ...whole,
      choices: [{ index: 0, message: { ...message, content: all }, delta: { content } }],
    });
    const { agents } = treeOf(fromOpenAiChat(), [soFar("Pa", "Pa"), soFar("ri", "Pari"), whole]);
    expect(agents).toMatchObject([{ status: "completed", items: [{ text: "Paris" }] }]);
  });

  test("whose calls have every field, empty where it does not apply, is read by the others", () => {
    const fn = { name: "get_weather", arguments: '{"city":"Mexico City"}' };
    const tool_calls = [{ id: "t", type: "function", custom: { name: "", input: "" }, function: fn }];
    const choices = [{ index: 0, finish_reason: "", message: { role: "assistant", content: "", tool_calls } }];
    expect(treeOf(fromOpenAiChat(), [{ id: "c", object: "chat.completion", choices }]).calls).toMatchObject([
      { tool: "get_weather", input: { city: "Mexico City" } },
    ]);
    expect(told([{ tool_calls: [{ ...tool_calls[0], index: 0 }] }])).toEqual([["t", fn.name, { city: "Mexico City" }]]);
  });

  test("that has ended is not begun again by an error of the same id; another error is another answer's", () => {
    const error = { code: 400, message: "Token limit reached" };
    const late = { id: "chatcmpl-1", error, choices: [{ index: 0, delta: { role: "assistant", content: "" } }] };
    expect(treeOf(fromOpenAiChat(), [...chunksOf(said, "length"), late]).agents).toMatchObject([
      { status: "interrupted", reason: "length", items: [{ text: "Let me look." }] },
    ]);
    expect(treeOf(fromOpenAiChat(), [...chunksOf(said, "stop"), { error }]).agents).toMatchObject([
      { status: "completed" },
      { status: "failed", error: { message: "Token limit reached" } },
    ]);
  });

  test("to a picture alone has no message without words before it", () => {
    const picture = { role: "user", content: [{ type: "image_url", image_url: { url: "data:," } }] };
    const { snapshot } = treeOf(fromOpenAiChat(), [picture, ...chunksOf(said, "stop")]);
    expect(snapshot).toMatchObject({ messages: [], agents: [{ status: "completed" }] });
  });

  test("that is pushed whole says nothing again of what has streamed", () => {
    const tool_calls = [
      { id: "call_1", type: "function", function: { name: "get_weather", arguments: '{"location": "Bern"}' } },
    ];
    const message = { role: "assistant", content: "Let me look.", tool_calls };
    const whole = {
      id: "chatcmpl-1",
      object: "chat.completion",
      choices: [{ index: 0, message, finish_reason: "tool_calls" }],
    };
    for (const chunks of [
      [whole],
      [whole, whole],
      [...chunksOf([...said, ...weather]), whole],
      [message],
    ] as OpenAiChatChunk[][]) {
      const tree = treeOf(fromOpenAiChat(), chunks);
      expect([tree.agents.length, tree.agents[0]!.status, tree.text()]).toEqual([1, "completed", "Let me look."]);
      expect(tree.calls).toMatchObject([{ id: "call_1", status: "ready", input: { location: "Bern" } }]);
    }
  });

  test("follows another, also where the provider gives both the same id", () => {
    for (const id of ["c1", "chatcmpl-1", ""]) {
      const next = completionChunks({
        id,
        deltas: [
          [0, { content: "" }],
          [0, { content: "Sunny" }],
        ],
      });
      const { agents } = treeOf(fromOpenAiChat(), [...chunksOf(said, "stop"), ...next]);
      expect(agents.map(({ items, status }) => [items, status])).toMatchObject([
        [[{ text: "Let me look." }], "completed"],
        [[{ text: "Sunny" }], "completed"],
      ]);
    }
  });

  test("is one, though its last chunk repeats the role or each of its chunks has an id of its own", () => {
    const usage = { prompt_tokens: 1, completion_tokens: 2 };
    const last = {
      id: "chatcmpl-1",
      choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }],
      usage,
    };
    expect(treeOf(fromOpenAiChat(), [...chunksOf(said, "stop"), last]).agents).toMatchObject([
      { usage: { outputTokens: 2 } },
    ]);
    const own = chunksOf([...said, ...weather]).map((chunk, at) => ({ ...chunk, id: `c${at}` }));
    const tree = treeOf(fromOpenAiChat(), own);
    expect([tree.agents.length, tree.text(), tree.calls.length]).toEqual([1, "Let me look.", 1]);
  });
});

describe("the providers' ways to say a call", () => {
  const bern = { location: "Bern" };

  test.each([
    ["id only at first", weather, [["call_1", "get_weather", bern]]],
    [
      "id repeated",
      weather.map((delta) => call({ ...delta.tool_calls[0], id: "call_1" })),
      [["call_1", "get_weather", bern]],
    ],
    [
      "id empty later",
      weather.map((delta) => call({ id: "", ...delta.tool_calls[0] })),
      [["call_1", "get_weather", bern]],
    ],
    [
      "another id in each piece",
      weather.map((delta, at) => call({ ...delta.tool_calls[0], id: `call_${at + 1}` })),
      [["call_1", "get_weather", bern]],
    ],
    [
      "no index",
      [
        call({ id: "a" }, { name: "run", arguments: '{"a":' }),
        call({}, { arguments: "1}" }),
        call({ id: "b" }, { name: "run", arguments: '{"b":2}' }),
        call({ id: "a" }, { arguments: " " }),
      ],
      [
        ["a", "run", { a: 1 }],
        ["b", "run", { b: 2 }],
      ],
    ],
    [
      "index zero for all",
      [
        call({ index: 0, id: "a" }, { name: "run", arguments: '{"a":1}' }),
        call({ index: 0, id: "b" }, { name: "run", arguments: '{"b":2}' }),
      ],
      [
        ["a", "run", { a: 1 }],
        ["b", "run", { b: 2 }],
      ],
    ],
    [
      "the name after the arguments have begun",
      [call({ index: 0, id: "a" }, { arguments: '{"a"' }), call({ index: 0 }, { name: "run", arguments: ":1}" })],
      [["a", "run", { a: 1 }]],
    ],
    ["no id at all", [call({ index: 0 }, { name: "run", arguments: "{}" })], [["chatcmpl-1:call:0", "run", {}]]],
    [
      "arguments as a value",
      [call({ index: 0, id: "a" }, { name: "run", arguments: { a: 1 } })],
      [["a", "run", { a: 1 }]],
    ],
    ["no arguments", [call({ index: 0, id: "a" }, { name: "run" })], [["a", "run", {}]]],
    [
      "arguments that are no JSON",
      [call({ index: 0, id: "a" }, { name: "run", arguments: "{a" })],
      [["a", "run", "{a"]],
    ],
    [
      "a custom tool",
      [
        call({ index: 0, id: "a", type: "custom", custom: { name: "sql", input: 'SELECT "' } }),
        call({ index: 0, custom: { input: 'a"' } }),
      ],
      [["a", "sql", 'SELECT "a"']],
    ],
    [
      "index zero and an empty id for all, whole",
      [
        call({ index: 0, id: "", type: "function" }, { name: "get_weather", arguments: '{"city":"London"}' }),
        call({ index: 0, id: "", type: "function" }, { name: "get_time", arguments: '{"tz":"UTC"}' }),
      ],
      [
        ["chatcmpl-1:call:0", "get_weather", { city: "London" }],
        ["chatcmpl-1:call:1", "get_time", { tz: "UTC" }],
      ],
    ],
    [
      "index zero and no id for all, in pieces",
      [
        call({ index: 0 }, { name: "run", arguments: "" }),
        call({ index: 0 }, { arguments: '{"a":' }),
        call({ index: 0 }, { arguments: "1}" }),
        call({ index: 0 }, { name: "run", arguments: "" }),
        call({ index: 0 }, { name: "run", arguments: '{"a":' }),
        call({ index: 0 }, { arguments: "2}" }),
      ],
      [
        ["chatcmpl-1:call:0", "run", { a: 1 }],
        ["chatcmpl-1:call:1", "run", { a: 2 }],
      ],
    ],
    [
      "index zero for all of one list, without arguments",
      [
        {
          tool_calls: [
            { index: 0, function: { name: "get_time", arguments: "" } },
            { index: 0, function: { name: "get_date", arguments: "" } },
          ],
        },
      ],
      [
        ["chatcmpl-1:call:0", "get_time", {}],
        ["chatcmpl-1:call:1", "get_date", {}],
      ],
    ],
    [
      "neither index nor id, whole",
      [
        call({ id: "", type: "function" }, { name: "a", arguments: "{}" }),
        call({ type: "function" }, { name: "b", arguments: '{"b":1}' }),
        call({ type: "function" }, { name: "b", arguments: '{"b":1}' }),
      ],
      [
        ["chatcmpl-1:call:0", "a", {}],
        ["chatcmpl-1:call:1", "b", { b: 1 }],
        ["chatcmpl-1:call:2", "b", { b: 1 }],
      ],
    ],
    [
      "one id for all",
      [
        call({ index: 0, id: "call" }, { name: "a", arguments: "{}" }),
        call({ index: 1, id: "call" }, { name: "b", arguments: '{"b":' }),
        call({ index: 1 }, { arguments: "1}" }),
      ],
      [
        ["call", "a", {}],
        ["call#2", "b", { b: 1 }],
      ],
    ],
    [
      "all of it again at its end",
      [...weather, call({ index: 0, id: "call_1" }, { name: "get_weather", arguments: '{"location": "Bern"}' })],
      [["call_1", "get_weather", bern]],
    ],
    [
      "the name again at its end",
      [...weather, call({ index: 0 }, { name: "get_weather", arguments: "" })],
      [["call_1", "get_weather", bern]],
    ],
    [
      "the name in pieces",
      [
        call({ index: 0, id: "a", type: "function" }, { name: "get_", arguments: "" }),
        call({ index: 0 }, { name: "wea" }),
        call({ index: 0, id: "", type: "function" }, { name: "ther", arguments: "" }),
        call({ index: 0 }, { arguments: "{}" }),
      ],
      [["a", "get_weather", {}]],
    ],
    [
      "the name as it grows",
      [
        call({ index: 0, id: "a" }, { name: "get_" }),
        call({ index: 0, id: "a" }, { name: "get_weather" }),
        call({ index: 0, id: "a" }, { name: "get_weather", arguments: "{}" }),
      ],
      [["a", "get_weather", {}]],
    ],
    [
      "another call while the last one's arguments are cut",
      [call({ index: 0 }, { name: "a", arguments: '{"x":' }), call({ index: 0 }, { name: "b", arguments: '{"y":1}' })],
      [
        ["chatcmpl-1:call:0", "a", '{"x":'],
        ["chatcmpl-1:call:1", "b", { y: 1 }],
      ],
    ],
    [
      "the legacy function call, its name in pieces",
      [{ function_call: { name: "get_" } }, { function_call: { name: "time", arguments: "" } }],
      [["chatcmpl-1:call:0", "get_time", {}]],
    ],
    [
      "the legacy function call",
      [{ function_call: { name: "run", arguments: "" } }, { function_call: { arguments: '{"a":1}' } }],
      [["chatcmpl-1:call:0", "run", { a: 1 }]],
    ],
  ])("%s", (_way, deltas, calls) => {
    expect(told(deltas)).toEqual(calls);
    const { agents } = read([...deltas, { content: "After." }]);
    // A name that waited for its rest has its place before what is said next.
    expect(agents[0]!.items.at(-1)).toMatchObject({ kind: "text", text: "After." });
  });

  test("one id in every completion", () => {
    const ask = (id: string, a: number) =>
      completionChunks({
        id,
        deltas: [[0, call({ index: 0, id: "run:0" }, { name: "run", arguments: `{"a":${a}}` })]],
      });
    const result = { role: "tool", tool_call_id: "run:0", content: "done" };
    const { calls } = treeOf(fromOpenAiChat(), [...ask("c1", 1), result, ...ask("c2", 2), result]);
    expect(calls).toMatchObject([
      { input: { a: 1 }, status: "completed" },
      { input: { a: 2 }, status: "completed" },
    ]);
  });
});

describe("the providers' ways to say a text", () => {
  test.each([
    ["a refusal", [{ refusal: "I " }, { refusal: "cannot." }], "I cannot.", ""],
    [
      "parts",
      [
        { content: [{ type: "thinking", thinking: [{ type: "text", text: "Hm" }] }] },
        { content: [{ type: "text", text: "So" }] },
      ],
      "So",
      "Hm",
    ],
    [
      "reasoning",
      [{ reasoning: "Hm", reasoning_details: [{ type: "reasoning.text", text: "Hm" }] }, { content: "So" }],
      "So",
      "Hm",
    ],
    [
      "reasoning details",
      [{ reasoning_details: [{ type: "reasoning.summary", summary: "Hm" }] }, { content: "So" }],
      "So",
      "Hm",
    ],
    ["speech", [{ audio: { id: "a", transcript: "So" } }], "So", ""],
  ])("%s", (_way, deltas, text, reasoning) => {
    const tree = read(deltas, "stop");
    expect([tree.text(), tree.text("reasoning")]).toEqual([text, reasoning]);
  });

  test("with its delta repeated beside it, as the older completions had it, is said once", () => {
    const chunks = chunksOf(said, "stop").map((chunk) => ({
      ...chunk,
      choices: chunk.choices!.map((choice) => ({ ...choice, text: choice.delta?.content as string })),
    }));
    expect(treeOf(fromOpenAiChat(), chunks).text()).toBe("Let me look.");
    const older = ["Let me ", "look."].map((text) => ({ id: "cmpl-1", choices: [{ index: 0, text }] }));
    expect(treeOf(fromOpenAiChat(), older).text()).toBe("Let me look.");
  });

  test("with every other field written out empty brings no call", () => {
    const empty = {
      function_call: { name: "", arguments: "" },
      tool_calls: null,
      refusal: "",
      audio: { transcript: "" },
    };
    expect(read(said.map((delta) => ({ ...empty, ...delta })))).toMatchObject({ calls: [] });
    const message = { role: "assistant", content: "Let me look.", ...empty };
    const whole = { id: "c", object: "chat.completion", choices: [{ index: 0, message, finish_reason: "" }] };
    expect(treeOf(fromOpenAiChat(), [whole])).toMatchObject({ calls: [], agents: [{ status: "completed" }] });
  });
});

describe("results", () => {
  test("that an app sends to the model end its calls", () => {
    const legacy = { function_call: { name: "run", arguments: "{}" } };
    const tree = treeOf(fromOpenAiChat(), [
      ...chunksOf([...weather, legacy]),
      { role: "tool", tool_call_id: "call_1", content: '{"degrees": 3}' },
      { role: "function", name: "run", content: "ran" },
    ]);
    expect(tree.calls).toMatchObject([
      { id: "call_1", status: "completed", output: { degrees: 3 } },
      { tool: "run", status: "completed", output: "ran" },
    ]);
  });
});

describe("an end", () => {
  test.each([
    ["stop", { status: "completed" }],
    ["tool_calls", { status: "completed" }],
    ["length", { status: "interrupted", reason: "length" }],
    ["content_filter", { status: "failed", error: { code: "content_filter" } }],
  ])("by %s says so", (finishReason, expected) => {
    expect(read(said, finishReason).agents[0]).toMatchObject(expected);
  });

  test("by the length never takes cut arguments for whole", () => {
    expect(read(weather.slice(0, 2), "length").calls[0]).toMatchObject({ status: "interrupted", reason: "length" });
    expect(read(weather, "length").calls[0]).toMatchObject({ status: "ready", input: { location: "Bern" } });
  });

  test("by an error, first or amid, is a failure with the provider's words", () => {
    const error = { error: { message: "Overloaded", type: "server_error", code: 503 } };
    const cut = chunksOf([...said, ...weather]).slice(0, 4);
    for (const chunks of [[error], [sse([...cut, error])]]) {
      const tree = treeOf(fromOpenAiChat(), chunks);
      expect(tree.agents).toMatchObject([{ status: "failed", error: { code: "503", message: "Overloaded" } }]);
      expect(tree.calls.every((one) => one.status === "interrupted")).toBe(true);
    }
  });

  test.each([
    [
      "beside its choices",
      {
        error: { code: 502, message: "Provider disconnected" },
        choices: [{ index: 0, delta: { content: "" }, finish_reason: "error" }],
      },
    ],
    [
      "in its choice",
      {
        choices: [
          { index: 0, delta: {}, finish_reason: "error", error: { code: 502, message: "Provider disconnected" } },
        ],
      },
    ],
    ["alone", { error: { code: 502, message: "Provider disconnected" } }],
    ["as an error's body", { object: "error", message: "Provider disconnected", code: 502 }],
    ["without a code", { detail: "Provider disconnected" }],
    ["in a list", { errors: [{ message: "Provider disconnected" }] }],
  ])("by an error %s is a failure, and its tokens count, whenever they come", (_where, error) => {
    const usage = { prompt_tokens: 10, completion_tokens: 4 };
    const begun = chunksOf(said).slice(0, 2);
    const id = "chatcmpl-1";
    const counted = { id, choices: [], usage };
    for (const chunks of [
      [...begun, { id, ...error, usage }],
      [...begun, counted, { id, ...error }],
      [...begun, { id, ...error }, counted],
    ]) {
      expect(treeOf(fromOpenAiChat(), chunks as OpenAiChatChunk[], { end: true }).agents).toMatchObject([
        {
          status: "failed",
          error: { message: "Provider disconnected" },
          usage: { inputTokens: 10, outputTokens: 4 },
          items: [{ text: "Let me look." }],
        },
      ]);
    }
  });

  test.each(["error", "network_error", "insufficient_system_resource", "sensitive"])(
    "by %s alone is a failure that says so",
    (reason) => {
      expect(read(said, reason).agents).toMatchObject([{ status: "failed", error: { code: reason } }]);
    },
  );

  test("by what is no chunk at all is none, and is noted", () => {
    const { agents, snapshot } = treeOf(fromOpenAiChat(), [
      { hello: "world" },
      ...chunksOf(said, "stop"),
    ] as OpenAiChatChunk[]);
    expect(agents).toMatchObject([{ status: "completed" }]);
    expect(snapshot.notices).toHaveLength(1);
  });

  test("by a cut interrupts all", () => {
    const tree = treeOf(fromOpenAiChat(), chunksOf([...said, ...weather]).slice(0, 4), { end: true });
    expect([tree.agents[0]!.status, tree.calls[0]!.status]).toEqual(["interrupted", "interrupted"]);
  });
});

test("calls that no index and no id tells apart are as many as there were, however their arguments are cut", () => {
  const one = fc.record({
    name: fc.constantFrom("search", "publish", "search_more"),
    input: fc.dictionary(fc.string({ maxLength: 4 }), fc.oneof(fc.string(), fc.integer(), fc.constant({ a: [1] }))),
    cut: fc.integer({ min: 1, max: 9 }),
  });
  const identity = fc.constantFrom({ index: 0, id: "" }, { index: 0 }, { id: "" }, {}, { index: 0, type: "function" });
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 4 }), identity, (calls, fields) => {
      const deltas = calls.flatMap(({ name, input, cut }) => {
        const pieces = JSON.stringify(input).match(new RegExp(`[^]{1,${cut}}`, "g"))!;
        return pieces.map((piece, at) => call(fields, { ...(at === 0 && { name }), arguments: piece }));
      });
      expect(told(deltas).map(([, tool, input]) => [tool, input])).toEqual(
        calls.map(({ name, input }) => [name, JSON.parse(JSON.stringify(input))]),
      );
    }),
  );
});

/** What the vendor's own client makes of the stream. */
async function vendorMessage(body: string) {
  const fetch = async () => new Response(body, { headers: { "content-type": "text/event-stream" } });
  const client = new OpenAI({ apiKey: "none", fetch, maxRetries: 0 });
  const request = { model: "model", messages: [{ role: "user" as const, content: "?" }] };
  const { choices } = await client.chat.completions.stream(request).finalChatCompletion();
  return choices.map((choice) => choice.message);
}

const json = fc
  .dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }))
  .map((value) => JSON.stringify(value));
const script = fc.record({
  texts: fc.array(fc.string({ unit: "grapheme", maxLength: 12 }), { maxLength: 4 }),
  calls: fc.array(fc.record({ id: fc.uuid(), name: fc.constantFrom("run", "look"), args: json, cut: fc.nat(20) }), {
    maxLength: 3,
  }),
});

test("whatever streams, cut at every byte, is what the vendor's client makes of it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(script, { minLength: 1, maxLength: 2 }), async (choices) => {
      const deltas = choices.flatMap(({ texts, calls }, choice) => [
        [choice, { content: "" }] as const,
        ...texts.map((content) => [choice, { content }] as const),
        ...calls.flatMap(({ id, name, args, cut }, index) =>
          [
            call({ index, id, type: "function" }, { name, arguments: args.slice(0, cut) }),
            call({ index }, { arguments: args.slice(cut) }),
          ].map((delta) => [choice, delta] as const),
        ),
      ]);
      const body = `${sse(completionChunks({ id: "chatcmpl-1", deltas }))}data: [DONE]\n\n`;
      const messages = await vendorMessage(body);
      const tree = treeOf(fromOpenAiChat(), everyByte(body));
      expect(tree.text()).toBe(messages.map((message) => message.content ?? "").join(""));
      const calls = messages
        .flatMap((message) => message.tool_calls ?? [])
        .map((one) => (one.type === "function" ? [one.id, one.function.name, JSON.parse(one.function.arguments)] : []));
      expect(JSON.stringify(tree.calls.map(({ id, tool, input }) => [id, tool, input]))).toBe(JSON.stringify(calls));
    }),
  );
});
