import { createRegistry, createTimeline, type SessionEvent } from "@callboard/core";
import type { ToolSession, ToolSessionState } from "@callboard/core/client";
import { createHost, createStore, DEFAULT_TENANT_ID, type Host, type Store } from "@callboard/server";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ask as askHost, type AskOptions } from "../../../../test/setup/ask.ts";
import { toolSessionsModule } from "./toolSessionsModule.ts";

vi.setConfig({ testTimeout: 20_000, hookTimeout: 60_000 });

const tenant = { tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: ["votes.use"] };
const actors = {
  ada: { ...tenant, userId: "ada" },
  ben: { ...tenant, userId: "ben" },
  cy: { ...tenant, userId: "cy", permissions: [] },
  eve: { ...tenant, userId: "ada", tenantId: randomUUID(), tenantSlug: "other" },
};
const registry = createRegistry();
registry.register({
  slug: "estimate",
  name: "Planning estimate",
  description: "Estimates a task together.",
  category: "test",
  icon: "x",
  collaborative: true,
  requiredPermission: "votes.use",
  inputSchema: {
    type: "object",
    properties: { points: { type: "integer", minimum: 1, maximum: 100 } },
    required: ["points"],
  },
  outputSchema: { type: "object" },
  execute: ({ points }: { points: number }) => {
    if (points === 13) throw new Error("Thirteen is unlucky.");
    return { points };
  },
  aggregate: (submissions) => {
    const points = submissions.map(({ output }) => (output as { points: number }).points);
    if (points.includes(99)) throw new Error("Nobody knows so much.");
    return { people: points.length, average: points.reduce((sum, one) => sum + one, 0) / points.length };
  },
});
registry.register({
  slug: "alone",
  name: "Alone",
  description: "Is filled in by one person.",
  category: "test",
  icon: "x",
  inputSchema: { type: "object" },
  outputSchema: { type: "object" },
  execute: () => ({}),
});

let store: Store;
let host: Host;
const open = () => createHost({ registry, store, actor: actors, modules: [toolSessionsModule], onProblem: () => {} });
beforeAll(async () => {
  store = await createStore({});
  host = open();
  await host.ready;
});
afterAll(async () => {
  await host.close();
  await store.close();
});

interface Launched {
  session: ToolSession;
  shareUrl: string;
  submission: { id: string; output: unknown; user_id: string; user_display_name?: string };
  guest: string;
  error: { code: string; path?: string };
}
const asJson = { accept: "application/json" };
const logOf = async (id: string) =>
  (await askHost<SessionEvent[]>(host, "GET", `/api/sessions/${id}/events`, { token: "ada", headers: asJson })).body;
const ask = (method: string, path: string, options: AskOptions = {}) =>
  askHost<Launched & ToolSessionState>(host, method, path, { token: "ada", ...options });

async function launch(share?: object) {
  const { status, body } = await ask("POST", "/api/tools/estimate/sessions", {
    body: { title: "Login page", ...(share && { share }) },
  });
  expect(status).toBe(201);
  const id = body.session.id;
  const token = body.session.share_token ?? "";
  const submit = (as: string, points: unknown, more: object = {}, guest?: string) =>
    ask("POST", `/api/tool-sessions/${id}/submissions`, {
      token: as,
      body: { input: { points }, ...more },
      ...(guest !== undefined && { headers: { "x-callboard-guest": guest } }),
    });
  const state = async (as = "ada") => (await ask("GET", `/api/tool-sessions/${id}`, { token: as })).body;
  return { id, token, shareUrl: body.shareUrl, session: body.session, submit, state };
}

describe("a session that people share", () => {
  it("takes one submission of each person, which stays their own through corrections, and aggregates the completed", async () => {
    const { id, submit, state, session } = await launch();
    expect(session).toMatchObject({
      tenant_id: DEFAULT_TENANT_ID,
      tool_slug: "estimate",
      title: "Login page",
      status: "active",
      entity_ids: [],
      config: {},
      share_token: null,
      created_by: "ada",
    });
    expect((await state()).aggregate).toBeNull();
    const first = await submit("ada", 3);
    expect(first).toMatchObject({ status: 201, body: { submission: { user_id: "ada", output: { points: 3 } } } });
    await submit("ben", 5, { displayName: "Ben" });
    expect((await state()).aggregate).toEqual({ people: 2, average: 4 });
    const corrected = await submit("ada", 7);
    expect(corrected).toMatchObject({ status: 200, body: { submission: { id: first.body.submission.id } } });
    // A correction that fails takes nothing away.
    await submit("ben", 13);
    expect(await state("ben")).toMatchObject({
      aggregate: { people: 2, average: 6 },
      submissions: [{ user_id: "ada" }, { user_id: "ben", user_display_name: "Ben", output: { points: 5 } }],
      you: { user_id: "ben", maySubmit: true, mayManage: false },
    });
    const log = await logOf(id);
    const timeline = createTimeline();
    timeline.apply(log);
    expect(timeline.snapshot().notices).toEqual([]);
    expect(log.filter(({ type }) => type === "tool.started")).toHaveLength(4);
  });

  it("shows a person's last correction, also where the host that took it has a slow clock", async () => {
    const { submit, state } = await launch();
    await submit("ada", 3);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3600_000 });
    try {
      await submit("ada", 7);
    } finally {
      vi.useRealTimers();
    }
    expect((await state()).submissions).toMatchObject([{ output: { points: 7 } }]);
  });

  it("says what is wrong with an input at its field, and enters nothing", async () => {
    const { submit, state } = await launch();
    expect(await submit("ada", "many")).toMatchObject({ status: 422, body: { error: { code: "invalid_input" } } });
    expect((await state()).submissions).toEqual([]);
  });

  it("submits what is sent again once", async () => {
    const { submit, state, id } = await launch();
    const callId = randomUUID();
    const answers = await Promise.all([submit("ada", 4, { callId }), submit("ada", 4, { callId })]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    await submit("ada", 4, { callId });
    expect((await state()).aggregate).toEqual({ people: 1, average: 4 });
    const log = await logOf(id);
    expect(log.filter(({ type }) => type === "tool.started")).toHaveLength(1);
    expect(await submit("ben", 4, { callId })).toMatchObject({ status: 409, body: { error: { code: "call_taken" } } });
  });

  it("lets nobody take another session's submission away by its id", async () => {
    const [one, other] = [await launch(), await launch()];
    const { body } = await one.submit("ada", 4);
    for (const points of ["many", 5]) {
      const answer = await other.submit("ben", points, { callId: body.submission.id });
      expect([points, answer.status]).toEqual([points, 409]);
    }
    expect((await one.state()).submissions).toMatchObject([{ user_id: "ada", output: { points: 4 } }]);
    expect((await other.state()).submissions).toEqual([]);
  });

  it("ends, for the launcher alone, and takes nothing from then on", async () => {
    const { id, submit, state } = await launch();
    await submit("ada", 4);
    const end = (token: string, body: object = { status: "completed" }) =>
      ask("PATCH", `/api/tool-sessions/${id}`, { token, body });
    expect(await end("ben")).toMatchObject({ status: 403, body: { error: { code: "not_yours" } } });
    expect(await end("ada", { status: "active" })).toMatchObject({ status: 400, body: { error: { path: "/status" } } });
    expect(await end("ada")).toMatchObject({ status: 200, body: { status: "completed" } });
    expect(await end("ada")).toMatchObject({ status: 409, body: { error: { code: "session_ended" } } });
    expect(await submit("ben", 4)).toMatchObject({ status: 409, body: { error: { code: "session_ended" } } });
    expect(await state()).toMatchObject({ aggregate: { people: 1 }, you: { maySubmit: false } });
  });

  it("says why an aggregate is missing, and shows the submissions all the same", async () => {
    const { submit, state } = await launch();
    await submit("ada", 99);
    expect(await state()).toMatchObject({
      aggregate: null,
      aggregateError: "Nobody knows so much.",
      submissions: [{ output: { points: 99 } }],
    });
  });

  it("is for tools that several people fill in, for who may use them, in their tenant", async () => {
    const start = (slug: string, token: string, body: object = {}) =>
      ask("POST", `/api/tools/${slug}/sessions`, { token, body });
    expect(await start("alone", "ada")).toMatchObject({ status: 422, body: { error: { code: "not_collaborative" } } });
    expect((await start("estimate", "cy")).status).toBe(404);
    expect(await start("estimate", "ada", { entityIds: "x" })).toMatchObject({
      status: 400,
      body: { error: { path: "/entityIds" } },
    });
    const { id, submit } = await launch();
    for (const token of ["cy", "eve"]) {
      expect((await ask("GET", `/api/tool-sessions/${id}`, { token })).status).toBe(404);
      expect((await submit(token, 3)).status).toBe(404);
    }
    const listed = await askHost<ToolSession[]>(host, "GET", "/api/tools/estimate/sessions", { token: "ben" });
    expect(listed.body[0]).toMatchObject({ id, share_token: null });
  });
});

describe("a link to a session", () => {
  it("lets guests fill in and correct their own, without an account", async () => {
    const { id, token, shareUrl, submit, state } = await launch({ role: "submit" });
    expect(shareUrl).toBe(`/tools/estimate/session/${id}#link=${token}`);
    const ann = randomUUID();
    const first = await submit(token, 2, { displayName: "Ann" }, ann);
    expect(first).toMatchObject({ status: 201, body: { submission: { user_display_name: "Ann" }, guest: ann } });
    expect(first.body.submission.user_id).toMatch(/^guest:/);
    expect(first.body.submission.user_id).not.toContain(ann);
    expect((await submit(token, 6, { displayName: "Ann" }, ann)).status).toBe(200);
    await submit(token, 8, { displayName: "Bob" });
    expect(await state(token)).toMatchObject({
      aggregate: { people: 2, average: 7 },
      you: { maySubmit: true, mayManage: false },
    });
    // The form of its tool, and the log.
    expect((await ask("GET", "/api/tools/estimate", { token })).status).toBe(200);
    expect((await ask("GET", `/api/sessions/${id}/events`, { token, headers: asJson })).status).toBe(200);
  });

  it("opens nothing else: not another session, tool, list or link", async () => {
    const { token, id } = await launch({ role: "submit" });
    const other = await launch({ role: "submit" });
    const refused: [string, string, object?][] = [
      ["GET", `/api/tool-sessions/${other.id}`],
      ["POST", `/api/tool-sessions/${other.id}/submissions`, { input: { points: 1 } }],
      ["GET", `/api/sessions/${other.id}/events`],
      ["GET", "/api/tools"],
      ["GET", "/api/tools/alone"],
      ["POST", "/api/tools/estimate/run", { input: { points: 1 } }],
      ["POST", "/api/tools/estimate/sessions", {}],
      ["GET", "/api/tools/estimate/sessions"],
      ["PATCH", `/api/tool-sessions/${id}`, { status: "completed" }],
      ["POST", `/api/tool-sessions/${id}/links`, { role: "submit" }],
      ["GET", `/api/tool-sessions/${id}/links`],
      ["GET", "/api/sessions"],
      ["DELETE", `/api/sessions/${id}`],
    ];
    for (const [method, path, body] of refused) {
      const { status } = await ask(method, path, { token, body });
      expect([method, path, status]).toEqual([method, path, 403]);
    }
    expect((await ask("GET", `/api/tool-sessions/${id}`, { token })).status).toBe(200);
  });

  it("that only watches submits nothing", async () => {
    const { token, id, submit, state } = await launch({ role: "watch" });
    expect(await submit(token, 3)).toMatchObject({
      status: 403,
      body: { error: { code: "session_link_not_in_scope" } },
    });
    expect(await state(token)).toMatchObject({ submissions: [], you: { maySubmit: false } });
    expect((await ask("GET", `/api/sessions/${id}/events`, { token, headers: asJson })).status).toBe(200);
  });

  it("ends when it is withdrawn, with what is open by it, and by its time; a guessed one opens nothing", async () => {
    const { token, id } = await launch({ role: "submit" });
    const stream = await host.fetch(
      new Request(`http://localhost/api/sessions/${id}/events`, {
        headers: { authorization: `Bearer ${token}`, accept: "text/event-stream" },
      }),
    );
    const reading = stream.text();
    const links = await askHost<{ id: string; role: string }[]>(host, "GET", `/api/tool-sessions/${id}/links`, {
      token: "ada",
    });
    expect(links.body).toMatchObject([{ role: "submit" }]);
    const path = `/api/tool-sessions/${id}/links/${links.body[0]!.id}`;
    expect((await ask("DELETE", path)).status).toBe(204);
    expect((await ask("DELETE", path)).status).toBe(404);
    expect(await ask("GET", `/api/tool-sessions/${id}`, { token })).toMatchObject({
      status: 401,
      body: { error: { code: "session_link_ended" } },
    });
    await reading;
    expect((await ask("GET", `/api/tool-sessions/${id}`, { token: `cbt_${"a".repeat(43)}` })).status).toBe(401);
    const brief = await launch({ role: "submit", expiresInDays: 1 / 86_400 / 4 });
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect((await ask("GET", `/api/tool-sessions/${brief.id}`, { token: brief.token })).status).toBe(401);
  });

  it("shows who is there", async () => {
    const { token, id } = await launch({ role: "watch" });
    const come = (as: string, displayName: string) =>
      ask("PUT", `/api/tool-sessions/${id}/presence`, { token: as, body: { displayName } });
    await come("ada", "Ada");
    expect((await come(token, "Guest")).body).toMatchObject([
      { user_id: "ada", user_display_name: "Ada" },
      { user_display_name: "Guest" },
    ]);
  });
});
