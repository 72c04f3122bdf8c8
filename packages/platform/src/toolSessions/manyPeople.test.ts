/** Ten people in one session over two hosts: they drop, send again, correct and read, and see one thing in the end. */
import { createRegistry } from "@callboard/core";
import type { ToolSession, ToolSessionState } from "@callboard/core/client";
import { createHost, createStore, DEFAULT_TENANT_ID, type Host, type Store } from "@callboard/server";
import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { ask as askHost, type AskOptions } from "../../../../test/setup/ask.ts";
import { makeDatabase, testServerUrl } from "../../../../test/setup/testDatabase.ts";
import { toolSessionsModule } from "./toolSessionsModule.ts";

vi.setConfig({ testTimeout: 90_000 });

const PEOPLE = 10;
const ACTS = 50;

const registry = createRegistry();
registry.register({
  slug: "estimate",
  name: "Planning estimate",
  description: "Estimates a task together.",
  category: "test",
  icon: "x",
  collaborative: true,
  inputSchema: { type: "object", properties: { points: { type: "integer" } }, required: ["points"] },
  outputSchema: { type: "object" },
  execute: async ({ points }: { points: number }) => {
    await new Promise((resolve) => setTimeout(resolve, points % 7));
    return { points };
  },
  aggregate: (submissions) =>
    submissions
      .map(({ user_display_name, output }) => [user_display_name, (output as { points: number }).points])
      .toSorted(([one], [other]) => String(one).localeCompare(String(other))),
});

/** The same numbers for the same seed, so that a failure can be had again. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const serverUrl = testServerUrl;
/** The stores of two hosts: PGlite serves one process, so there both hosts are one. */
const databases = [
  {
    name: "PGlite",
    async open() {
      const store = await createStore({});
      return { stores: [store, store] as const, end: () => store.close() };
    },
  },
  {
    name: serverUrl ? "PostgreSQL" : "PostgreSQL (left out: set CALLBOARD_TEST_DATABASE_URL to try it)",
    open: serverUrl ? () => openTwo(serverUrl) : undefined,
  },
];

async function openTwo(url: string) {
  const { databaseUrl, end } = await makeDatabase(url);
  const stores = [await createStore({ databaseUrl }), await createStore({ databaseUrl })] as const;
  return {
    stores,
    async end() {
      for (const store of stores) await store.close();
      await end();
    },
  };
}

describe.each(databases)("on $name ten people in one session", ({ open }) => {
  it.skipIf(!open).each([1, 2])(
    `read the same on both hosts, of exactly what was submitted (seed %i)`,
    async (seed) => {
      const database = await open!();
      const actor = { ada: { tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: [], userId: "ada" } };
      const hostOn = (store: Store) =>
        createHost({ registry, store, actor, modules: [toolSessionsModule], onProblem: () => {} });
      const [one, other] = database.stores;
      const first = hostOn(one);
      const second = one === other ? first : hostOn(other);
      const hosts = [first, second] as const;
      const ask = <Body>(host: Host, method: string, path: string, options: AskOptions) =>
        askHost<Body>(host, method, path, options);
      try {
        await Promise.all(hosts.map((host) => host.ready));
        const launched = await ask<{ session: ToolSession }>(first, "POST", "/api/tools/estimate/sessions", {
          token: "ada",
          body: { title: "Login page", share: { role: "submit" } },
        });
        const { id, share_token } = launched.body.session;
        const token = share_token ?? "";
        const next = numbersFrom(seed);
        const expected = new Map<string, number>();
        const person = async (
          name: string,
          acts: readonly { points: number; sends: readonly Host[]; reads: Host }[],
        ) => {
          const headers = { "x-callboard-guest": randomUUID() };
          for (const { points, sends, reads } of acts) {
            const body = { input: { points }, displayName: name, callId: randomUUID() };
            const answers = await Promise.all(
              sends.map((host) => ask(host, "POST", `/api/tool-sessions/${id}/submissions`, { token, headers, body })),
            );
            for (const { status } of answers) expect([200, 201]).toContain(status);
            expected.set(name, points);
            const { body: read } = await ask<ToolSessionState>(reads, "GET", `/api/tool-sessions/${id}`, {
              token,
              headers,
            });
            const own = read.submissions.find(({ user_id }) => user_id === read.you.user_id);
            expect(own).toMatchObject({ user_display_name: name, input: { points } });
          }
        };
        const acts = Array.from({ length: PEOPLE }, () =>
          Array.from({ length: ACTS / PEOPLE }, () => ({
            points: next(1_000),
            // Some lose the answer, and send it again by whichever host they reach.
            sends: Array.from({ length: 1 + next(2) }, () => hosts[next(2)] ?? first),
            reads: hosts[next(2)] ?? first,
          })),
        );
        await Promise.all(acts.map((own, index) => person(`Person ${index}`, own)));
        await ask(second, "PATCH", `/api/tool-sessions/${id}`, { token: "ada", body: { status: "completed" } });
        const [seen, seenThere] = await Promise.all(
          hosts.map(
            async (host) =>
              (await ask<ToolSessionState>(host, "GET", `/api/tool-sessions/${id}`, { token: "ada" })).body,
          ),
        );
        expect(seen).toEqual(seenThere);
        expect(seen?.aggregate).toEqual([...expected].toSorted(([a], [b]) => a.localeCompare(b)));
        expect(seen?.session.status).toBe("completed");
        const late = { input: { points: 1 }, displayName: "Late" };
        expect((await ask(first, "POST", `/api/tool-sessions/${id}/submissions`, { token, body: late })).status).toBe(
          409,
        );
      } finally {
        await Promise.all([...new Set(hosts)].map((host) => host.close()));
        await database.end();
      }
    },
  );
});
