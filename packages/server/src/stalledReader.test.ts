import { setMaxListeners } from "node:events";
import { connect, type Socket } from "node:net";
import { createRegistry, type SessionEvent } from "@callboard/core";
import { streamSession } from "@callboard/core/stream/session";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DEFAULT_TENANT_ID, type Store } from "./store.ts";
import { createHost } from "./host.ts";
import { serve, type Serving } from "./serve.ts";
import { memoryStore } from "./testing/fixtures/memoryStore.ts";

vi.setConfig({ testTimeout: 60_000 });

let store: Store;
let serving: Serving;
beforeAll(async () => {
  store = await memoryStore();
  const host = createHost({ registry: createRegistry(), store, heartbeatMs: 100, onProblem: () => {} });
  serving = await serve(host, { port: 0, hostname: "127.0.0.1", stalledMs: 1_000 });
  await host.ready;
}, 60_000);
afterAll(async () => {
  await serving.close();
  await store.close();
});

const append = (sessionId: string, deltas: string[]) =>
  store.log(DEFAULT_TENANT_ID, { creator: { userId: null } }).append(
    sessionId,
    deltas.map((delta) => ({ type: "agent.text_appended", agentId: "a", delta }) as const),
  );

/** A reader over a bare socket, which may stop taking what comes. */
function bareReader(sessionId: string, after = 0) {
  let text = "";
  const socket: Socket = connect(serving.port, "127.0.0.1");
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  socket.on("error", () => {});
  socket.on("data", (bytes) => (text += bytes.toString("latin1")));
  const header = after > 0 ? `Last-Event-ID: ${after}\r\n` : "";
  socket.write(`GET /api/sessions/${sessionId}/events HTTP/1.1\r\nHost: localhost\r\n${header}\r\n`);
  const lastSeq = () => Number([...text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? 0);
  return { socket, closed, lastSeq };
}

/** Events for everybody, and then those of a session that has only two readers left. */
const SHARED = 20;
const TOTAL = 220;
const SIZE = 100_000;

/** A hundred where histories are many (`npm run soak`). */
const READERS = process.env["CALLBOARD_HISTORIES"] === undefined ? 6 : 100;

describe(`a reader that stalls among ${READERS}`, () => {
  it("costs bounded memory, is dropped, and resumes; the others get everything", { timeout: 120_000 }, async () => {
    const sessionId = crypto.randomUUID();
    await append(sessionId, ["first"]);
    const stalled = bareReader(sessionId);
    await vi.waitFor(() => expect(stalled.lastSeq()).toBe(1), { timeout: 30_000 });
    const stop = new AbortController();
    setMaxListeners(200, stop.signal);
    const counts = Array.from({ length: READERS - 1 }, () => 0);
    const readers = counts.map(async (_, index) => {
      const own = new AbortController();
      stop.signal.addEventListener("abort", () => own.abort());
      const stream = streamSession({
        url: `${serving.url}/api/sessions/${sessionId}/events`,
        sessionId,
        open: fetch,
        signal: own.signal,
      });
      for await (const batch of stream) {
        counts[index] = batch.at(-1)!.seq;
        if (index > 0 && counts[index]! >= SHARED) own.abort();
      }
    });
    await vi.waitFor(() => expect(Math.min(...counts)).toBe(1), { timeout: 40_000 });
    stalled.socket.pause();

    const before = process.memoryUsage().rss;
    const big = "x".repeat(SIZE);
    for (let last = 1; last < SHARED; last++) await append(sessionId, [big]);
    await vi.waitFor(() => expect(Math.min(...counts)).toBe(SHARED), { timeout: 40_000, interval: 100 });
    // More than any kernel buffers for one connection.
    for (let last = SHARED; last < TOTAL; last += 10)
      await append(
        sessionId,
        Array.from({ length: 10 }, () => big),
      );
    await vi.waitFor(() => expect(counts[0]).toBe(TOTAL), { timeout: 40_000, interval: 100 });
    expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);

    await new Promise((resolve) => setTimeout(resolve, 3_000));
    stalled.socket.resume();
    await stalled.closed;
    const last = stalled.lastSeq();
    expect(last).toBeLessThan(TOTAL);

    const seen: SessionEvent[] = [];
    const again = new AbortController();
    const resumed = streamSession({
      url: `${serving.url}/api/sessions/${sessionId}/events`,
      sessionId,
      open: fetch,
      after: last,
      signal: again.signal,
    });
    for await (const batch of resumed) {
      seen.push(...batch);
      if (seen.at(-1)!.seq === TOTAL) again.abort();
    }
    expect(seen.map(({ seq }) => seq)).toEqual(Array.from({ length: TOTAL - last }, (_, index) => last + 1 + index));
    stop.abort();
    await Promise.all(readers);
  });

  it("is only a stalled one: a reader of a quiet session stays", { timeout: 60_000 }, async () => {
    const sessionId = crypto.randomUUID();
    await append(sessionId, ["first"]);
    const quiet = bareReader(sessionId);
    await vi.waitFor(() => expect(quiet.lastSeq()).toBe(1), { timeout: 30_000 });
    const isClosed = await Promise.race([
      quiet.closed.then(() => true),
      new Promise<boolean>((resolve) => setTimeout(resolve, 2_500, false)),
    ]);
    expect(isClosed).toBe(false);
    await append(sessionId, ["second"]);
    await vi.waitFor(() => expect(quiet.lastSeq()).toBe(2), { timeout: 30_000 });
    quiet.socket.destroy();
  });
});
