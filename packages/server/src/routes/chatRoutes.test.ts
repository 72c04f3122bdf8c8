import { createRegistry, type SessionSummary } from "@callboard/core";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DEFAULT_TENANT_ID, type Store } from "../store.ts";
import { createHost, type Host } from "../host.ts";
import { createScriptedModel } from "../model/scriptedModel.ts";
import { ask as askHost, type Answer, type AskOptions } from "../../../../test/setup/ask.ts";
import { chatClient, type ChatClient } from "../testing/fixtures/chatClient.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";

vi.setConfig({ testTimeout: 30_000 });

const OTHER = { userId: "eve", tenantId: randomUUID(), tenantSlug: "other", permissions: [] };
const COLLEAGUE = { userId: "carl", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: [] };

const registry = createRegistry();
registry.register({
  slug: "publish",
  name: "Publish",
  description: "Publishes.",
  category: "test",
  icon: "x",
  permissionPolicy: "always_ask",
  inputSchema: { type: "object" },
  execute: () => "published",
});

let store: Store;
let host: Host;
let client: ChatClient;
beforeAll(async () => {
  store = await memoryStore();
  host = createHost({
    registry,
    store,
    // Asks to publish where it is told to, else answers at once.
    model: createScriptedModel({
      turns: [
        ...["Please publish", "Please publish this"].map((message) => ({
          message,
          steps: [[{ call: "publish", input: {} }], [{ result: -1 }]],
        })),
        { steps: [["Hello."]] },
      ],
    }),
    actor: { "other-token": OTHER, "colleague-token": COLLEAGUE },
    onProblem: (message) => expect(message).toBe("no problem"),
  });
  await host.ready;
  client = chatClient(host, store);
}, 60_000);
afterAll(async () => {
  await host.close();
  await store.close();
});

const ask = (method: string, path: string, options?: AskOptions) => askHost(host, method, path, options);
const rows = async () => {
  const [row] = await store.database.asTenant(DEFAULT_TENANT_ID, (tx) =>
    tx.query<{ rows: number }>(
      `select ((select count(*) from callboard.sessions) + (select count(*) from callboard.session_events)
        + (select count(*) from callboard.agents))::int as rows`,
    ),
  );
  return row!.rows;
};

/** What every route that takes a body says of one that is none. */
const BODIES: [string, unknown, number, string][] = [
  ["broken JSON", '{"message": ', 400, "invalid_json"],
  ["nothing", "", 400, "invalid_json"],
  ["an array", [], 400, "invalid_request"],
  ["null", "null", 400, "invalid_request"],
  ["a text", '"text"', 400, "invalid_request"],
  ["a number", "7", 400, "invalid_request"],
  ["no fields", {}, 400, "invalid_request"],
  ["5 MB", `{"message":"${"x".repeat(5_000_000)}"}`, 413, "body_too_large"],
  ["nesting", `{"message":${"[".repeat(5000)}${"]".repeat(5000)}}`, 400, "too_deep"],
  ["__proto__", '{"__proto__":{"message":"x"}}', 400, "invalid_request"],
];
const known = randomUUID();
const ROUTES: [string, string][] = [
  ["POST", "/api/chat"],
  ["POST", `/api/calls/${known}/approve`],
  ["POST", `/api/calls/${known}/deny`],
  ["PATCH", `/api/sessions/${known}`],
];

describe("a body", () => {
  for (const [method, path] of ROUTES) {
    it.each(BODIES)(`of ${method} ${path.replace(known, ":id")} that is %s`, async (_name, body, status, code) => {
      const before = await rows();
      const answer = await ask(method, path, { body });
      expect([answer.status, answer.body.error.code]).toEqual([status, code]);
      expect(answer.body.error.message.length).toBeGreaterThan(20);
      expect(await rows()).toBe(before);
    });

    it(`of ${method} ${path.replace(known, ":id")} with another type is 415`, async () => {
      const answer = await ask(method, path, { body: "{}", headers: { "content-type": "text/plain" } });
      expect(answer.status).toBe(415);
    });
  }

  const approvalId = randomUUID();
  it.each<[string, string, unknown, number, string, string]>([
    ["message missing", "/api/chat", { sessionId: known }, 400, "invalid_request", "/message"],
    ["message a number", "/api/chat", { message: 7 }, 400, "invalid_request", "/message"],
    ["message null", "/api/chat", { message: null }, 400, "invalid_request", "/message"],
    ["message a list", "/api/chat", { message: ["x"] }, 400, "invalid_request", "/message"],
    ["message empty", "/api/chat", { message: "" }, 422, "invalid_message", "/message"],
    ["message blank", "/api/chat", { message: " \n\t\u00A0" }, 422, "invalid_message", "/message"],
    ["message of 1 MB", "/api/chat", { message: "x".repeat(1_000_000) }, 422, "invalid_message", "/message"],
    ["an unknown field", "/api/chat", { message: "x", "a/b": 1 }, 400, "invalid_request", "/a~1b"],
    ["a role", "/api/chat", { message: "x", role: "system" }, 400, "invalid_request", "/role"],
    ["sessionId a number", "/api/chat", { message: "x", sessionId: 7 }, 400, "invalid_request", "/sessionId"],
    ["sessionId null", "/api/chat", { message: "x", sessionId: null }, 400, "invalid_request", "/sessionId"],
    ["sessionId unknown", "/api/chat", { message: "x", sessionId: known }, 404, "session_not_found", "/sessionId"],
    ["sessionId empty", "/api/chat", { message: "x", sessionId: "" }, 404, "session_not_found", "/sessionId"],
    ["sessionId NUL", "/api/chat", { message: "x", sessionId: "\0" }, 404, "session_not_found", "/sessionId"],
    ["approvalId missing", `/api/calls/${known}/approve`, { input: {} }, 400, "invalid_request", "/approvalId"],
    ["approvalId a number", `/api/calls/${known}/deny`, { approvalId: 1 }, 400, "invalid_request", "/approvalId"],
    ["reason a number", `/api/calls/${known}/deny`, { approvalId, reason: 1 }, 400, "invalid_request", "/reason"],
    [
      "a giant reason",
      `/api/calls/${known}/deny`,
      { approvalId, reason: "x".repeat(20_000) },
      422,
      "invalid_reason",
      "/reason",
    ],
    ["a denial that edits", `/api/calls/${known}/deny`, { approvalId, input: {} }, 400, "invalid_request", "/input"],
    [
      "approved: true",
      `/api/calls/${known}/approve`,
      { approvalId, approved: true },
      400,
      "invalid_request",
      "/approved",
    ],
    ["another scope", `/api/calls/${known}/approve`, { approvalId, scope: "always" }, 422, "invalid_scope", "/scope"],
  ])("with %s is refused, and nothing is written", async (_name, path, body, status, code, pointer) => {
    const before = await rows();
    const answer = await ask("POST", path, { body });
    expect([answer.status, answer.body.error.code, answer.body.error.path]).toEqual([status, code, pointer]);
    expect(await rows()).toBe(before);
  });

  it("may hold any text: it is said and kept as it is", async () => {
    for (const message of ["\0 \ud800 \u202E", "x".repeat(100_000), "<script>alert(1)</script>", "🎭".repeat(100)]) {
      const { status, body } = await ask("POST", "/api/chat", { body: { message } });
      expect(status).toBe(202);
      const [event] = await client.quiet(body.sessionId);
      expect(event).toMatchObject({ type: "message.added", role: "user", text: message });
    }
  });
});

describe("a message", () => {
  it("while the agent is at work is 409, of two at a time one is taken, and the next turn goes on in the same session", async () => {
    const { sessionId } = await client.say("Please publish");
    const waiting = await client.ask(sessionId);
    const before = await client.quiet(sessionId);
    const busy = await ask("POST", "/api/chat", { body: { message: "And?", sessionId } });
    expect([busy.status, busy.body.error.code]).toEqual([409, "turn_running"]);
    expect(await client.log(sessionId)).toEqual(before);
    await client.post(`/api/calls/${waiting.callId}/deny`, { approvalId: waiting.approvalId });
    await client.quiet(sessionId);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask("POST", "/api/chat", { body: { message: "Hello", sessionId } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array.from({ length: 9 }, () => 409)]);
    const events = await client.quiet(sessionId);
    expect(events.filter(({ type }) => type === "message.added")).toHaveLength(2);
  });

  it("in a session that began with a person's own run makes a chat of it", async () => {
    const run = await ask("POST", "/api/tools/publish/run", { body: { input: {} } });
    const { sessionId } = run.body;
    const listed = async () => (await sessions()).some(({ id }) => id === sessionId);
    expect(await listed()).toBe(false);
    await client.say("Hello there", sessionId);
    await client.quiet(sessionId);
    expect((await sessions()).find(({ id }) => id === sessionId)).toMatchObject({
      title: "Hello there",
      status: "idle",
    });
  });
});

const sessions = async (options: AskOptions = {}, query = "") =>
  (await ask("GET", `/api/sessions${query}`, options)).body as unknown as SessionSummary[];

describe("the list of chats", () => {
  it("has a person's own, the newest first, with how each is", async () => {
    const first = await client.say("Please publish this");
    const waiting = await client.ask(first.sessionId);
    await client.quiet(first.sessionId);
    const second = await client.say(`  Hello,\n\n ${"very ".repeat(40)}long  `);
    await client.quiet(second.sessionId);
    const [newest, next] = await sessions({}, "?limit=2");
    expect([newest!.id, next!.id]).toEqual([second.sessionId, first.sessionId]);
    expect(newest!.title).toMatch(/^Hello, very .*…$/);
    expect(newest!.title.length).toBeLessThanOrEqual(81);
    expect(next).toMatchObject({ title: "Please publish this", status: "waiting", waitsFor: "approval" });
    await client.post(`/api/calls/${waiting.callId}/deny`, { approvalId: waiting.approvalId });
    await client.quiet(first.sessionId);
    expect((await sessions())[0]).toMatchObject({ id: first.sessionId, status: "idle" });
    expect(await sessions({ token: "colleague-token" })).toEqual([]);
    expect(await sessions({ token: "other-token" })).toEqual([]);
    for (const limit of ["0", "1000", "x"]) expect((await ask("GET", `/api/sessions?limit=${limit}`)).status).toBe(400);
  });

  it("renames its own chats: not a colleague's, not a foreign one's, and no title that is none", async () => {
    const { sessionId } = await client.say("Hello");
    await client.quiet(sessionId);
    const rename = (title: unknown, token?: string) =>
      ask("PATCH", `/api/sessions/${sessionId}`, { body: { title }, token });
    expect((await rename("  My\n chat 🎭 ")).body).toEqual({ id: sessionId, title: "My chat 🎭" });
    for (const title of ["", " \n ", "x".repeat(201)]) {
      const { status, body } = await rename(title);
      expect([status, body.error.code, body.error.path]).toEqual([422, "invalid_title", "/title"]);
    }
    for (const title of [7, null, ["x"], undefined]) expect((await rename(title)).status).toBe(400);
    expect((await rename("Mine", "colleague-token")).status).toBe(403);
    expect((await rename("Mine", "other-token")).status).toBe(404);
    expect((await rename("a\0b\ud800")).body).toMatchObject({ title: "a\uFFFDb\uFFFD" });
    expect((await sessions()).find(({ id }) => id === sessionId)?.title).toBe("a\uFFFDb\uFFFD");
  });
});

describe("a chat that its person deletes", () => {
  const remove = (id: string, token?: string) => ask("DELETE", `/api/sessions/${id}`, { token });

  it("is gone with its events and calls, and with what still ran in it", async () => {
    const { sessionId, agentId } = await client.say("Please publish");
    await client.ask(sessionId);
    expect((await remove(sessionId)).status).toBe(204);
    expect((await sessions()).map(({ id }) => id)).not.toContain(sessionId);
    expect((await ask("GET", `/api/sessions/${sessionId}/events`)).status).toBe(404);
    expect((await ask("POST", `/api/agents/${agentId}/cancel`, { body: {} })).status).toBe(404);
    const [left] = await store.database.asTenant(DEFAULT_TENANT_ID, (tx) =>
      tx.query<{ rows: number }>(
        `select ((select count(*) from callboard.session_events where session_id = $1)
          + (select count(*) from callboard.calls where session_id = $1)
          + (select count(*) from callboard.agents where session_id = $1))::int as rows`,
        [sessionId],
      ),
    );
    expect(left!.rows).toBe(0);
    expect((await remove(sessionId)).status).toBe(404);
  });

  it("is nobody else's to delete", async () => {
    const { sessionId } = await client.say("Hello");
    await client.quiet(sessionId);
    expect((await remove(sessionId, "colleague-token")).status).toBe(403);
    expect((await remove(sessionId, "other-token")).status).toBe(404);
    for (const id of [known, "a b", "%00"]) expect((await remove(id)).status).toBe(404);
    expect((await sessions()).map(({ id }) => id)).toContain(sessionId);
  });

  it("loses no event but with all of them: single ones may not be deleted", async () => {
    const { sessionId } = await client.say("Hello");
    await client.quiet(sessionId);
    const single = store.database.asTenant(DEFAULT_TENANT_ID, (tx) =>
      tx.query("delete from callboard.session_events where session_id = $1", [sessionId]),
    );
    await expect(single).rejects.toThrow(/permission denied/);
  });
});

describe("a person's own run with a title", () => {
  it("begins a chat of that name, and a title changes no session that is there", async () => {
    const begun = await ask("POST", "/api/tools/publish/run", { body: { input: {}, title: "  Publish\n it " } });
    const { sessionId } = begun.body;
    expect((await sessions()).find(({ id }) => id === sessionId)?.title).toBe("Publish it");
    const again = await ask("POST", "/api/tools/publish/run", { body: { input: {}, sessionId, title: "Other" } });
    expect(again.body.sessionId).toBe(sessionId);
    expect((await sessions()).find(({ id }) => id === sessionId)?.title).toBe("Publish it");
  });
});

describe("a search of the chats", () => {
  it("finds by all words of the title, whatever signs they hold", async () => {
    for (const title of ["Retries of 100%", "Retries_and waits"]) {
      const { sessionId } = await client.say("Hello");
      await client.quiet(sessionId);
      await ask("PATCH", `/api/sessions/${sessionId}`, { body: { title } });
    }
    const found = async (search: string) =>
      (await sessions({}, `?search=${encodeURIComponent(search)}`)).map(({ title }) => title);
    expect(await found("RETRIES 100%")).toEqual(["Retries of 100%"]);
    expect(await found("s_a")).toEqual(["Retries_and waits"]);
    expect(await found("waits retries")).toEqual(["Retries_and waits"]);
    expect(await found("\\")).toEqual([]);
    expect((await ask("GET", "/api/sessions?search=%00")).status).toBe(200);
  });
});

describe("another tenant", () => {
  interface Ids {
    session: string;
    agent: string;
    call: string;
    approval: string;
  }
  const chatRoutes: [string, (ids: Ids, token?: string) => Promise<Answer>][] = [
    [
      "POST /api/chat",
      ({ session }, token) => ask("POST", "/api/chat", { token, body: { message: "x", sessionId: session } }),
    ],
    [
      "PATCH /api/sessions/:id",
      ({ session }, token) => ask("PATCH", `/api/sessions/${session}`, { token, body: { title: "x" } }),
    ],
    [
      "GET …/events",
      ({ session }, token) =>
        ask("GET", `/api/sessions/${session}/events`, { token, headers: { accept: "application/json" } }),
    ],
    [
      "POST …/run",
      ({ session }, token) => ask("POST", "/api/tools/publish/run", { token, body: { input: {}, sessionId: session } }),
    ],
    ["POST /api/agents/:id/resume", ({ agent }, token) => ask("POST", `/api/agents/${agent}/resume`, { token })],
    [
      "POST /api/calls/:id/deny",
      ({ call, approval }, token) => ask("POST", `/api/calls/${call}/deny`, { token, body: { approvalId: approval } }),
    ],
    [
      "POST /api/calls/:id/approve",
      ({ call, approval }, token) =>
        ask("POST", `/api/calls/${call}/approve`, { token, body: { approvalId: approval } }),
    ],
    ["POST /api/calls/:id/cancel", ({ call }, token) => ask("POST", `/api/calls/${call}/cancel`, { token })],
    ["POST /api/agents/:id/cancel", ({ agent }, token) => ask("POST", `/api/agents/${agent}/cancel`, { token })],
  ];
  const strip = (answer: Answer, ids: Ids) => {
    let text = JSON.stringify([answer.status, answer.body]);
    for (const id of Object.values(ids) as string[]) text = text.replaceAll(id, "…");
    return text;
  };

  it("cannot tell any id of a chat from one that does not exist, by any route, and changes nothing", async () => {
    const begun = await client.say("Please publish");
    const { callId, approvalId } = await client.ask(begun.sessionId);
    const mine: Ids = { session: begun.sessionId, agent: begun.agentId, call: callId, approval: approvalId };
    const before = await client.quiet(begun.sessionId);
    for (const [name, route] of chatRoutes) {
      for (const kind of Object.keys(mine) as (keyof Ids)[]) {
        // Each kind of id in the place that the route asks for, too.
        const ids = { session: mine[kind], agent: mine[kind], call: mine[kind], approval: mine[kind] };
        const none = randomUUID();
        const missing = { session: none, agent: none, call: none, approval: none };
        const foreign = await route(ids, "other-token");
        expect([name, kind, foreign.status]).toEqual([name, kind, 404]);
        expect(strip(foreign, ids)).toBe(strip(await route(missing, "other-token"), missing));
      }
    }
    expect(await client.log(begun.sessionId)).toEqual(before);
    // The control: with the right ids, its own person is never told that there is nothing.
    for (const [name, route] of chatRoutes) expect([name, (await route(mine)).status]).not.toContain(404);
  });

  it("sees no row of it even where a route forgets to ask", async () => {
    for (const table of ["sessions", "session_events", "calls", "agents"]) {
      const count = (tenantId: string) =>
        store.database.asTenant(tenantId, async (tx) => {
          const [row] = await tx.query<{ n: number }>(`select count(*)::int as n from callboard.${table}`);
          return row!.n;
        });
      expect([table, await count(OTHER.tenantId)]).toEqual([table, 0]);
      expect(await count(DEFAULT_TENANT_ID)).toBeGreaterThan(0);
    }
  });
});
