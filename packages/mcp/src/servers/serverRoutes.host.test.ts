import { createRegistry } from "@callboard/core";
import { createTransport, mcpServersClient, ToolClientError } from "@callboard/core/client";
import { createHost, createStore, DEFAULT_TENANT_ID, serve, type Serving, type Store } from "@callboard/server";
import { afterAll, beforeAll, expect, it, test, vi } from "vitest";
import { serveTools, text, type ServedTools } from "../testing/fixtures/serveTools.ts";
import { createMcpServers } from "./createMcpServers.ts";

vi.setConfig({ testTimeout: 60_000 });

const manages = ["mcp.servers.manage"];
const ada = { userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: manages };
const ben = { ...ada, userId: "ben", permissions: [] };
const eve = { ...ada, userId: "eve", tenantId: "00000000-0000-4000-8000-0000000000aa", tenantSlug: "other" };
const actor = { ada, ben, eve };
const SECRET = "topsecret-key-1234";
let store: Store;
let given: ServedTools;
let more: ServedTools;
let serving: Serving;
const keys: (string | undefined)[] = [];

async function open(options: { allowPrivate?: boolean } = {}) {
  const host = createHost({
    registry: createRegistry(),
    store,
    actor,
    onProblem: () => {},
    modules: [
      createMcpServers({
        ...options,
        servers: [
          { name: "given", title: "Given", transport: { url: given.url, headers: { "x-key": SECRET } } },
          {
            name: "gone",
            transport: {
              command: process.execPath,
              args: ["-e", `console.error(process.env.KEY); process.exit(1)`],
              env: { KEY: SECRET },
            },
          },
        ],
      }),
    ],
  });
  const opened = await serve(host, { port: 0, hostname: "127.0.0.1" });
  await host.ready;
  return { ...opened, host };
}

beforeAll(async () => {
  store = await createStore();
  given = await serveTools({
    greet: { title: "Greet", annotations: { readOnlyHint: true }, run: () => text("Hello") },
    fail: { run: () => ({ ...text("No."), isError: true }) },
  });
  more = await serveTools(
    { greet: { run: () => text("Moin") } },
    { onRequest: ({ headers }) => keys.push(headers["x-key"]?.toString()) },
  );
  serving = await open({ allowPrivate: true });
}, 60_000);
afterAll(async () => {
  await serving.close();
  await Promise.all([given.stop(), more.stop()]);
  await store.close();
});

const of = (token: string, url = serving.url) =>
  mcpServersClient(createTransport({ baseUrl: url, token: () => token }));
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => (error instanceof ToolClientError ? [error.status, error.code, error.path] : error),
  );
const run = async (token: string, slug: string) => {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", prefer: "wait" };
  const answer = await fetch(`${serving.url}/api/tools/${slug}/run`, { method: "POST", headers, body: '{"input":{}}' });
  return answer.status;
};

it("says how each server stands, and why one is away, without the secrets that it is given", async () => {
  const [first, second] = await of("ada").list();
  expect(first).toMatchObject({
    name: "given",
    title: "Given",
    kind: "address",
    place: given.url,
    isAdded: false,
    hasSecrets: true,
    isConnected: true,
    connectedAt: expect.any(Number) as number,
    problem: null,
    about: { name: "test", revision: "2026-07-28" },
    tools: 2,
    refused: 0,
  });
  expect(second).toMatchObject({
    name: "gone",
    isConnected: false,
    nextTryAt: expect.any(Number) as number,
    problem: { code: "away", said: expect.stringContaining("•••") as string },
  });
  expect(JSON.stringify([first, second])).not.toContain(SECRET);
});

test.each(["list", "read", "add", "remove", "test", "switchTool"] as const)(
  "%s is for those who look after servers",
  async (act) => {
    const draft = { title: "Mine", url: more.url };
    const client = of("ben");
    const asked = {
      list: () => client.list(),
      read: () => client.read("given"),
      add: () => client.add(draft),
      remove: () => client.remove("given"),
      test: () => client.test("given"),
      switchTool: () => client.switchTool("given", "greet", false),
    }[act]();
    expect(await refusal(asked)).toEqual([403, "not_permitted", undefined]);
  },
);

it("counts the calls of each tool, with whose they are, from the log", async () => {
  expect(await run("ada", "greet")).toBe(200);
  await run("ben", "greet");
  await run("ben", "greet");
  await run("ben", "fail");
  const { toolList } = await of("ada").read("given");
  expect(toolList).toMatchObject([
    {
      name: "greet",
      slug: "greet",
      title: "Greet",
      calls: 3,
      errors: 0,
      p95: expect.any(Number) as number,
      by: [
        { userId: "ben", calls: 2 },
        { userId: "ada", calls: 1 },
      ],
    },
    { name: "fail", calls: 1, errors: 1, p95: null, by: [{ userId: "ben", calls: 1 }] },
  ]);
  expect((await of("eve").read("given")).toolList).toMatchObject([{ calls: 0 }, { calls: 0, by: [] }]);
});

it("switches a tool off for its tenant alone, and on again", async () => {
  await of("ada").switchTool("given", "greet", false);
  expect(await run("ben", "greet")).toBe(404);
  expect(await run("eve", "greet")).toBe(200);
  expect(await of("ada").read("given")).toMatchObject({
    tools: 1,
    toolList: [{ name: "greet", isOn: false }, { isOn: true }],
  });
  await of("ada").switchTool("given", "greet", false);
  await of("ada").switchTool("given", "greet", true);
  expect(await run("ben", "greet")).toBe(200);
  expect(await refusal(of("ada").switchTool("given", "none", true))).toEqual([422, "invalid_request", "/tool"]);
});

it("adds an address for its tenant, keeps its secrets encrypted, and removes it", async () => {
  const added = await of("ada").add({
    title: "More",
    url: `${more.url}?key=${SECRET}`,
    headers: [{ name: "x-key", value: SECRET }],
  });
  expect(added).toMatchObject({
    name: "more",
    isAdded: true,
    isConnected: true,
    tools: 1,
    hasSecrets: true,
    place: more.url,
  });
  expect(keys.at(-1)).toBe(SECRET);
  // Its slug is taken by the given server's tool.
  expect((await of("ada").read("more")).toolList).toMatchObject([{ name: "greet", slug: "more__greet" }]);
  expect(await run("ben", "more__greet")).toBe(200);
  const rows = await store.database.asHost((tx) => tx.query("select * from callboard.mcp_servers"));
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(SECRET);
  expect(JSON.stringify(await of("ada").list())).not.toContain(SECRET);
  // What it is known by says nothing of its address's key either.
  const known = await store.database.asTenant(DEFAULT_TENANT_ID, (tx) =>
    tx.query("select * from callboard.mcp_definitions"),
  );
  expect(JSON.stringify(known)).not.toContain(SECRET);

  expect((await of("eve").list()).map(({ name }) => name)).toEqual(["given", "gone"]);
  expect(await run("eve", "more__greet")).toBe(404);
  expect(await refusal(of("eve").remove("more"))).toEqual([404, "server_not_found", undefined]);
  expect(await refusal(of("eve").read("more"))).toEqual([404, "server_not_found", undefined]);
  expect((await of("eve").add({ title: "More", url: more.url })).name).toBe("more");
  await of("eve").remove("more");

  expect(await refusal(of("ada").remove("given"))).toEqual([409, "server_not_added", undefined]);
  await of("ada").remove("more");
  expect((await of("ada").list()).map(({ name }) => name)).toEqual(["given", "gone"]);
  expect(await run("ben", "more__greet")).toBe(404);
});

it("one that two add at once is there once or twice, under names of their own", async () => {
  const draft = { title: "Twice", url: more.url };
  const done = await Promise.allSettled([of("ada").add(draft), of("ada").add(draft)]);
  const names = (await of("ada").list()).filter(({ isAdded }) => isAdded).map(({ name }) => name);
  expect(names).toHaveLength(done.filter(({ status }) => status === "fulfilled").length);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) await of("ada").remove(name);
});

it("is there again after a restart, and follows what another host adds and removes", async () => {
  const other = await open({ allowPrivate: true });
  await of("ada").add({ title: "Kept", url: more.url, headers: [{ name: "x-key", value: SECRET }] });
  await other.close();
  keys.length = 0;
  const again = await open({ allowPrivate: true });
  await vi.waitFor(async () =>
    expect(await of("ada", again.url).list()).toContainEqual(
      expect.objectContaining({ name: "kept", isConnected: true }),
    ),
  );
  expect(keys).toContain(SECRET);
  await again.close();
  await of("ada").remove("kept");
});

it("a test connects one that came back, and reads the list of one that is there", async () => {
  await more.stop();
  const added = await of("ada").add({ title: "Later", url: more.url });
  expect(added).toMatchObject({ isConnected: false, problem: { code: "away" } });
  await more.restart();
  expect(await of("ada").test("later")).toMatchObject({ isConnected: true, problem: null, tools: 1 });
  more.tools["new"] = {};
  expect(await of("ada").test("later")).toMatchObject({ tools: 2 });
  delete more.tools["new"];
  await of("ada").remove("later");
});

test.each([
  [{ title: "", url: "https://a.example" }, "/title"],
  [{ title: "A", url: "npx everything" }, "/url"],
  [{ title: "A", url: "file:///etc/passwd" }, "/url"],
  [{ title: "A", url: "https://me:pass@a.example" }, "/url"],
  [{ title: "A", url: "https://a.example", headers: [{ name: "a b", value: "c" }] }, "/headers/0/name"],
  [{ title: "A", url: "https://a.example", headers: [{ name: "a", value: "c\r\nd: e" }] }, "/headers/0/value"],
  [{ title: "A", command: "sh", url: "https://a.example" }, "/command"],
])("%j is refused at its field", async (draft, path) => {
  const [status, , at] = (await refusal(of("ada").add(draft))) as unknown[];
  expect([Math.floor(Number(status) / 100), at]).toEqual([4, path]);
});

it("an address in a private network is refused, unless the operator allows", async () => {
  const strict = await open();
  const hosts = ["http://127.0.0.1:1", "http://localhost:1", "http://169.254.169.254", "http://[::1]:1", more.url];
  for (const url of hosts) {
    expect(await refusal(of("ada", strict.url).add({ title: "Inside", url }))).toEqual([
      422,
      "invalid_request",
      "/url",
    ]);
  }
  // What was added while it was allowed is not reached any more.
  await of("ada").add({ title: "Before", url: more.url });
  const later = await open();
  await vi.waitFor(async () =>
    expect((await of("ada", later.url).list()).find(({ name }) => name === "before")).toMatchObject({
      isConnected: false,
      problem: { code: "address", said: expect.stringContaining("private network") as string },
    }),
  );
  await Promise.all([strict.close(), later.close()]);
  await of("ada").remove("before");
});

it("an answer without a known credential says nothing", async () => {
  expect(await refusal(of("nobody").list())).toEqual([401, "unauthorized", undefined]);
});
