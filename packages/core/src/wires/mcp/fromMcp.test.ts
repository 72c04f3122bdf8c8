import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ElicitRequestSchema, type ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { CallView } from "../../timeline/node.ts";
import { createTimeline, type Timeline } from "../../timeline/timeline.ts";
import { fromMcp, toInputResponses, type McpChunk, type McpOptions } from "./fromMcp.ts";

const folded = (chunks: readonly (McpChunk | string)[], options: McpOptions & { end?: boolean } = {}): Timeline => {
  const timeline = createTimeline();
  const adapter = fromMcp(options);
  for (const chunk of chunks) timeline.apply(adapter.push(chunk));
  if (options.end !== false) timeline.apply(adapter.end());
  return timeline;
};
const call = (timeline: Timeline, id: string) => timeline.getNode(id) as CallView;
const callsOf = (timeline: Timeline) => timeline.snapshot().agents.flatMap(({ items }) => items);

/** What goes between a real client and a real server while `scenario` runs. */
async function recorded(scenario: (client: Client) => Promise<unknown>, answer: ElicitResult = { action: "cancel" }) {
  const server = new McpServer({ name: "server", version: "1" });
  server.registerTool(
    "add",
    { inputSchema: { a: z.number(), b: z.number() }, outputSchema: { sum: z.number() } },
    ({ a, b }) => ({
      content: [{ type: "text", text: String(a + b) }],
      structuredContent: { sum: a + b },
    }),
  );
  server.registerTool("read", {}, async ({ _meta, sendNotification, signal }) => {
    const progressToken = _meta?.progressToken;
    if (progressToken !== undefined)
      await sendNotification({
        method: "notifications/progress",
        params: { progressToken, progress: 1, total: 3, message: "Page 1" },
      });
    await new Promise<void>((resolve) => (signal.addEventListener("abort", () => resolve()), setTimeout(resolve, 20)));
    return { content: [{ type: "text", text: "words" }] };
  });
  server.registerTool("fail", {}, () => ({ content: [{ type: "text", text: "The disk is full." }], isError: true }));
  server.registerTool("ask", {}, async () => {
    const { action } = await server.server.elicitInput({
      message: "Which city?",
      requestedSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    });
    return { content: [{ type: "text", text: action }] };
  });
  const client = new Client({ name: "client", version: "1" }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, () => answer);

  const wire: McpChunk[] = [];
  const [left, right] = InMemoryTransport.createLinkedPair();
  for (const transport of [left, right] as Transport[]) {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      wire.push(JSON.parse(JSON.stringify(message)) as McpChunk);
      return send(message, options);
    };
  }
  await Promise.all([server.connect(right), client.connect(left)]);
  await scenario(client);
  await client.close();
  return wire;
}

describe("a real client and a real server", () => {
  test("calls side by side, each with its arguments and result", async () => {
    const wire = await recorded((client) =>
      Promise.all([
        client.callTool({ name: "add", arguments: { a: 1, b: 2 } }),
        client.callTool({ name: "read", arguments: {} }),
        client.callTool({ name: "fail", arguments: {} }),
        client.callTool({ name: "missing", arguments: {} }).catch(() => {}),
      ]),
    );
    expect(callsOf(folded(wire))).toMatchObject([
      { tool: "add", status: "completed", input: { a: 1, b: 2 }, output: { sum: 3 } },
      { tool: "read", status: "completed", output: { content: [{ type: "text", text: "words" }] } },
      { tool: "fail", status: "failed", error: { message: "The disk is full." } },
      { tool: "missing", status: "failed", error: { message: expect.stringContaining("missing") as string } },
    ]);
  });

  test("progress by its token, and none after the end", async () => {
    const wire = await recorded((client) => client.callTool({ name: "read" }, undefined, { onprogress: () => {} }));
    const late = wire.filter(({ method }) => method === "notifications/progress");
    expect(late).toHaveLength(1);
    const [read] = callsOf(
      folded([...wire, { ...late[0], params: { ...(late[0]!["params"] as object), progress: 9 } }]),
    );
    expect(read).toMatchObject({ progress: { progress: 1, total: 3, message: "Page 1" }, status: "completed" });
  });

  test("a cancelled call is cancelled, whatever comes after", async () => {
    const stop = new AbortController();
    const wire = await recorded(async (client) => {
      const running = client.callTool({ name: "read" }, undefined, { signal: stop.signal }).catch(() => {});
      stop.abort("No longer needed.");
      await running;
      await new Promise((resolve) => setTimeout(resolve, 30));
    });
    expect(callsOf(folded(wire))).toMatchObject([{ tool: "read", status: "cancelled", reason: "No longer needed." }]);
  });

  test.each([
    [
      { action: "accept", content: { city: "Oslo" } },
      { state: "accepted", content: { city: "Oslo" } },
    ],
    [{ action: "decline" }, { state: "declined" }],
    [{ action: "cancel" }, { state: "cancelled" }],
  ] as const)("an elicitation is a question of the only open call, with its form: %j", async (answer, question) => {
    const wire = await recorded((client) => client.callTool({ name: "ask" }), answer as ElicitResult);
    expect(callsOf(folded(wire))).toMatchObject([
      { tool: "ask", status: "completed", questions: [{ message: "Which city?", ...question }] },
    ]);
    const asked = wire.findIndex(({ method }) => method === "elicitation/create");
    const waiting = callsOf(folded(wire.slice(0, asked + 1), { end: false }));
    expect(waiting).toMatchObject([
      { status: "awaiting-input", questions: [{ state: "pending", schema: { required: ["city"] } }] },
    ]);
  });

  test("as lines of a raw stream, cut anywhere", async () => {
    const wire = await recorded((client) => client.callTool({ name: "add", arguments: { a: 1, b: 2 } }));
    const text = wire.map((message) => JSON.stringify(message)).join("\n");
    expect(callsOf(folded([...text]))).toMatchObject([{ tool: "add", status: "completed", output: { sum: 3 } }]);
  });
});

const request = (id: string | number, params: object) => ({ jsonrpc: "2.0", id, method: "tools/call", params });

describe("what outlives its request", () => {
  const started = [
    request(1, { name: "survey", arguments: {}, task: {} }),
    { id: 1, result: { task: { taskId: "t", status: "working" } } },
  ];
  const status = (word: string, statusMessage?: string) => ({
    method: "notifications/tasks/status",
    params: { taskId: "t", status: word, statusMessage },
  });

  test("a task runs on, and ends with the result that is fetched", () => {
    expect(call(folded(started, { end: false }), "mcp:1").status).toBe("running");
    const done = [
      ...started,
      status("working"),
      status("completed"),
      { id: 2, method: "tasks/result", params: { taskId: "t" } },
      { id: 2, result: { content: [], structuredContent: { n: 1 } } },
    ];
    expect(call(folded(done), "mcp:1")).toMatchObject({ status: "completed", output: { n: 1 } });
    expect(
      call(
        folded([
          ...started,
          { id: 3, method: "tasks/get", params: { taskId: "t" } },
          { id: 3, result: { taskId: "t", status: "completed" } },
        ]),
        "mcp:1",
      ).status,
    ).toBe("completed");
  });

  test("a task fails or is cancelled in its own words; one that is cut off is interrupted", () => {
    expect(call(folded([...started, status("failed", "No such page.")]), "mcp:1")).toMatchObject({
      status: "failed",
      error: { message: "No such page." },
    });
    expect(call(folded([...started, status("cancelled")]), "mcp:1").status).toBe("cancelled");
    expect(call(folded(started), "mcp:1").status).toBe("interrupted");
  });

  test("a call that needs input first is one call, though it is asked for twice", () => {
    const inputRequests = {
      city: { method: "elicitation/create", params: { message: "Which city?", requestedSchema: { type: "object" } } },
    };
    const first = [
      request(1, { name: "weather", arguments: { day: 1 } }),
      { id: 1, result: { resultType: "input_required", inputRequests, requestState: "s1" } },
    ];
    expect(call(folded(first, { end: false }), "mcp:1")).toMatchObject({
      status: "awaiting-input",
      questions: [{ id: "mcp:1:city", message: "Which city?", schema: { type: "object" }, state: "pending" }],
    });
    const again = (id: number, action = "accept") =>
      request(id, {
        name: "weather",
        arguments: { day: 1 },
        requestState: "s1",
        inputResponses: { city: { action, content: { city: "Oslo" } } },
      });
    const needed = { id: 2, result: { resultType: "input_required", inputRequests, requestState: "s1" } };
    const done = { id: 3, result: { content: [{ type: "text", text: "Rain" }] } };
    // A server that is not content asks once more.
    expect(callsOf(folded([...first, again(2, "decline"), needed, again(3), done]))).toMatchObject([
      {
        id: "mcp:1",
        status: "completed",
        output: { content: [{ text: "Rain" }] },
        questions: [{ state: "declined" }, { id: "mcp:1:city#2", state: "accepted", content: { city: "Oslo" } }],
      },
    ]);
  });

  test("a task that needs input asks, and goes on with what it is updated with", () => {
    const task = (status: string, more: object = {}) => ({ taskId: "t", status, ...more });
    const asks = {
      city: { method: "elicitation/create", params: { message: "Which city?", requestedSchema: {} } },
      said: { method: "sampling/createMessage", params: {} },
    };
    const waits = { method: "notifications/tasks", params: task("input_required", { inputRequests: asks }) };
    const first = [
      request(1, { name: "survey", arguments: {} }),
      { id: 1, result: { resultType: "task", ...task("working") } },
      waits,
      waits,
    ];
    expect(call(folded(first, { end: false }), "mcp:1")).toMatchObject({
      status: "awaiting-input",
      questions: [{ id: "mcp:1:city", state: "pending" }],
    });
    const inputResponses = { city: { action: "accept", content: { city: "Oslo" } } };
    const updated = { id: 2, method: "tasks/update", params: { taskId: "t", inputResponses } };
    expect(call(folded([...first, updated], { end: false }), "mcp:1")).toMatchObject({
      status: "running",
      questions: [{ state: "accepted" }],
    });
  });

  describe("a task of the extension", () => {
    const task = (status: string, more: object = {}) => ({ resultType: "complete", taskId: "t", status, ...more });
    const first = [
      request(1, { name: "survey", arguments: {} }),
      { id: 1, result: { ...task("working"), resultType: "task" } },
    ];
    const result = { content: [{ type: "text", text: "Four." }], structuredContent: { n: 4 } };
    test.each([
      [
        "asked for",
        [
          { id: 2, method: "tasks/get", params: { taskId: "t" } },
          { id: 2, result: task("completed", { result }) },
        ],
      ],
      ["told", [{ method: "notifications/tasks", params: task("completed", { result }) }]],
    ])("ends with what it came to, where that is %s", (_way, rest) => {
      expect(call(folded([...first, ...rest], { end: false }), "mcp:1")).toMatchObject({
        status: "completed",
        output: { n: 4 },
      });
    });
    test("fails with its error, or with a result that is marked as one", () => {
      const failed = {
        method: "notifications/tasks",
        params: task("failed", { error: { code: -32_603, message: "No disk." } }),
      };
      expect(call(folded([...first, failed]), "mcp:1")).toMatchObject({
        status: "failed",
        error: { message: "No disk." },
      });
      const marked = { content: [{ type: "text", text: "No such city." }], isError: true };
      const ended = { method: "notifications/tasks", params: task("completed", { result: marked }) };
      expect(call(folded([...first, ended]), "mcp:1")).toMatchObject({
        status: "failed",
        error: { message: "No such city." },
      });
    });
    test("is given its answers one by one, and asks each question once, however often it is told", () => {
      const question = (message: string) => ({
        method: "elicitation/create",
        params: { message, requestedSchema: {} },
      });
      const waits = (...keys: string[]) => ({
        method: "notifications/tasks",
        params: task("input_required", { inputRequests: Object.fromEntries(keys.map((key) => [key, question(key)])) }),
      });
      const update = (answers: Parameters<typeof toInputResponses>[0]) => ({
        id: 2,
        method: "tasks/update",
        params: { taskId: "t", inputResponses: toInputResponses(answers) },
      });
      const wire = [
        ...first,
        waits("a", "b"),
        update({ a: { action: "accept", content: { city: "Oslo" } } }),
        // Asked again before it has taken the answer, with a question more.
        waits("a", "b", "c"),
      ];
      expect(call(folded(wire, { end: false }), "mcp:1")).toMatchObject({
        status: "awaiting-input",
        questions: [
          { id: "mcp:1:a", state: "accepted", content: { city: "Oslo" } },
          { id: "mcp:1:b", state: "pending" },
          { id: "mcp:1:c", state: "pending" },
        ],
      });
      const all = [...wire, update({ b: { action: "decline" }, c: { decision: "approve" } })];
      expect(call(folded(all, { end: false }), "mcp:1")).toMatchObject({
        status: "running",
        questions: [{}, { state: "declined" }, { state: "accepted" }],
      });
    });
  });

  test("a call that needs pages opened first is one call with the one that is sent then", () => {
    const asks = [
      { mode: "url", elicitationId: "e1", url: "https://a.example/x", message: "Sign in" },
      { mode: "url", elicitationId: "e2", url: "https://b.example/y", message: "Agree" },
      { mode: "url", elicitationId: "e3" },
    ];
    const first = [
      request(1, { name: "send", arguments: { to: "ada" } }),
      { id: 1, error: { code: -32_042, message: "Open these.", data: { elicitations: asks } } },
    ];
    expect(call(folded(first, { end: false }), "mcp:1")).toMatchObject({
      status: "awaiting-input",
      questions: [
        { message: "Sign in", url: "https://a.example/x", state: "pending" },
        { message: "Agree", url: "https://b.example/y", state: "pending" },
      ],
    });
    const opened = { method: "notifications/elicitation/complete", params: { elicitationId: "e1" } };
    expect(call(folded([...first, opened], { end: false }), "mcp:1")).toMatchObject({
      status: "awaiting-input",
      questions: [{ state: "accepted" }, { state: "pending" }],
    });
    const other = request(2, { name: "send", arguments: { to: "ben" } });
    const again = [request(3, { name: "send", arguments: { to: "ada" } }), { id: 3, result: { content: [] } }];
    expect(callsOf(folded([...first, opened, other, ...again], { end: false }))).toMatchObject([
      { id: "mcp:1", status: "completed", questions: [{ state: "accepted" }, { state: "accepted" }] },
      { id: "mcp:2", status: "running" },
    ]);
    // An error of that kind that names no page is an error.
    const bare = [request(1, { name: "send" }), { id: 1, error: { code: -32_042, message: "Open these." } }];
    expect(call(folded(bare), "mcp:1")).toMatchObject({ status: "failed", error: { message: "Open these." } });
  });

  test("where several calls are open, a question is a call of its own; an address that is no page's opens nothing", () => {
    const ask = { id: 9, method: "elicitation/create", params: { message: "Sign in", url: "javascript:1" } };
    const wire = [request(1, { name: "a" }), request(2, { name: "b" }), ask];
    expect(callsOf(folded(wire, { end: false }))).toMatchObject([
      { tool: "a", status: "running" },
      { tool: "b", status: "running" },
      { tool: "elicitation", title: "Sign in", status: "awaiting-input", questions: [{ url: "" }] },
    ]);
    expect(callsOf(folded([...wire, { id: 9, result: { action: "decline" } }], { end: false }))[2]).toMatchObject({
      status: "cancelled",
      questions: [{ state: "declined" }],
    });
  });
});

test('the ids 1 and "1" are two calls for whoever names them apart', () => {
  const callIdOf = (id: string | number) => `server-a:${typeof id}:${id}`;
  const timeline = folded(
    [request(1, { name: "a" }), request("1", { name: "b" }), { id: "1", result: { content: [] } }],
    { callIdOf, end: false },
  );
  expect(callsOf(timeline)).toMatchObject([
    { tool: "a", status: "running" },
    { tool: "b", status: "completed" },
  ]);
});

test("any JSON is taken without a throw", () => {
  const word = fc.constantFrom(
    "tools/call",
    "elicitation/create",
    "notifications/progress",
    "notifications/cancelled",
    "notifications/tasks/status",
    "notifications/elicitation/complete",
    "tasks/result",
    "tasks/update",
    "completed",
    "accept",
    "input_required",
    "__proto__",
    1,
    2,
  );
  const key = fc.constantFrom(
    "id",
    "method",
    "params",
    "result",
    "error",
    "name",
    "arguments",
    "_meta",
    "progressToken",
    "progress",
    "requestId",
    "task",
    "taskId",
    "status",
    "resultType",
    "inputRequests",
    "requestState",
    "inputResponses",
    "action",
    "content",
    "elicitations",
    "elicitationId",
    "url",
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, word, fc.constant(null), fc.array(tie("value"), { maxLength: 3 }), tie("object")),
    object: fc.dictionary(key, tie("value"), { maxKeys: 6 }),
  }));
  fc.assert(
    fc.property(fc.array(value, { maxLength: 8 }), (chunks) => {
      const timeline = folded(chunks as McpChunk[]);
      expect(timeline.getRoot().notices.filter(({ code }) => code === "invalid_event")).toEqual([]);
      expect(
        callsOf(timeline).filter((item) => "status" in item && ["running", "requested"].includes(item.status)),
      ).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
