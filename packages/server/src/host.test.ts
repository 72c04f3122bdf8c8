import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createRegistry, type CallSummary, type SessionEvent, type ToolListing } from "@callboard/core";
import type { Actor } from "./actor.ts";
import type { Store } from "./store.ts";
import { createHost, type Host } from "./host.ts";
import { ask as askHost, type Answer, type AskOptions } from "../../../test/setup/ask.ts";
import { memoryStore } from "./testing/fixtures/memoryStore.ts";

vi.setConfig({ testTimeout: 30_000 });

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
  summary: ({ value }: { value: number }) => ({ template: "Doubled {value}", values: { value } }),
  execute: ({ value }: { value: number }) => ({ result: value * 2 }),
});
registry.register({
  ...named("confide"),
  inputSchema: { type: "object" },
  available: ({ source, tenantSlug }) => source === "agent" && tenantSlug === "default",
  execute: () => 1,
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
  store = await memoryStore();
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

const ask = (method: string, path: string, options?: AskOptions) => askHost(host, method, path, options);
const run = (slug: string, input: unknown, options: { wait?: boolean; token?: string; sessionId?: string } = {}) =>
  ask("POST", `/api/tools/${slug}/run`, {
    body: { input, ...(options.sessionId ? { sessionId: options.sessionId } : {}) },
    token: options.token,
    headers: options.wait ? { prefer: "wait" } : {},
  });
const eventsOf = async (sessionId: string, token?: string) =>
  (await ask("GET", `/api/sessions/${sessionId}/events`, { token, headers: { accept: "application/json" } }))
    .body as unknown as SessionEvent[];
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
    const tools = body as unknown as ToolListing[];
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

describe("a tool that only agents run", () => {
  it("is known to whoever reads their calls, listed for nobody, and run by no person", async () => {
    const { body: listed } = await ask("GET", "/api/tools");
    expect(listed).toContainEqual(expect.objectContaining({ slug: "double" }));
    expect(listed).not.toContainEqual(expect.objectContaining({ slug: "confide" }));
    const { status, body } = await ask("GET", "/api/tools/confide");
    expect(status).toBe(200);
    expect(body).toMatchObject({ slug: "confide", locked: expect.stringContaining("not available") });
    expect(body.inputSchema).toBeDefined();
    expect((await run("confide", {})).status).toBe(404);
  });

  it("is as if it were missing to those whose agents may not run it", async () => {
    const strip = (answer: Answer) => JSON.stringify([answer.status, answer.body]).replaceAll(/confide|missing/g, "…");
    const [theirs, none] = await Promise.all(
      ["confide", "missing"].map((slug) => ask("GET", `/api/tools/${slug}`, { token: "other-token" })),
    );
    expect(strip(theirs!)).toBe(strip(none!));
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
      .poll(async () => (await eventsOf(body.sessionId)).map((event) => event.type), { timeout: 15_000 })
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
    const [call] = (await ask("GET", "/api/tools/echo/calls?limit=1")).body as unknown as CallSummary[];
    expect(JSON.stringify(call!.input)).toBe(raw);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe("cancel", () => {
  it("ends a call whose handler does not listen, with what it had begun, and drops what it says later", async () => {
    const { body } = await run("deaf", {});
    await expect.poll(async () => (await eventsOf(body.sessionId)).length, { timeout: 15_000 }).toBe(5);
    const cancelled = await ask("POST", `/api/calls/${body.callId}/cancel`, { body: { reason: "Too slow." } });
    expect([cancelled.status, cancelled.body]).toEqual([202, { callId: body.callId, status: "cancelled" }]);
    expect(heard?.aborted).toBe(true);
    release();
    const again = await ask("POST", `/api/calls/${body.callId}/cancel`);
    expect([again.status, again.body.error.code]).toEqual([409, "already_ended"]);
    expect((await eventsOf(body.sessionId)).slice(5)).toMatchObject([
      { type: "tool.cancelled", callId: "inner" },
      { type: "agent.cancelled", agentId: "sub" },
      { type: "tool.cancelled", callId: body.callId, by: "demo", reason: "Too slow." },
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
    const all = (await ask("GET", "/api/tools/double/calls", { token })).body as unknown as CallSummary[];
    expect(all.map((call) => call.summary)).toEqual(["Doubled 3", "Doubled 2", "Doubled 1"]);
    expect(all[0]!.wording).toEqual({ template: "Doubled {value}", values: { value: 3 } });
    expect(all[0]).toMatchObject({
      status: "completed",
      source: "api",
      userId: "op",
      input: { value: 3 },
      error: null,
    });
    const first = (await ask("GET", "/api/tools/double/calls?limit=2", { token })).body as unknown as CallSummary[];
    const rest = (await ask("GET", `/api/tools/double/calls?limit=2&before=${first[1]!.callId}`, { token })).body;
    expect([...first, ...(rest as unknown as CallSummary[])]).toEqual(all);
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
    expect(((await ask("GET", "/api/tools/deaf/calls")).body as unknown as CallSummary[])[0]).toMatchObject({
      callId: mine.call,
      status: "running",
    });
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
