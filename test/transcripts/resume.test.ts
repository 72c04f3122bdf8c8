/**
 * The session client against the real host, over a network that does its worst: what every reader folds is the clean
 * log.
 */
import { createServer, get, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createRegistry, type SessionEvent } from "@callboard/core";
import { streamSession } from "@callboard/core/stream/session";
import { createTimeline, type Timeline } from "@callboard/core/timeline";
import { createHost, createStore, DEFAULT_TENANT_ID, serve, type Serving, type Store } from "@callboard/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { conversation } from "./conversation.ts";
import { recordSession } from "./wires/session.ts";

let store: Store;
let serving: Serving;
let proxy: Server;
let proxyUrl: string;

/** What the network does to one connection. */
interface Fault {
  /** Bytes; then the connection breaks. */
  cutAfter: number;
  /** Bytes; what comes is handed on in pieces no longer than this. */
  slice: number;
  /** Milliseconds between the pieces. */
  delay: number;
  /** Every so many pieces, the last ones come once more: whole events, or bytes wherever they begin. */
  repeats: "nothing" | "events" | "bytes";
}

/** Numbers that are the same at each run, and look like chance. */
const dice = (seed: number) => (below: number) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed % below;
};
const roll = dice(7);
let connections = 0;
const nextFault = (): Fault => ({
  cutAfter: 1 + roll(4_000),
  slice: 1 + roll(400),
  delay: roll(3),
  repeats: (["nothing", "events", "bytes"] as const)[++connections % 3]!,
});

/** Hands a stream on as the fault has it. */
async function relay(source: AsyncIterable<Buffer>, to: ServerResponse, fault: Fault): Promise<void> {
  let left = fault.cutAfter;
  let told = "";
  const send = async (bytes: Buffer) => {
    for (let at = 0; at < bytes.length && left > 0; at += fault.slice) {
      const piece = bytes.subarray(at, Math.min(at + fault.slice, at + left, bytes.length));
      left -= piece.length;
      to.write(piece);
      await new Promise((resolve) => setTimeout(resolve, fault.delay));
    }
  };
  for await (const bytes of source) {
    await send(bytes);
    told += bytes.toString();
    if (fault.repeats === "bytes") await send(bytes.subarray(roll(bytes.length)));
    const whole = told.lastIndexOf("\n\n") + 2;
    if (fault.repeats === "events" && whole === told.length)
      await send(
        Buffer.from(
          told
            .split(/(?<=\n\n)/)
            .slice(-3)
            .join(""),
        ),
      );
    if (left <= 0) break;
  }
  to.destroy();
}

beforeAll(async () => {
  store = await createStore();
  await restart();
  proxy = createServer((request, response) => {
    const upstream = get(`${serving.url}${request.url}`, { headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      relay(answer, response, nextFault())
        .catch(() => response.destroy())
        .finally(() => upstream.destroy());
    });
    upstream.on("error", () => response.destroy());
    response.on("close", () => upstream.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}, 60_000);

afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await serving.close();
  await store.close();
});

async function restart(): Promise<void> {
  await serving?.close();
  const host = createHost({ registry: createRegistry(), store, onProblem: () => {} });
  serving = await serve(host, { port: 0, hostname: "127.0.0.1" });
  await host.ready;
}

/** One tab: reads into each of its timelines until the last event has come. */
async function read(sessionId: string, last: number, timelines: readonly Timeline[]): Promise<SessionEvent[]> {
  const stop = new AbortController();
  const seen: SessionEvent[] = [];
  const url = `${proxyUrl}/api/sessions/${sessionId}/events`;
  const options = { minDelay: 1, maxDelay: 20, silence: 5_000 };
  for await (const events of streamSession({ url, sessionId, open: fetch, signal: stop.signal, ...options })) {
    seen.push(...events);
    for (const timeline of timelines) timeline.apply(events);
    if (events.at(-1)?.seq === last) stop.abort();
  }
  return seen;
}

test(
  "cut, sliced, delayed, repeated, over restarts: two tabs and the timeline they share fold the clean log",
  { timeout: 120_000 },
  async () => {
    const sessionId = crypto.randomUUID();
    const log = store.log(DEFAULT_TENANT_ID, { creator: { userId: null } });
    const bodies = (recordSession(conversation).chunks as SessionEvent[]).map(
      ({ v: _v, seq: _seq, sessionId: _session, at: _at, ...body }) => body,
    );
    await log.append(sessionId, bodies.slice(0, 40) as never);
    const tabs = [createTimeline(), createTimeline()];
    const shared = createTimeline();
    const reading = tabs.map((tab) => read(sessionId, bodies.length, [tab, shared]));
    for (let at = 40; at < bodies.length; at += 25) {
      await log.append(sessionId, bodies.slice(at, at + 25) as never);
      if (at % 100 === 40) await restart();
    }
    const seen = await Promise.all(reading);

    const written = await log.read(sessionId, 0);
    expect(written).toHaveLength(bodies.length);
    for (const events of seen) expect(events).toEqual(written);
    const clean = createTimeline();
    clean.apply(written);
    for (const timeline of [...tabs, shared]) expect(timeline.snapshot()).toEqual(clean.snapshot());
    expect(connections).toBeGreaterThan(10);
  },
);
