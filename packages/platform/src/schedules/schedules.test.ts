import { createRegistry, type ToolRegistration } from "@callboard/core";
import type { RunDetail, Schedule } from "@callboard/core/client";
import { createHost, createStore, DEFAULT_TENANT_ID, type Host, type Kernel, type Store } from "@callboard/server";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ask as askHost, type AskOptions } from "../../../../test/setup/ask.ts";
import { createPlatform, PLATFORM_PERMISSIONS } from "../createPlatform.ts";
import { inProcessEngine } from "../engine/inProcessEngine.ts";
import { timeAfter, timesUntil } from "./cronLine.ts";
import { createSchedules, type Schedules } from "./schedules.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const MINUTE_MS = 60_000;
const OTHER = randomUUID();
const permissions = [...PLATFORM_PERMISSIONS, "vault.open"];
const tenant = { tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions };
const actors = {
  ada: { ...tenant, userId: "ada" },
  ben: { ...tenant, userId: "ben", permissions: ["schedules.tenant.read"] },
  eve: { ...tenant, userId: "eve", tenantId: OTHER, tenantSlug: "other" },
};
type Person = keyof typeof actors;
/** What a person may do now. */
const held = new Map<string, readonly string[]>(Object.values(actors).map((each) => [each.userId, each.permissions]));

const tool = (slug: string, more: Partial<ToolRegistration> = {}): ToolRegistration => ({
  slug,
  name: slug,
  description: `Does ${slug}.`,
  category: "test",
  icon: "x",
  inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  outputSchema: {},
  execute: ({ text }: { text: string }) => ({ said: text }),
  ...more,
});
const registry = createRegistry();
registry.register(tool("report"));
registry.register(tool("vault", { requiredPermission: "vault.open" }));

let store: Store;
let host: Host;
const platform = createPlatform({ engine: inProcessEngine });
/** As two hosts have them: what they begin is theirs together. */
let here: Schedules;
let there: Schedules;
beforeAll(async () => {
  store = await createStore();
  let kernel: Kernel | undefined;
  const probe = { name: "probe", open: (given: Kernel) => ((kernel = given), {}) };
  host = createHost({
    registry,
    store,
    actor: actors,
    permissionsOf: async ({ userId }) => held.get(userId) ?? [],
    modules: [platform, probe],
  });
  await host.ready;
  if (!kernel) throw new Error("The host has no kernel.");
  here = createSchedules(kernel);
  there = createSchedules(kernel);
});
afterAll(async () => {
  await host.close();
  await store.close();
});

type Refused = { error: { code: string; path?: string } };
const ask = async <Body>(person: Person, method: string, path: string, options: Omit<AskOptions, "token"> = {}) => {
  const { status, body } = await askHost(host, method, path, { ...options, token: person });
  return { status, body: body as Body };
};
const draft = { tool: "report", input: { text: "hi" }, cron: "0 3 1 1 *" };
const add = async (more: object = {}, person: Person = "ada") =>
  (await ask<Schedule>(person, "POST", "/api/schedules", { body: { ...draft, ...more } })).body;
const list = async (person: Person = "ada") => (await ask<Schedule[]>(person, "GET", "/api/schedules")).body;
const find = async (id: string) => {
  const found = (await list()).find((each) => each.id === id);
  if (!found) throw new Error(`There is no schedule ${id}.`);
  return found;
};
const dueOf = ({ nextAt }: Schedule) => {
  if (nextAt === null) throw new Error("It is never due.");
  return nextAt;
};
const remove = (id: string) => ask("ada", "DELETE", `/api/schedules/${id}`);

describe("the times of a cron line", () => {
  it("are those of its time zone, also where its clocks change", () => {
    const line = { cron: "0 7 * * *", timeZone: "Europe/Berlin" };
    expect(timeAfter(line, Date.UTC(2026, 0, 10))).toBe(Date.UTC(2026, 0, 10, 6));
    expect(timeAfter(line, Date.UTC(2026, 6, 10))).toBe(Date.UTC(2026, 6, 10, 5));
    expect(timeAfter({ cron: "0 0 31 2 *", timeZone: "UTC" }, 0)).toBeNull();
  });

  it("that have passed are counted up to a thousand", () => {
    const line = { cron: "* * * * *", timeZone: "UTC" };
    expect(timesUntil(line, 0, 3 * MINUTE_MS + 5)).toEqual([0, 1, 2, 3].map((minute) => minute * MINUTE_MS));
    expect(timesUntil(line, 0, 1e12)).toHaveLength(1_001);
  });
});

describe("schedules of a tenant", () => {
  it("are added, paused, resumed and deleted by who may, and are the tenant's alone", async () => {
    const added = await add({ cron: " 0 7 * * 1-5 ", timeZone: "Europe/Berlin" });
    expect(added).toMatchObject({ tool: "report", cron: "0 7 * * 1-5", userId: "ada", isPaused: false, last: null });
    expect(added.nextAt).toBe(timeAfter({ cron: "0 7 * * 1-5", timeZone: "Europe/Berlin" }, Date.now()));
    expect(added).not.toHaveProperty("person");
    expect(await list("ben")).toEqual([added]);
    expect(await list("eve")).toEqual([]);
    const path = `/api/schedules/${added.id}`;
    const paused = { body: { isPaused: true } };
    for (const [method, options] of [
      ["PATCH", paused],
      ["DELETE", {}],
    ] as const) {
      expect(await ask("eve", method, path, options)).toMatchObject({
        status: 404,
        body: { error: { code: "schedule_not_found" } },
      });
      expect((await ask("ben", method, path, options)).status).toBe(403);
      expect((await ask("ada", method, "/api/schedules/x%00", options)).status).toBe(404);
    }
    expect((await ask("ada", "PATCH", path, paused)).body).toMatchObject({ isPaused: true, nextAt: null });
    expect((await ask("ada", "PATCH", path, { body: { isPaused: false } })).body).toEqual(added);
    expect((await ask("ada", "PATCH", path, { body: { isPaused: 1 } })).status).toBe(400);
    expect((await remove(added.id)).status).toBe(204);
    expect((await remove(added.id)).status).toBe(404);
    expect((await ask("ben", "POST", "/api/schedules", { body: draft })).status).toBe(403);
  });

  it.each([
    ["/cron", { cron: "every day" }],
    ["/cron", { cron: "* * * * * *" }],
    ["/cron", { cron: "0 0 31 2 *" }],
    ["/timeZone", { timeZone: "Mars/Olympus" }],
    ["/tool", { tool: "nothing" }],
    ["/input/text", { input: { text: 1 } }],
  ])("say at %s what is wrong with %o", async (path, more) => {
    const { status, body } = await ask<Refused>("ada", "POST", "/api/schedules", { body: { ...draft, ...more } });
    expect([status, body.error.code, body.error.path]).toEqual([422, "invalid_schedule", path]);
  });
});

describe("a schedule that is due", () => {
  it("makes one ordinary call as its person, whichever hosts look at it, and goes on to its next time", async () => {
    const added = await add();
    const due = dueOf(added);
    await Promise.all([here.runDue(due + 900), there.runDue(due + 1_000), here.runDue(due + 1_100)]);
    await there.runDue(due + 20_000);
    const { last, nextAt, missed } = await find(added.id);
    expect(last).toMatchObject({ at: due, call: { callId: `${added.id}-${due}` }, problem: null });
    expect(nextAt).toBe(timeAfter({ cron: draft.cron, timeZone: "UTC" }, due));
    expect(missed).toBe(0);
    await vi.waitFor(async () => {
      const { body } = await ask<RunDetail>("ada", "GET", `/api/runs/${last?.call?.callId}`);
      expect(body).toMatchObject({ status: "completed", userId: "ada", source: "api", input: { text: "hi" } });
    });
    const { body: runs } = await ask<{ runs: unknown[] }>("ada", "GET", "/api/runs?tool=report");
    expect(runs.runs).toHaveLength(1);
    await remove(added.id);
  });

  it("says why it made no call where its person may not run the tool any more", async () => {
    const added = await add({ tool: "vault" });
    held.set("ada", PLATFORM_PERMISSIONS);
    await here.runDue(dueOf(added) + 1);
    held.set("ada", permissions);
    const { last, nextAt } = await find(added.id);
    expect(last).toMatchObject({ at: added.nextAt, call: null, problem: expect.stringContaining("vault") });
    expect(nextAt).toBeGreaterThan(dueOf(added));
    await remove(added.id);
  });

  it("is not made up for hours later: what was missed is counted, and the next comes at its time", async () => {
    const added = await add({ cron: "0 * 1 1 *" });
    const due = dueOf(added);
    const now = due + 3.5 * 60 * MINUTE_MS;
    await here.runDue(now);
    expect(await find(added.id)).toMatchObject({ last: null, missed: 4, nextAt: due + 4 * 60 * MINUTE_MS });
    await here.runDue(now + 31 * MINUTE_MS);
    expect(await find(added.id)).toMatchObject({ last: { at: due + 4 * 60 * MINUTE_MS }, missed: 0 });
    await remove(added.id);
  });

  it("runs once, and not once for each time that passed, where its host comes back in time", async () => {
    const added = await add({ cron: "* * 1 1 *" });
    const due = dueOf(added);
    await here.runDue(due + 4 * MINUTE_MS + 1);
    expect(await find(added.id)).toMatchObject({ last: { at: due + 4 * MINUTE_MS }, missed: 4 });
    await remove(added.id);
  });

  it("does not run while it is paused", async () => {
    const added = await add();
    await ask("ada", "PATCH", `/api/schedules/${added.id}`, { body: { isPaused: true } });
    await here.runDue(dueOf(added) + 1);
    expect((await find(added.id)).last).toBeNull();
    await remove(added.id);
  });
});

it("is added by code, as a person of a tenant", async () => {
  const { tenantId, userId, tenantSlug } = actors.eve;
  const added = await platform.schedule(draft, { tenantId, userId, tenantSlug });
  expect(await list("eve")).toEqual([added]);
  const refused = platform.schedule({ ...draft, tool: "vault" }, { tenantId, userId, tenantSlug });
  await expect(refused).rejects.toMatchObject({ code: "invalid_schedule", path: "/tool" });
});

it("runs by itself at its time", async () => {
  const added = await add();
  await store.database.asTenant(DEFAULT_TENANT_ID, (tx) =>
    tx.query("update callboard.schedules set next_at = $1 where id = $2::uuid", [Date.now(), added.id]),
  );
  await vi.waitFor(async () => expect((await find(added.id)).last?.call).not.toBeNull(), 20_000);
});
