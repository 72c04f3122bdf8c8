import { randomUUID } from "node:crypto";
import type { LanguageModelV3CallOptions } from "@ai-sdk/provider";
import { createRegistry, delegate, type NewEvent, type SessionEvent, type ToolContext } from "@callboard/core";
import { chatClient as clientOfChat, createTransport } from "@callboard/core/client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AgentDefinition, AgentSource, BudgetOptions } from "../agents/agentDefinition.ts";
import { createHost, type Host } from "../host.ts";
import type { HostModule } from "../kernel/module.ts";
import { createScriptedModel, type ScriptedTurn } from "../model/scriptedModel.ts";
import { DEFAULT_TENANT_ID, type Store } from "../store.ts";
import { observed } from "../testing/fixtures/agentTurn.ts";
import { chatClient, type Begun, type ChatClient } from "../testing/fixtures/chatClient.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";

/** What each model was asked, by its name. */
let asked: { model: string; system: string; tools: string[] }[] = [];

/** A scripted model whose name stands in what it was asked. */
const modelOf = (name: string, turns: readonly ScriptedTurn[]) =>
  observed(createScriptedModel({ turns }), ({ prompt, tools = [] }: LanguageModelV3CallOptions) => {
    const system = prompt.flatMap((message) => (message.role === "system" ? [message.content] : [])).join();
    asked.push({ model: name, system, tools: tools.map((tool) => tool.name).toSorted() });
  });

const base = { category: "test", icon: "wrench", inputSchema: { type: "object" }, outputSchema: {} };
const registry = createRegistry();
registry.register({ ...base, slug: "clock", name: "Clock", description: "Tells.", execute: () => "noon" });
registry.register({
  ...base,
  slug: "dictionary",
  name: "Dictionary",
  description: "Explains.",
  group: { name: "words" },
  execute: () => "a word",
});
registry.register({
  ...base,
  slug: "publish",
  name: "Publish",
  description: "Publishes.",
  permissionPolicy: "always_ask",
  execute: () => "published",
});
registry.register({
  ...base,
  slug: "hand_over",
  name: "Hand over",
  description: "Delegates.",
  execute: ({ to }: { to: string }) => delegate({ agent: to, input: { text: "hello" } }),
});
registry.register({
  ...base,
  slug: "describe",
  name: "Describe",
  description: "Delegates to one that it describes.",
  execute: () => delegate({ name: "Helper", instructions: "You are described.", tools: ["clock"], input: "Help." }),
});

const translator = (more: Partial<AgentDefinition> = {}): AgentDefinition => ({
  slug: "translator",
  name: "Translator",
  description: "Puts words into other words.",
  instructions: "You translate.",
  only: ["dictionary", "describe", "publish"],
  model: modelOf("translating", [
    { message: "Translate.", steps: [[{ call: "dictionary", input: {} }], ["Translated: ", { result: 0 }]] },
    { message: "Publish.", steps: [[{ call: "publish", input: {} }], ["It is ", { result: 0 }, "."]] },
    { message: "Describe.", steps: [[{ call: "describe", input: {} }], ["Described: ", { result: 0 }]] },
    { message: "Help.", steps: [["Helped."]] },
    { message: { text: "hello" }, steps: [[{ call: "dictionary", input: {} }], ["hola"]] },
    { message: "Again.", steps: [["Still me."]] },
  ]),
  ...more,
});

/** A module that brings agents, for all or for those of a permission. */
const bringing = (agents: readonly AgentDefinition[], mayHave: (context: ToolContext) => boolean = () => true) => {
  const source: AgentSource = {
    name: "test",
    list: async (context) => (mayHave(context) ? agents : []),
    find: async (slug, context) => (mayHave(context) ? agents.find((one) => one.slug === slug) : undefined),
  };
  return { name: "agents", open: () => ({ agents: source }) } satisfies HostModule;
};

const DEFAULT_TURNS: ScriptedTurn[] = [
  { message: "Tell.", steps: [[{ call: "clock", input: {} }], ["It is ", { result: 0 }]] },
  {
    message: "Hand over.",
    steps: [[{ call: "hand_over", input: { to: "translator" } }], ["They say ", { result: 0 }]],
  },
  { message: "Hand nobody.", steps: [[{ call: "hand_over", input: { to: "nobody" } }], ["Never mind."]] },
  { message: "Again.", steps: [["Me."]] },
];

let store: Store;
let host: Host | undefined;
let chat: ChatClient;
const problems: string[] = [];
beforeAll(async () => {
  store = await memoryStore();
}, 60_000);
beforeEach(() => {
  asked = [];
  problems.length = 0;
});
afterEach(() => host?.close());
afterAll(() => store.close());

async function open(
  modules: readonly HostModule[] = [bringing([translator()])],
  more: { budget?: BudgetOptions; actor?: Parameters<typeof createHost>[0]["actor"] } = {},
) {
  host = createHost({
    registry,
    store,
    modules,
    model: modelOf("default", DEFAULT_TURNS),
    instructions: "You are the default.",
    agent: { toolGroups: [] },
    onProblem: (message) => problems.push(message),
    ...more,
  });
  await host.ready;
  chat = chatClient(host, store);
  return clientOfChat(
    createTransport({
      baseUrl: "http://localhost",
      retry: false,
      fetch: (url, init) => host!.fetch(new Request(String(url), init)),
    }),
  );
}

const answersIn = (events: readonly SessionEvent[]): unknown[] =>
  events.flatMap((event) => (event.type === "agent.completed" ? [event.result] : []));
const errorsIn = (events: readonly SessionEvent[]) =>
  events.flatMap((event) => (event.type === "tool.failed" || event.type === "agent.failed" ? [event.error] : []));
const rootsIn = (events: readonly SessionEvent[]) =>
  events.flatMap((event) => (event.type === "agent.started" && event.parentCallId === undefined ? [event] : []));

describe("a host with two agents", () => {
  test("runs each with its own model, instructions and tools, in one chat", async () => {
    const client = await open();
    expect(await client.agents()).toEqual([
      { slug: "default", name: "Assistant", description: null, isDefault: true },
      { slug: "translator", name: "Translator", description: "Puts words into other words.", isDefault: false },
    ]);
    const { sessionId } = await client.send("Tell.");
    await chat.quiet(sessionId);
    await client.send("Translate.", { sessionId, agent: "translator" });
    const events = await chat.quiet(sessionId);
    expect(answersIn(events)).toEqual(["It is noon", "Translated: a word"]);
    expect(rootsIn(events).map(({ name }) => name)).toEqual([undefined, "Translator"]);
    const tools = ["clock", "describe", "hand_over", "publish"];
    expect(asked).toEqual([
      { model: "default", system: "You are the default.", tools },
      { model: "default", system: "You are the default.", tools },
      { model: "translating", system: "You translate.", tools: ["describe", "dictionary", "publish"] },
      { model: "translating", system: "You translate.", tools: ["describe", "dictionary", "publish"] },
    ]);
  });

  test("goes on with the agent of the last turn until another is named", async () => {
    const client = await open();
    const { sessionId } = await client.send("Translate.", { agent: "translator" });
    await chat.quiet(sessionId);
    await client.send("Again.", { sessionId });
    expect(answersIn(await chat.quiet(sessionId)).at(-1)).toBe("Still me.");
    await client.send("Again.", { sessionId, agent: "default" });
    expect(answersIn(await chat.quiet(sessionId)).at(-1)).toBe("Me.");
    await client.send("Again.", { sessionId });
    expect(answersIn(await chat.quiet(sessionId)).at(-1)).toBe("Me.");
  });

  test("leaves what an agent does not say to the host, and leaves out what cannot run", async () => {
    const { model: _, ...plain } = translator({ slug: "plain", budget: { calls: Number.NaN } });
    const client = await open([bringing([plain, { ...plain, slug: "usual", budget: {} }])]);
    expect((await client.agents()).map(({ slug }) => slug)).toEqual(["default", "usual"]);
    await client.agents();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('The agent "plain" was given budget.calls: NaN');
    const { sessionId } = await client.send("Again.", { agent: "usual" });
    expect(answersIn(await chat.quiet(sessionId))).toEqual(["Me."]);
    expect(asked).toMatchObject([{ model: "default", system: "You translate." }]);
  });

  test("has a sub-agent that a tool describes answer by the model of the agent above it", async () => {
    const client = await open();
    const { sessionId } = await client.send("Describe.", { agent: "translator" });
    expect(answersIn(await chat.quiet(sessionId))).toEqual(["Helped.", "Described: Helped."]);
    expect(asked[1]).toEqual({ model: "translating", system: "You are described.", tools: ["clock"] });
  });
});

describe("an agent that is not there", () => {
  test("is refused in words, as one that this person may not have", async () => {
    const actors = {
      editor: { userId: "ed", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: ["edit"] },
      reader: { userId: "rita", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: [] },
    };
    const mayHave = ({ permissions }: ToolContext) => permissions?.includes("edit") === true;
    await open([bringing([translator()], mayHave)], { actor: actors });
    const refused = {
      status: 404,
      body: {
        error: { code: "agent_not_found", message: expect.stringContaining("GET /api/chat/agents"), path: "/agent" },
      },
    };
    expect(await chat.post("/api/chat", { message: "Again.", agent: "nobody" }, "editor")).toMatchObject(refused);
    expect(await chat.post("/api/chat", { message: "Again.", agent: "translator" }, "reader")).toMatchObject(refused);
    expect((await chat.post("/api/chat", { message: "Again.", agent: "translator" }, "editor")).status).toBe(202);
    expect(await chat.post("/api/chat", { message: "Again.", agent: 5 }, "editor")).toMatchObject({ status: 400 });
  });

  test("ends the turn in which it is gone, and is not another agent's", async () => {
    const client = await open();
    const { sessionId } = await client.send("Publish.", { agent: "translator" });
    const { callId, approvalId } = await chat.ask(sessionId);
    await host!.close();
    await open([]);
    expect((await chat.post(`/api/calls/${callId}/approve`, { approvalId })).status).toBe(202);
    const events = await chat.quiet(sessionId);
    expect(errorsIn(events).map(({ code }) => code)).toEqual(["agent_not_found", "agent_not_found"]);
    expect(asked.filter(({ model }) => model === "default")).toEqual([]);
    const again = await chat.post("/api/chat", { message: "Again.", sessionId });
    expect(again).toMatchObject({ status: 404, body: { error: { code: "agent_not_found" } } });
  });

  test("fails the call that delegates to it, and its agent goes on", async () => {
    const client = await open();
    const { sessionId } = await client.send("Hand nobody.");
    const events = await chat.quiet(sessionId);
    expect(errorsIn(events)).toEqual([
      {
        code: "agent_not_found",
        message: 'There is no agent "nobody" here for this person. Go on without it, or name another.',
      },
    ]);
    expect(answersIn(events)).toEqual(["Never mind."]);
  });
});

describe("a delegation to an agent", () => {
  test("runs with its instructions, tools and model, and says its name", async () => {
    const client = await open();
    const { sessionId } = await client.send("Hand over.");
    const events = await chat.quiet(sessionId);
    expect(answersIn(events)).toEqual(["hola", "They say hola"]);
    expect(events.find((event) => event.type === "agent.started" && event.parentCallId !== undefined)).toMatchObject({
      name: "Translator",
      description: "Puts words into other words.",
    });
    expect(asked[1]).toEqual({
      model: "translating",
      system: "You translate.",
      tools: ["describe", "dictionary", "publish"],
    });
  });

  test("works for a person's own run too", async () => {
    await open();
    const { status, body } = await chat.post<Begun>("/api/tools/hand_over/run", { input: { to: "translator" } });
    expect(status).toBe(202);
    const events = await chat.quiet(body.sessionId);
    expect(events.at(-1)).toMatchObject({ type: "tool.completed", output: "hola" });
  });

  const looking = (count: number): ScriptedTurn[] => [
    {
      message: { text: "hello" },
      steps: [...Array.from({ length: count }, (_, n) => [{ call: "dictionary", input: { n } }]), ["hola"]],
    },
  ];

  test("spends of its own budget and of its turn's, whichever is used up first", async () => {
    const model = modelOf("translating", looking(3));
    const client = await open([bringing([translator({ model, budget: { calls: 2, warnAt: 0 } })])]);
    const own = await chat.quiet((await client.send("Hand over.")).sessionId);
    expect(errorsIn(own).map(({ message }) => message)).toEqual([
      "The budget of 2 calls is used up; this one did not run.",
    ]);
    expect(answersIn(own)).toEqual(["hola", "They say hola"]);
    // A model that is out of calls is given no tools.
    expect(asked.filter(({ tools }) => tools.length === 0)).toHaveLength(2);
    await host!.close();
    const tight = await open([bringing([translator({ model, budget: { calls: 20 } })])], {
      budget: { calls: 2, warnAt: 0 },
    });
    const ofTurn = await chat.quiet((await tight.send("Hand over.")).sessionId);
    // Two answers beyond it end the sub-agent, and with it the call that began it.
    expect(errorsIn(ofTurn).map(({ code }) => code)).toEqual(Array.from({ length: 4 }, () => "budget_exhausted"));
  });

  test("is stopped when its own time is over, and its call says so", async () => {
    const model = modelOf("translating", [{ message: { text: "hello" }, steps: [[{ wait: 60_000 }, "late"]] }]);
    const client = await open([bringing([translator({ model, budget: { time: 50 } })])]);
    const events = await chat.quiet((await client.send("Hand over.")).sessionId);
    expect(errorsIn(events).map(({ code }) => code)).toEqual(["time_exhausted", "time_exhausted"]);
    expect(answersIn(events)).toHaveLength(1);
  });
});

describe("a turn of a named agent", () => {
  test("has its agent's own budget in place of the host's", async () => {
    const calls = (count: number): ScriptedTurn[] => [
      { steps: [...Array.from({ length: count }, (_, n) => [{ call: "dictionary", input: { n } }]), ["Done."]] },
    ];
    const model = modelOf("translating", calls(4));
    const client = await open([bringing([translator({ model, budget: { calls: 3 } })])], { budget: { calls: 1 } });
    const events = await chat.quiet((await client.send("Again.", { agent: "translator" })).sessionId);
    expect(errorsIn(events).map(({ message }) => message)).toEqual([
      "The budget of 3 calls is used up; this one did not run.",
    ]);
  });

  test("goes on with its agent wherever its process is killed", { timeout: 60_000 }, async () => {
    const client = await open();
    const whole = await chat.quiet((await client.send("Translate.", { agent: "translator" })).sessionId);
    await host!.close();
    const killed = new Map<number, string>();
    for (let count = 2; count < whole.length; count++) {
      const sessionId = randomUUID();
      const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
      const body = whole.slice(0, count).map(({ seq: _seq, sessionId: _session, at: _at, v: _v, ...event }) => event);
      const copy = JSON.parse(
        JSON.stringify(body).replaceAll(ids, (id) => `${id.slice(0, -4)}${count.toString(16).padStart(4, "0")}`),
      ) as NewEvent[];
      await store.writer.append(DEFAULT_TENANT_ID, sessionId, copy, { creator: { userId: "demo", title: "killed" } });
      await store.database.asHost((tx) =>
        tx.query("update callboard.sessions set driver_id = 'a dead worker' where id = $1", [sessionId]),
      );
      killed.set(count, sessionId);
    }
    asked = [];
    await open();
    for (const [count, sessionId] of killed) {
      let events = await chat.quiet(sessionId);
      const [root] = rootsIn(events);
      if (events.some(({ type }) => type === "agent.interrupted")) {
        expect((await chat.post(`/api/agents/${root?.agentId}/resume`, {})).status).toBe(202);
        events = await chat.quiet(sessionId);
      }
      expect(answersIn(events), `killed after ${count} events`).toHaveLength(1);
    }
    expect(asked.length).toBeGreaterThan(3);
    expect(new Set(asked.map(({ model }) => model))).toEqual(new Set(["translating"]));
  });
});

describe("another chat's wire", () => {
  const wire = async (path: string, body: object): Promise<Response> =>
    host!.fetch(
      new Request(`http://localhost${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
  const aiSdk = (more: object) => ({
    id: randomUUID(),
    messages: [{ id: randomUUID(), role: "user", parts: [{ type: "text", text: "Again." }] }],
    ...more,
  });
  const agUi = (forwardedProps: object) => ({
    threadId: randomUUID(),
    runId: "r",
    messages: [{ id: randomUUID(), role: "user", content: "Again." }],
    forwardedProps,
  });

  test.each([
    ["/api/chat/ai-sdk", aiSdk({ agent: "translator" }), aiSdk({ agent: "nobody" }), aiSdk({ agent: 1 }), "/agent"],
    [
      "/api/chat/ag-ui",
      agUi({ agent: "translator" }),
      agUi({ agent: "nobody" }),
      agUi({ agent: 1 }),
      "/forwardedProps/agent",
    ],
  ])("%s names the agent that answers", async (address, known, unknown, malformed, path) => {
    await open();
    expect(await (await wire(address, known)).text()).toContain("Still");
    expect(asked.map(({ model }) => model)).toEqual(["translating"]);
    const refused = await wire(address, unknown);
    expect([refused.status, await refused.json()]).toMatchObject([404, { error: { code: "agent_not_found", path } }]);
    const bad = await wire(address, malformed);
    expect([bad.status, await bad.json()]).toMatchObject([400, { error: { path } }]);
  });
});
