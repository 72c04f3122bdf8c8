import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createRegistry } from "@callboard/core";
import type { SessionKey } from "./log/logReader.ts";
import type { Store } from "./store.ts";
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
const problems: string[] = [];
beforeAll(async () => {
  store = await memoryStore();
  const host = createHost({ registry, store, onProblem: (message) => problems.push(message) });
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

  const sendRaw = (text: string, end: "destroy" | "wait") =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(serving.port, "127.0.0.1", () => {
        socket.write(text, () => {
          if (end === "destroy") setTimeout(() => socket.destroy(), 50);
        });
      });
      let answer = "";
      socket.on("data", (data) => (answer += String(data)));
      socket.on("close", () => resolve(answer));
      socket.on("error", reject);
    });

  it.each([
    "GET /healthz HTTP/1.1\r\nHost: a b",
    "GET /healthz HTTP/1.1\r\nHost: [",
    "GET /\\x HTTP/1.1\r\nHost: localhost",
  ])("says what is wrong with an address that it cannot read: %j", async (head) => {
    const answer = await sendRaw(`${head}\r\nConnection: close\r\n\r\n`, "wait");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"invalid_address"');
  });

  it.each(["stdout", "stderr"] as const)("goes on where nobody reads its %s any more", (name) => {
    const gone = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
    expect(() => process[name].emit("error", gone)).not.toThrow();
    expect(problems).toEqual([]);
  });

  it("takes a client that goes away for no problem of its own", async () => {
    problems.length = 0;
    const head = `POST /api/tools/slow/run HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000`;
    await sendRaw(`${head}\r\n\r\n{"input":`, "destroy");
    // The control: what comes after it is answered.
    expect((await fetch(at("/api/tools"))).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(problems).toEqual([]);
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

  it("follows nothing for a HEAD request, which nobody reads", async () => {
    const response = await fetch(at("/api/tools/slow/run"), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"input":{}}',
    });
    const { sessionId } = (await response.json()) as { sessionId: string };
    expect(response.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    const subscribed = vi.spyOn(store.writer, "subscribe");
    const head = await fetch(at(`/api/sessions/${sessionId}/events`), { method: "HEAD" });
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(subscribed).not.toHaveBeenCalled();
    subscribed.mockRestore();
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
      subscribe(session: SessionKey, listener: () => void) {
        readers++;
        const stop = original(session, listener);
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
