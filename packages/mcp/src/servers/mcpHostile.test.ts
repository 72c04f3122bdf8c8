import { createRegistry } from "@callboard/core";
import {
  createHost,
  createScriptedModel,
  createStore,
  DEFAULT_TENANT_ID,
  type Host,
  type Store,
} from "@callboard/server";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, test, vi } from "vitest";
import { createMcpServers } from "./createMcpServers.ts";

vi.setConfig({ testTimeout: 90_000 });

const file = fileURLToPath(new URL("../testing/fixtures/hostileServer.mjs", import.meta.url));
const ways = [
  ...["no-schema", "no-object", "twice", "many", "huge", "odd-name", "lies"],
  ...["dies", "hangs", "twice-answered", "garbage", "no-content", "large", "floods", "loud", "changes", "good"],
];
const ada = { userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: [] };
const problems: string[] = [];
let store: Store;
let host: Host;

beforeAll(async () => {
  store = await createStore();
  host = createHost({
    registry: createRegistry(),
    store,
    actor: { ada },
    onProblem: (message) => void problems.push(message),
    model: createScriptedModel({ turns: [] }),
    modules: [
      createMcpServers({
        servers: ways.map((name) => ({
          name,
          transport: { command: process.execPath, args: [file, name] },
          ...(name === "hangs" && { timeLimit: 1_000 }),
        })),
      }),
    ],
  });
  await host.ready;
  await vi.waitFor(async () => expect(new Set((await list()).map(({ source }) => source)).size).toBe(ways.length), {
    timeout: 80_000,
    interval: 500,
  });
}, 90_000);
afterAll(async () => {
  await host.close();
  await store.close();
});

const ask = async (method: string, path: string, body?: object) =>
  host.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: { authorization: "Bearer ada", "content-type": "application/json", prefer: "wait" },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
const list = async () => (await (await ask("GET", "/api/tools")).json()) as { slug: string; source: string }[];
const run = async (server: string) => {
  const answer = await ask("POST", `/api/tools/${server}__plain/run`, { input: {} });
  return (await answer.json()) as { output?: { content?: { text?: string }[] }; error?: unknown };
};
const text = async (server: string) => (await run(server)).output?.content?.[0]?.text;
const told = (server: string) => problems.filter((problem) => problem.includes(`"${server}"`)).join("\n");

describe("a server whose list cannot be used", () => {
  test.each([
    ["no-schema", /"bad" is of the type "string"/],
    ["twice", /lists "plain" twice/],
    ["many", /lists 20000 tools; the first 5000 are taken/],
    ["huge", /definition of "bad" has 3\d* characters/],
  ])("says so, and has what can be used of it: %s", async (server, why) => {
    expect(told(server)).toMatch(why);
    expect((await list()).filter(({ source }) => source === server)).toHaveLength(server === "many" ? 5_000 : 1);
    if (server !== "many") expect(await text(server)).toBe("done");
  });

  test.each(["no-object", "odd-name"])("breaks no other tool, and no page of its own: %s", async (server) => {
    const own = (await list()).filter(({ source }) => source === server);
    expect(own.length).toBeGreaterThan(1);
    for (const { slug } of own) {
      expect(slug).toMatch(/^[\w-]{1,64}$/);
      expect((await ask("GET", `/api/tools/${slug}`)).status).toBe(200);
    }
    expect(await text(server)).toBe("done");
  });
});

describe("a server that answers as it should not", () => {
  test.each([
    ["dies", /broke off during the call.*may have run/],
    ["hangs", /was stopped after 1 s/],
    ["no-content", /no result that can be read|refused/],
    ["lies", /does not fit|output/i],
    ["large", /more than|broke off|no result/],
  ])("ends its call truthfully: %s", async (server, why) => {
    expect(String((await run(server)).error)).toMatch(why);
  });

  test.each([
    ["twice-answered", "first"],
    ["garbage", "done"],
    ["loud", "done"],
    ["changes", "done"],
    ["floods", "done"],
  ])("is heard for what it says rightly: %s", async (server, words) => {
    expect(await text(server)).toBe(words);
  });

  it("fills no log with its progress", async () => {
    const answer = await ask("POST", "/api/tools/floods__plain/run", { input: {} });
    const { runId } = (await answer.json()) as { runId: string };
    const call = await store.sessions.findCall(DEFAULT_TENANT_ID, runId);
    const events = (await store.log(DEFAULT_TENANT_ID).read(call!.sessionId)).flatMap((event) =>
      event.type === "tool.progressed" ? [event.progress] : [],
    );
    expect(events.length).toBeLessThan(200);
    expect(events.length).toBeGreaterThan(1);
  });

  it("is started again, and takes nothing of the others down", async () => {
    await vi.waitFor(async () => expect(String((await run("dies")).error)).toMatch(/broke off/), {
      timeout: 30_000,
      interval: 300,
    });
    expect(await text("good")).toBe("done");
  });
});
