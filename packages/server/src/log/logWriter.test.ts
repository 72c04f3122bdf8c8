import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { NewEvent, SessionEvent } from "@callboard/core";
import { DEFAULT_TENANT_ID } from "../store.ts";
import { TEST_ENGINES, type TestStore } from "../testing/fixtures/engines.ts";
import { appendEvents } from "./appendEvents.ts";
import { readPage } from "./logReader.ts";

vi.setConfig({ testTimeout: 30_000 });

const tenant = DEFAULT_TENANT_ID;
const creator = { userId: "ada" };
const said = (text: string): NewEvent => ({ type: "message.added", messageId: text, role: "user", text });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

for (const engine of TEST_ENGINES) {
  describe.skipIf(!engine.open)(`the session log on ${engine.name}`, () => {
    let test: TestStore;
    beforeAll(async () => (test = await engine.open!()), 60_000);
    afterAll(() => test?.end());

    /** In how many transactions the events of some sessions were written. */
    async function transactionsOf(sessions: string[]): Promise<number> {
      const [row] = await test.store.database.asTenant(tenant, (tx) =>
        tx.query<{ transactions: number }>(
          "select count(distinct xmin::text)::int as transactions from callboard.session_events where session_id = any($1::text[])",
          [sessions],
        ),
      );
      return row!.transactions;
    }

    it("numbers events from 1 without gaps and gives back what was written", async () => {
      const log = test.store.log(tenant, { creator });
      const session = randomUUID();
      const first = await log.append(session, [said("a"), said("b")]);
      await log.append(session, [said("c")]);
      expect(first.map((event) => event.seq)).toEqual([1, 2]);
      const read = await log.read(session);
      expect(read.map((event) => [event.seq, event.type === "message.added" && event.text])).toEqual([
        [1, "a"],
        [2, "b"],
        [3, "c"],
      ]);
      expect(await log.read(session, 2)).toEqual(read.slice(2));
    });

    it("keeps every character and key as written: NUL, lone surrogates, __proto__, order", async () => {
      const log = test.store.log(tenant, { creator });
      const session = randomUUID();
      const input = JSON.parse(
        '{"z":1,"a":"\\u0000 \\ud800 \\udfff \\u2028","__proto__":{"polluted":true},"constructor":{"prototype":1}}',
      ) as unknown;
      await log.append(session, [{ type: "tool.input_ready", callId: "c\u0000", input }]);
      const [page] = await readPage(test.store.database, tenant, session, 0);
      expect(page!.json).toContain(JSON.stringify(input));
      const [event] = await log.read(session);
      expect(JSON.stringify((event as { input: unknown }).input)).toBe(JSON.stringify(input));
      expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    });

    it("does not let an event choose its own seq, session or time", async () => {
      const log = test.store.log(tenant, { creator });
      const session = randomUUID();
      await log.append(session, [{ ...said("x"), ...{ seq: 99, sessionId: "other", at: 1 } }]);
      const [event] = await log.read(session);
      expect(event).toMatchObject({ seq: 1, sessionId: session });
      expect(event!.at).toBeGreaterThan(1);
    });

    it("wakes a subscriber after the commit, so that what it then reads is there", async () => {
      const log = test.store.log(tenant, { creator });
      const session = randomUUID();
      const seen: number[] = [];
      const stop = log.subscribe(session, () => void log.read(session).then((events) => seen.push(events.length)));
      await log.append(session, [said("a")]);
      await expect.poll(() => seen, { timeout: 15_000 }).toEqual([1]);
      stop();
      await log.append(session, [said("b")]);
      expect(seen).toEqual([1]);
    });

    it("refuses one bad append of a batch and writes the others", async () => {
      const session = randomUUID();
      const good = test.store.log(tenant, { creator });
      const bad = test.store.log(tenant);
      const results = await Promise.allSettled([
        good.append(session, [said("a")]),
        bad.append(randomUUID(), [said("nowhere")]),
        good.append(session, [said("b")]),
      ]);
      expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect((await good.read(session)).map((event) => event.seq)).toEqual([1, 2]);
    });

    it("commits many waiting appends together: 50 streams of 100 events take few transactions", async () => {
      const log = test.store.log(tenant, { creator });
      const sessions = Array.from({ length: 50 }, () => randomUUID());
      await Promise.all(
        sessions.flatMap((session) =>
          Array.from({ length: 100 }, (_, index) =>
            log.append(session, [{ type: "agent.text_appended", agentId: "a", delta: String(index) }]),
          ),
        ),
      );
      for (const session of sessions) {
        const deltas = (await log.read(session)).map((event) => (event as { delta: string }).delta);
        expect(deltas).toEqual(Array.from({ length: 100 }, (_, index) => String(index)));
      }
      expect(await transactionsOf(sessions)).toBeLessThan(100);
    }, 30_000);

    it("lets streams that wait for each of their appends share transactions", async () => {
      const log = test.store.log(tenant, { creator });
      const sessions = Array.from({ length: 20 }, () => randomUUID());
      await Promise.all(
        sessions.map(async (session) => {
          for (let index = 0; index < 30; index++) {
            await log.append(session, [said(String(index))]);
            await pause(1);
          }
        }),
      );
      expect(await transactionsOf(sessions)).toBeLessThan(240);
    }, 30_000);

    it("keeps seq gap-free under 50 writers with delays and rollbacks, and no reader skips a late commit", async () => {
      const session = randomUUID();
      const log = test.store.log(tenant, { creator });
      await log.append(session, [said("first")]);
      const acknowledged = new Map<string, number>();
      let writing = true;

      const writers = Array.from({ length: 50 }, async (_, writer) => {
        for (let round = 0; round < 4; round++) {
          const text = `${writer}/${round}`;
          const kind = (writer + round) % 3;
          await pause(Math.random() * 20);
          if (kind === 0) {
            const [event] = await log.append(session, [said(text)]);
            acknowledged.set(text, event!.seq);
            continue;
          }
          // The same statements in a transaction of its own, held open for a while, and rolled back by every third.
          const attempt = test.store.database.asTenant(tenant, async (tx) => {
            const event = said(text);
            const [written] = await appendEvents(tx, tenant, [
              { sessionId: session, events: [event], bodies: [JSON.stringify(event)], at: Date.now() },
            ]);
            await pause(Math.random() * 5);
            if (kind === 2) throw new Error("rolled back on purpose");
            return written as SessionEvent[];
          });
          if (kind === 2) await expect(attempt).rejects.toThrow("on purpose");
          else acknowledged.set(text, (await attempt)[0]!.seq);
        }
      });

      const readers = Array.from({ length: 3 }, async () => {
        const seen: SessionEvent[] = [];
        let more = true;
        while (more) {
          more = writing;
          const page = await readPage(test.store.database, tenant, session, seen.at(-1)?.seq ?? 0, { events: 7 });
          seen.push(...page.map((line) => JSON.parse(line.json) as SessionEvent));
          if (page.length > 0) more = true;
          else await pause(3);
        }
        return seen;
      });

      await Promise.all(writers);
      writing = false;
      const all = await log.read(session);
      expect(all.map((event) => event.seq)).toEqual(all.map((_, index) => index + 1));
      expect(all.length).toBe(acknowledged.size + 1);
      for (const [text, seq] of acknowledged) expect(all[seq - 1]).toMatchObject({ text });
      for (const seen of await Promise.all(readers)) expect(seen).toEqual(all);
    }, 60_000);

    it("lets a worker write about a call only while it is open and its own, and begins it once", async () => {
      const session = randomUUID();
      const callId = randomUUID();
      const fence = { workerId: "w1", about: { callId } };
      const run = test.store.log(tenant, { creator, fence });
      await expect(run.append(session, [said("before it began")])).rejects.toMatchObject({ code: "fenced" });
      const begins = test.store.log(tenant, { fence: { ...fence, about: { callId, begins: "held" } } });
      await begins.append(session, [{ type: "tool.requested", callId, tool: "t" }]);
      await expect(begins.append(session, [said("again")])).rejects.toMatchObject({ code: "begun" });
      await run.append(session, [{ type: "tool.started", callId, tool: "t", input: {} }]);
      const other = test.store.log(tenant, { fence: { ...fence, workerId: "w2" } });
      await expect(other.append(session, [said("late")])).rejects.toMatchObject({ code: "fenced" });
      await test.store.writer.decide(tenant, session, async () => [{ type: "tool.interrupted", callId }]);
      await expect(run.append(session, [{ type: "tool.completed", callId, output: 1 }])).rejects.toMatchObject({
        code: "ended",
      });
      expect((await run.read(session)).map((event) => event.type)).toEqual([
        "tool.requested",
        "tool.started",
        "tool.interrupted",
      ]);
    });

    it.skipIf(engine.oneProcess)(`wakes the readers of other processes${engine.oneProcess}`, async () => {
      const other = await test.another();
      const session = randomUUID();
      let woken = 0;
      other.writer.subscribe({ tenantId: tenant, sessionId: session }, () => woken++);
      await test.store.log(tenant, { creator }).append(session, [said("a")]);
      await expect.poll(() => woken, { timeout: 15_000 }).toBe(1);
    });
  });
}
