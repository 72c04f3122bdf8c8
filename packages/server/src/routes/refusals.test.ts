import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createRegistry } from "@callboard/core";
import { DEFAULT_TENANT_ID, type Store } from "../store.ts";
import { createHost, type Host } from "../host.ts";
import { ask as askHost, type AskOptions } from "../../../../test/setup/ask.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";
import { doubling } from "../testing/fixtures/toolRegistries.ts";

vi.setConfig({ testTimeout: 30_000 });

const registry = createRegistry();
registry.register(doubling);

registry.register({
  slug: "closed",
  name: "Closed",
  description: "Takes nothing.",
  category: "test",
  icon: "x",
  inputSchema: { type: "object", additionalProperties: false },
  execute: () => null,
});

let store: Store;
let host: Host;
beforeAll(async () => {
  store = await memoryStore();
  host = createHost({ registry, store, fallback: () => new Response("the page"), onProblem: () => {} });
  await host.ready;
}, 60_000);
afterAll(async () => {
  await host.close();
  await store.close();
});

const ask = (method: string, path: string, options?: AskOptions) => askHost(host, method, path, options);
const countRows = async () => {
  const [row] = await store.database.asTenant(DEFAULT_TENANT_ID, (tx) =>
    tx.query<{ n: number }>(
      "select ((select count(*) from callboard.sessions) + (select count(*) from callboard.session_events))::int as n",
    ),
  );
  return row!.n;
};

describe("refusals", () => {
  const post = (body: unknown, headers: object = {}) => ask("POST", "/api/tools/double/run", { body, headers });

  it.each([
    ["broken JSON", '{"input": {,}}', 400, "invalid_json", /line 1, column 12/],
    ["JSON that ends early", '{"input": ', 400, "invalid_json", /ends too early/],
    ["an empty body", "", 400, "invalid_json", /empty/],
    ["an array", [1], 400, "invalid_request", /not an array/],
    ["null", "null", 400, "invalid_request", /not null/],
    ["no input", {}, 400, "invalid_request", /no "input"/],
    ["a wrong sessionId", { input: {}, sessionId: 7 }, 400, "invalid_request", /string, not a number/],
    ["an unknown field", { input: {}, sessionID: "x" }, 400, "invalid_request", /no field "sessionID"/],
    ["__proto__ beside input", '{"input":{},"__proto__":{}}', 400, "invalid_request", /no field "__proto__"/],
    ["an unknown session", { input: { value: 1 }, sessionId: "nope" }, 404, "session_not_found", /nope/],
    [
      "a session id that no database takes",
      { input: { value: 1 }, sessionId: "\u0000" },
      404,
      "session_not_found",
      /./,
    ],
    ["depth", `{"input":${"[".repeat(5000)}${"]".repeat(5000)}}`, 400, "too_deep", /500 deep/],
  ])("%s", async (_name, body, status, code, message) => {
    const before = await countRows();
    const answer = await post(body);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(answer.body.error.message).toMatch(message);
    expect(await countRows()).toBe(before);
  });

  it("names the field by pointer", async () => {
    expect((await post({ input: {}, sessionId: 7 })).body.error.path).toBe("/sessionId");
    expect((await post({ input: {}, "a/b": 7 })).body.error.path).toBe("/a~1b");
  });

  it("a body that is no JSON by its type: 415", async () => {
    expect((await post("{}", { "content-type": "text/plain" })).status).toBe(415);
    const form = await ask("POST", "/api/tools/double/run", {
      body: "{}",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect([form.status, form.body.error.code]).toEqual([415, "unsupported_media_type"]);
  });

  it("a body over the limit: 413, also without Content-Length, and not read without end", async () => {
    expect((await post(`{"input":"${"x".repeat(5_000_000)}"}`)).status).toBe(413);
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(32));
      },
    });
    const response = await host.fetch(
      new Request("http://localhost/api/tools/double/run", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: endless,
        duplex: "half",
      } as RequestInit),
    );
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(21_000_000);
  });

  it("an input that is wrong in thousands of places: 422 that names the first, and how many more there are", async () => {
    const many = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`x${index}`, index]));
    const { status, body } = await ask("POST", "/api/tools/closed/run", { body: { input: many } });
    expect([status, body.error.code, body.error.issues?.length, body.error.moreIssues]).toEqual([
      422,
      "invalid_input",
      20,
      29_980,
    ]);
    expect(body.error.message).toContain("There are 29999 more issues.");
    expect(JSON.stringify(body).length).toBeLessThan(5_000);
  });

  it("invalid UTF-8: 400", async () => {
    const response = await host.fetch(
      new Request("http://localhost/api/tools/double/run", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: new Uint8Array([0x22, 0xff, 0x22]),
      }),
    );
    expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
      400,
      "invalid_encoding",
    ]);
  });

  it.each([
    ["/api/sessions/x/events?after=abc", "after"],
    ["/api/sessions/x/events?after=-1", "after"],
    ["/api/sessions/x/events?after=1.5", "after"],
    ["/api/tools/double/calls?limit=0", "limit"],
    ["/api/tools/double/calls?limit=1000", "limit"],
    ["/api/tools/double/calls?before=nobody", "before"],
  ])("%s: 400 that names the parameter", async (path, name) => {
    const { status, body } = await ask("GET", path);
    expect([status, body.error.code, body.error.path]).toEqual([400, "invalid_parameter", `/${name}`]);
    expect(body.error.message).toContain(`"${name}"`);
  });

  it("a wrong method: 405 with what is allowed; an unknown route: 404; a page: the fallback", async () => {
    const put = await ask("PUT", "/api/tools/double");
    expect([put.status, put.headers.get("allow"), put.body.error.code]).toEqual([405, "GET", "method_not_allowed"]);
    expect((await ask("GET", "/api/tools/double/run")).headers.get("allow")).toBe("POST");
    const unknown = await ask("GET", "/api/nonsense");
    expect([unknown.status, unknown.body.error.code]).toEqual([404, "route_not_found"]);
    expect(await (await host.fetch(new Request("http://localhost/tools/double"))).text()).toBe("the page");
  });

  it("a name that is not this host's, and a change that a page of another origin asks for: 403, before anything runs", async () => {
    const before = await countRows();
    for (const path of ["/api/tools", "/api/sessions", "/api/nonsense"]) {
      const { status, body } = await ask("GET", path, { headers: { host: "evil.example" } });
      expect([status, body.error.code]).toEqual([403, "unknown_host"]);
    }
    const input = { body: { input: { value: 2 } } };
    const run = (headers: object) => ask("POST", "/api/tools/double/run", { ...input, headers });
    expect((await run({ host: "evil.example", origin: "http://evil.example" })).body.error.code).toBe("unknown_host");
    expect((await run({ origin: "http://evil.example" })).body.error.code).toBe("cross_site");
    for (const path of ["/api/calls/c/cancel", "/api/agents/a/cancel", "/api/agents/a/resume", "/api/uploads"]) {
      const { status, body } = await ask("POST", path, { headers: { origin: "http://evil.example" } });
      expect([status, body.error.code]).toEqual([403, "cross_site"]);
    }
    expect(await countRows()).toBe(before);
    expect((await run({ origin: "http://localhost" })).status).toBe(202);
    expect((await ask("GET", "/healthz", { headers: { host: "10.0.0.7" } })).status).toBe(200);
    const listed = createHost({ registry, store, allowedHosts: ["tools.example.com"], anonymous: true });
    const headers = { host: "tools.example.com", origin: "https://tools.example.com" };
    expect((await askHost(listed, "POST", "/api/tools/double/run", { ...input, headers })).status).toBe(202);
    await listed.close();
  });

  it("nobody in particular, where others reach the host: 401, and how to let them in", async () => {
    const listed = createHost({ registry, store, allowedHosts: ["tools.example.com"] });
    const token = await store.createToken({
      userId: "ada",
      tenantId: DEFAULT_TENANT_ID,
      tenantSlug: "default",
      permissions: [],
    });
    const run = (headers: object) =>
      askHost(listed, "POST", "/api/tools/double/run", { body: { input: { value: 2 } }, headers });
    const before = await countRows();
    const { status, body } = await run({ host: "tools.example.com" });
    expect([status, body.error.code]).toEqual([401, "unauthorized"]);
    expect(body.error.message).toContain("CALLBOARD_ANONYMOUS=1");
    expect((await run({ host: "localhost" })).status).toBe(401);
    expect(await countRows()).toBe(before);
    expect((await run({ host: "tools.example.com", authorization: `Bearer ${token}` })).status).toBe(202);
    expect((await askHost(listed, "GET", "/healthz")).status).toBe(200);
    await listed.close();
    vi.stubEnv("CALLBOARD_ANONYMOUS", "1");
    const open = createHost({ registry, store, allowedHosts: ["tools.example.com"] });
    expect((await askHost(open, "GET", "/api/tools", { headers: { host: "tools.example.com" } })).status).toBe(200);
    await open.close();
    vi.unstubAllEnvs();
  });

  it("a crash inside: 500 with a number to ask by, and no stack", async () => {
    const problems: string[] = [];
    const broken = createHost({
      registry,
      store,
      actor: () => {
        throw new Error("secret internals");
      },
      onProblem: (message) => problems.push(message),
    });
    const response = await broken.fetch(new Request("http://localhost/api/tools"));
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).not.toContain("secret");
    expect(text).not.toContain("at ");
    const id = response.headers.get("x-request-id")!;
    expect(text).toContain(id);
    expect(problems.join()).toContain(id);
    await broken.close();
  });
});

describe("healthz", () => {
  it("is 200 when the host is ready, and 503 with the reason kept inside when it did not start", async () => {
    expect((await ask("GET", "/healthz")).body).toEqual({ status: "ok", database: "pglite" });
    const failing = createHost({ registry, store: Promise.reject(new Error("no disk")), onProblem: () => {} });
    await failing.ready.catch(() => undefined);
    const response = await failing.fetch(new Request("http://localhost/healthz"));
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain("disk");
    expect((await failing.fetch(new Request("http://localhost/api/tools"))).status).toBe(503);
  });
});
