import fc from "fast-check";
import OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { fromOpenAiResponses, type OpenAiResponsesChunk } from "./fromOpenAiResponses.ts";
import { responseEvents, type ItemScript } from "./testing/fixtures/responseEvents.ts";
import { everyByte, sse, treeOf } from "../testing/wireTree.ts";

const said: ItemScript = { type: "message", parts: [["Let me ", "look."]] };
const weather: ItemScript = {
  type: "function_call",
  callId: "call_1",
  name: "get_weather",
  pieces: ['{"loca', 'tion": "Bern', '"}'],
};
const read = (
  items: readonly ItemScript[],
  more: { status?: "incomplete" | "failed" | "cancelled"; end?: object } = {},
) => treeOf(fromOpenAiResponses(), responseEvents({ id: "resp_1", items, ...more }));
/** A response whose last event is all that is known of it. */
const wholly = (output: object[], status = "completed") => ({ id: "resp_1", object: "response", status, output });

/** What the vendor's own client makes of the stream. */
async function vendorResponse(body: string) {
  const fetch = async () => new Response(body, { headers: { "content-type": "text/event-stream" } });
  const client = new OpenAI({ apiKey: "none", fetch, maxRetries: 0 });
  return client.responses.stream({ model: "model", input: "?" }).finalResponse();
}

describe("a response", () => {
  test("is a root agent with its text, its thinking, its calls and its tokens", () => {
    const items: ItemScript[] = [{ type: "reasoning", summary: [["Hm", "m"]] }, said, weather];
    const { snapshot } = treeOf(fromOpenAiResponses({ messageId: "m1" }), responseEvents({ id: "resp_1", items }));
    expect(snapshot.notices).toEqual([]);
    expect(snapshot.agents).toMatchObject([
      {
        id: "agent:resp_1",
        status: "completed",
        messageId: "m1",
        usage: { inputTokens: 10, outputTokens: 20, totalTokens: 30, cachedInputTokens: 4, reasoningTokens: 5 },
        items: [
          { kind: "reasoning", text: "Hmm" },
          { kind: "text", text: "Let me look." },
          { kind: "call", id: "call_1", tool: "get_weather", status: "ready", input: { location: "Bern" } },
        ],
      },
    ]);
  });

  test("whose parts are numbered otherwise in the stream than in its whole is said once", () => {
    const item = { id: "m", type: "message", role: "assistant" };
    const delta = (content_index: number, text: string) => ({
      type: "response.output_text.delta",
      item_id: "m",
      output_index: 0,
      content_index,
      delta: text,
    });
    const content = ["Once", "upon", "Once"].map((text) => ({ type: "output_text", text }));
    const { agents } = treeOf(fromOpenAiResponses(), [
      { type: "response.created", response: { id: "r" } },
      { type: "response.output_item.added", output_index: 0, item: { ...item, content: [] } },
      ...content.map(({ text }, at) => delta(at + 1, text)),
      { type: "response.output_item.done", output_index: 0, item: { ...item, content } },
      { type: "response.completed", response: { id: "r", status: "completed", output: [{ ...item, content }] } },
    ]);
    expect(agents).toMatchObject([{ items: [{ text: "Once" }, { text: "upon" }, { text: "Once" }] }]);
    const { agents: whole } = treeOf(fromOpenAiResponses(), [wholly([{ ...item, content }])]);
    expect(whole).toMatchObject([{ items: [{ text: "Once" }, { text: "upon" }, { text: "Once" }] }]);
  });

  test("to a picture alone has no message without words before it", () => {
    const picture = { role: "user", content: [{ type: "input_image", image_url: "data:," }] };
    const { snapshot } = treeOf(fromOpenAiResponses(), [
      picture as object,
      ...responseEvents({ id: "resp_1", items: [said] }),
    ]);
    expect(snapshot).toMatchObject({ messages: [], agents: [{ status: "completed" }] });
  });

  test("keeps for the next step what nobody is shown", () => {
    const reasoning = { type: "reasoning", summary: [], encrypted_content: "secret" };
    const annotation = { type: "response.output_text.annotation.added", annotation: { url: "https://example.com/" } };
    const message = { type: "message", role: "assistant" };
    const items: ItemScript[] = [
      { added: { type: "reasoning", summary: [] }, done: reasoning },
      { added: { ...message, content: [] }, between: [annotation], done: { ...message, content: "So." } },
    ];
    const events = fromOpenAiResponses().push(sse(responseEvents({ id: "resp_1", items })));
    expect(events.find((event) => event.type === "agent.step_completed")?.meta).toEqual({
      openai: {
        responseId: "resp_1",
        encrypted: [{ type: "reasoning", id: "item_0", encrypted_content: "secret" }],
        annotations: { "resp_1:1:0": [{ url: "https://example.com/" }] },
      },
    });
  });

  test("that nobody streamed is read from its last event, or as it is fetched, and never twice", () => {
    const [created, ...rest] = responseEvents({ id: "resp_1", items: [said, weather] });
    const last = rest.at(-1)!;
    const whole = last.response as OpenAiResponsesChunk;
    for (const chunks of [[created!, last], [whole], [created!, ...rest, whole], [whole, whole]]) {
      const { agents, calls, ...tree } = treeOf(fromOpenAiResponses(), chunks);
      expect(agents).toHaveLength(1);
      expect(tree.text()).toBe("Let me look.");
      expect(calls.map(({ id, input, status }) => [id, input, status])).toEqual([
        ["call_1", { location: "Bern" }, "ready"],
      ]);
    }
  });

  test("whose status nobody knows is over, as it says neither that it waits nor that it runs", () => {
    const items = [{ type: "message", id: "i1", role: "assistant", content: [{ text: "Hi" }] }];
    expect(treeOf(fromOpenAiResponses(), [wholly(items, "complete")]).agents[0]!.status).toBe("completed");
  });

  test("in the background is told when it is asked for again", () => {
    const running = wholly(
      [{ type: "message", id: "i1", role: "assistant", content: [{ text: "Let" }] }],
      "in_progress",
    );
    const done = wholly([{ type: "message", id: "i1", role: "assistant", content: [{ text: "Let me" }] }]);
    const tree = treeOf(fromOpenAiResponses(), [wholly([], "queued"), running]);
    expect(tree.agents[0]!.status).toBe("running");
    const after = treeOf(fromOpenAiResponses(), [wholly([], "queued"), running, done]);
    expect([after.agents.length, after.agents[0]!.status, after.text()]).toEqual([1, "completed", "Let me"]);
  });

  test("that is resumed says nothing twice, from wherever it is resumed", () => {
    const events = responseEvents({ id: "resp_1", items: [{ type: "message", parts: [["ha", "ha", "ha"]] }, weather] });
    const clean = treeOf(fromOpenAiResponses(), events).snapshot.agents.map(({ items, usage }) => ({ items, usage }));
    for (let cut = 1; cut < events.length; cut++) {
      for (let from = 0; from <= cut; from += 3) {
        const { snapshot } = treeOf(fromOpenAiResponses(), [...events.slice(0, cut), ...events.slice(from)]);
        const resumed = snapshot.agents.map(({ items, usage }) => ({ items, usage }));
        const bare = (agents: typeof resumed) =>
          agents.map(({ items, usage }) => ({
            usage,
            items: items.map((item) => (item.kind === "call" ? [item.id, item.status, item.input] : item.text)),
          }));
        expect(bare(resumed)).toEqual(bare(clean));
      }
    }
  });

  test("of a gateway that numbers all events zero, or none, is whole", () => {
    const events = responseEvents({ id: "resp_1", items: [{ type: "message", parts: [["ha", "ha", "ha"]] }] });
    for (const number of [0, undefined]) {
      const tree = treeOf(
        fromOpenAiResponses(),
        events.map((event) => ({ ...event, sequence_number: number }) as typeof event),
      );
      expect(tree.text()).toBe("hahaha");
    }
  });

  test("of a gateway that rotates ids is one response with one of each item", () => {
    let count = 0;
    const rotated = JSON.parse(
      JSON.stringify(responseEvents({ id: "resp_1", items: [said, weather] })),
      (key, value) => (key === "id" || key === "item_id" ? `id_${count++}` : value),
    ) as OpenAiResponsesChunk[];
    const { agents, calls, ...tree } = treeOf(fromOpenAiResponses(), rotated);
    expect([agents.length, calls.length, tree.text()]).toEqual([1, 1, "Let me look."]);
    expect(calls[0]).toMatchObject({ id: "call_1", status: "ready", input: { location: "Bern" } });
  });
});

describe("a function call", () => {
  test("has two ids: deltas come under the item's, results under the call's", () => {
    const output = { type: "function_call_output", call_id: "call_1", output: '{"degrees": 3}' };
    const tree = treeOf(fromOpenAiResponses(), [...responseEvents({ id: "resp_1", items: [weather] }), output]);
    expect(tree.call("call_1")).toMatchObject({ status: "completed", output: { degrees: 3 } });
  });

  test("comes through beside another one, whichever is first", () => {
    const items = ["a", "b"].map((name, at) => ({
      id: `fc_${at}`,
      type: "function_call",
      call_id: `call_${name}`,
      name,
    }));
    const event = (type: string, at: number, more: object) =>
      ({ type: `response.${type}`, output_index: at, item_id: `fc_${at}`, ...more }) as OpenAiResponsesChunk;
    const tree = treeOf(fromOpenAiResponses(), [
      { type: "response.created", response: { id: "resp_1" } },
      event("output_item.added", 1, { item: { ...items[1], arguments: "" } }),
      event("output_item.added", 0, { item: { ...items[0], arguments: "" } }),
      event("function_call_arguments.delta", 0, { delta: '{"a"' }),
      event("function_call_arguments.delta", 1, { delta: '{"b":' }),
      event("function_call_arguments.delta", 0, { delta: ":1}" }),
      event("function_call_arguments.delta", 1, { delta: "2}" }),
      event("function_call_arguments.done", 1, { arguments: '{"b":2}' }),
      event("function_call_arguments.done", 0, { arguments: '{"a":1}' }),
    ]);
    expect(tree.call("call_a")).toMatchObject({ tool: "a", status: "ready", input: { a: 1 } });
    expect(tree.call("call_b")).toMatchObject({ tool: "b", status: "ready", input: { b: 2 } });
  });

  test("needs no deltas, and none needs a done", () => {
    const events = responseEvents({ id: "resp_1", items: [weather] });
    const without = (word: string) => events.filter((event) => !event.type?.includes(word));
    for (const chunks of [
      without("delta"),
      without("done"),
      without("arguments"),
      without("item.added"),
      without("item"),
    ]) {
      expect(treeOf(fromOpenAiResponses(), chunks).call("call_1")).toMatchObject({
        tool: "get_weather",
        input: { location: "Bern" },
      });
    }
  });

  test("that the limit cut is never taken for whole", () => {
    const cut = { type: "function_call", call_id: "call_1", name: "run", arguments: '{"a": 1, "b": "ha' };
    const end = { incomplete_details: { reason: "max_output_tokens" } };
    const done = { ...cut, status: "incomplete" };
    const tree = read(
      [
        {
          added: { ...cut, arguments: "" },
          between: [{ type: "response.function_call_arguments.delta", delta: cut.arguments }],
          done,
        },
      ],
      { status: "incomplete", end },
    );
    expect(tree.call("call_1")).toMatchObject({ status: "interrupted", input: { a: 1, b: "ha" } });
    expect(tree.agents[0]).toMatchObject({ status: "interrupted", reason: "max_output_tokens" });
  });
});

describe("other calls", () => {
  const providerRun = (added: object, done: object, between: object[] = []) =>
    read([{ added, done, between }]).calls[0];

  test("of a custom tool take a text, live too", () => {
    const custom: ItemScript = {
      type: "custom_tool_call",
      callId: "call_1",
      name: "sql",
      pieces: ['SELECT "a"', "\nFROM b"],
    };
    const events = responseEvents({ id: "resp_1", items: [custom] });
    const half = events.slice(0, events.findIndex((event) => event.type?.endsWith("input.done")) - 1);
    expect(treeOf(fromOpenAiResponses(), half).call("call_1").input).toBe('SELECT "a"');
    expect(treeOf(fromOpenAiResponses(), events).call("call_1").input).toBe('SELECT "a"\nFROM b');
  });

  test("of an MCP server run, and end by their own item", () => {
    const mcp = { type: "mcp_call", name: "ask", server_label: "wiki", arguments: "" };
    const stages = ["in_progress", "completed"].map((stage) => ({ type: `response.mcp_call.${stage}` }));
    expect(providerRun(mcp, { ...mcp, arguments: '{"q":1}', output: "found" }, stages)).toMatchObject({
      tool: "ask",
      title: "wiki: ask",
      status: "completed",
      input: { q: 1 },
      output: "found",
    });
    const error = { type: "mcp_tool_execution_error", content: [{ type: "text", text: "broken" }] };
    expect(providerRun(mcp, { ...mcp, arguments: "{}", error })).toMatchObject({
      status: "failed",
      error: { code: "mcp_tool_execution_error", message: "broken" },
    });
  });

  test("of the code interpreter show their code as it is written, and what it printed", () => {
    const call = { type: "code_interpreter_call", code: "", container_id: "cntr_1", outputs: null };
    const code = 'print("ha")\n';
    const outputs = [{ type: "logs", logs: "ha\n" }];
    const between = [
      { type: "response.code_interpreter_call.in_progress" },
      { type: "response.code_interpreter_call_code.delta", delta: 'print("h' },
      { type: "response.code_interpreter_call_code.delta", delta: 'a")\n' },
      { type: "response.code_interpreter_call_code.done", code },
      { type: "response.code_interpreter_call.interpreting" },
      { type: "response.code_interpreter_call.completed" },
    ];
    const items: ItemScript[] = [{ added: call, between, done: { ...call, status: "completed", code, outputs } }];
    const events = responseEvents({ id: "resp_1", items });
    const at = (type: string) => events.findIndex((event) => event.type?.endsWith(type)) + 1;
    const live = (end: number) => treeOf(fromOpenAiResponses(), events.slice(0, end)).calls[0];
    expect(live(at("code.delta"))).toMatchObject({ status: "requested", input: { code: 'print("h' } });
    expect(live(at("interpreting"))).toMatchObject({ status: "running", input: { code, container_id: "cntr_1" } });
    expect(live(events.length)).toMatchObject({ status: "completed", input: { code }, output: outputs });
  });

  test("for the web, files and images carry what they looked for and what came of it", () => {
    const search = { type: "web_search_call", status: "in_progress", action: { type: "search" } };
    const action = { type: "search", query: "x", sources: [{ url: "https://example.com/" }] };
    const searching = { type: "response.web_search_call.searching" };
    expect(providerRun(search, { ...search, status: "completed", action }, [searching])).toMatchObject({
      tool: "web_search",
      status: "completed",
      input: { type: "search", query: "x" },
      output: [{ url: "https://example.com/" }],
    });
    const files = { type: "file_search_call", queries: [] as string[], results: null };
    const results = [{ file_id: "f1", text: "x" }];
    expect(providerRun(files, { ...files, status: "completed", queries: ["x"], results })).toMatchObject({
      tool: "file_search",
      status: "completed",
      input: { queries: ["x"] },
      output: results,
    });
    const image = { type: "image_generation_call", status: "generating" };
    const partial = {
      type: "response.image_generation_call.partial_image",
      partial_image_b64: "AA",
      partial_image_index: 0,
    };
    const drawn = { ...image, result: "AAAA", output_format: "png" };
    expect(providerRun(image, drawn, [partial])).toMatchObject({
      tool: "image_generation",
      status: "completed",
      output: { result: "AAAA", output_format: "png" },
    });
  });

  test("of the provider are over with the whole response, though their own item says that they run", () => {
    const action = { type: "search", query: "x" };
    const tree = treeOf(fromOpenAiResponses(), [
      wholly([{ type: "web_search_call", id: "ws_1", status: "searching", action }]),
    ]);
    expect(tree.call("ws_1")).toMatchObject({ status: "completed", input: action });
  });

  test("of a shell stream what it prints, and end by their output's item", () => {
    const shell = { type: "shell_call", call_id: "call_1", environment: { type: "container_reference" } };
    const commands = ['echo "ha"', "ls"];
    const output = { type: "shell_call_output", call_id: "call_1", status: "completed" };
    const printed = [{ stdout: "ha\n", stderr: "", outcome: { type: "exit", exit_code: 0 } }];
    const items: ItemScript[] = [
      {
        added: { ...shell, action: { commands: [] } },
        between: [
          { type: "response.shell_call_command.added", command_index: 0, command: "", item_id: undefined },
          { type: "response.shell_call_command.delta", command_index: 0, delta: 'echo "ha"', item_id: undefined },
          { type: "response.shell_call_command.done", command_index: 0, command: 'echo "ha"', item_id: undefined },
          { type: "response.shell_call_command.delta", command_index: 1, delta: "l", item_id: undefined },
        ],
        done: { ...shell, action: { commands } },
      },
      {
        added: { ...output, output: [] },
        between: [{ type: "response.shell_call_output_content.delta", command_index: 0, delta: { stdout: "ha\n" } }],
        done: { ...output, output: printed },
      },
    ];
    const events = responseEvents({ id: "resp_1", items });
    const upTo = (word: string) => events.findLastIndex((event) => event.type?.includes(word)) + 1;
    const live = (end: number) => treeOf(fromOpenAiResponses(), events.slice(0, end)).calls[0];
    expect(live(upTo("command.delta"))!.input).toEqual({ commands: ['echo "ha"', "l"] });
    expect(live(upTo("content.delta"))).toMatchObject({ status: "running", input: { commands }, outputText: "ha\n" });
    expect(live(events.length)).toMatchObject({ tool: "shell", status: "completed", output: printed });
  });

  test("that nobody here knows come through with what they say", () => {
    const call = { type: "telescope_call", status: "completed", action: { point: "north" }, output: "stars" };
    expect(providerRun({ ...call, output: undefined }, call)).toMatchObject({
      tool: "telescope",
      status: "completed",
      input: { point: "north" },
      output: "stars",
    });
  });

  test("of the app's own machine wait for the app", () => {
    const action = { type: "exec", command: ["ls"], env: {} };
    const shell = { type: "local_shell_call", call_id: "call_1", action };
    const tree = treeOf(fromOpenAiResponses(), [
      ...responseEvents({
        id: "resp_1",
        items: [{ added: { ...shell, action: { type: "exec", command: [] } }, done: shell }],
      }),
      { type: "local_shell_call_output", id: "item_0", output: "README.md" } as OpenAiResponsesChunk,
    ]);
    expect(tree.call("call_1")).toMatchObject({ status: "completed", input: action, output: "README.md" });
  });
});

describe("an ask", () => {
  const ask = { type: "mcp_approval_request", name: "pay", server_label: "bank", arguments: '{"sum": 3}' };
  const asking = responseEvents({ id: "resp_1", items: [{ added: ask, done: ask }] });
  const answer = (approve: boolean) =>
    ({
      type: "mcp_approval_response",
      approval_request_id: "item_0",
      approve,
      reason: "because",
    }) as OpenAiResponsesChunk;

  test("outlives the stream", () => {
    const tree = treeOf(fromOpenAiResponses(), asking, { end: true });
    expect(tree.call("item_0")).toMatchObject({
      tool: "pay",
      status: "awaiting-approval",
      approval: { id: "item_0", askedInput: { sum: 3 }, state: "pending" },
    });
  });

  test("is answered by what the app sends, and the next response goes on with the same call", () => {
    const mcp = { ...ask, type: "mcp_call", approval_request_id: "item_0", output: "paid", id: "mcp_1" };
    const next = responseEvents({
      id: "resp_2",
      items: [{ added: { ...mcp, output: null, arguments: "" }, done: mcp }],
    });
    const approved = treeOf(fromOpenAiResponses(), [...asking, answer(true), ...next]);
    expect(approved.calls).toHaveLength(1);
    expect(approved.call("item_0")).toMatchObject({ status: "completed", input: { sum: 3 }, output: "paid" });
    const denied = treeOf(fromOpenAiResponses(), [...asking, answer(false)]);
    expect(denied.call("item_0")).toMatchObject({ status: "denied", reason: "because" });
  });
});

describe("an end", () => {
  test.each([
    ["completed", {}, { status: "completed" }],
    [
      "incomplete",
      { incomplete_details: { reason: "max_output_tokens" } },
      { status: "interrupted", reason: "max_output_tokens" },
    ],
    [
      "incomplete",
      { incomplete_details: { reason: "content_filter" } },
      { status: "failed", error: { code: "content_filter" } },
    ],
    [
      "failed",
      { error: { code: "server_error", message: "Oh" } },
      { status: "failed", error: { code: "server_error", message: "Oh" } },
    ],
    ["cancelled", {}, { status: "cancelled" }],
  ] as const)("that is %s says so", (status, end, expected) => {
    const tree = treeOf(fromOpenAiResponses(), responseEvents({ id: "resp_1", items: [said], status, end }));
    expect(tree.agents[0]).toMatchObject(expected);
    expect(tree.text()).toBe("Let me look.");
  });

  test("by an error, of either form, leaves nothing running", () => {
    const mcp: ItemScript = { type: "mcp_call", callId: "", name: "ask", pieces: ['{"q":', "1}"] };
    const cut = responseEvents({ id: "resp_1", items: [weather, mcp] }).slice(0, -3);
    for (const error of [
      { type: "error", code: "rate_limit_exceeded", message: "Slow down", param: null },
      { type: "error", error: { type: "tokens", code: "rate_limit_exceeded", message: "Slow down" } },
      { error: { code: "rate_limit_exceeded", message: "Slow down" } },
    ]) {
      const tree = treeOf(fromOpenAiResponses(), [sse([...cut, error])]);
      expect(tree.agents[0]).toMatchObject({
        status: "failed",
        error: { code: "rate_limit_exceeded", message: "Slow down" },
      });
      expect(tree.calls.map((call) => call.status)).toEqual(["ready", "interrupted"]);
    }
  });

  test("by a cut interrupts all", () => {
    const cut = responseEvents({ id: "resp_1", items: [said, weather] }).slice(0, -4);
    const tree = treeOf(fromOpenAiResponses(), cut, { end: true });
    expect([tree.agents[0]!.status, tree.call("call_1").status]).toEqual(["interrupted", "interrupted"]);
    expect(tree.call("call_1").input).toEqual({ location: "Bern" });
  });

  test("with a refusal is a text like any other", () => {
    expect(read([{ type: "message", parts: [["I ", "cannot."]], refusal: true }]).text()).toBe("I cannot.");
  });
});

const piecesOf = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.array(fc.nat(40), { maxLength: 4 })).map(([whole, cuts]) => {
    const places = [...new Set(cuts.map((cut) => Math.min(cut, whole.length)))].toSorted((a, b) => a - b);
    return [0, ...places].map((from, at) => whole.slice(from, places[at] ?? whole.length));
  });
const words = fc.array(piecesOf(fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 })), {
  minLength: 1,
  maxLength: 2,
});
const json = piecesOf(
  fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 })).map((value) => JSON.stringify(value)),
);
const named = { callId: fc.uuid().map((id) => `call_${id}`), name: fc.constantFrom("run", "look") };
const item: fc.Arbitrary<ItemScript> = fc.oneof(
  fc.record({ type: fc.constant("message" as const), parts: words, refusal: fc.boolean() }),
  fc.record({ type: fc.constant("reasoning" as const), summary: words }),
  fc.record({ type: fc.constantFrom("function_call" as const, "mcp_call" as const), ...named, pieces: json }),
  fc.record({
    type: fc.constant("custom_tool_call" as const),
    ...named,
    pieces: piecesOf(fc.string({ unit: "grapheme", maxLength: 20 })),
  }),
);

test("whatever streams, cut at every byte, is what the vendor's client makes of it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 5 }), async (items) => {
      const body = sse(responseEvents({ id: "resp_1", items }));
      const { output } = await vendorResponse(body);
      const tree = treeOf(fromOpenAiResponses(), everyByte(body));
      const texts = output.flatMap((one) => (one.type === "message" ? one.content : []));
      expect(tree.text()).toBe(texts.map((part) => (part.type === "refusal" ? part.refusal : part.text)).join(""));
      const thoughts = output.flatMap((one) => (one.type === "reasoning" ? one.summary : []));
      expect(tree.text("reasoning")).toBe(thoughts.map((part) => part.text).join(""));
      const calls = output.flatMap((one): unknown[] => {
        if (one.type === "custom_tool_call") return [[one.call_id, one.name, one.input]];
        if (one.type === "mcp_call") return [[one.id, one.name, JSON.parse(one.arguments)]];
        return one.type === "function_call" ? [[one.call_id, one.name, JSON.parse(one.arguments)]] : [];
      });
      expect(JSON.stringify(tree.calls.map(({ id, tool, input }) => [id, tool, input]))).toBe(JSON.stringify(calls));
      expect(tree.snapshot.notices).toEqual([]);
    }),
  );
});
