import { createRegistry, type ToolRegistration } from "@callboard/core";
import type { Run, RunDetail, RunPage, UsageStats } from "@callboard/core/client";
import {
  createHost,
  createScriptedModel,
  createStore,
  DEFAULT_TENANT_ID,
  type Host,
  type Kernel,
  type Store,
} from "@callboard/server";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ask as askHost, type AskOptions } from "../../../../test/setup/ask.ts";
import { checkToolSchema } from "@callboard/core/bridge";
import { toRegisteredTool } from "@callboard/core/catalog";
import { untranslatedTexts } from "@callboard/core/testing";
import { taskTools } from "../manage/taskTools.ts";
import { createPlatform, PLATFORM_PERMISSIONS } from "../createPlatform.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const OTHER = randomUUID();
const tenant = { tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: [...PLATFORM_PERMISSIONS] };
const actors = {
  ada: { ...tenant, userId: "ada" },
  ben: { ...tenant, userId: "ben", permissions: [] },
  cy: { ...tenant, userId: "cy", permissions: ["runs.tenant.read"] },
  eve: { ...tenant, userId: "ada", tenantId: OTHER, tenantSlug: "other" },
};

const tool = (slug: string, more: Partial<ToolRegistration>): ToolRegistration => ({
  slug,
  name: slug,
  description: `Does ${slug}.`,
  category: "test",
  icon: "x",
  inputSchema: { type: "object", properties: { text: { type: "string" } } },
  outputSchema: {},
  execute: ({ text }: { text?: string }) => ({ said: text }),
  ...more,
});

let isBroken = true;
const registry = createRegistry();
registry.register(tool("echo", {}));
registry.register(
  tool("flaky", {
    execute: ({ text }: { text?: string }) => {
      if (isBroken) throw new Error("The line is dead.");
      return { said: text };
    },
  }),
);
registry.register(
  tool("slow", {
    execute: (_input: unknown, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true })),
  }),
);
registry.register(tool("send", { permissionPolicy: "always_ask" }));

let store: Store;
let host: Host;
let kernel: Kernel;
beforeAll(async () => {
  store = await createStore();
  const model = createScriptedModel({
    turns: [
      { message: "send it", steps: [[{ call: "send", input: { text: "hi" } }], ["Sent."]] },
      { message: "say hello", steps: [["Hello."]] },
    ],
  });
  host = createHost({
    registry,
    store,
    actor: actors,
    model,
    modules: [
      { name: "look", open: (opened) => ((kernel = opened), {}) },
      createPlatform({ prices: { [typeof model === "string" ? model : model.modelId]: { input: 2, output: 10 } } }),
    ],
    onProblem: () => {},
  });
  await host.ready;
});
afterAll(async () => {
  await host.close();
  await store.close();
});

type Person = keyof typeof actors;
const ask = async <Body>(person: Person, method: string, path: string, options: Omit<AskOptions, "token"> = {}) => {
  const { status, body } = await askHost(host, method, path, { ...options, token: person });
  return { status, body: body as Body };
};
const run = (person: Person, slug: string, input: object = {}) =>
  ask<{ callId: string; sessionId: string }>(person, "POST", `/api/tools/${slug}/run`, {
    body: { input },
    headers: { prefer: "wait" },
  });
const list = (query: string, person: Person = "ada") => ask<RunPage>(person, "GET", `/api/runs?${query}`);
const detail = (callId: string, person: Person = "ada") => ask<RunDetail>(person, "GET", `/api/runs/${callId}`);
const retry = (callId: string, person: Person = "ada", body: object = {}) =>
  ask<{ callId: string; sessionId: string; code?: string }>(person, "POST", `/api/runs/${callId}/retry`, { body });
const eventually = async (check: () => Promise<void>) => await vi.waitFor(check, { timeout: 10_000, interval: 50 });

describe("the runs of a tenant", () => {
  it("are listed by state, tool, source, person and time, for who may see them", async () => {
    const { body: echoed } = await run("ada", "echo", { text: "one" });
    await run("ben", "echo", { text: "two" });
    const { body: failed } = await run("ben", "flaky", { text: "three" });
    const { body: slow } = await ask<{ callId: string }>("ben", "POST", "/api/tools/slow/run", { body: { input: {} } });
    await eventually(async () => expect((await list("status=running")).body.runs).toHaveLength(1));

    const { body: all } = await list("");
    expect(all.runs.map(({ tool: slug, status }) => [slug, status])).toEqual([
      ["slow", "running"],
      ["flaky", "failed"],
      ["echo", "completed"],
      ["echo", "completed"],
    ]);
    expect(all.next).toBeNull();
    expect(all.runs[1]).toMatchObject({
      userId: "ben",
      source: "api",
      error: { message: expect.stringContaining("dead") },
    });
    expect(all.runs[1]).not.toHaveProperty("input");

    const idsOf = async (query: string) => (await list(query)).body.runs.map(({ callId }) => callId);
    expect(await idsOf("status=failed")).toEqual([failed.callId]);
    expect(await idsOf("status=running&tool=echo")).toEqual([]);
    expect(await idsOf("tool=echo&user=ada&status=completed&source=api")).toEqual([echoed.callId]);
    expect(await idsOf("source=web")).toEqual([]);
    const { requestedAt } = all.runs[1]!;
    expect(await idsOf(`from=${requestedAt}&to=${requestedAt + 1}&tool=flaky`)).toEqual([failed.callId]);
    expect(await idsOf(`to=${all.runs[3]!.requestedAt}`)).toEqual([]);

    expect((await ask("ada", "GET", "/api/runs/counts")).body).toEqual({ running: 1, waiting: 0, failed: 1 });
    expect((await ask("ada", "POST", `/api/calls/${slow.callId}/cancel`, { body: {} })).status).toBe(202);
    await eventually(async () => expect(await idsOf("status=stopped")).toEqual([slow.callId]));
  });

  it("are refused to those who may not, and another tenant's are not there", async () => {
    const { body } = await run("ada", "echo", { text: "ours" });
    for (const path of ["/api/runs", "/api/runs/counts", `/api/runs/${body.callId}`, "/api/usage"]) {
      expect(await ask("ben", "GET", path), path).toMatchObject({
        status: 403,
        body: { error: { code: "not_permitted" } },
      });
    }
    expect((await retry(body.callId, "cy")).status).toBe(403);
    expect((await list("", "eve")).body).toEqual({ runs: [], next: null });
    expect((await list("user=ada", "eve")).body.runs).toEqual([]);
    expect((await detail(body.callId, "eve")).status).toBe(404);
    expect((await retry(body.callId, "eve")).status).toBe(404);
    expect((await retry(body.callId, "eve", { sessionId: body.sessionId })).status).toBe(404);
    expect((await ask<UsageStats>("eve", "GET", "/api/usage")).body).toMatchObject({ tools: [], models: [] });
  });

  it("say what is wrong with a query", async () => {
    for (const [query, path] of [
      ["status=busy", "/status"],
      ["source=fax", "/source"],
      ["after=nonsense", "/after"],
      [`after=${Buffer.from('[1,"a"]').toString("base64url")}`, "/after"],
      ["limit=0", "/limit"],
      ["from=yesterday", "/from"],
    ]) {
      expect(await list(query!), query).toMatchObject({
        status: 400,
        body: { error: { code: "invalid_parameter", path } },
      });
    }
  });

  it("come in pages of which none is missing and none twice, also where many are of one moment", async () => {
    const at = 1_000;
    await enter(
      Array.from({ length: 45 }, (_, index) => ({
        callId: `paged-${index}`,
        tool: "paged",
        at: at + Math.floor(index / 20),
      })),
    );
    const seen: string[] = [];
    let next: string | null = null;
    do {
      const { body } = await list(`tool=paged&limit=7${next === null ? "" : `&after=${next}`}`);
      seen.push(...body.runs.map(({ callId }) => callId));
      next = body.next;
    } while (next !== null);
    expect(seen).toHaveLength(45);
    expect(new Set(seen).size).toBe(45);
  });
});

describe("a run that is tried again", () => {
  it("is a new run with the same input, linked with the first, as whoever asks", async () => {
    isBroken = true;
    const { body: first } = await run("ben", "flaky", { text: "again" });
    isBroken = false;
    const { status, body: second } = await retry(first.callId);
    expect(status).toBe(202);
    expect(second.sessionId).not.toBe(first.sessionId);
    await eventually(async () => {
      expect((await detail(second.callId)).body).toMatchObject({
        status: "completed",
        userId: "ada",
        input: { text: "again" },
        retryOf: first.callId,
      });
    });
    expect((await detail(first.callId)).body).toMatchObject({
      status: "failed",
      userId: "ben",
      retryOf: null,
      retries: [{ callId: second.callId, sessionId: second.sessionId, status: "completed" }],
    });
  });

  it("has to have ended, and to be there", async () => {
    const { body } = await ask<{ callId: string }>("ada", "POST", "/api/tools/slow/run", { body: { input: {} } });
    expect(await retry(body.callId)).toMatchObject({ status: 409, body: { error: { code: "still_running" } } });
    await ask("ada", "POST", `/api/calls/${body.callId}/cancel`, { body: {} });
    expect((await retry("nothing")).status).toBe(404);
    expect((await detail("a%00b")).status).toBe(404);
  });
});

describe("runs that wait for a person", () => {
  it("are listed with what they wait for", async () => {
    const chat = await ask<{ sessionId: string }>("ada", "POST", "/api/chat", { body: { message: "send it" } });
    let waiting: Run | undefined;
    await eventually(async () => {
      [waiting] = (await list("status=waiting")).body.runs;
      expect(waiting).toMatchObject({ tool: "send", status: "awaiting-approval", waitsFor: "approval", isChat: true });
    });
    expect(waiting?.sessionId).toBe(chat.body.sessionId);
    expect((await ask<{ waiting: number }>("ada", "GET", "/api/runs/counts")).body.waiting).toBe(1);
  });
});

describe("usage", () => {
  it("counts tools with their errors and times, and models with tokens, spend and cache hits", async () => {
    const { body } = await ask<UsageStats>("ada", "GET", `/api/usage?from=${Date.now() - 3_600_000}`);
    const flaky = body.tools.find((each) => each.tool === "flaky");
    expect(flaky).toMatchObject({ calls: 3, errors: 2, p50: expect.any(Number), p95: expect.any(Number) });
    expect(body.isCut).toBe(false);
    await answered({ model: "scripted", usage: { inputTokens: 1_000_000, outputTokens: 100_000 }, durationMs: 100 });
    await answered({ model: "scripted", usage: { inputTokens: 10, cachedInputTokens: 8 }, durationMs: 300 });
    await answered({ model: "unknown\u0000", usage: { inputTokens: 1e21 } });
    const { body: after } = await ask<UsageStats>("ada", "GET", "/api/usage?from=0&to=2000");
    const [scripted, unread] = after.models;
    expect(scripted).toMatchObject({
      calls: 2,
      errors: 0,
      p50: 200,
      inputTokens: 1_000_010,
      cachedInputTokens: 8,
      cacheHits: 1,
    });
    expect(unread).toMatchObject({ model: null, calls: 1, inputTokens: 0, spend: null });
  });

  it("knows the model of each answer of the host's agents, and what it costs", async () => {
    await ask("ada", "POST", "/api/chat", { body: { message: "say hello" } });
    await eventually(async () => {
      const { body } = await ask<UsageStats>("ada", "GET", "/api/usage");
      const [model] = body.models;
      expect(model).toMatchObject({ model: expect.any(String), errors: 0, p50: expect.any(Number) });
      expect(model?.spend).toBeCloseTo((model!.inputTokens * 2 + model!.outputTokens * 10) / 1_000_000);
    });
  });
});

describe("getUsageStats", () => {
  it("answers agents and people what the page says, for who may see it, of their tenant alone", async () => {
    const asked = { body: { input: { days: 1 } }, headers: { prefer: "wait" } };
    type Ran = { output: UsageStats };
    const path = "/api/tools/getUsageStats/run";
    const { body } = await ask<Ran>("ada", "POST", path, asked);
    expect(body.output.tools.find((each) => each.tool === "flaky")).toMatchObject({ errors: 2 });
    expect(body.output.models.length).toBeGreaterThan(0);
    expect((await ask<Ran>("eve", "POST", path, asked)).body.output.tools.map((each) => each.tool)).toEqual([
      "getUsageStats",
    ]);
    expect((await ask("ben", "POST", path, asked)).status).toBeGreaterThanOrEqual(400);
    expect((await ask("ada", "POST", path, { ...asked, body: { input: { days: 93 } } })).status).toBe(422);
  });
});

describe("a tenant with many runs", () => {
  it("is read a bounded number at a time, along an index, and the page says where to look on", async () => {
    await enter(
      Array.from({ length: 20_050 }, (_, index) => ({ callId: `many-${index}`, tool: "many", at: 10 + index })),
    );
    await enter([{ callId: "rare", tool: "rare-tool", at: 5, source: "web" }]);
    const { body } = await list("source=web&to=100000");
    expect(body.runs).toEqual([]);
    expect(body.next).not.toBeNull();
    const { body: behind } = await list(`source=web&to=100000&after=${body.next}`);
    expect(behind.runs.map(({ callId }) => callId)).toEqual(["rare"]);
    expect(behind.next).toBeNull();
    const plan = await store.database.asTenant(DEFAULT_TENANT_ID, async (tx) => {
      await tx.exec("set local enable_sort = off; set local enable_bitmapscan = off");
      return tx.query<{ "QUERY PLAN": string }>(
        `explain select call_id from callboard.calls where tenant_id = $1::uuid and requested_at < 100000
         order by requested_at desc, call_id desc, session_id desc limit 50`,
        [DEFAULT_TENANT_ID],
      );
    });
    const text = plan.map((row) => row["QUERY PLAN"]).join(" ");
    expect(text).toMatch(/Index (Only )?Scan using calls_by_time/);
    expect(text).not.toContain("Sort");
  });
});

/** Enters ended calls of one session as rows, as many as a list needs to be long. */
async function enter(calls: { callId: string; tool: string; at: number; source?: string }[]): Promise<void> {
  const sessionId = randomUUID();
  await store.database.asTenant(DEFAULT_TENANT_ID, async (tx) => {
    await tx.query(
      "insert into callboard.sessions (id, tenant_id, user_id, created_at, updated_at) values ($1, $2::uuid, 'ada', 0, 0)",
      [sessionId, DEFAULT_TENANT_ID],
    );
    await tx.query(
      `insert into callboard.calls (session_id, tenant_id, status, user_id, call_id, tool, requested_at, ended_at, source)
       select $1, $2::uuid, 'completed', 'ada', n.* from unnest($3::text[], $4::text[], $5::bigint[], $5::bigint[], $6::text[]) n`,
      [
        sessionId,
        DEFAULT_TENANT_ID,
        calls.map(({ callId }) => callId),
        calls.map(({ tool: slug }) => slug),
        calls.map(({ at }) => at),
        calls.map(({ source = "api" }) => source),
      ],
    );
  });
}

let answers = 0;

/** Writes an answer of a model as the log keeps it, at the beginning of time. */
async function answered(body: object): Promise<void> {
  const sessionId = randomUUID();
  await store.database.asTenant(DEFAULT_TENANT_ID, async (tx) => {
    await tx.query(
      "insert into callboard.sessions (id, tenant_id, created_at, updated_at) values ($1, $2::uuid, 0, 0)",
      [sessionId, DEFAULT_TENANT_ID],
    );
    await tx.query(
      `insert into callboard.session_events (session_id, seq, tenant_id, at, type, body)
       values ($1, 1, $2::uuid, $3, 'agent.step_completed', $4)`,
      [sessionId, DEFAULT_TENANT_ID, ++answers, JSON.stringify(body)],
    );
  });
}

describe("the tools of tasks", () => {
  const tools = () => taskTools(kernel).map((each) => toRegisteredTool(each));
  const act = (slug: string, input: object, person: Person = "ada") => {
    const found = tools().find((each) => each.slug === slug);
    if (!found) throw new Error(`There is no ${slug}.`);
    const context = { ...actors[person], spaceId: null, requestId: "", source: "agent" as const };
    const call = { ...context, callId: "c", sessionId: "s", answers: {}, signal: new AbortController().signal };
    return found.execute(input, call, {} as never) as Promise<Record<string, unknown>>;
  };

  it("say how a task is, and run again what failed last in a session, as a new one", async () => {
    isBroken = true;
    const { body: failed } = await run("ada", "flaky", { text: "task" });
    const { task } = await act("getTaskStatus", { taskId: failed.callId });
    expect(task).toMatchObject({ tool: "flaky", status: "failed", sessionId: failed.sessionId, retriedAs: [] });
    expect(task).toMatchObject({ error: expect.stringContaining("The line is dead.") });
    isBroken = false;
    const again = await act("retrySession", { sessionId: failed.sessionId });
    expect(again["sessionId"]).not.toBe(failed.sessionId);
    await eventually(async () => {
      const { task: retried } = await act("getTaskStatus", { taskId: String(again["taskId"]) });
      expect(retried).toMatchObject({ status: "completed", durationMs: expect.any(Number) });
    });
    expect((await act("getTaskStatus", { taskId: failed.callId }))["task"]).toMatchObject({
      retriedAs: [again["taskId"]],
    });
  });

  it("refuse what is not there, has not failed, or is another tenant's", async () => {
    const { body: fine } = await run("ada", "echo", { text: "fine" });
    await expect(act("retrySession", { sessionId: fine.sessionId })).rejects.toThrow("Nothing has failed");
    await expect(act("getTaskStatus", { taskId: "none" })).rejects.toThrow("no task");
    isBroken = true;
    const { body: failed } = await run("ada", "flaky", { text: "ours" });
    await expect(act("getTaskStatus", { taskId: failed.callId }, "eve")).rejects.toThrow("no task");
    await expect(act("retrySession", { sessionId: failed.sessionId }, "eve")).rejects.toThrow("Nothing has failed");
    await expect(act("retrySession", { sessionId: "s", taskId: failed.callId })).rejects.toThrow("no task");
  });

  it("have permissions, a group and cards, and words in every language", () => {
    expect(
      tools().map((each) => [each.slug, each.requiredPermission, each.permissionPolicy, each.group?.name]),
    ).toEqual([
      ["getTaskStatus", "runs.tenant.read", "auto", "workflow"],
      ["retrySession", "runs.tenant.retry", "always_ask", "workflow"],
    ]);
    for (const each of tools()) {
      expect(checkToolSchema(each, "mcp")).toEqual([]);
      expect(each.viewSpec?.blocks).toHaveLength(1);
      for (const language of ["de", "ar"]) expect(untranslatedTexts(each, language)).toEqual([]);
    }
  });
});
