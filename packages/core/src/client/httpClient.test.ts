import { describe, expect, test, vi } from "vitest";
import { createHttpClient } from "./httpClient.ts";
import { ToolClientError } from "../tool/toolClientError.ts";

const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });

/** A client whose host answers with this, and the requests that it made. */
const clientOf = (
  answer: () => Response | Promise<Response>,
  options: { token?: string | (() => Promise<string>) } = {},
) => {
  const send = vi.fn<typeof fetch>(async () => answer());
  const client = createHttpClient({ baseUrl: "https://host.example/", fetch: send, ...options });
  const requests = () =>
    send.mock.calls.map(([url, init]) => ({
      url: String(url),
      method: init?.method ?? "GET",
      headers: init?.headers as Record<string, string>,
      body: init?.body ? (JSON.parse(init.body as string) as unknown) : undefined,
    }));
  return { client, requests, send };
};

describe("createHttpClient", () => {
  test("asks the host's routes, with every part of an address encoded", async () => {
    const { client, requests } = clientOf(() => json([]));
    await client.tools();
    await client.tool("a/b?c");
    await client.searchTools({ query: "miles & more", keywords: ["a", "b"], limit: 3 });
    await client.calls("roi");
    await client.run("roi", { value: 1 }, { sessionId: "s1" });
    await client.run("roi", null);
    await client.output("output_1/x");
    await client.cancel({ callId: "c/1" });
    await client.cancel({ agentId: "a1" });
    expect(requests().map(({ method, url, body }) => [method, url.slice("https://host.example".length), body])).toEqual(
      [
        ["GET", "/api/tools", undefined],
        ["GET", "/api/tools/a%2Fb%3Fc", undefined],
        ["GET", "/api/chat/tools/search?query=miles+%26+more&keyword=a&keyword=b&limit=3", undefined],
        ["GET", "/api/tools/roi/calls", undefined],
        ["POST", "/api/tools/roi/run", { input: { value: 1 }, sessionId: "s1" }],
        ["POST", "/api/tools/roi/run", { input: null }],
        ["GET", "/api/outputs/output_1%2Fx", undefined],
        ["POST", "/api/calls/c%2F1/cancel", {}],
        ["POST", "/api/agents/a1/cancel", {}],
      ],
    );
    expect(requests()[0]?.headers).toEqual({ accept: "application/json" });
    expect(requests()[4]?.headers).toMatchObject({ "content-type": "application/json" });
  });

  test("gives what the host answers", async () => {
    const started = { sessionId: "s1", callId: "c1", runId: "c1" };
    expect(await clientOf(() => json(started, 202)).client.run("roi", {})).toEqual(started);
  });

  test("sends a token, asked for anew each time where it is a function, and never in an address", async () => {
    const fixed = clientOf(() => json([]), { token: "secret" });
    await fixed.client.tools();
    expect(fixed.requests()[0]?.headers.authorization).toBe("Bearer secret");
    let count = 0;
    const fresh = clientOf(() => json([]), { token: async () => `secret-${++count}` });
    await fresh.client.tools();
    await fresh.client.tool("roi");
    expect(fresh.requests().map(({ headers }) => headers.authorization)).toEqual([
      "Bearer secret-1",
      "Bearer secret-2",
    ]);
    expect(fresh.requests().some(({ url }) => url.includes("secret"))).toBe(false);
  });

  const failure = async (answer: () => Response | Promise<Response>) => {
    const error = await clientOf(answer)
      .client.run("roi", {})
      .then(
        () => null,
        (thrown: unknown) => thrown,
      );
    expect(error).toBeInstanceOf(ToolClientError);
    return error as ToolClientError;
  };

  test("a refusal keeps the host's words, its code and its fields", async () => {
    const issues = [{ path: "/value", message: "Must be a number" }];
    const body = { error: { code: "invalid_input", message: "Not valid.", path: "/value", issues } };
    const error = await failure(() => json(body, 422));
    expect(error).toMatchObject({ name: "ToolClientError", status: 422, ...body.error });
  });

  test.each<[string, () => Response, number]>([
    ["a page", () => new Response("<html>", { status: 502 }), 502],
    ["nothing", () => new Response(null, { status: 500 }), 500],
    ["null", () => json(null, 400), 400],
    ["no error", () => json({}, 404), 404],
    ["an error without words", () => json({ error: { code: 7 } }, 400), 400],
  ])("a refusal by %s is told by its status", async (_, answer, status) => {
    const { code, message } = await failure(answer);
    expect([code, message]).toEqual(["bad_answer", `The host answered ${status} without saying why.`]);
  });

  test("a success that is no JSON is a bad answer", async () => {
    expect(await failure(() => new Response("<html>"))).toMatchObject({ code: "bad_answer", status: 200 });
    const chat = clientOf(() => new Response("<html>")).client.chat("hello");
    await expect(chat).rejects.toMatchObject({ name: "ToolClientError", code: "bad_answer", status: 200 });
  });

  test("a host that is not reached", async () => {
    const cause = new TypeError("fetch failed");
    const error = await failure(() => Promise.reject(cause));
    expect(error).toMatchObject({ code: "unreachable", status: 0, cause });
    expect(error.message).toBe("The host cannot be reached. Check the connection, then try again.");
  });

  test("an abort is the caller's own, and stays what it is", async () => {
    const stop = new AbortController();
    const send: typeof fetch = (_url, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
      });
    const running = createHttpClient({ baseUrl: "", fetch: send }).run("roi", {}, { signal: stop.signal });
    await Promise.resolve();
    stop.abort();
    await expect(running).rejects.toMatchObject({ name: "AbortError" });
  });

  test("says with each connection, before its events, whose session it is, where the host does", async () => {
    const event = { v: 1, seq: 1, sessionId: "s1", at: 0, type: "tool.progressed", callId: "c1", progress: 1 };
    const stream = (body: string, whose?: string) =>
      new Response(body, { headers: whose === undefined ? {} : { "callboard-session": whose } });
    const answers = [
      stream(`id: 1\ndata: ${JSON.stringify(event)}\n\n`, "colleague"),
      stream(""),
      stream("", "own"),
      json({ error: { code: "not_found", message: "No such session." } }, 404),
    ];
    const { client } = clientOf(() => answers.shift()!);
    const told: unknown[] = [];
    const reading = (async () => {
      for await (const events of client.events("s1", { onOwn: (isOwn) => told.push(isOwn) })) told.push(...events);
    })();
    await expect(reading).rejects.toMatchObject({ status: 404 });
    expect(told).toEqual([false, event, true]);
  });

  test("follows a session through a host that is busy for a while, and ends at one that refuses", async () => {
    const event = { v: 1, seq: 1, sessionId: "s/1", at: 0, type: "tool.progressed", callId: "c1", progress: 1 };
    const answers = [
      json({ error: { code: "busy", message: "Later." } }, 503),
      new Response(`id: 1\ndata: ${JSON.stringify(event)}\n\n`),
      json({ error: { code: "not_found", message: "No such session." } }, 404),
    ];
    const { client, requests } = clientOf(() => answers.shift()!, { token: "secret" });
    const seen: unknown[] = [];
    const reading = (async () => {
      for await (const events of client.events("s/1")) seen.push(...events);
    })();
    await expect(reading).rejects.toMatchObject({ status: 404, code: "not_found", message: "No such session." });
    expect(seen).toEqual([event]);
    expect(requests().map(({ url }) => url)).toEqual(
      [0, 0, 1].map((after) => `https://host.example/api/sessions/s%2F1/events?after=${after}`),
    );
    expect(requests()[2]?.headers).toEqual({
      accept: "text/event-stream",
      "last-event-id": "1",
      authorization: "Bearer secret",
    });
  });
});

describe("signed addresses", () => {
  const asked: string[] = [];
  const client = (token?: string) =>
    createHttpClient({
      baseUrl: "https://host.test",
      ...(token && { token }),
      fetch: async (url) => {
        asked.push(String(url));
        return Response.json({ url: "/api/previews/t/a.png", expiresInMs: 5 });
      },
    });

  test("are the host's, for its own uploads alone, and only where a token would be missing", async () => {
    expect(await client("t").preview("https://host.test/api/uploads/upload_1/a.png")).toEqual({
      url: "https://host.test/api/previews/t/a.png",
      expiresInMs: 5,
    });
    expect(asked).toEqual(["https://host.test/api/uploads/upload_1/preview"]);
    expect(await client("t").preview("https://evil.test/api/uploads/upload_1/a.png")).toBeNull();
    expect(await client("t").preview("https://host.test/api/uploads/../sessions")).toBeNull();
    expect(await client().preview("https://host.test/api/uploads/upload_1/a.png")).toBeNull();
    expect(asked).toHaveLength(1);
  });
});
