import type { SessionEvent } from "@callboard/core";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { isGapFree, openIn } from "../../packages/server/src/testing/fixtures/chatClient.ts";
import type { ChildHost } from "../../packages/server/src/testing/fixtures/childHost.ts";
import { makeDataFolder } from "../../packages/server/src/testing/fixtures/dataFolder.ts";
import type { TestDatabase } from "../setup/testDatabase.ts";
import { TEST_ENGINES } from "../../packages/server/src/testing/fixtures/engines.ts";
import { scratchHosts } from "../../packages/server/src/testing/fixtures/scratchHosts.ts";

const WAIT = { timeout: 60_000, interval: 25 };

const hosts = scratchHosts(new URL("./worksProcess.ts", import.meta.url));
const from = (step: string) => ({ n: { $from: step, path: "/n" } });
const step = (id: string, before: string, tool = "mark") => ({ id, tool, input: from(before) });

const relay = {
  slug: "relay",
  name: "Relay",
  description: "Marks three times.",
  category: "test",
  icon: "wrench",
  fields: [{ key: "n", type: "number", label: "N", required: true }],
  outputSchema: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
  executionSpec: {
    kind: "composition",
    steps: [step("one", "input"), step("two", "one"), step("three", "two")],
  },
};
const published = {
  ...relay,
  slug: "published",
  name: "Published",
  executionSpec: { kind: "composition", steps: [step("one", "input"), step("two", "one", "publish")] },
};

const layered = {
  ...relay,
  slug: "layered",
  name: "Layered",
  executionSpec: {
    kind: "composition",
    steps: [step("one", "input"), step("two", "input"), { ...step("three", "two"), depends_on: ["one", "two"] }],
  },
};

/** Each call that began has ended before the next begins. */
const neverTwoAtOnce = (effects: readonly string[]): boolean =>
  effects.every((line, index) => index % 2 === 0 || line === `-${effects[index - 1]?.slice(1)}`);

describe.each(TEST_ENGINES.map((engine) => [engine.name, engine] as const))("%s", (name, engine) => {
  const databases: TestDatabase[] = [];
  afterAll(async () => {
    for (const database of databases) await database.end();
  });

  async function world() {
    const own = await mkdtemp(join(hosts.scratch, "try-"));
    const effects = join(own, "effects");
    await writeFile(effects, "");
    const database = engine.openBare ? await engine.openBare() : undefined;
    if (database) databases.push(database);
    const environment: Record<string, string> = {
      EFFECTS: effects,
      LEASE_MS: "1500",
      ...(database
        ? { DATABASE_URL: database.databaseUrl }
        : { CALLBOARD_DATA: await makeDataFolder(join(own, "data")) }),
    };
    const done = async () => (await readFile(effects, "utf8")).split("\n").filter(Boolean);
    return { environment, done };
  }
  const run = async (host: ChildHost, slug: string) => {
    const { status, body } = await host.post(`/api/tools/${slug}/run`, { input: { n: 1 } });
    expect(status).toBe(202);
    return body as { sessionId: string; callId: string };
  };
  const endOf = (events: readonly SessionEvent[], callId: string) =>
    events.find(
      (event) => "callId" in event && event.callId === callId && /completed|failed|interrupted/.test(event.type),
    );
  const ended = (host: ChildHost, sessionId: string, callId: string) =>
    vi.waitFor(async () => {
      const events = await host.events(sessionId);
      expect(endOf(events, callId)).toBeDefined();
      return events;
    }, WAIT);

  describe.skipIf(name !== "PGlite" && !engine.openBare)("calls that wait for their turn", () => {
    it("go on where their host dies, each once, and what ran then does not hold them up", async () => {
      const { environment, done } = await world();
      const first = await hosts.start({ ...environment, PACE: "600000" });
      const running = await run(first, "single");
      await vi.waitFor(async () => expect(await done()).toEqual([`+${running.callId}`]), WAIT);
      const waiting = [await run(first, "single"), await run(first, "single")];
      const waits = ({ sessionId }: { sessionId: string }) =>
        vi.waitFor(async () => {
          expect((await first.events(sessionId)).at(-1)?.type).toBe("tool.needs_turn");
        }, WAIT);
      for (const call of waiting) await waits(call);
      await first.kill();

      const next = await hosts.start(environment);
      const interrupted = await ended(next, running.sessionId, running.callId);
      expect(endOf(interrupted, running.callId)?.type).toBe("tool.interrupted");
      for (const { sessionId, callId } of waiting) {
        const events = await ended(next, sessionId, callId);
        expect(endOf(events, callId)).toMatchObject({ type: "tool.completed", output: { n: 2 } });
        expect(events.filter(({ type }) => type === "tool.started")).toHaveLength(1);
        expect(isGapFree(events)).toBe(true);
      }
      const effects = (await done()).slice(1);
      expect(effects.toSorted()).toEqual(waiting.flatMap(({ callId }) => [`+${callId}`, `-${callId}`]).toSorted());
      expect(neverTwoAtOnce(effects)).toBe(true);
    }, 240_000);

    it.skipIf(!engine.openBare)(
      "run one at a time over hosts that share a database",
      { timeout: 240_000 },
      async () => {
        const { environment, done } = await world();
        const pair = [
          await hosts.start({ ...environment, PACE: "50" }),
          await hosts.start({ ...environment, PACE: "50" }),
        ];
        const begun = await Promise.all(
          Array.from({ length: 8 }, async (_, index) => {
            const host = pair[index % 2]!;
            return { host, ...(await run(host, "single")) };
          }),
        );
        for (const { host, sessionId, callId } of begun) {
          expect(endOf(await ended(host, sessionId, callId), callId)?.type).toBe("tool.completed");
        }
        expect(await done()).toHaveLength(16);
        expect(neverTwoAtOnce(await done())).toBe(true);
      },
    );
  });

  it.skipIf(!engine.openBare)(
    "another host goes on where one that shared its database dies",
    async () => {
      const { environment, done } = await world();
      const first = await hosts.start({ ...environment, DIE_AFTER: "1" });
      expect((await first.post("/api/tools", relay)).status).toBe(201);
      const second = await hosts.start(environment);
      const { sessionId, callId } = await run(first, "relay");
      await first.exited;
      const events = await ended(second, sessionId, callId);
      expect(endOf(events, callId)).toMatchObject({ type: "tool.completed", output: { n: 4 } });
      expect(await done()).toEqual([`${callId}.one`, `${callId}.two`, `${callId}.three`]);
    },
    240_000,
  );

  describe.skipIf(name !== "PGlite" && !engine.openBare)("a composition whose host dies", () => {
    it.each([1, 2, 3])(
      "after step %s, before anything else is written, goes on in the next, each step once",
      async (dieAfter) => {
        const { environment, done } = await world();
        const first = await hosts.start({ ...environment, DIE_AFTER: String(dieAfter) });
        expect((await first.post("/api/tools", relay)).status).toBe(201);
        const { sessionId, callId } = await run(first, "relay");
        await first.exited;
        expect(await done()).toHaveLength(dieAfter);

        const next = await hosts.start(environment);
        const events = await ended(next, sessionId, callId);
        expect(endOf(events, callId)).toMatchObject({ type: "tool.completed", output: { n: 4 } });
        expect(await done()).toEqual([`${callId}.one`, `${callId}.two`, `${callId}.three`]);
        expect(events.filter(({ type }) => type === "tool.started")).toHaveLength(4);
        expect(isGapFree(events)).toBe(true);
        expect(openIn(events)).toEqual([]);
      },
      240_000,
    );

    it("between two layers of steps goes on with the second", { timeout: 240_000 }, async () => {
      const { environment, done } = await world();
      const first = await hosts.start({ ...environment, DIE_AFTER: "2" });
      expect((await first.post("/api/tools", layered)).status).toBe(201);
      const { sessionId, callId } = await run(first, "layered");
      await first.exited;

      const next = await hosts.start(environment);
      const events = await ended(next, sessionId, callId);
      expect(endOf(events, callId)).toMatchObject({ type: "tool.completed", output: { n: 3 } });
      expect((await done()).toSorted()).toEqual(["one", "three", "two"].map((id) => `${callId}.${id}`));
      expect(openIn(events)).toEqual([]);
    });

    it("while a step waits for a person goes on once that has answered", { timeout: 240_000 }, async () => {
      const { environment, done } = await world();
      const first = await hosts.start(environment);
      expect((await first.post("/api/tools", published)).status).toBe(201);
      const { sessionId, callId } = await run(first, "published");
      const asking = (host: ChildHost) =>
        vi.waitFor(async () => {
          const ask = (await host.events(sessionId)).find(({ type }) => type === "tool.needs_approval");
          if (ask?.type !== "tool.needs_approval") throw new Error("It has not asked.");
          return ask.approvalId;
        }, WAIT);
      const approvalId = await asking(first);
      await first.kill();

      const next = await hosts.start(environment);
      expect((await next.post(`/api/calls/${callId}.two/approve`, { approvalId })).status).toBe(202);
      const events = await ended(next, sessionId, callId);
      expect(endOf(events, callId)).toMatchObject({ type: "tool.completed", output: { n: 3 } });
      expect(await done()).toEqual([`${callId}.one`, `${callId}.two`]);
      expect(openIn(events)).toEqual([]);
    });
  });
});
