import { createMemoryVisibility, type ToolAccess } from "@callboard/core/access";
import { createRegistry, defineTool, type ToolRegistration } from "@callboard/core";
import { toRegisteredTool, type ToolSource } from "@callboard/core/catalog";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createHost, type Host } from "../host.ts";
import { createScriptedModel } from "../model/scriptedModel.ts";
import { operatorCredential } from "../kernel/operator.ts";
import { DEFAULT_TENANT_ID, type Store } from "../store.ts";
import { ask as askHost, type AnswerBody, type AskOptions } from "../../../../test/setup/ask.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";
import { embedFiles as files } from "../testing/fixtures/embedFiles.ts";
import type { HostModule } from "./module.ts";

vi.setConfig({ testTimeout: 60_000 });

const SHOP = "https://shop.example";
const OTHER_ID = "00000000-0000-4000-8000-0000000000aa";
const ada = { userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: [] };
const eve = { ...ada, userId: "eve", tenantId: OTHER_ID, tenantSlug: "other" };

const greeting = (slug: string, words: string, execution?: unknown) =>
  defineTool({
    slug,
    name: `Greet: ${words}`,
    description: `Says ${words} to a person by name.`,
    category: "greetings",
    icon: "hand",
    execution,
    inputSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    outputSchema: { type: "object", properties: { said: { type: "string" } } },
    execute: ({ name }: { name: string }) => ({ said: `${words}, ${name}` }),
  });

let access: ToolAccess | undefined;

/** A server's tools, for one tenant alone; what it runs may change while the host is open. */
let words = "Bonjour";
const serverModule: HostModule = {
  name: "server",
  open(kernel) {
    access = kernel.access;
    const made = new Map<string, ReturnType<typeof toRegisteredTool>>();
    const toolNow = () => {
      const known = made.get(words);
      if (known) return known;
      const tool = toRegisteredTool({ ...greeting("greet", words, { words }), permissionPolicy: "always_ask" });
      made.set(words, tool);
      return tool;
    };
    const source: ToolSource = {
      name: "france",
      list: () => [toolNow()],
      find: (slug) => (slug === "greet" ? toolNow() : undefined),
    };
    return { tools: ({ tenantId }) => (tenantId === DEFAULT_TENANT_ID ? [source] : []) };
  },
};

let store: Store;
let host: Host;

beforeAll(async () => {
  store = await memoryStore();
  const registry = createRegistry();
  registry.register(greeting("greet", "Hello") as ToolRegistration);
  const own = [greeting("salute", "Salve"), greeting("greet", "Ave")] as ToolRegistration[];
  host = createHost({
    registry,
    store,
    modules: [serverModule],
    visibility: {
      ...createMemoryVisibility(),
      toolsOf: (tenantId) => (tenantId === DEFAULT_TENANT_ID ? own : []),
    },
    embed: { files },
    actor: { ada, eve },
    model: createScriptedModel({
      turns: [
        { message: "salute Bob", steps: [[{ call: "salute", input: { name: "Bob" } }], ["Done."]] },
        { steps: [[{ call: "france__greet", input: { name: "Zoé" } }], ["Done."]] },
      ],
    }),
  });
  await host.ready;
}, 60_000);
afterAll(async () => {
  await host.close();
  await store.close();
});

interface Listed {
  slug: string;
  version: string;
}
const ask = <Body = AnswerBody>(method: string, path: string, options: AskOptions = {}) =>
  askHost<Body>(host, method, path, { token: "ada", ...options });
const wait = { prefer: "wait" };
const run = (slug: string, asked: AskOptions = {}) =>
  ask("POST", `/api/tools/${slug}/run`, {
    body: { input: { name: "Ann" } },
    ...asked,
    headers: { ...wait, ...asked.headers },
  });
const eventsOf = (sessionId: string) => store.log(DEFAULT_TENANT_ID).read(sessionId);
const chat = async (message: string) => (await ask("POST", "/api/chat", { body: { message } })).body.sessionId;
const eventOf = async (sessionId: string, type: string) =>
  vi.waitFor(
    async () => {
      const event = (await eventsOf(sessionId)).findLast((each) => each.type === type);
      if (!event) throw new Error(`There is no ${type} yet.`);
      return { ...event } as Record<string, unknown>;
    },
    { timeout: 30_000, interval: 50 },
  );

describe("a tenant's own tool", () => {
  it("is in the library, the search, on its page, run, shared and embedded, for its tenant alone", async () => {
    const listed = async (token?: string) =>
      (await ask<Listed[]>("GET", "/api/tools", token ? { token } : {})).body.map(({ slug }) => slug);
    expect(await listed()).toEqual(["greet", "salute", "tenant__greet", "france__greet"]);
    expect(await listed("eve")).toEqual(["greet"]);
    const found = await ask<{ tools: object[] }>("GET", "/api/chat/tools/search?query=salve");
    expect(found.body.tools[0]).toMatchObject({ tool_id: "salute" });
    expect((await ask("GET", "/api/tools/salute")).body).toMatchObject({ kind: "tenant_custom", name: "Greet: Salve" });
    expect((await ask("GET", "/api/tools/salute", { token: "eve" })).status).toBe(404);
    expect((await run("salute", { token: "eve" })).status).toBe(404);
    const ran = await run("salute");
    expect(ran.body).toMatchObject({ output: { said: "Salve, Ann" } });
    expect((await ask("GET", "/api/tools/salute/calls")).body).toHaveLength(1);
    expect((await run("tenant__greet")).body).toMatchObject({ output: { said: "Ave, Ann" } });
    expect((await run("greet")).body).toMatchObject({ output: { said: "Hello, Ann" } });
    const share = await ask("POST", `/api/sessions/${ran.body.sessionId}/shares`, { body: {} });
    expect(share.status).toBe(201);

    const published = await ask<{ secretKey: string }>("POST", "/api/embed/keys", {
      token: operatorCredential(store.secrets!),
      body: { tool: "salute", origins: [SHOP] },
    });
    expect(published.status).toBe(201);
    const { secretKey } = published.body;
    const given = await ask<{ token: string }>("POST", "/api/embed/tokens", {
      token: secretKey,
      body: { origin: SHOP },
    });
    const embedded = await run("salute", {
      token: given.body.token,
      headers: { "x-callboard-embed-origin": SHOP },
    });
    expect(embedded.body).toMatchObject({ output: { said: "Salve, Ann" } });
  });

  it("is called by an agent, with its version in the log", async () => {
    const sessionId = await chat("salute Bob");
    expect(await eventOf(sessionId, "tool.completed")).toMatchObject({ output: { said: "Salve, Bob" } });
    const { body } = await ask<Listed>("GET", "/api/tools/salute");
    expect(await eventOf(sessionId, "tool.started")).toMatchObject({ tool: "salute", version: body.version });
    expect(body.version).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("a server's tool", () => {
  it("is there for a module that asks by the host's access, too", async () => {
    expect(await access?.getAvailableTool("france__greet", { ...ada, source: "web" })).toMatchObject({
      source: "france",
    });
    expect(await access?.getAvailableTool("france__greet", { ...eve, source: "web" })).toBeUndefined();
  });

  it("runs as it was approved, and asks again where what it runs has changed meanwhile", async () => {
    const sessionId = await chat("greet Zoé");
    const asked = await eventOf(sessionId, "tool.needs_approval");
    words = "Au revoir";
    const answer = (approvalId: unknown) =>
      ask("POST", `/api/calls/${asked["callId"] as string}/approve`, { body: { approvalId } });
    expect(await answer(asked["approvalId"])).toMatchObject({ body: { error: { code: "tool_changed" } } });
    const again = await eventOf(sessionId, "tool.needs_approval");
    expect(again["approvalId"]).not.toBe(asked["approvalId"]);
    expect((await answer(again["approvalId"])).status).toBe(202);
    expect(await eventOf(sessionId, "tool.completed")).toMatchObject({ output: { said: "Au revoir, Zoé" } });
    expect(await eventOf(sessionId, "tool.started")).toMatchObject({
      version: (again["meta"] as { version: string }).version,
    });
  });
});
