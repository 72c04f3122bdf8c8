import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRegistry, type CallSummary, type SessionEvent, type ToolListing } from "@callboard/core";
import type { Actor } from "./actor.ts";
import { createStore, type Store } from "./db/store.ts";
import { createHost, type Host } from "./host.ts";

const OTHER: Actor = { userId: "eve", tenantId: randomUUID(), tenantSlug: "other", permissions: [] };
const OPERATOR: Actor = { userId: "op", tenantId: randomUUID(), tenantSlug: "ops", permissions: ["operate"] };

const number = { type: "number" } as const;
const registry = createRegistry();
const named = (slug: string) => ({ slug, name: slug, description: `Tries ${slug}.`, category: "test", icon: "wrench" });
let release = () => {};
let heard: AbortSignal | undefined;
registry.register({
  ...named("double"),
  inputSchema: { type: "object", properties: { value: number }, required: ["value"], additionalProperties: false },
  outputSchema: { type: "object", properties: { result: number }, required: ["result"] },
  summary: (input: { value: number }) => `Doubled ${input.value}`,
  execute: ({ value }: { value: number }) => ({ result: value * 2 }),
});
registry.register({ ...named("echo"), inputSchema: { type: "object" }, execute: (input: unknown) => input });
registry.register({
  ...named("steps"),
  inputSchema: { type: "object" },
  execute: (_input: unknown, _context, callbacks) => {
    callbacks.onProgress(1, 2, "half");
    callbacks.onOutput("text");
    return "done";
  },
});
registry.register({
  ...named("throws"),
  inputSchema: { type: "object" },
  execute: () => {
    throw new Error("The kettle is empty: fill it.");
  },
});
registry.register({
  ...named("lies"),
  inputSchema: { type: "object" },
  outputSchema: { type: "object", properties: { n: number }, required: ["n"] },
  execute: () => ({ n: "no number" }),
});
registry.register({
  ...named("deaf"),
  inputSchema: { type: "object" },
  execute: (_input: unknown, context, callbacks) =>
    new Promise((resolve) => {
      heard = context.signal;
      callbacks.onSubAgentStart({ agentId: "sub" });
      callbacks.onSubAgentToolCall("sub", { callId: "inner", tool: "x", input: {} });
      release = () => {
        callbacks.onOutput("too late");
        resolve("too late");
      };
    }),
});
registry.register({
  ...named("operate"),
  requiredPermission: "operate",
  inputSchema: { type: "object" },
  execute: () => 1,
});
registry.register({
  ...named("asks"),
  permissionPolicy: "always_ask",
  inputSchema: { type: "object" },
  execute: () => "ran",
});

let store: Store;
let host: Host;
beforeAll(async () => {
  store = await createStore();
  host = createHost({
    registry,
    store,
    actor: { "other-token": OTHER, "operator-token": OPERATOR },
    heartbeatMs: 40,
    fallback: () => new Response("the page"),
    onProblem: () => {},
  });
  await host.ready;
}, 60_000);
afterAll(async () => {
  await host.close();
  await store.close();
});

interface Answer {
  status: number;
  body: any;
  headers: Headers;
}
async function ask(method: string, path: string, options: { body?: unknown; token?: string; headers?: object } = {}) {
  const { body, token, headers } = options;
  const response = await host.fetch(
    new Request(`http://host${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
    }),
  );
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined } as Answer;
}
const run = (slug: string, input: unknown, options: { wait?: boolean; token?: string; sessionId?: string } = {}) =>
  ask("POST", `/api/tools/${slug}/run`, {
    body: { input, ...(options.sessionId ? { sessionId: options.sessionId } : {}) },
    token: options.token,
    headers: options.wait ? { prefer: "wait" } : {},
  });
const eventsOf = async (sessionId: string, token?: string) =>
  (await ask("GET", `/api/sessions/${sessionId}/events`, { token, headers: { accept: "application/json" } }))
    .body as SessionEvent[];
const countRows = async () => {
  const [row] = await store.database.asTenant("00000000-0000-0000-0000-000000000000", (tx) =>
    tx.query<{ n: number }>(
      "select ((select count(*) from callboard.sessions) + (select count(*) from callboard.session_events))::int as n",
    ),
  );
  return row!.n;
};

describe("tools", () => {
  it("lists nine meta fields, origin and kind, and no schema", async () => {
    const { status, body } = await ask("GET", "/api/tools");
    expect(status).toBe(200);
    const tools = body as ToolListing[];
    expect(tools.map((tool) => tool.slug)).not.toContain("operate");
    expect(tools.find((tool) => tool.slug === "double")).toEqual({
      ...named("double"),
      origin: "custom",
      kind: "code",
    });
  });

  it("gives a tool's page both schemas", async () => {
    const { body } = await ask("GET", "/api/tools/double");
    expect(body).toMatchObject({ slug: "double", permissionPolicy: "auto" });
    expect(body.inputSchema.required).toEqual(["value"]);
    expect(body.outputSchema.required).toEqual(["result"]);
  });

  it("shows and runs what needs a permission only for those who have it; to others it is as if it were missing", async () => {
    expect((await ask("GET", "/api/tools/operate", { token: "operator-token" })).status).toBe(200);
    expect((await run("operate", {}, { token: "operator-token", wait: true })).body.output).toBe(1);
    const strip = (answer: Answer) => JSON.stringify([answer.status, answer.body]).replaceAll(/operate|missing/g, "…");
    for (const path of ["", "/calls"]) {
      expect(strip(await ask("GET", `/api/tools/operate${path}`))).toBe(
        strip(await ask("GET", `/api/tools/missing${path}`)),
      );
    }
    expect(strip(await run("operate", {}))).toBe(strip(await run("missing", {})));
    expect((await run("operate", {})).status).toBe(404);
  });
});

describe("a run", () => {
  it("answers when its first three events are committed, and logs each step in order", async () => {
    const { status, body } = await run("steps", {});
    expect(status).toBe(202);
    expect(body.runId).toBe(body.callId);
    const committed = await store.log("00000000-0000-0000-0000-000000000000").read(body.sessionId);
    expect(committed.slice(0, 3).map((event) => event.type)).toEqual([
      "tool.requested",
      "tool.input_ready",
      "tool.started",
    ]);
    await expect
      .poll(async () => (await eventsOf(body.sessionId)).map((event) => event.type))
      .toEqual([
        "tool.requested",
        "tool.input_ready",
        "tool.started",
        "tool.progressed",
        "tool.output_appended",
        "tool.completed",
      ]);
    const events = await eventsOf(body.sessionId);
    expect(events.map((event) => event.seq)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(events[0]).toMatchObject({ v: 1, sessionId: body.sessionId, tool: "steps", source: "web", userId: "demo" });
  });

  it("with Prefer: wait answers with the result", async () => {
    const { status, body } = await run("double", { value: 21 }, { wait: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ output: { result: 42 }, error: null, runId: body.callId });
    expect(body.durationMs).toBeGreaterThanOrEqual(0);
  });

  it("goes on in the session that it names", async () => {
    const first = (await run("double", { value: 1 }, { wait: true })).body;
    const second = (await run("double", { value: 2 }, { wait: true, sessionId: first.sessionId })).body;
    expect(second.sessionId).toBe(first.sessionId);
    expect((await eventsOf(first.sessionId)).map((event) => event.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("refuses a wrong input with each field's issue, and leaves no trace", async () => {
    const before = await countRows();
    const { status, body } = await run("double", { value: "x", extra: 1 });
    expect(status).toBe(422);
    expect(body.error).toMatchObject({ code: "invalid_input", message: expect.stringContaining("double") });
    expect(body.error.issues.map((issue: { path: string }) => issue.path).sort()).toEqual(["/extra", "/value"]);
    expect(body.error.issues.map((issue: { path: string }) => issue.path)).toContain(body.error.path);
    expect(await countRows()).toBe(before);
  });

  it("says what a handler threw, and that an output breaks its schema", async () => {
    const thrown = (await run("throws", {}, { wait: true })).body;
    expect(thrown).toMatchObject({ output: null, error: "The kettle is empty: fill it." });
    expect((await eventsOf(thrown.sessionId)).at(-1)).toMatchObject({
      type: "tool.failed",
      error: { message: "The kettle is empty: fill it." },
    });
    const lied = (await run("lies", {}, { wait: true })).body;
    expect((await eventsOf(lied.sessionId)).at(-1)).toMatchObject({
      type: "tool.failed",
      error: { code: "invalid_output" },
    });
  });

  it("never asks a person for approval of their own run", async () => {
    const { body } = await run("asks", {}, { wait: true });
    expect(body.output).toBe("ran");
    expect((await eventsOf(body.sessionId)).map((event) => event.type)).not.toContain("tool.needs_approval");
  });

  it("brings NUL, lone surrogates and __proto__ through input, log and output as they were", async () => {
    const raw = '{"a":"\\u0000\\ud800","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"":[]}';
    const { body } = await ask("POST", "/api/tools/echo/run", {
      body: `{"input":${raw}}`,
      headers: { prefer: "wait" },
    });
    expect(JSON.stringify(body.output)).toBe(raw);
    const ready = (await eventsOf(body.sessionId))[1] as SessionEvent & { input: unknown };
    expect(JSON.stringify(ready.input)).toBe(raw);
    const [call] = (await ask("GET", "/api/tools/echo/calls?limit=1")).body as CallSummary[];
    expect(JSON.stringify(call!.input)).toBe(raw);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe("cancel", () => {
  it("ends a call whose handler does not listen, with what it had begun, and drops what it says later", async () => {
    const { body } = await run("deaf", {});
    await expect.poll(async () => (await eventsOf(body.sessionId)).length).toBe(5);
    const cancelled = await ask("POST", `/api/calls/${body.callId}/cancel`);
    expect([cancelled.status, cancelled.body]).toEqual([202, { callId: body.callId, status: "cancelled" }]);
    expect(heard?.aborted).toBe(true);
    release();
    const again = await ask("POST", `/api/calls/${body.callId}/cancel`);
    expect([again.status, again.body.error.code]).toEqual([409, "already_ended"]);
    expect((await eventsOf(body.sessionId)).slice(5)).toMatchObject([
      { type: "tool.cancelled", callId: "inner" },
      { type: "agent.cancelled", agentId: "sub" },
      { type: "tool.cancelled", callId: body.callId, reason: "Cancelled by demo." },
    ]);
  });

  it("of a call that has ended is 409, of an unknown one 404", async () => {
    const { body } = await run("double", { value: 1 }, { wait: true });
    expect((await ask("POST", `/api/calls/${body.callId}/cancel`)).status).toBe(409);
    expect((await ask("POST", `/api/calls/${randomUUID()}/cancel`)).status).toBe(404);
    expect((await ask("POST", `/api/calls/%00/cancel`)).status).toBe(404);
  });
});

describe("history", () => {
  it("lists a tool's calls, newest first, page by page", async () => {
    const token = "operator-token";
    for (const value of [1, 2, 3]) await run("double", { value }, { wait: true, token });
    const all = (await ask("GET", "/api/tools/double/calls", { token })).body as CallSummary[];
    expect(all.map((call) => call.summary)).toEqual(["Doubled 3", "Doubled 2", "Doubled 1"]);
    expect(all[0]).toMatchObject({
      status: "completed",
      source: "api",
      userId: "op",
      input: { value: 3 },
      error: null,
    });
    const first = (await ask("GET", "/api/tools/double/calls?limit=2", { token })).body as CallSummary[];
    const rest = (await ask("GET", `/api/tools/double/calls?limit=2&before=${first[1]!.callId}`, { token })).body;
    expect([...first, ...rest]).toEqual(all);
  });
});

describe("tenants", () => {
  it("make what is foreign indistinguishable from what is missing, on every route that takes an id", async () => {
    const { body } = await run("deaf", {});
    const mine = { session: body.sessionId as string, call: body.callId as string };
    const missing = { session: randomUUID(), call: randomUUID() };
    const routes: ((ids: typeof mine) => Promise<Answer>)[] = [
      ({ session }) => ask("GET", `/api/sessions/${session}/events`, { token: "other-token" }),
      ({ session }) =>
        ask("GET", `/api/sessions/${session}/events`, {
          token: "other-token",
          headers: { accept: "application/json" },
        }),
      ({ session }) => run("double", { value: 1 }, { token: "other-token", sessionId: session }),
      ({ call }) => ask("POST", `/api/calls/${call}/cancel`, { token: "other-token" }),
      ({ call }) => ask("GET", `/api/tools/deaf/calls?before=${call}`, { token: "other-token" }),
    ];
    const strip = (answer: Answer, ids: typeof mine) =>
      JSON.stringify([answer.status, answer.body]).replaceAll(ids.session, "…").replaceAll(ids.call, "…");
    for (const route of routes) {
      const foreign = await route(mine);
      expect(foreign.status).toBeGreaterThanOrEqual(400);
      expect(strip(foreign, mine)).toBe(strip(await route(missing), missing));
    }
    expect((await ask("GET", "/api/tools/deaf/calls", { token: "other-token" })).body).toEqual([]);
    // The control: to its owner all of it is there, and the foreign cancel did nothing.
    expect((await ask("GET", `/api/tools/deaf/calls`)).body[0]).toMatchObject({ callId: mine.call, status: "running" });
    expect((await ask("POST", `/api/calls/${mine.call}/cancel`)).status).toBe(202);
    release();
  });

  it("refuse a credential that is unknown or malformed with 401", async () => {
    for (const authorization of ["Bearer nobody", "Bearer", "Basic ZGVtbw==", ""]) {
      const answer = await ask("GET", "/api/tools", { headers: { authorization } });
      expect([authorization, answer.status, answer.body?.error?.code]).toEqual([authorization, 401, "unauthorized"]);
    }
  });
});

describe("refusals", () => {
  const post = (body: unknown, headers: object = {}) => ask("POST", "/api/tools/double/run", { body, headers });

  it.each([
    ["broken JSON", '{"input": {,}}', 400, "invalid_json", /line 1, column 12/],
    ["JSON that ends early", '{"input": ', 400, "invalid_json", /ends too early/],
    ["an empty body", "", 400, "invalid_json", /empty/],
    ["an array", [1], 400, "invalid_request", /not an array/],
    ["null", "null", 400, "invalid_request", /not null/],
    ["no input", {}, 400, "invalid_request", /no "input"/],
    ["a wrong sessionId", { input: {}, sessionId: 7 }, 400, "invalid_request", /string, not a number/],
    ["an unknown field", { input: {}, sessionID: "x" }, 400, "invalid_request", /no field "sessionID"/],
    ["__proto__ beside input", '{"input":{},"__proto__":{}}', 400, "invalid_request", /no field "__proto__"/],
    ["an unknown session", { input: { value: 1 }, sessionId: "nope" }, 404, "session_not_found", /nope/],
    [
      "a session id that no database takes",
      { input: { value: 1 }, sessionId: "\u0000" },
      404,
      "session_not_found",
      /./,
    ],
    ["depth", `{"input":${"[".repeat(5000)}${"]".repeat(5000)}}`, 400, "too_deep", /500 deep/],
  ])("%s", async (_name, body, status, code, message) => {
    const before = await countRows();
    const answer = await post(body);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(answer.body.error.message).toMatch(message);
    expect(await countRows()).toBe(before);
  });

  it("names the field by pointer", async () => {
    expect((await post({ input: {}, sessionId: 7 })).body.error.path).toBe("/sessionId");
    expect((await post({ input: {}, "a/b": 7 })).body.error.path).toBe("/a~1b");
  });

  it("a body that is no JSON by its type: 415", async () => {
    expect((await post("{}", { "content-type": "text/plain" })).status).toBe(415);
    const form = await ask("POST", "/api/tools/double/run", {
      body: "{}",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect([form.status, form.body.error.code]).toEqual([415, "unsupported_media_type"]);
  });

  it("a body over the limit: 413, also without Content-Length, and read no further", async () => {
    expect((await post(`{"input":"${"x".repeat(5_000_000)}"}`)).status).toBe(413);
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(32));
      },
    });
    const response = await host.fetch(
      new Request("http://host/api/tools/double/run", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: endless,
        duplex: "half",
      } as RequestInit),
    );
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(5_000_000);
  });

  it("invalid UTF-8: 400", async () => {
    const response = await host.fetch(
      new Request("http://host/api/tools/double/run", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: new Uint8Array([0x22, 0xff, 0x22]),
      }),
    );
    expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
      400,
      "invalid_encoding",
    ]);
  });

  it.each([
    ["/api/sessions/x/events?after=abc", "after"],
    ["/api/sessions/x/events?after=-1", "after"],
    ["/api/sessions/x/events?after=1.5", "after"],
    ["/api/tools/double/calls?limit=0", "limit"],
    ["/api/tools/double/calls?limit=1000", "limit"],
    ["/api/tools/double/calls?before=nobody", "before"],
  ])("%s: 400 that names the parameter", async (path, name) => {
    const { status, body } = await ask("GET", path);
    expect([status, body.error.code, body.error.path]).toEqual([400, "invalid_parameter", `/${name}`]);
    expect(body.error.message).toContain(`"${name}"`);
  });

  it("a wrong method: 405 with what is allowed; an unknown route: 404; a page: the fallback", async () => {
    const put = await ask("PUT", "/api/tools/double");
    expect([put.status, put.headers.get("allow"), put.body.error.code]).toEqual([405, "GET", "method_not_allowed"]);
    expect((await ask("GET", "/api/tools/double/run")).headers.get("allow")).toBe("POST");
    const unknown = await ask("GET", "/api/nonsense");
    expect([unknown.status, unknown.body.error.code]).toEqual([404, "route_not_found"]);
    expect(await (await host.fetch(new Request("http://host/tools/double"))).text()).toBe("the page");
  });

  it("a crash inside: 500 with a number to ask by, and no stack", async () => {
    const problems: string[] = [];
    const broken = createHost({
      registry,
      store,
      actor: () => {
        throw new Error("secret internals");
      },
      onProblem: (message) => problems.push(message),
    });
    const response = await broken.fetch(new Request("http://host/api/tools"));
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).not.toContain("secret");
    expect(text).not.toContain("at ");
    const id = response.headers.get("x-request-id")!;
    expect(text).toContain(id);
    expect(problems.join()).toContain(id);
    await broken.close();
  });
});

describe("healthz", () => {
  it("is 200 when the host is ready, and 503 with the reason kept inside when it did not start", async () => {
    expect((await ask("GET", "/healthz")).body).toEqual({ status: "ok", database: "pglite" });
    const failing = createHost({ registry, store: Promise.reject(new Error("no disk")), onProblem: () => {} });
    await failing.ready.catch(() => undefined);
    const response = await failing.fetch(new Request("http://host/healthz"));
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain("disk");
    expect((await failing.fetch(new Request("http://host/api/tools"))).status).toBe(503);
  });
});
