import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { ToolClientError } from "../tool/toolClientError.ts";
import { sessionsClient } from "./sessionsClient.ts";
import { createTransport, type TransportOptions } from "./transport.ts";

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

interface Asked {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A server that gives these answers one after the other, the last of them from then on, and what it was asked. */
async function serve(...answers: Answer[]): Promise<{ baseUrl: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      asked.push({ method, url, headers, body });
      answers[Math.min(asked.length, answers.length) - 1]?.(response, request);
    });
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
const refusal = (status: number, headers?: Record<string, string>): Answer =>
  json({ error: { code: "refused", message: "Not now." } }, status, headers);
/** Ends the connection without an answer. */
const hangUp: Answer = (_, request) => void request.socket.destroy();
/** Begins an answer and ends the connection in its middle. */
const cutShort: Answer = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
  response.write('{"a":', () => response.destroy());
};

const quick = { minDelay: 1, maxDelay: 50 };
const transportTo = (baseUrl: string, options: Partial<TransportOptions> = {}) =>
  createTransport({ baseUrl, retry: quick, ...options });

const failure = async (work: Promise<unknown>): Promise<ToolClientError> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ToolClientError);
  return error as ToolClientError;
};

describe("a request", () => {
  test("carries its parameters, its JSON, the token and the headers, and gives what the host answers", async () => {
    const { baseUrl, asked } = await serve(json({ ok: true }));
    let count = 0;
    const transport = transportTo(`${baseUrl}/`, {
      token: async () => `secret-${++count}`,
      headers: () => ({ "x-tenant": "ada" }),
    });
    const query = { q: "miles & more", tag: ["a", "b"], limit: 3, none: undefined };
    expect(await transport.json("/api/one", { query })).toEqual({ ok: true });
    await transport.send("/api/two", { method: "POST", json: { set: new Set([1]) } });
    expect(asked.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["GET", "/api/one?q=miles+%26+more&tag=a&tag=b&limit=3", ""],
      ["POST", "/api/two", '{"set":[1]}'],
    ]);
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(["Bearer secret-1", "Bearer secret-2"]);
    expect(asked[1]?.headers).toMatchObject({ "content-type": "application/json", "x-tenant": "ada" });
  });

  test("an empty answer is undefined, a file is its bytes", async () => {
    const { baseUrl } = await serve(
      (response) => response.writeHead(204).end(),
      (response) => response.end("bytes"),
    );
    const transport = transportTo(baseUrl);
    expect(await transport.json("/")).toBeUndefined();
    expect(await (await transport.blob("/")).text()).toBe("bytes");
  });
});

describe("an error", () => {
  test("has the host's code, words, field and issues, and when to come back", async () => {
    const error = { code: "invalid_input", message: "Not valid.", path: "/a", issues: [{ path: "/a", message: "No" }] };
    const { baseUrl } = await serve(json({ error }, 422), refusal(429, { "retry-after": "7" }));
    const transport = transportTo(baseUrl);
    expect(await failure(transport.json("/"))).toMatchObject({ status: 422, ...error, retryAfter: undefined });
    expect(await failure(transport.json("/"))).toMatchObject({ status: 429, code: "refused", retryAfter: 7_000 });
  });

  test("tells a date in Retry-After as the time until then", async () => {
    const { baseUrl } = await serve(
      refusal(503, { "retry-after": new Date(Date.now() + 60_000).toUTCString() }),
      refusal(503, { "retry-after": "later" }),
    );
    const { retryAfter = 0 } = await failure(transportTo(baseUrl).json("/"));
    expect(retryAfter).toBeGreaterThan(55_000);
    expect(retryAfter).toBeLessThanOrEqual(60_000);
    expect((await failure(transportTo(baseUrl, { retry: false }).json("/"))).retryAfter).toBeUndefined();
  });

  test.each<[number, string]>([
    [400, "request"],
    [401, "credential"],
    [403, "permission"],
    [404, "request"],
    [408, "again"],
    [422, "request"],
    [429, "again"],
    [500, "again"],
    [503, "again"],
  ])("of status %i is mended by: %s", async (status, mend) => {
    const { baseUrl } = await serve(refusal(status));
    expect((await failure(transportTo(baseUrl, { retry: false }).json("/"))).mend).toBe(mend);
  });

  test("of a page in the place of an answer says the status, or that it is no JSON", async () => {
    const page: Answer = (response) => response.writeHead(404).end("<html>");
    const { baseUrl } = await serve(page, (response) => response.end("<html>"));
    const transport = transportTo(baseUrl);
    const [lost, odd] = [await failure(transport.json("/")), await failure(transport.json("/"))];
    expect([lost.code, lost.message]).toEqual(["bad_answer", "The host answered 404 without saying why."]);
    expect([odd.code, odd.mend]).toEqual(["bad_answer", "host"]);
  });

  test("where nobody listens", async () => {
    const { baseUrl } = await serve();
    const [server] = open.splice(0);
    await new Promise((resolve) => server?.close(resolve));
    const error = await failure(transportTo(baseUrl).json("/"));
    expect([error.code, error.status, error.mend]).toEqual(["unreachable", 0, "again"]);
    expect(error.cause).toBeInstanceOf(TypeError);
  });
});

describe("a request that may be repeated", () => {
  test.each<[string, Answer]>([
    ["a busy host", refusal(503)],
    ["a limit", refusal(429)],
    ["a proxy without its host", refusal(502)],
    ["a lost connection", hangUp],
    ["an answer that is cut short", cutShort],
  ])("is sent again after %s", async (_, answer) => {
    const { baseUrl, asked } = await serve(answer, answer, json("there"));
    expect(await transportTo(baseUrl).json("/")).toBe("there");
    expect(asked).toHaveLength(3);
  });

  test("is given up after so many attempts, with the last error", async () => {
    const { baseUrl, asked } = await serve(refusal(503));
    expect(await failure(transportTo(baseUrl).json("/"))).toMatchObject({ status: 503, message: "Not now." });
    expect(asked).toHaveLength(3);
    await failure(transportTo(baseUrl, { retry: { ...quick, times: 4 } }).json("/"));
    expect(asked).toHaveLength(8);
  });

  test("asks for a token each time", async () => {
    const { baseUrl, asked } = await serve(refusal(503), json(1));
    let count = 0;
    await transportTo(baseUrl, { token: () => `t${++count}` }).json("/");
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(["Bearer t1", "Bearer t2"]);
  });

  test.each([400, 401, 403, 404, 409, 422, 500])("is not sent again after %i", async (status) => {
    const { baseUrl, asked } = await serve(refusal(status));
    await failure(transportTo(baseUrl).json("/"));
    expect(asked).toHaveLength(1);
  });

  test("waits as long as the host asks, and not at all where that is too long", async () => {
    const { baseUrl, asked } = await serve(refusal(429, { "retry-after": "1" }), json("there"));
    const begun = performance.now();
    expect(await transportTo(baseUrl, { retry: { minDelay: 1, maxDelay: 2_000 } }).json("/")).toBe("there");
    expect(performance.now() - begun).toBeGreaterThan(950);
    const busy = await serve(refusal(429, { "retry-after": "60" }));
    expect((await failure(transportTo(busy.baseUrl).json("/"))).retryAfter).toBe(60_000);
    expect([asked.length, busy.asked.length]).toEqual([2, 1]);
  });

  test("is one whose method HTTP calls idempotent, or of which its sender says so", async () => {
    const sent = async (method: string, repeatable?: boolean) => {
      const { baseUrl, asked } = await serve(refusal(503));
      await failure(transportTo(baseUrl).send("/", { method, ...(repeatable !== undefined && { repeatable }) }));
      return asked.length;
    };
    const counts = await Promise.all(["GET", "PUT", "DELETE", "POST", "PATCH"].map((method) => sent(method)));
    expect(counts).toEqual([3, 3, 3, 1, 1]);
    expect([await sent("POST", true), await sent("GET", false)]).toEqual([3, 1]);
  });

  test("is not where the transport repeats none", async () => {
    const { baseUrl, asked } = await serve(refusal(503));
    await failure(transportTo(baseUrl, { retry: false }).json("/"));
    expect(asked).toHaveLength(1);
  });

  test("a removal whose answer was lost has done its work where nothing is left; a first one has not", async () => {
    const lost = await serve(hangUp, refusal(404));
    await transportTo(lost.baseUrl).send("/", { method: "DELETE" });
    expect(lost.asked.map(({ method }) => method)).toEqual(["DELETE", "DELETE"]);
    const first = await serve(refusal(404));
    expect((await failure(transportTo(first.baseUrl).send("/", { method: "DELETE" }))).status).toBe(404);
  });
});

describe("an abort", () => {
  const reason = new Error("The page is gone.");

  test("ends a request that waits for its answer", async () => {
    const stop = new AbortController();
    const { baseUrl, asked } = await serve(() => stop.abort(reason));
    await expect(transportTo(baseUrl).json("/", { signal: stop.signal })).rejects.toBe(reason);
    expect(asked).toHaveLength(1);
  });

  test("ends the wait before another attempt", async () => {
    const stop = new AbortController();
    const { baseUrl, asked } = await serve((response, request) => {
      refusal(503)(response, request);
      setTimeout(() => stop.abort(reason), 50);
    });
    const transport = transportTo(baseUrl, { retry: { minDelay: 60_000, maxDelay: 60_000 } });
    await expect(transport.json("/", { signal: stop.signal })).rejects.toBe(reason);
    expect(asked).toHaveLength(1);
  });

  test("ends a request whose answer has only begun", async () => {
    const stop = new AbortController();
    const { baseUrl } = await serve((response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("{", () => stop.abort(reason));
    });
    await expect(transportTo(baseUrl).json("/", { signal: stop.signal })).rejects.toBe(reason);
  });
});

describe("a stream", () => {
  const line = (seq: number) =>
    `id: ${seq}\ndata: ${JSON.stringify({ v: 1, seq, sessionId: "s1", at: 0, type: "tool.progressed", callId: "c1" })}\n\n`;
  const stream =
    (text: string): Answer =>
    (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(text, () => response.destroy());
    };

  test("goes on after a cut where it was, by Last-Event-ID, with the transport's token", async () => {
    const { baseUrl, asked } = await serve(stream(line(1) + line(2)), stream(line(3)), refusal(404));
    const seen: number[] = [];
    const states: string[] = [];
    const reading = (async () => {
      const sessions = sessionsClient(transportTo(baseUrl, { token: "secret" }));
      for await (const events of sessions.events("s1", { onState: (state) => states.push(state) })) {
        seen.push(...events.map(({ seq }) => seq));
      }
    })();
    expect(await failure(reading)).toMatchObject({ status: 404 });
    expect(seen).toEqual([1, 2, 3]);
    expect(asked.map(({ url, headers }) => [url, headers["last-event-id"], headers.authorization])).toEqual([
      ["/api/sessions/s1/events?after=0", undefined, "Bearer secret"],
      ["/api/sessions/s1/events?after=2", "2", "Bearer secret"],
      ["/api/sessions/s1/events?after=3", "3", "Bearer secret"],
    ]);
    expect(states).toContain("waiting");
    expect(states.at(-1)).toBe("closed");
  });

  test("comes back no sooner than the host asks", async () => {
    const { baseUrl } = await serve(refusal(503, { "retry-after": "2" }), stream(line(1)), refusal(404));
    const begun = performance.now();
    const stop = new AbortController();
    for await (const events of sessionsClient(transportTo(baseUrl)).events("s1", { signal: stop.signal })) {
      expect(events).toHaveLength(1);
      stop.abort();
    }
    expect(performance.now() - begun).toBeGreaterThan(1_950);
  });
});
