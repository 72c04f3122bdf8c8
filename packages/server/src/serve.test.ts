import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createRegistry } from "@callboard/core";
import type { Store } from "./db/store.ts";
import { createHost } from "./host.ts";
import { serve, type Serving } from "./serve.ts";
import { memoryStore } from "./testing/fixtures/memoryStore.ts";

vi.setConfig({ testTimeout: 30_000 });

const registry = createRegistry();
registry.register({
  slug: "slow",
  name: "Slow",
  description: "Takes until it is cancelled.",
  category: "test",
  icon: "clock",
  inputSchema: { type: "object" },
  execute: () => new Promise(() => {}),
});

let store: Store;
let serving: Serving;
beforeAll(async () => {
  store = await memoryStore();
  const host = createHost({ registry, store, onProblem: () => {} });
  serving = await serve(host, { port: 0 });
  await host.ready;
}, 60_000);
afterAll(() => store.close());

const at = (path: string) => `http://127.0.0.1:${serving.port}${path}`;

describe("serve", () => {
  it("answers over HTTP", async () => {
    expect((await fetch(at("/healthz"))).status).toBe(200);
  });

  it("says which port is taken and what to do", async () => {
    await expect(serve(createHost({ registry, store }), { port: serving.port })).rejects.toThrow(
      /Port \d+ is in use.*PORT/,
    );
  });

  it("refuses 5 MB with 413 over the wire, with a length and in chunks, and goes on serving", async () => {
    for (const chunked of [false, true]) {
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const outgoing = request(
          at("/api/tools/slow/run"),
          {
            method: "POST",
            headers: { "content-type": "application/json", ...(chunked ? {} : { "content-length": "5000002" }) },
          },
          (response) => {
            response.resume();
            resolve(response.statusCode);
          },
        );
        // The host may close before the whole body is sent; the answer has been given by then.
        outgoing.on("error", (error) => setTimeout(reject, 500, error));
        outgoing.write('"');
        for (let index = 0; index < 5; index++) outgoing.write("x".repeat(1_000_000));
        outgoing.end('"');
      });
      expect(status).toBe(413);
    }
    expect((await fetch(at("/healthz"))).status).toBe(200);
  });

  it("notices that a reader has gone", async () => {
    const started = (await (
      await fetch(at("/api/tools/slow/run"), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"input":{}}',
      })
    ).json()) as { sessionId: string };
    let readers = 0;
    const original = store.writer.subscribe;
    Object.assign(store.writer, {
      subscribe(sessionId: string, listener: () => void) {
        readers++;
        const stop = original(sessionId, listener);
        return () => {
          readers--;
          stop();
        };
      },
    });
    const abort = new AbortController();
    const response = await fetch(at(`/api/sessions/${started.sessionId}/events`), { signal: abort.signal });
    await response.body!.getReader().read();
    expect(readers).toBe(1);
    abort.abort();
    await expect.poll(() => readers, { timeout: 5_000 }).toBe(0);
    Object.assign(store.writer, { subscribe: original });
  });

  it("closes: streams end, running calls are interrupted, the port is free", async () => {
    const response = await fetch(at("/api/tools/slow/run"), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"input":{}}',
    });
    const { sessionId } = (await response.json()) as { sessionId: string };
    const stream = await fetch(at(`/api/sessions/${sessionId}/events`));
    const text = stream.text();
    await serving.close();
    expect(await text).toContain("tool.started");
    const events = await store.log("00000000-0000-0000-0000-000000000000").read(sessionId);
    expect(events.map((event) => event.type)).toEqual([
      "tool.requested",
      "tool.input_ready",
      "tool.started",
      "tool.interrupted",
    ]);
    expect(events.at(-1)).toMatchObject({ reason: expect.stringContaining("shut down") });
    await expect(fetch(at("/healthz"))).rejects.toThrow();
  });
});
