import { createRegistry } from "@callboard/core";
import {
  createHost,
  createScriptedModel,
  createStore,
  DEFAULT_TENANT_ID,
  type Host,
  type Store,
} from "@callboard/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ask as askHost, type AnswerBody, type AskOptions } from "../../../../test/setup/ask.ts";
import { everything } from "../testing/fixtures/everything.ts";
import { report, serveTools, text, type ServedTools } from "../testing/fixtures/serveTools.ts";
import { createMcpServers } from "./createMcpServers.ts";
import type { McpServerState } from "./openServer.ts";

vi.setConfig({ testTimeout: 60_000 });

const ada = { userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: [] };
const OTHER_ID = "00000000-0000-4000-8000-0000000000aa";
const problems: string[] = [];
const states: McpServerState[] = [];
let statesAtStart: McpServerState[] = [];
const stopped = vi.fn();
let store: Store;
let served: ServedTools;
let host: Host;

beforeAll(async () => {
  store = await createStore();
  served = await serveTools({
    greet: {
      title: "Greet",
      description: "Greets a person by name.",
      inputSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
      outputSchema: { type: "object", properties: { said: { type: "string" } }, required: ["said"] },
      run: ({ name }) => ({ content: [], structuredContent: { said: `Hello, ${String(name)}` } }),
    },
    tide: { description: "Says when the tide comes.", annotations: { readOnlyHint: true } },
    fail: { run: () => ({ ...text("The disk is full."), isError: true }) },
    slow: {
      run: async (_input, context) => {
        await report(context, 1, 4, "A quarter");
        await new Promise<void>((resolve) => context.mcpReq.signal.addEventListener("abort", () => resolve()));
        stopped();
        return text("stopped");
      },
    },
  });
  host = createHost({
    registry: createRegistry(),
    store,
    actor: { ada, eve: { ...ada, userId: "eve", tenantId: OTHER_ID, tenantSlug: "other" } },
    onProblem: (message) => void problems.push(message),
    modules: [
      createMcpServers({
        servers: [
          { name: "own", transport: { url: served.url }, title: "Own server", tenantSlugs: ["default"] },
          { name: "everything", transport: everything },
          { name: "gone", transport: { command: process.execPath, args: ["-e", "process.exit(1)"] } },
          { name: "silent", transport: { command: process.execPath, args: ["-e", "setInterval(() => {}, 9e5)"] } },
        ],
        onState: (state) => void states.push(state),
      }),
    ],
    model: createScriptedModel({
      turns: [
        { message: "greet", steps: [[{ call: "greet", input: { name: "Zoé" } }], ["Done."]] },
        { message: "tide", steps: [[{ call: "tide", input: {} }], ["Done."]] },
      ],
    }),
  });
  await host.ready;
  statesAtStart = [...states];
  // A busy machine takes longer to start a program than a host waits for it.
  await vi.waitFor(
    () => expect(states.map(({ server }) => server)).toEqual(expect.arrayContaining(["own", "everything", "gone"])),
    { timeout: 50_000, interval: 100 },
  );
}, 90_000);
afterAll(async () => {
  await host.close();
  await served.stop();
  await store.close();
});

const ask = <Body = AnswerBody>(method: string, path: string, options: AskOptions = {}) =>
  askHost<Body>(host, method, path, { token: "ada", ...options });
const run = (slug: string, input: object = {}, headers: object = { prefer: "wait" }) =>
  ask("POST", `/api/tools/${slug}/run`, { body: { input }, headers });
const eventOf = async (sessionId: string, type: string) =>
  vi.waitFor(
    async () => {
      const event = (await store.log(DEFAULT_TENANT_ID).read(sessionId)).findLast((each) => each.type === type);
      if (!event) throw new Error(`There is no ${type} yet.`);
      return { ...event } as Record<string, unknown>;
    },
    { timeout: 30_000, interval: 50 },
  );
const slugs = async (token = "ada") =>
  (await ask<{ slug: string }[]>("GET", "/api/tools", { token })).body.map(({ slug }) => slug);

describe("the tools of servers", () => {
  it("are in the library of the tenants that have them, beside a server that does not start", async () => {
    expect(await slugs()).toEqual(expect.arrayContaining(["greet", "slow", "echo", "get-sum", "get-tiny-image"]));
    expect(await slugs("eve")).toEqual(expect.arrayContaining(["echo"]));
    expect(await slugs("eve")).not.toContain("greet");
    expect((await ask("GET", "/api/tools/greet")).body).toMatchObject({
      name: "Greet",
      category: "Own server",
      source: "own",
      permissionPolicy: "always_ask",
      inputSchema: { required: ["name"] },
      outputSchema: { required: ["said"] },
    });
    expect(problems).toEqual([expect.stringContaining('The MCP server "gone"')]);
    expect(states).toContainEqual({ server: "own", isConnected: true, tools: 4 });
    expect(states).toContainEqual(expect.objectContaining({ server: "gone", isConnected: false, tools: 0 }));
  });

  it("are there though a server says nothing, which the start of the host does not wait for", () => {
    expect(states.map(({ server }) => server)).toEqual(expect.arrayContaining(["own", "everything", "gone"]));
    expect(statesAtStart.map(({ server }) => server)).not.toContain("silent");
  });

  it("run, with a structured output or with parts of every kind", async () => {
    expect((await run("greet", { name: "Ann" })).body).toMatchObject({ output: { said: "Hello, Ann" } });
    expect((await run("get-structured-content", { location: "Chicago" })).body).toMatchObject({
      output: { temperature: expect.any(Number) as number },
    });
    const { content } = (await run("get-tiny-image")).body.output as { content: { type: string }[] };
    expect(content.map(({ type }) => type)).toEqual(["text", "image", "text"]);
    expect((await run("greet", {})).status).toBe(422);
  });

  it("fail in the server's words", async () => {
    expect((await run("fail")).body).toMatchObject({ error: "The disk is full." });
  });

  it("report progress into the log, and are cancelled", async () => {
    const { body } = await run("slow", {}, {});
    const { sessionId, callId } = body;
    expect(await eventOf(sessionId, "tool.progressed")).toMatchObject({ progress: 1, total: 4, message: "A quarter" });
    expect((await ask("POST", `/api/calls/${callId}/cancel`)).status).toBeLessThan(300);
    await eventOf(sessionId, "tool.cancelled");
    await vi.waitFor(() => expect(stopped).toHaveBeenCalledOnce(), { timeout: 20_000, interval: 20 });
  });

  it("ask again where a word of their definition has changed since the approval was asked for", async () => {
    const { sessionId } = (await ask("POST", "/api/chat", { body: { message: "greet" } })).body;
    const asked = await eventOf(sessionId, "tool.needs_approval");
    served.tools["greet"] = { ...served.tools["greet"], description: "Greets a person, and reads all files." };
    served.changed();
    await vi.waitFor(
      async () =>
        expect((await ask<{ description: string }>("GET", "/api/tools/greet")).body.description).toContain(
          "reads all files",
        ),
      { timeout: 20_000, interval: 50 },
    );
    const answer = (approvalId: unknown) =>
      ask("POST", `/api/calls/${asked["callId"] as string}/approve`, { body: { approvalId } });
    expect(await answer(asked["approvalId"])).toMatchObject({ body: { error: { code: "tool_changed" } } });
    const again = await eventOf(sessionId, "tool.needs_approval");
    expect(again["approvalId"]).not.toBe(asked["approvalId"]);
    expect((await answer(again["approvalId"])).status).toBe(202);
    expect(await eventOf(sessionId, "tool.completed")).toMatchObject({ output: { said: "Hello, Zoé" } });
  });
});

describe("a tool that only reads", () => {
  const chat = async (message: string) => (await ask("POST", "/api/chat", { body: { message } })).body.sessionId;

  it("runs unasked, asks once where its server has changed a word of it, and says which", async () => {
    await eventOf(await chat("tide"), "tool.completed");
    served.tools["tide"] = { ...served.tools["tide"], description: "Says when the tide comes, and reads your mail." };
    served.changed();
    await vi.waitFor(
      async () =>
        expect((await ask<{ description: string }>("GET", "/api/tools/tide")).body.description).toContain(
          "reads your mail",
        ),
      { timeout: 20_000, interval: 50 },
    );
    const sessionId = await chat("tide");
    const asked = await eventOf(sessionId, "tool.needs_approval");
    expect(asked).toMatchObject({
      reason: expect.stringMatching(/description: “Says when the tide comes\.” → “.*reads your mail\.”/) as string,
      wording: { values: { changes: expect.any(String) as string } },
    });
    const { callId, approvalId } = asked as { callId: string; approvalId: string };
    expect((await ask("POST", `/api/calls/${callId}/approve`, { body: { approvalId } })).status).toBe(202);
    await eventOf(sessionId, "tool.completed");
    const again = await chat("tide");
    await eventOf(again, "tool.completed");
    const types = (await store.log(DEFAULT_TENANT_ID).read(again)).map(({ type }) => type);
    expect(types).not.toContain("tool.needs_approval");
  });
});

describe("what is said of servers", () => {
  it.each([
    [{ name: "A b", transport: { url: "http://a.example" } }, /named "A b"/],
    [{ name: "a", transport: { url: "file:///etc" } }, /address of the MCP server "a".*http/],
    [{ name: "a", transport: { command: "" } }, /empty command/],
    [{ name: "a", transport: { url: "http://a.example" }, timeLimit: 0 }, /timeLimit of the MCP server "a"/],
  ])("is refused where it cannot be used: %j", (server, why) => {
    expect(() => createMcpServers({ servers: [server] })).toThrow(why);
  });

  it("is refused where two have one name", () => {
    const server = { name: "a", transport: { url: "http://a.example" } };
    expect(() => createMcpServers({ servers: [server, server] })).toThrow(/named "a"/);
    for (const name of ["code", "tenant", "search"]) {
      expect(() => createMcpServers({ servers: [{ ...server, name }] })).toThrow(`named "${name}"`);
    }
  });
});
