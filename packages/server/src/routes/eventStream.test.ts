import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { SessionEvent } from "@callboard/core";
import { createRegistry } from "@callboard/core";
import { DEFAULT_TENANT_ID, type Store } from "../store.ts";
import { createHost, type Host } from "../host.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";

vi.setConfig({ testTimeout: 30_000 });

let store: Store;
let host: Host;
beforeAll(async () => {
  store = await memoryStore();
  host = createHost({ registry: createRegistry(), store, heartbeatMs: 50, onProblem: () => {} });
  await host.ready;
}, 60_000);
afterAll(async () => {
  await host.close();
  await store.close();
});

const append = (session: string, deltas: string[]) =>
  store.log(DEFAULT_TENANT_ID, { creator: { userId: null } }).append(
    session,
    deltas.map((delta) => ({ type: "agent.text_appended", agentId: "a", delta }) as const),
  );

/** Does something before each page is read, and with it before its reader gets it; returns how to stop. */
function interceptPages(
  onPage: (rows: readonly unknown[]) => void | Promise<void>,
  beforePage: () => void | Promise<void> = () => {},
): () => void {
  const original = store.database.asTenant;
  const intercepting: typeof original = async (tenant, work) => {
    if (work.toString().includes("octet_length")) await beforePage();
    let page: readonly unknown[] | undefined;
    const result = await original(tenant, (tx) =>
      work({
        ...tx,
        async query<Row>(text: string, params?: readonly unknown[]) {
          const rows = await tx.query<Row>(text, params);
          if (text.includes("sum(octet_length")) page = rows;
          return rows;
        },
      }),
    );
    if (page) await onPage(page);
    return result;
  };
  Object.assign(store.database, { asTenant: intercepting });
  return () => void Object.assign(store.database, { asTenant: original });
}

/** Opens a stream and reads it as an EventSource would. */
async function open(session: string, options: { query?: string; headers?: Record<string, string> } = {}) {
  const abort = new AbortController();
  const response = await host.fetch(
    new Request(`http://localhost/api/sessions/${session}/events${options.query ?? ""}`, {
      headers: options.headers,
      signal: abort.signal,
    }),
  );
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  const chunks: string[] = [];
  const events: SessionEvent[] = [];
  let buffer = "";
  return {
    response,
    abort,
    reader,
    chunks,
    events,
    async readUntil(done: () => boolean): Promise<boolean> {
      while (!done()) {
        const { done: ended, value } = await reader.read();
        if (ended) return false;
        const text = decoder.decode(value, { stream: true });
        chunks.push(text);
        buffer += text;
        for (let end = buffer.indexOf("\n\n"); end >= 0; end = buffer.indexOf("\n\n")) {
          const block = buffer.slice(0, end);
          buffer = buffer.slice(end + 2);
          const id = /^id: (\d+)$/m.exec(block)?.[1];
          const data = /^data: (.*)$/m.exec(block)?.[1];
          if (data === undefined) continue;
          const event = JSON.parse(data) as SessionEvent;
          expect(Number(id)).toBe(event.seq);
          events.push(event);
        }
      }
      return true;
    },
  };
}

describe("the event stream", () => {
  it("sends what is there and what comes, many events a chunk, each with its seq as id", async () => {
    const session = randomUUID();
    await append(
      session,
      Array.from({ length: 300 }, (_, index) => String(index)),
    );
    const stream = await open(session);
    expect(stream.response.headers.get("content-type")).toContain("text/event-stream");
    await stream.readUntil(() => stream.events.length === 300);
    expect(stream.chunks.length).toBeLessThan(5);
    await append(session, ["live"]);
    await stream.readUntil(() => stream.events.length === 301);
    expect(stream.events.map((event) => event.seq)).toEqual(Array.from({ length: 301 }, (_, index) => index + 1));
    stream.abort.abort();
  });

  it("resumes after Last-Event-ID, which is newer than the `after` of the address", async () => {
    const session = randomUUID();
    await append(session, ["a", "b", "c", "d"]);
    const after = await open(session, { query: "?after=2" });
    await after.readUntil(() => after.events.length === 2);
    expect(after.events.map((event) => event.seq)).toEqual([3, 4]);
    const resumed = await open(session, { query: "?after=1", headers: { "last-event-id": "3" } });
    await resumed.readUntil(() => resumed.events.length === 1);
    expect(resumed.events.map((event) => event.seq)).toEqual([4]);
    after.abort.abort();
    resumed.abort.abort();
  });

  it("loses and repeats nothing when it is cut and resumed at every event", async () => {
    const session = randomUUID();
    const writing = (async () => {
      for (let index = 0; index < 40; index++) await append(session, [String(index)]);
    })();
    await append(session, ["first"]);
    const seen: number[] = [];
    while (seen.length < 41) {
      const stream = await open(session, { headers: { "last-event-id": String(seen.at(-1) ?? 0) } });
      await stream.readUntil(() => stream.events.length > 0);
      seen.push(...stream.events.map((event) => event.seq));
      stream.abort.abort();
    }
    await writing;
    expect(seen).toEqual(Array.from({ length: 41 }, (_, index) => index + 1));
  });

  it("says that it is still there while nothing happens", async () => {
    const session = randomUUID();
    await append(session, ["a"]);
    const stream = await open(session, { query: "?after=1" });
    await stream.readUntil(() => stream.chunks.some((chunk) => chunk.startsWith(":")));
    stream.abort.abort();
  });

  it("ends when the request is aborted", async () => {
    const session = randomUUID();
    await append(session, ["a"]);
    const stream = await open(session);
    await stream.readUntil(() => stream.events.length === 1);
    stream.abort.abort();
    expect(await stream.readUntil(() => false)).toBe(false);
  });

  it("holds a cursor for a stalled reader and not the events: 30 MB appended stay in the database", async () => {
    const session = randomUUID();
    await append(session, ["first"]);
    const stream = await open(session);
    await stream.readUntil(() => stream.events.length === 1);
    const big = "x".repeat(100_000);
    let served = 0;
    // Counts the reads made for the stalled reader: pages it has not taken are not fetched.
    const restore = interceptPages((rows) => {
      served += JSON.stringify(rows).length;
    });
    try {
      for (let index = 0; index < 30; index++)
        await append(
          session,
          Array.from({ length: 10 }, () => big),
        );
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(served).toBeLessThan(2_000_000);
      await stream.readUntil(() => stream.events.length === 301);
      expect(stream.events.at(-1)!.seq).toBe(301);
      expect(served).toBeGreaterThan(30_000_000);
    } finally {
      restore();
      stream.abort.abort();
    }
  }, 30_000);

  it("sends each event once and in order when events are committed while a page is being read", async () => {
    const session = randomUUID();
    await append(session, ["first"]);
    const slowly = () => new Promise<void>((resolve) => setTimeout(resolve, 15));
    const restore = interceptPages(slowly, slowly);
    const stream = await open(session);
    try {
      const writing = (async () => {
        for (let index = 0; index < 60; index++) {
          await append(session, [String(index), "and"]);
          // Now and then a pause in which the reader catches up, so that it goes to and fro between memory and
          // database.
          await new Promise((resolve) => setTimeout(resolve, index % 10 === 0 ? 120 : 3));
        }
      })();
      await stream.readUntil(() => stream.events.length >= 121);
      await writing;
      expect(stream.events.map((event) => event.seq)).toEqual(Array.from({ length: 121 }, (_, index) => index + 1));
    } finally {
      restore();
      stream.abort.abort();
    }
  }, 30_000);

  it("gives a JSON array where JSON is asked for, whole though it is read in pages", async () => {
    const session = randomUUID();
    await append(
      session,
      Array.from({ length: 1_200 }, (_, index) => `${index}\u2028\u0000`),
    );
    for (const [query, length] of [
      ["", 1_200],
      ["?after=1195", 5],
      ["?after=1200", 0],
      ["?after=99999", 0],
    ] as const) {
      const response = await host.fetch(
        new Request(`http://localhost/api/sessions/${session}/events${query}`, {
          headers: { accept: "application/json" },
        }),
      );
      expect(response.headers.get("content-type")).toContain("application/json");
      expect((await response.json()) as unknown[]).toHaveLength(length);
    }
  });
});
