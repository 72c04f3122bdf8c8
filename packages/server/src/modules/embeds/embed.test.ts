import { randomUUID } from "node:crypto";
import { createRegistry } from "@callboard/core";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createEmbeds, embedUserId, LONGEST_TOKEN_LIFE } from "./embeds.ts";
import { operatorCredential } from "../../kernel/operator.ts";
import type { Kernel } from "../../kernel/kernel.ts";
import type { HostModule } from "../../kernel/module.ts";
import type { Actor } from "../../actor.ts";
import { createHost, type Host } from "../../host.ts";
import { memoryStore } from "../../testing/fixtures/memoryStore.ts";
import { embedFiles as files } from "../../testing/fixtures/embedFiles.ts";
import { DEFAULT_TENANT_ID, type Store } from "../../store.ts";

vi.setConfig({ testTimeout: 30_000 });

const SHOP = "https://shop.example";
const OTHER_TENANT = randomUUID();

const named = (slug: string) => ({ slug, name: slug, description: `Tries ${slug}.`, category: "test", icon: "wrench" });
const double = {
  ...named("double"),
  requiredPermission: "maths",
  inputSchema: { type: "object", properties: { value: { type: "number" } }, required: ["value"] },
  execute: ({ value }: { value: number }) => ({ result: value * 2 }),
};
const registry = createRegistry();
registry.register(double);
registry.register({ ...named("secret"), inputSchema: { type: "object" }, execute: () => "hidden" });
registry.register({
  ...named("waits"),
  inputSchema: { type: "object" },
  execute: (_input: unknown, { signal }) =>
    new Promise((resolve) => signal.addEventListener("abort", () => resolve(""))),
});

registry.register({
  ...named("grouped"),
  requiredPermission: "maths",
  group: { name: "research", permissions: { grouped: "research:read" } },
  inputSchema: { type: "object", properties: { value: { type: "number" } } },
  execute: ({ value }: { value: number }) => ({ result: value }),
});

let store: Store;
let host: Host;
const problems: unknown[] = [];
beforeAll(async () => {
  store = await memoryStore();
  host = createHost({ registry, store, embed: { files }, onProblem: (...problem) => problems.push(problem) });
  await host.ready;
});
afterAll(async () => {
  await host.close();
  await store.close();
});
afterEach(() => expect(problems).toEqual([]));

interface Asked {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}
const send = (method: string, path: string, { token, body, headers, signal }: Asked = {}) =>
  host.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }),
  );
// oxlint-disable-next-line typescript/no-explicit-any -- what a test expects of an answer is said where it looks
const ask = async (...asked: Parameters<typeof send>): Promise<{ status: number; body: any; headers: Headers }> => {
  const response = await send(...asked);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, body: isJson && text ? JSON.parse(text) : text, headers: response.headers };
};

const publish = async (options: object = {}) => {
  const body = { tool: "double", origins: [SHOP], ...options };
  const answer = await ask("POST", "/api/embed/keys", { token: operatorCredential(store.secrets!), body });
  expect(answer.status).toBe(201);
  return answer.body as { key: string; secretKey: string };
};
const tokenOf = async (secretKey: string, scope: object = {}) => {
  const answer = await ask("POST", "/api/embed/tokens", { token: secretKey, body: { origin: SHOP, ...scope } });
  expect(answer.status).toBe(201);
  return answer.body.token as string;
};
/** As the frame asks. */
const from = (origin = SHOP) => ({ "x-callboard-embed-origin": origin });
const run = (
  token: string,
  { tool = "double", origin = SHOP, sessionId }: { tool?: string; origin?: string; sessionId?: string } = {},
) =>
  ask("POST", `/api/tools/${tool}/run`, {
    token,
    headers: { ...from(origin), prefer: "wait" },
    body: { input: { value: 4 }, ...(sessionId !== undefined && { sessionId }) },
  });

describe("publishing", () => {
  it("grants all that the tool needs, its group's permission too", async () => {
    const { secretKey } = await publish({ tool: "grouped" });
    const answer = await run(await tokenOf(secretKey), { tool: "grouped" });
    expect(answer).toMatchObject({ status: 200 });
  });

  it("grants it for what goes on from the log, too, for as long as it is published, and in its tenant alone", async () => {
    let kernel: Kernel | undefined;
    const probe: HostModule = { name: "probe", open: (opened) => ((kernel = opened), {}) };
    const other = createHost({ registry, store, modules: [probe], onProblem: (...problem) => problems.push(problem) });
    await other.ready;
    try {
      const { key } = await publish();
      const rights = async (userId: string, tenantId = DEFAULT_TENANT_ID) => {
        const asked = { userId, spaceId: null, requestId: "r", tenantId, permissions: ["maths", "more"] };
        return (await kernel?.presentContext(asked))?.permissions;
      };
      const visitor = embedUserId({ keyId: key, subject: "a:b" });
      expect(await rights(visitor)).toEqual(["maths"]);
      expect(await rights(visitor, OTHER_TENANT)).toEqual([]);
      expect(await rights("somebody")).toEqual([]);
      await ask("DELETE", `/api/embed/keys/${key}`, { token: operatorCredential(store.secrets!) });
      expect(await rights(visitor)).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it.each([
    "*",
    "https://*",
    "https://*.a.test",
    "https://a.test;x",
    "https://a.test/path",
    "https://a.test/",
    "https://a.test?x",
    "https://me@a.test",
    "https://a.test:443",
    "https://a.test:99999",
    "HTTPS://A.TEST",
    "https://ä.test",
    "https://a.test https://b.test",
    "https://a.test\n",
    "http://a.test",
    "data:text/html,x",
    "null",
    "",
  ])("takes no origin that is none, over HTTP and by the function alike: %j", async (origin) => {
    const body = { tool: "double", origins: [origin] };
    const answer = await ask("POST", "/api/embed/keys", { token: operatorCredential(store.secrets!), body });
    expect(answer.body.error.code).toBe("origin_not_allowed");
    const options = { tool: registry.get("double")!, tenantId: DEFAULT_TENANT_ID, origins: [origin] };
    await expect(createEmbeds(store).publish(options)).rejects.toMatchObject({ code: "origin_not_allowed" });
    const good = { ...options, origins: ["https://a.test:8443"] };
    expect((await createEmbeds(store).publish(good)).key.origins).toEqual(good.origins);
  });

  it("is the operator's, and shows the secret key once", async () => {
    for (const token of [undefined, "sk_guess", "cbo_guess"]) {
      const refused = await ask("POST", "/api/embed/keys", {
        ...(token && { token }),
        body: { tool: "double", origins: [SHOP] },
      });
      expect(refused.status).toBe(401);
    }
    const { key, secretKey } = await publish();
    expect(key).toMatch(/^pk_/);
    expect(secretKey).toMatch(/^sk_/);
    const listed = await ask("GET", "/api/embed/keys", { token: operatorCredential(store.secrets!) });
    expect(JSON.stringify(listed.body)).toContain(key);
    expect(JSON.stringify(listed.body)).not.toContain(secretKey);
  });

  it("takes origins that a browser vouches for", async () => {
    const token = operatorCredential(store.secrets!);
    for (const origin of [
      "*",
      "https://shop.example/page",
      "http://shop.example",
      "null",
      "shop.example",
      "https://*.shop.example",
    ]) {
      const refused = await ask("POST", "/api/embed/keys", { token, body: { tool: "double", origins: [origin] } });
      expect(refused.status, origin).toBe(403);
    }
    expect((await ask("POST", "/api/embed/keys", { token, body: { tool: "none", origins: [SHOP] } })).status).toBe(404);
  });
});

describe("people who may publish", () => {
  const other = { userId: "eve", tenantId: OTHER_TENANT, tenantSlug: "other", permissions: ["maths"] };
  const actors: Record<string, Actor> = {
    ada: { ...other, userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default" },
    ben: { ...other, userId: "ben", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: [] },
    eve: other,
    zoe: { ...other, userId: "zoe" },
  };
  let before: Host;
  beforeAll(async () => {
    before = host;
    const mayPublish = ({ userId }: Actor) => ["ada", "ben", "eve"].includes(userId);
    host = createHost({ registry, store, actor: actors, embed: { files, mayPublish } });
    await host.ready;
  });
  afterAll(async () => {
    await host.close();
    host = before;
  });
  const body = { tool: "double", origins: [SHOP] };

  it("publish for their tenant alone, and only what they may run", async () => {
    const { status, body: mine } = await ask("POST", "/api/embed/keys", { token: "ada", body });
    expect([status, mine.tenantSlug]).toEqual([201, "default"]);
    expect((await ask("POST", "/api/embed/keys", { token: "ben", body })).status).toBe(404);
    expect(
      (await ask("POST", "/api/embed/keys", { token: "ada", body: { ...body, tenantId: OTHER_TENANT } })).status,
    ).toBe(403);
    const theirs = await ask("POST", "/api/embed/keys", { token: "eve", body });
    expect(theirs.body.tenantSlug).toBe("other");
    const listed = (await ask("GET", "/api/embed/keys", { token: "eve" })).body as { key: string }[];
    expect(listed.map(({ key }) => key)).toEqual([theirs.body.key]);
    for (const [method, path] of [
      ["POST", `/api/embed/keys/${mine.key}/publish`],
      ["DELETE", `/api/embed/keys/${mine.key}`],
    ] as const) {
      expect((await ask(method, path, { token: "eve" })).status).toBe(404);
    }
    expect((await ask("DELETE", `/api/embed/keys/${mine.key}`, { token: "ada" })).status).toBe(204);
  });

  it("are not all people, and no token of an embed", async () => {
    const { secretKey } = (await ask("POST", "/api/embed/keys", { token: "ada", body })).body as { secretKey: string };
    for (const token of ["zoe", undefined, "nobody", await tokenOf(secretKey)]) {
      expect((await ask("GET", "/api/embed/keys", { ...(token && { token }), headers: from() })).status).toBe(401);
    }
  });
});

describe("a link to a result", () => {
  const share = (token: string, sessionId: string) =>
    ask("POST", `/api/sessions/${sessionId}/shares`, { token, headers: from(), body: {} });

  it("is made where the publisher allowed it, of a completed run, and ends with the key", async () => {
    const { key, secretKey } = await publish({ actions: ["run", "share"] });
    const token = await tokenOf(secretKey);
    const ran = await run(token);
    const shared = await share(token, ran.body.sessionId);
    expect(shared.status).toBe(201);
    const open = () => ask("GET", shared.body.url as string, { headers: { accept: "application/jsonl" } });
    const opened = await open();
    expect(opened.status).toBe(200);
    expect(opened.body).toContain('"result":8');
    // The link reads; it is nobody's credential.
    expect(
      (await ask("GET", "/api/tools/double", { token: shared.body.url.split("/").at(-1), headers: from() })).status,
    ).toBe(401);
    expect((await ask("POST", shared.body.url as string, { body: {} })).status).toBe(405);
    const other = await tokenOf(secretKey, { subject: "eve" });
    expect((await share(other, ran.body.sessionId)).status).toBe(403);
    const links = `/api/sessions/${ran.body.sessionId}/shares`;
    const link = `${links}/${shared.body.id}`;
    for (const [method, path] of [
      ["GET", links],
      ["DELETE", link],
    ] as const) {
      expect((await ask(method, path, { token: other, headers: from() })).status).toBe(403);
      expect(
        (await ask(method, path, { token: await tokenOf(secretKey, { actions: ["run"] }), headers: from() })).status,
      ).toBe(403);
    }
    expect((await ask("GET", links, { token, headers: from() })).body).toHaveLength(1);
    await ask("DELETE", `/api/embed/keys/${key}`, { token: operatorCredential(store.secrets!) });
    expect((await open()).status).toBe(404);
  });

  it("is not made otherwise", async () => {
    const usual = await tokenOf((await publish()).secretKey);
    const ran = await run(usual);
    expect((await share(usual, ran.body.sessionId)).status).toBe(403);
    const { secretKey } = await publish({ tool: "waits", actions: ["run", "cancel", "share"] });
    const token = await tokenOf(secretKey);
    const begun = await ask("POST", "/api/tools/waits/run", { token, headers: from(), body: { input: {} } });
    expect((await share(token, begun.body.sessionId)).body.error.code).toBe("not_completed");
    await ask("POST", `/api/calls/${begun.body.callId}/cancel`, { token, headers: from(), body: {} });
    expect((await share(token, begun.body.sessionId)).status).toBe(409);
    // Nor by a token that was not given it.
    expect((await share(await tokenOf(secretKey, { actions: ["run"] }), begun.body.sessionId)).status).toBe(403);
  });
});

describe("a token", () => {
  it("runs its tool and reads its run", async () => {
    const { secretKey } = await publish();
    const token = await tokenOf(secretKey, { subject: "customer-7" });
    expect((await ask("GET", "/api/tools/double", { token, headers: from() })).body.name).toBe("double");
    const ran = await run(token);
    expect(ran).toMatchObject({ status: 200, body: { output: { result: 8 } } });
    const headers = { ...from(), accept: "application/json" };
    const events = await ask("GET", `/api/sessions/${ran.body.sessionId}/events`, { token, headers });
    expect(events.body.at(-1)).toMatchObject({ type: "tool.completed" });
    expect((await run(token, { sessionId: ran.body.sessionId })).status).toBe(200);
  });

  it("is for its tool, origin, actions and tenant alone", async () => {
    const { secretKey } = await publish();
    const token = await tokenOf(secretKey);
    expect((await run(token, { tool: "secret" })).status).toBe(403);
    expect((await run(token, { origin: "https://evil.example" })).status).toBe(403);
    expect((await ask("GET", "/api/tools/double", { token })).status).toBe(403);
    expect(
      (await ask("GET", "/api/tools/double", { token, headers: { ...from(), origin: "https://evil.example" } })).status,
    ).toBe(403);
    for (const [method, path] of [
      ["GET", "/api/tools"],
      ["GET", "/api/tools/double/calls"],
      ["GET", "/api/sessions"],
      ["GET", "/api/connections"],
      ["GET", "/api/choices/connection"],
      ["POST", "/api/chat"],
      ["POST", "/api/chat/ai-sdk"],
      ["POST", "/api/uploads"],
      ["POST", "/api/calls/x/approve"],
      ["POST", "/api/calls/x/deny"],
      ["DELETE", "/api/sessions/x"],
      ["GET", "/api/tools/%2e%2e%2fsecret"],
    ] as const) {
      expect((await ask(method, path, { token, headers: from() })).status, path).toBe(403);
    }
    const reads = await tokenOf(secretKey, { actions: [] });
    expect((await ask("GET", "/api/tools/double", { token: reads, headers: from() })).status).toBe(200);
    expect((await run(reads)).status).toBe(403);
    const body = { origin: SHOP };
    const mint = (fields: object) =>
      ask("POST", "/api/embed/tokens", { token: secretKey, body: { ...body, ...fields } });
    expect((await mint({ tool: "secret" })).status).toBe(403);
    expect((await mint({ tenantId: OTHER_TENANT })).status).toBe(403);
    expect((await mint({ origin: "https://evil.example" })).status).toBe(403);
    expect((await mint({ actions: ["approve"] })).status).toBe(403);
    expect((await mint({ subject: "anonymous-me" })).status).toBe(422);
    expect((await mint({ expiresIn: 3601 })).status).toBe(422);
  });

  it("sees its own sessions alone, of the same tool and of other tenants", async () => {
    const mine = await publish();
    const theirs = await publish({ tenantId: OTHER_TENANT, tenantSlug: "other" });
    const ada = await tokenOf(mine.secretKey, { subject: "ada" });
    const ran = await run(ada);
    const others = [
      await tokenOf(mine.secretKey, { subject: "eve" }),
      await tokenOf((await publish()).secretKey, { subject: "ada" }),
      await tokenOf(theirs.secretKey, { subject: "ada" }),
    ];
    const { sessionId, callId } = ran.body as { sessionId: string; callId: string };
    const missing = await ask("GET", `/api/sessions/${randomUUID()}/events`, { token: others[0]!, headers: from() });
    for (const token of others) {
      const foreign = await ask("GET", `/api/sessions/${sessionId}/events`, { token, headers: from() });
      expect([foreign.status, foreign.body.error.code]).toEqual([missing.status, missing.body.error.code]);
      expect((await ask("POST", `/api/calls/${callId}/cancel`, { token, headers: from(), body: {} })).status).toBe(403);
      expect((await run(token, { sessionId })).status).toBe(404);
    }
    // Nor of the tenant's people.
    const own = await ask("POST", "/api/tools/secret/run", { body: { input: {} } });
    expect(
      (await ask("GET", `/api/sessions/${own.body.sessionId}/events`, { token: ada, headers: from() })).status,
    ).toBe(403);
  });

  it("ends when it expires, and is never taken from an address", async () => {
    const { secretKey } = await publish();
    const token = await tokenOf(secretKey, { expiresIn: 60 });
    for (const path of [`/api/tools/double?token=${token}`, `/api/tools?access_token=${token}`]) {
      expect((await ask("GET", path)).status, path).toBe(401);
      expect((await ask("GET", path, { token, headers: from() })).status, path).toBe(401);
    }
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    try {
      expect((await run(token)).status).toBe(401);
    } finally {
      vi.useRealTimers();
    }
    for (const guess of ["cbe_", `cbe_${"a".repeat(43)}`, `${token}x`]) expect((await run(guess)).status).toBe(401);
  });

  it("ends when it is revoked, with what it had opened", async () => {
    const { key, secretKey } = await publish({ tool: "waits" });
    const open = async (token: string) => {
      const begun = await ask("POST", "/api/tools/waits/run", { token, headers: from(), body: { input: {} } });
      const response = await send("GET", `/api/sessions/${begun.body.sessionId}/events`, { token, headers: from() });
      return { ended: response.text(), callId: begun.body.callId as string };
    };
    const [first, second] = [await tokenOf(secretKey), await tokenOf(secretKey)];
    const streams = [await open(first), await open(second)];
    const revoked = await ask("POST", "/api/embed/tokens/revoke", { token: secretKey, body: { token: first } });
    expect(revoked.status).toBe(204);
    await streams[0]!.ended;
    expect((await ask("GET", "/api/tools/waits", { token: first, headers: from() })).status).toBe(401);
    expect((await ask("GET", "/api/tools/waits", { token: second, headers: from() })).status).toBe(200);
    // Another process revokes without a word: found within the bound.
    const removed = await store.database.asHost((tx) =>
      tx.query("delete from callboard.embed_tokens where key_id = $1 returning hash", [key]),
    );
    expect(removed).toHaveLength(1);
    await streams[1]!.ended;
    const third = await open(await tokenOf(secretKey));
    const operator = operatorCredential(store.secrets!);
    expect((await ask("DELETE", `/api/embed/keys/${key}`, { token: operator })).status).toBe(204);
    await third.ended;
    // Their calls end with them, and their logs say why.
    for (const { callId } of [...streams, third]) {
      const call = async () => (await store.sessions.findCall(DEFAULT_TENANT_ID, callId))?.status;
      await vi.waitFor(async () => expect(await call()).toBe("cancelled"), { timeout: 5_000 });
    }
    expect((await ask("POST", "/api/embed/tokens", { token: secretKey, body: { origin: SHOP } })).status).toBe(401);
  });

  it("is kept as a hash", async () => {
    const { secretKey } = await publish();
    const token = await tokenOf(secretKey);
    const rows = await store.database.asHost(async (tx) => [
      await tx.query("select * from callboard.embed_tokens"),
      await tx.query("select * from callboard.embed_keys"),
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(secretKey);
    expect(LONGEST_TOKEN_LIFE).toBe(3_600_000);
  });
});

describe("the page of a frame", () => {
  const frame = (key: string, { tool = "double", origin = SHOP, more = "" } = {}) =>
    ask("GET", `/embed/${tool}?key=${key}&origin=${encodeURIComponent(origin)}${more}`);
  const nonceIn = (page: string) =>
    /data-nonce="([^"]+)"/
      .exec(page)![1]!
      .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  const anonymous = (key: string, nonce: string, origin = SHOP, headers = {}) =>
    ask("POST", "/api/embed/tokens/anonymous", { body: { key, nonce, origin }, headers });

  it("stands in the pages that it was published for, under a policy of nonces", async () => {
    const { key } = await publish({ origins: [SHOP, "https://blog.example"] });
    const page = await frame(key);
    expect(page.status).toBe(200);
    const policy = page.headers.get("content-security-policy")!;
    expect(policy).toContain(`frame-ancestors ${SHOP};`);
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(policy).toContain("require-trusted-types-for 'script'");
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)![1]!;
    expect(page.body.match(/<(?:script|link)/g)).toHaveLength(page.body.split(`nonce="${nonce}"`).length - 1);
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    expect(page.headers.get("set-cookie")).toBeNull();
    expect((await frame(key)).headers.get("content-security-policy")).not.toBe(policy);
    for (const other of [{ origin: "https://evil.example" }, { tool: "secret" }, { origin: "" }]) {
      const refused = await frame(key, other);
      expect(refused.status).toBe(403);
      expect(refused.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    }
    expect((await frame("pk_guess")).status).toBe(403);
    expect((await frame(key, { more: `&token=cbe_${"a".repeat(43)}` })).status).toBe(401);
  });

  it("gets a token for its nonce, once, for its own key and origin", async () => {
    const { key } = await publish({ origins: [SHOP, "https://blog.example"] });
    const other = await publish();
    const nonce = nonceIn((await frame(key)).body);
    expect((await anonymous(other.key, nonce)).status).toBe(401);
    expect((await anonymous(key, nonce, "https://blog.example")).status).toBe(401);
    expect((await anonymous(key, nonce, "https://evil.example")).status).toBe(403);
    expect((await anonymous(key, `${nonce}a`)).status).toBe(401);
    const got = await anonymous(key, nonce);
    expect(got.status).toBe(201);
    expect((await anonymous(key, nonce)).status).toBe(401);
    expect((await run(got.body.token)).body.output).toEqual({ result: 8 });
    // No page of another site gets one in a visitor's name.
    const again = nonceIn((await frame(key)).body);
    expect((await anonymous(key, again, SHOP, { origin: "https://evil.example" })).status).toBe(403);
    // Two visitors do not see each other.
    const second = await anonymous(key, again);
    const ran = await run(got.body.token);
    const foreign = await ask("GET", `/api/sessions/${ran.body.sessionId}/events`, {
      token: second.body.token,
      headers: from(),
    });
    expect(foreign.status).toBe(403);
  });

  it("is not served with a definition that changed, until it is published again", async () => {
    const changing = createRegistry();
    changing.register({ ...double, description: "Doubles and tells everybody." });
    const changed = createHost({ registry: changing, store, embed: { files } });
    const at = async (method: string, path: string, asked: Asked = {}) => {
      const before = host;
      host = changed;
      try {
        return await ask(method, path, asked);
      } finally {
        host = before;
      }
    };
    await changed.ready;
    const { key, secretKey } = await publish();
    const token = await tokenOf(secretKey);
    const read = { token, headers: from() };
    expect((await at("GET", "/api/tools/double", read)).body.error.code).toBe("tool_changed");
    const page = `/embed/double?key=${key}&origin=${encodeURIComponent(SHOP)}`;
    expect(await at("GET", page)).toMatchObject({
      status: 409,
      body: expect.stringContaining('data-problem="changed"'),
    });
    const operator = { token: operatorCredential(store.secrets!) };
    const listed = (await at("GET", "/api/embed/keys", operator)).body as { key: string; changes: unknown[] }[];
    const changes = [{ path: "/description", published: '"Tries double."', now: '"Doubles and tells everybody."' }];
    expect(listed.find((one) => one.key === key)!.changes).toEqual(changes);
    const again = await at("POST", `/api/embed/keys/${key}/publish`, operator);
    expect(again.body).toMatchObject({ changes: [], published: changes });
    expect((await at("GET", "/api/tools/double", read)).status).toBe(200);
    expect((await at("GET", page)).status).toBe(200);
    await changed.close();
  });

  it("loads its files from addresses that never change, from any origin", async () => {
    const { body } = await ask("GET", "/embed/loader.json");
    expect(body).toEqual({
      src: "/embed/assets/loader-1.js",
      integrity: "sha384-x",
      module: { src: "/embed/assets/loader-module-1.js", integrity: "sha384-y" },
    });
    const file = await ask("GET", body.src as string);
    expect(file.body).toBe("export {};");
    expect(file.headers.get("cache-control")).toContain("immutable");
    expect(file.headers.get("access-control-allow-origin")).toBe("*");
    for (const path of ["/embed/assets/manifest.json", "/embed/assets/..%2fmanifest.json", "/embed/assets/none.js"]) {
      expect((await ask("GET", path)).status).toBe(404);
    }
  });
});

describe("limits and use", () => {
  it("are a key's, say when to come back, and are told to the operator", async () => {
    const { key, secretKey } = await publish({ perMinute: 2 });
    const token = await tokenOf(secretKey);
    expect((await run(token)).status).toBe(200);
    expect((await run(token)).status).toBe(200);
    const refused = await run(token);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.body.error.message).toMatch(/Try again in \d+ seconds/);
    const listed = await ask("GET", "/api/embed/keys", { token: operatorCredential(store.secrets!) });
    expect((listed.body as { key: string }[]).find((one) => one.key === key)).toMatchObject({
      runs: 2,
      failedRuns: 0,
      tokens: 1,
      refusals: 1,
    });
  });
});
