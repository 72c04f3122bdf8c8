import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { DEFAULT_TENANT_ID as tenantId, type Store } from "../store.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";
import { followSession } from "./followSession.ts";
import type { LogLine, SessionKey } from "./logReader.ts";
import type { LogListener } from "./logWriter.ts";

vi.setConfig({ testTimeout: 30_000 });

let store: Store;
beforeAll(async () => (store = await memoryStore()), 60_000);
afterAll(() => store.close());

const append = (sessionId: string, ...deltas: string[]) =>
  store.log(tenantId, { creator: { userId: null } }).append(
    sessionId,
    deltas.map((delta) => ({ type: "agent.text_appended", agentId: "a", delta }) as const),
  );

/** The store with a writer whose wake-ups pass through `relay`, and with its reads of the log counted. */
function watched(
  relay: (wake: LogListener, lines: readonly LogLine[] | undefined) => void,
  kind: "pglite" | "postgres" = "pglite",
) {
  const seen = { reads: 0, subscribers: 0 };
  const source = {
    database: {
      ...store.database,
      kind,
      asTenant: ((tenant, work) => {
        seen.reads++;
        return store.database.asTenant(tenant, work);
      }) as typeof store.database.asTenant,
    },
    writer: {
      ...store.writer,
      subscribe(session: SessionKey, listener: LogListener) {
        seen.subscribers++;
        const stop = store.writer.subscribe(session, (lines) => relay(listener, lines));
        return () => {
          seen.subscribers--;
          stop();
        };
      },
    },
  };
  return { source, seen };
}

const seqsOf = (lines: readonly LogLine[] | void) => lines?.map(({ seq }) => seq);

it("gives a reader that keeps up the lines from memory", async () => {
  const sessionId = randomUUID();
  await append(sessionId, "one");
  const { source, seen } = watched((wake, lines) => wake(lines));
  const stop = new AbortController();
  const lines = followSession(source, { tenantId, sessionId }, { after: 0, signal: stop.signal, heartbeatMs: 60_000 });
  expect(seqsOf((await lines.next()).value)).toEqual([1]);
  const next = lines.next();
  await expect.poll(() => seen.reads).toBe(2);
  await append(sessionId, "two", "three");
  expect(seqsOf((await next).value)).toEqual([2, 3]);
  expect(seen.reads).toBe(2);
  stop.abort();
  expect(await lines.next()).toMatchObject({ done: true });
  expect(seen.subscribers).toBe(0);
});

it("reads the database for a reader whose tail has grown too long, and loses nothing", async () => {
  const sessionId = randomUUID();
  await append(sessionId, "one");
  const { source, seen } = watched((wake, lines) => wake(lines));
  const stop = new AbortController();
  const lines = followSession(source, { tenantId, sessionId }, { after: 1, signal: stop.signal, heartbeatMs: 20 });
  expect(seqsOf((await lines.next()).value)).toEqual([]);
  const before = seen.reads;
  for (let index = 0; index < 3; index++) await append(sessionId, "x".repeat(40_000));
  expect(seen.reads).toBe(before);
  const seqs: number[] = [];
  while (seqs.length < 3) seqs.push(...seqsOf((await lines.next()).value)!);
  expect(seqs).toEqual([2, 3, 4]);
  stop.abort();
});

it("finds what was committed without a wake-up at its next heartbeat, where several processes write", async () => {
  const sessionId = randomUUID();
  await append(sessionId, "one");
  const { source } = watched(() => {}, "postgres");
  const stop = new AbortController();
  const lines = followSession(source, { tenantId, sessionId }, { after: 1, signal: stop.signal, heartbeatMs: 20 });
  expect(seqsOf((await lines.next()).value)).toEqual([]);
  await append(sessionId, "two");
  expect(seqsOf((await lines.next()).value)).toEqual([2]);
  stop.abort();
});

it("asks the embedded database nothing at its heartbeats", async () => {
  const sessionId = randomUUID();
  await append(sessionId, "one");
  const { source, seen } = watched((wake, lines) => wake(lines));
  const stop = new AbortController();
  const lines = followSession(source, { tenantId, sessionId }, { after: 0, signal: stop.signal, heartbeatMs: 10 });
  expect(seqsOf((await lines.next()).value)).toEqual([1]);
  for (let count = 0; count < 10; count++) expect(seqsOf((await lines.next()).value)).toEqual([]);
  expect(seen.reads).toBe(2);
  const next = lines.next();
  await append(sessionId, "two");
  let found = (await next).value;
  while (found?.length === 0) found = (await lines.next()).value;
  expect(seqsOf(found)).toEqual([2]);
  stop.abort();
});

it("is not subscribed any more once it is aborted, though its reader never asks again", async () => {
  const sessionId = randomUUID();
  await append(sessionId, "one");
  const { source, seen } = watched((wake, lines) => wake(lines));
  const stop = new AbortController();
  const lines = followSession(source, { tenantId, sessionId }, { after: 0, signal: stop.signal, heartbeatMs: 20 });
  await lines.next();
  expect(seen.subscribers).toBe(1);
  stop.abort();
  expect(seen.subscribers).toBe(0);
});
