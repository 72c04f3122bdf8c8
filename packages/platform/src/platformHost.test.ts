import { createRegistry, defineTool, ToolError, type SessionEvent, type ToolRegistration } from "@callboard/core";
import { checkToolSchema } from "@callboard/core/bridge";
import type { AuthoredTool } from "@callboard/core/client";
import {
  createHost,
  createScriptedModel,
  createStore,
  DEFAULT_TENANT_ID,
  type Host,
  type HostModule,
  type Store,
} from "@callboard/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createPlatform, inProcessEngine, PLATFORM_PERMISSIONS } from "./index.ts";

const OTHER_ID = "00000000-0000-4000-8000-0000000000aa";
const ada = {
  userId: "ada",
  tenantId: DEFAULT_TENANT_ID,
  tenantSlug: "default",
  permissions: [...PLATFORM_PERMISSIONS],
};
const eve = { ...ada, userId: "eve", tenantId: OTHER_ID, tenantSlug: "other" };
const bob = { ...ada, userId: "bob", permissions: [] };
const cat = { ...ada, userId: "cat", permissions: ["tools.tenant.read"] };

const managed = {
  slug: "by-agent",
  name: "By an agent",
  description: "Made in a chat.",
  fields: [{ key: "topic", type: "text" }],
  executionSpec: { kind: "prompt", mode: "direct", prompt_template: "Write a haiku about {{topic}}." },
};

const codeTool = (slug: string, more: Partial<ToolRegistration> = {}): ToolRegistration => ({
  ...defineTool({
    slug,
    name: slug,
    description: `Does ${slug}.`,
    category: "code",
    icon: "wrench",
    inputSchema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
    outputSchema: { type: "object", properties: { said: { type: "string" } } },
    execute: ({ query }: { query: string }) => ({ said: query }),
  }),
  ...more,
});

const platform = createPlatform({
  skills: { brief: { name: "Brief", instructions: "Answer in one line." } },
  engine: inProcessEngine,
});
const people: HostModule = {
  name: "people",
  open: () => ({
    agents: {
      name: "people",
      list: () => [editor],
      find: (slug) => (slug === editor.slug ? editor : undefined),
    },
  }),
};
/** Both of two calls have come. */
const met = (() => {
  let count = 0;
  let open = () => {};
  const both = new Promise<void>((resolve) => (open = resolve));
  return { both, come: () => ++count === 2 && open() };
})();
let failsLeft = 0;
const fail = (message: string): never => {
  throw new ToolError(message);
};
const editor = { slug: "editor", name: "Editor", instructions: "You edit." };
let store: Store;
let host: Host;

beforeAll(async () => {
  store = await createStore();
  const registry = createRegistry();
  registry.register(codeTool("echo"));
  registry.register(codeTool("draw", { origin: "system" }));
  registry.register(codeTool("send", { permissionPolicy: "always_ask" }));
  registry.register(codeTool("for-acme", { tenantSlugs: ["acme"] }));
  registry.register(codeTool("packed", { bundle: "consulting" }));
  registry.register(codeTool("meet", { execute: () => (met.come(), met.both.then(() => ({ said: "met" }))) }));
  registry.register(codeTool("flaky", { execute: () => ({ said: failsLeft-- > 0 ? fail("Not now.") : "at last" }) }));
  registry.register(codeTool("hang", { execute: () => new Promise(() => {}) }));
  host = createHost({
    registry,
    store,
    actor: { ada, eve, bob, cat },
    modules: [platform, people],
    model: createScriptedModel({
      turns: [
        { message: "Write a haiku about frogs.", steps: [["Green ", "frogs ", "leap."]] },
        { message: "Write a sonnet about frogs.", steps: [["Shall I compare"]] },
        { message: "rate tea", steps: [['{"stars": 4}']] },
        { message: { skill: "Brief" }, steps: [["In brief."]] },
        { message: { topic: "tea" }, steps: [["Edited tea."]] },
        {
          message: "make a tool",
          steps: [[{ call: "manageTools", input: { action: "create", ...managed } }], ["Made."]],
        },
        { message: "haiku please", steps: [[{ call: "haiku", input: { topic: "frogs" } }], ["Here: ", { result: 0 }]] },
      ],
    }),
    onProblem: () => {},
  });
  await host.ready;
}, 60_000);
afterAll(async () => {
  await host.close();
  await store.close();
});

interface Asked {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}
const send = (method: string, path: string, { token = "ada", body, headers }: Asked = {}) =>
  host.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
const ask = async (method: string, path: string, asked: Asked = {}) => {
  const response = await send(method, path, asked);
  const text = await response.text();
  const etag = response.headers.get("etag") ?? "";
  return { status: response.status, etag, body: text === "" ? undefined : JSON.parse(text) };
};
const draft = (slug: string, more: object = {}) => ({
  slug,
  name: "Haiku",
  description: "Writes a haiku about a topic.",
  category: "writing",
  icon: "pencil",
  fields: [{ key: "topic", type: "text", label: "Topic", required: true, maxLength: 40 }],
  executionSpec: { kind: "prompt", mode: "direct", prompt_template: "Write a haiku about {{topic}}." },
  ...more,
});
const create = (slug: string, more: object = {}, token?: string) =>
  ask("POST", "/api/tools", { body: draft(slug, more), ...(token && { token }) });
const run = (slug: string, input: unknown, token?: string) =>
  ask("POST", `/api/tools/${slug}/run`, { body: { input }, headers: { prefer: "wait" }, ...(token && { token }) });
const patch = (slug: string, etag: string, body: unknown, token?: string) =>
  ask("PATCH", `/api/tools/${slug}`, { body, headers: { "if-match": etag }, ...(token && { token }) });
const listed = async (token?: string) =>
  ((await ask("GET", "/api/tools", { ...(token && { token }) })).body as { slug: string }[]).map(({ slug }) => slug);

describe("a tool that a tenant writes", () => {
  it("is tried before it is saved, then listed, run, called by an agent, and has a history", async () => {
    const tried = await ask("POST", "/api/tools/haiku/test", {
      body: { input: { topic: "frogs" }, tool: draft("haiku") },
    });
    expect(tried).toMatchObject({ status: 200, body: { output: "Green frogs leap.", error: null } });
    expect(tried.body.durationMs).toBeGreaterThanOrEqual(0);
    expect(await listed()).not.toContain("haiku");

    const created = await create("haiku");
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      slug: "haiku",
      kind: "tenant_custom",
      isOn: true,
      inputSchema: { properties: { topic: { type: "string", maxLength: 40 } }, required: ["topic"] },
      executionSpec: { kind: "prompt" },
    });
    expect(created.etag).toBe(`"${created.body.revision as string}"`);
    const page = await ask("GET", "/api/tools/haiku");
    expect([page.etag, page.body.kind, page.body.executionSpec]).toEqual([created.etag, "tenant_custom", undefined]);

    expect(await listed()).toContain("haiku");
    expect(await listed("eve")).not.toContain("haiku");
    const ran = await run("haiku", { topic: "frogs" });
    expect(ran.body).toMatchObject({ output: "Green frogs leap.", error: null });
    const refused = await run("haiku", { topic: "x".repeat(41) });
    expect(refused).toMatchObject({ status: 422, body: { error: { path: "/topic" } } });
    expect((await run("haiku", { topic: "frogs" }, "eve")).status).toBe(404);

    const { sessionId } = (await ask("POST", "/api/chat", { body: { message: "haiku please" } })).body;
    const events = await vi.waitFor(async () => {
      const all = (await store.log(DEFAULT_TENANT_ID).read(sessionId as string)) as SessionEvent[];
      if (!all.some(({ type }) => type === "agent.completed")) throw new Error("The agent is at work.");
      return all;
    });
    expect(events.find(({ type }) => type === "tool.completed")).toMatchObject({ output: "Green frogs leap." });
    expect((await ask("GET", "/api/tools/haiku/calls")).body).toHaveLength(2);
  });

  it("is tested as a stream where it answers with text", async () => {
    const body = { input: { topic: "frogs" } };
    const response = await send("POST", "/api/tools/haiku/test/stream", { body });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const parts = (await response.text())
      .split("\n\n")
      .filter(Boolean)
      .map((each) => JSON.parse(each.slice(6)));
    expect(
      parts
        .filter(({ type }) => type === "text")
        .map(({ delta }) => delta)
        .join(""),
    ).toBe("Green frogs leap.");
    expect(parts.at(-1)).toMatchObject({ type: "end", output: "Green frogs leap.", error: null });
    const rated = draft("rate", {
      outputSchema: { type: "object", properties: { stars: { type: "integer" } }, required: ["stars"] },
      executionSpec: { kind: "prompt", mode: "direct", prompt_template: "rate {{topic}}" },
    });
    const other = { input: { topic: "tea" }, tool: rated };
    const refused = await ask("POST", "/api/tools/rate/test/stream", { body: other });
    expect(refused).toMatchObject({ status: 400, body: { error: { code: "not_streamable" } } });
    const whole = await ask("POST", "/api/tools/rate/test", { body: other });
    expect(whole.body).toMatchObject({ output: { stars: 4 }, error: null });
  });

  it("says what the model, or the input, is wrong about, in a test too", async () => {
    const test = (input: object) => ask("POST", "/api/tools/haiku/test", { body: { input } });
    expect((await test({ topic: "cats" })).body.error).toContain("No model is connected");
    expect((await test({})).body.error).toContain("topic");
    expect(await ask("POST", "/api/tools/haiku/test", { body: {} })).toMatchObject({
      status: 400,
      body: { error: { path: "/input" } },
    });
  });

  it("is refused with every field that is wrong", async () => {
    const { status, body } = await create("bad slug", { name: " ", icon: 3, colour: "red" });
    expect(status).toBe(422);
    const paths = (body.error.issues as { path: string }[]).map(({ path }) => path).toSorted();
    expect([body.error.code, ...paths]).toEqual(["invalid_tool", "/colour", "/icon", "/name", "/slug"]);
    const unknown = await create("typo", {
      executionSpec: { kind: "prompt", mode: "direct", prompt_template: "About\n{{topik}}" },
    });
    expect(unknown.body.error).toMatchObject({ path: "/executionSpec/prompt_template" });
    expect(unknown.body.error.message).toContain('Line 2, column 1: the input has no field "topik"');
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, { type: "string" }]));
    const vast = await create("vast", { fields: undefined, inputSchema: { type: "object", properties: many } });
    expect(vast.body.error.message).toContain("at most");
    const away = { type: "object", properties: { a: { $ref: "https://evil.example/schema" } } };
    expect((await create("away", { fields: undefined, inputSchema: away })).body.error.message).toContain(
      "evil.example",
    );
  });

  it("takes no slug that is taken, and is written by those alone who may", async () => {
    expect(await create("haiku")).toMatchObject({
      status: 409,
      body: { error: { code: "slug_taken", path: "/slug" } },
    });
    expect((await create("echo")).status).toBe(409);
    expect((await create("haiku", {}, "eve")).status).toBe(201);
    const acts: [string, string, unknown?][] = [
      ["POST", "/api/tools", draft("mine")],
      ["PATCH", "/api/tools/haiku", { name: "x" }],
      ["DELETE", "/api/tools/haiku"],
      ["POST", "/api/tools/haiku/test", { input: {} }],
      ["POST", "/api/tools/haiku/test/stream", { input: {} }],
      ["GET", "/api/tools/haiku/versions"],
      ["POST", "/api/tools/haiku/versions/x/restore", {}],
      ["GET", "/api/platform/tools"],
      ["GET", "/api/platform/tools/haiku"],
    ];
    for (const [method, path, body] of acts) {
      const answer = await ask(method, path, { token: "bob", body });
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 403, "not_permitted"]);
    }
  });
});

describe("a tool made of others", () => {
  const steps = (...list: [id: string, tool: string, input: unknown][]) => ({
    kind: "composition",
    steps: list.map(([id, tool, input]) => ({ id, tool, input })),
  });
  const topic = { $from: "input", path: "/topic" };
  const object = { type: "object", properties: {} };

  it("hands on what one gives to the next, as calls of the log under its own", async () => {
    const spec = {
      ...steps(["poem", "haiku", { topic }], ["again", "echo", { query: { $from: "poem" } }]),
      output: { twice: [{ $from: "poem" }, { $from: "again", path: "/said" }], topic },
    };
    expect((await create("twice", { outputSchema: object, executionSpec: spec })).status).toBe(201);
    const { body } = await run("twice", { topic: "frogs" });
    expect(body).toMatchObject({
      output: { twice: ["Green frogs leap.", "Green frogs leap."], topic: "frogs" },
      error: null,
    });
    const events = (await store.log(DEFAULT_TENANT_ID).read(body.sessionId as string)) as SessionEvent[];
    const steward = events.find(({ type }) => type === "agent.started");
    expect(steward).toMatchObject({ parentCallId: body.callId });
    const below = events.flatMap((event) => (event.type === "tool.started" && event.agentId ? [event] : []));
    expect(below.map(({ tool, agentId }) => [tool, agentId])).toEqual(
      ["haiku", "echo"].map((tool) => [tool, steward && "agentId" in steward ? steward.agentId : ""]),
    );
    const tried = await ask("POST", "/api/tools/twice/test", { body: { input: { topic: "frogs" } } });
    expect(tried.body).toMatchObject({ output: { topic: "frogs" }, error: null });
  });

  it("waits for a person where a step asks, and says which step did not complete", async () => {
    await create("asking", { outputSchema: object, executionSpec: steps(["mail", "send", { query: topic }]) });
    const begun = (await ask("POST", "/api/tools/asking/run", { body: { input: { topic: "hello" } } })).body;
    const needs = async () =>
      vi.waitFor(async () => {
        const events = (await store.log(DEFAULT_TENANT_ID).read(begun.sessionId as string)) as SessionEvent[];
        const found = events.find((event) => event.type === "tool.needs_approval");
        if (found?.type !== "tool.needs_approval") throw new Error("Nothing asks yet.");
        return found;
      });
    const { callId, approvalId } = await needs();
    expect(callId).not.toBe(begun.callId);
    expect((await ask("POST", `/api/calls/${callId}/approve`, { body: { approvalId } })).status).toBe(202);
    await vi.waitFor(async () => {
      const [call] = (await ask("GET", "/api/tools/asking/calls")).body;
      expect(call).toMatchObject({ status: "completed" });
    });
    const tried = await ask("POST", "/api/tools/asking/test", { body: { input: { topic: "hello" } } });
    expect(tried.body.error).toContain("a test does not wait");
    await create("failing", { outputSchema: object, executionSpec: steps(["poem", "haiku", { topic }]) });
    expect((await run("failing", { topic: "cats" })).body.error).toMatch(
      /^Step "poem" \(haiku\) did not complete: No model/,
    );
  });

  const query = { $from: "input", path: "/topic" };
  const made = (slug: string, ...list: object[]) =>
    create(slug, { outputSchema: object, executionSpec: { kind: "composition", steps: list } });

  it("runs at once what waits for none of each other, and then what waits for both", async () => {
    const last = { id: "c", tool: "echo", input: { query: { $from: "b", path: "/said" } }, depends_on: ["a", "b"] };
    const meet = (id: string) => ({ id, tool: "meet", input: { query } });
    expect((await made("meeting", meet("a"), meet("b"), last)).status).toBe(201);
    expect((await run("meeting", { topic: "tea" })).body).toMatchObject({ output: { said: "met" }, error: null });
  });

  it("runs a step again as often as its author lets it fail, each time as a call of its own", async () => {
    const flaky = { id: "a", tool: "flaky", input: { query }, retry: { attempts: 3, delay_seconds: 0.01 } };
    await made("patient", flaky);
    failsLeft = 2;
    const { body } = await run("patient", { topic: "tea" });
    expect(body).toMatchObject({ output: { said: "at last" }, error: null });
    const events = (await store.log(DEFAULT_TENANT_ID).read(body.sessionId as string)) as SessionEvent[];
    const begun = events.flatMap((event) => (event.type === "tool.started" && event.agentId ? [event.callId] : []));
    expect(begun).toEqual(["a", "a@2", "a@3"].map((id) => `${body.callId}.${id}`));
    failsLeft = 3;
    expect((await run("patient", { topic: "tea" })).body.error).toBe('Step "a" (flaky) did not complete: Not now.');
    failsLeft = 0;
  });

  it("ends what runs beside a step that fails", async () => {
    const [a, b] = ["hang", "flaky"].map((tool, index) => ({
      id: "ab"[index],
      tool,
      input: { query },
      depends_on: [],
    }));
    await made("broken", a!, b!);
    failsLeft = 1;
    const { body } = await run("broken", { topic: "tea" });
    expect(body.error).toBe('Step "b" (flaky) did not complete: Not now.');
    const [hanging] = (await ask("GET", "/api/tools/hang/calls")).body;
    expect(hanging).toMatchObject({ callId: `${body.callId}.a`, status: "cancelled" });
  });

  it("is refused where it leads back to itself, to no tool, or hands on what does not fit", async () => {
    const refused = async (executionSpec: unknown) =>
      ((await create("wrong", { executionSpec })).body.error.issues as { path: string; code: string }[]).map(
        ({ path, code }) => `${path} ${code}`,
      );
    expect(await refused(steps(["a", "wrong", {}], ["b", "nope", {}]))).toEqual([
      "/executionSpec/steps/0/tool cycle",
      "/executionSpec/steps/1/tool missing_tool",
    ]);
    expect(await refused(steps(["a", "echo", { query: { $from: "input" } }]))).toEqual([
      "/executionSpec/steps/0/input/query type",
    ]);
    const { etag } = await ask("GET", "/api/platform/tools/haiku");
    const back = await patch("haiku", etag, { outputSchema: object, executionSpec: steps(["a", "twice", { topic }]) });
    expect(back.body.error).toMatchObject({ path: "/executionSpec/steps/0/tool" });
    expect(back.body.error.message).toContain("haiku → twice → haiku");
  });

  it("runs another tool beside it, and waits for that where it says so", async () => {
    const query = { fields: [{ key: "query", type: "text", required: true }], outputSchema: object };
    await create("beside", { ...query, executionSpec: { kind: "task", task: "echo", wait: false } });
    await create("waited", { ...query, executionSpec: { kind: "task", task: "echo", wait: true } });
    expect((await run("waited", { query: "x" })).body).toMatchObject({ output: { said: "x" } });
    const { output } = (await run("beside", { query: "y" })).body;
    expect(output).toMatchObject({ status: "started" });
    await vi.waitFor(async () => {
      const calls = (await ask("GET", "/api/tools/echo/calls")).body as { callId: string; status: string }[];
      expect(calls.find(({ callId }) => callId === output.taskId)).toMatchObject({ status: "completed" });
    });
  });

  it("calls no tool too far down, also where one below was changed since", async () => {
    const query = { fields: [{ key: "query", type: "text", required: true }], outputSchema: object };
    const task = (name: string) => ({ kind: "task", task: name, wait: true });
    const { etag } = await create("deep-0", {
      ...query,
      executionSpec: draft("x").executionSpec,
      fields: undefined,
      inputSchema: { type: "object", properties: { topic: { type: "string" }, query: { type: "string" } } },
    });
    for (const level of [1, 2, 3, 4, 5]) {
      expect((await create(`deep-${level}`, { ...query, executionSpec: task(`deep-${level - 1}`) })).status).toBe(201);
    }
    const back = await patch("deep-0", etag, { executionSpec: task("deep-5") });
    expect(back.body.error).toMatchObject({ path: "/executionSpec/task" });
    expect(back.body.error.message).toContain("deep-0 → deep-5");
    expect((await patch("deep-0", etag, { executionSpec: task("echo") })).status).toBe(200);
    expect((await run("deep-4", { query: "x" })).body).toMatchObject({ output: { said: "x" }, error: null });
    expect((await run("deep-5", { query: "x" })).body.error).toContain('"deep-0" is one too many');
  });

  it("is handed to an agent, with a skill where it names one", async () => {
    await create("edited", { executionSpec: { kind: "prompt", mode: "agent", agent: "editor" } });
    expect((await run("edited", { topic: "tea" })).body).toMatchObject({ output: "Edited tea.", error: null });
    await create("skilled", { executionSpec: { kind: "prompt", mode: "skill", skill: "brief", agent: "editor" } });
    expect((await run("skilled", { topic: "any" })).body).toMatchObject({ output: "In brief.", error: null });
    const unknown = { kind: "prompt", mode: "skill", skill: "nope", agent: "nobody" };
    expect((await create("unskilled", { executionSpec: unknown })).body.error.issues).toHaveLength(2);
  });
});

describe("manageTools", () => {
  const manage = async (input: object, token?: string) => (await run("manageTools", input, token)).body;

  it("asks whenever an agent calls it, and then makes what was approved", async () => {
    const { sessionId } = (await ask("POST", "/api/chat", { body: { message: "make a tool" } })).body;
    const events = async () => (await store.log(DEFAULT_TENANT_ID).read(sessionId as string)) as SessionEvent[];
    const needs = await vi.waitFor(async () => {
      const found = (await events()).find((event) => event.type === "tool.needs_approval");
      if (found?.type !== "tool.needs_approval") throw new Error("Nothing asks yet.");
      return found;
    });
    expect(needs.input).toMatchObject(managed);
    expect(await listed()).not.toContain("by-agent");
    await ask("POST", `/api/calls/${needs.callId}/approve`, { body: { approvalId: needs.approvalId } });
    await vi.waitFor(async () => expect(await listed()).toContain("by-agent"));
    expect((await run("by-agent", { topic: "frogs" })).body.output).toBe("Green frogs leap.");
  });

  it("says in the seed's words what an action lacks, and does each with its own permission", async () => {
    expect((await manage({ action: "create" })).error).toBe("manageTools.create requires 'slug'");
    expect((await manage({ action: "update" })).error).toBe("manageTools.update requires 'slug'");
    expect((await manage({ action: "create", ...managed, fields: undefined })).error).toBe(
      "manageTools.create requires 'inputSchema'",
    );
    expect((await manage({ action: "list" })).output.tools).toEqual(
      expect.arrayContaining([expect.objectContaining({ slug: "by-agent", kind: "tenant_custom" })]),
    );
    const { tool } = (await manage({ action: "get", slug: "by-agent" })).output;
    expect(tool.executionSpec).toEqual(managed.executionSpec);
    const { revision } = tool as { revision: string };
    const update = { action: "update", slug: "by-agent", revision };
    expect((await manage({ ...update, name: "Renamed" })).output.tool.name).toBe("Renamed");
    expect((await manage({ ...update, name: "Late" })).error).toContain("Somebody has changed");
    expect(
      (await manage({ ...update, executionSpec: { kind: "prompt", mode: "direct", prompt_template: "{{no}}" } })).error,
    ).toBeTruthy();
    expect((await manage({ action: "delete", slug: "by-agent" })).output).toEqual({ deleted: "by-agent" });
    expect((await run("manageTools", { action: "list" }, "bob")).status).toBe(404);
    expect((await manage({ action: "create", ...managed }, "cat")).error).toContain("tools.tenant.create");
  });

  it("is read by every client", async () => {
    const tool = (await ask("GET", "/api/tools/manageTools")).body;
    const issues = checkToolSchema(tool).filter(({ severity }) => severity === "error");
    expect(issues).toEqual([]);
  });
});

describe("a change", () => {
  it("is refused without the state that it is made to, and where that has moved on", async () => {
    const { etag } = await create("shared");
    const bare = await ask("PATCH", "/api/tools/shared", { body: { name: "B" } });
    expect(bare).toMatchObject({ status: 428, body: { error: { code: "precondition_required" } } });
    const first = await patch("shared", etag, { name: "By Ada" });
    expect(first).toMatchObject({ status: 200, body: { name: "By Ada" } });
    expect(first.etag).not.toBe(etag);
    expect(await patch("shared", etag, { name: "By Bob" })).toMatchObject({
      status: 412,
      body: { error: { code: "precondition_failed" } },
    });
    expect((await patch("shared", first.etag, { slug: "other" })).body.error.path).toBe("/slug");
    expect((await ask("GET", "/api/platform/tools/shared")).body.name).toBe("By Ada");
    const stale = await ask("DELETE", "/api/tools/shared", { headers: { "if-match": etag } });
    expect(stale.status).toBe(412);
    expect((await ask("DELETE", "/api/tools/shared", { headers: { "if-match": first.etag } })).status).toBe(204);
    expect((await ask("GET", "/api/platform/tools/shared")).status).toBe(404);
  });

  it("is a version, of which one that changes nothing is none, and an earlier one is put back", async () => {
    const { etag, body: made } = await create("versioned");
    const same = await patch("versioned", etag, { name: "Haiku" });
    expect(same.etag).toBe(etag);
    const sonnet = { kind: "prompt", mode: "direct", prompt_template: "Write a sonnet about {{topic}}." };
    const changed = await patch("versioned", etag, { executionSpec: sonnet });
    expect((await run("versioned", { topic: "frogs" })).body.output).toBe("Shall I compare");
    const versions = async () => (await ask("GET", "/api/tools/versioned/versions")).body;
    expect(await versions()).toMatchObject([
      {
        version: changed.body.version,
        createdBy: "ada",
        changes: [
          {
            path: "/executionSpec/prompt_template",
            before: "Write a haiku about {{topic}}.",
            now: "Write a sonnet about {{topic}}.",
          },
        ],
      },
      { version: made.version, createdBy: "ada" },
    ]);
    const path = `/api/tools/versioned/versions/${made.version as string}/restore`;
    const restored = await ask("POST", path, { body: {}, headers: { "if-match": changed.etag } });
    expect(restored.body.version).toBe(made.version);
    expect((await run("versioned", { topic: "frogs" })).body.output).toBe("Green frogs leap.");
    expect(await versions()).toHaveLength(3);
    const none = await ask("POST", "/api/tools/versioned/versions/nope/restore", { body: {} });
    expect(none).toMatchObject({ status: 404, body: { error: { code: "version_not_found" } } });
  });
});

describe("tools in code", () => {
  const authored = async (slug: string, token?: string): Promise<AuthoredTool & { etag: string }> => {
    const { body, etag } = await ask("GET", `/api/platform/tools/${slug}`, { ...(token && { token }) });
    return { ...body, etag };
  };
  const change = async (slug: string, body: unknown, token?: string) =>
    patch(slug, (await authored(slug, token)).etag, body, token);

  it("are switched: a system tool on, any other off, by the tenant or for all by the default tenant", async () => {
    expect(await listed("eve")).toEqual(expect.arrayContaining(["echo"]));
    expect(await listed("eve")).not.toContain("draw");
    expect(await authored("draw", "eve")).toMatchObject({ origin: "system", isOn: false, enabled: null, kind: "code" });
    expect(await change("draw", { enabled: true }, "eve")).toMatchObject({ status: 200, body: { isOn: true } });
    expect(await listed("eve")).toContain("draw");
    expect(await listed()).not.toContain("draw");
    await change("echo", { enabled: false }, "eve");
    expect((await run("echo", { query: "x" }, "eve")).status).toBe(404);
    expect((await run("echo", { query: "x" })).body.output).toEqual({ said: "x" });
    await change("echo", { enabled: null }, "eve");
    await change("echo", { enabled: false });
    expect([(await listed()).includes("echo"), (await listed("eve")).includes("echo")]).toEqual([false, false]);
    await change("echo", { enabled: true });
    await change("draw", { enabled: true });
    expect((await change("draw", { enabled: false }, "eve")).body.isOn).toBe(false);
    expect([(await listed()).includes("draw"), (await listed("eve")).includes("draw")]).toEqual([true, false]);
  });

  it("are changed for the tenant alone, as far as a tenant may, and are as their code again", async () => {
    const changed = await change(
      "echo",
      { name: "Repeat", description: "Says it again.", permissionPolicy: "always_ask" },
      "eve",
    );
    expect(changed.body).toMatchObject({
      name: "Repeat",
      kind: "system_override",
      changed: ["name", "description", "permissionPolicy"],
    });
    expect((await ask("GET", "/api/tools/echo", { token: "eve" })).body).toMatchObject({
      name: "Repeat",
      permissionPolicy: "always_ask",
    });
    expect((await ask("GET", "/api/tools/echo")).body.name).toBe("echo");
    const inner = await change(
      "echo",
      { executionSpec: draft("x").executionSpec, inputSchema: { type: "object" } },
      "eve",
    );
    expect(inner.body.error.issues).toHaveLength(2);
    expect((await change("send", { permissionPolicy: "auto" })).body.error.path).toBe("/permissionPolicy");
    expect((await ask("DELETE", "/api/tools/echo", { token: "eve" })).status).toBe(204);
    expect(await authored("echo", "eve")).toMatchObject({ name: "echo", kind: "code", changed: [] });
    const again = await ask("DELETE", "/api/tools/echo", { token: "eve" });
    expect(again).toMatchObject({ status: 409, body: { error: { code: "tool_in_code" } } });
  });

  it("are tried as they run: not where they are switched off, or never switched on", async () => {
    const test = async (slug: string, body: object = {}) =>
      (await ask("POST", `/api/tools/${slug}/test`, { token: "eve", body: { input: { query: "x" }, ...body } })).body;
    expect(await test("echo")).toMatchObject({ output: { said: "x" }, error: null });
    await change("echo", { enabled: false }, "eve");
    await change("draw", { enabled: null }, "eve");
    await change("draw", { enabled: null });
    for (const slug of ["echo", "draw"]) {
      expect(await test(slug)).toMatchObject({ output: null, error: expect.stringContaining(slug) });
    }
    const named = { tool: draft("echo"), input: { topic: "frogs" } };
    expect(await test("echo", named)).toMatchObject({ output: null, error: expect.stringContaining("echo") });
    await create("off", { enabled: false }, "eve");
    expect(await test("off", { input: { topic: "frogs" } })).toMatchObject({
      output: "Green frogs leap.",
      error: null,
    });
    await change("draw", { enabled: true });
    expect((await ask("DELETE", "/api/tools/echo", { token: "eve" })).status).toBe(204);
  });

  it("ask again as their code does where a tenant takes its own word back, and no other's", async () => {
    const policy = async (value: string, token: string) => {
      const { status, body } = await change("echo", { permissionPolicy: value }, token);
      return [status, status === 200 ? body.permissionPolicy : body.error.path, body.changed];
    };
    expect(await policy("always_ask", "eve")).toEqual([200, "always_ask", ["permissionPolicy"]]);
    expect(await policy("auto", "eve")).toEqual([200, "auto", []]);
    expect(await policy("always_ask", "ada")).toEqual([200, "always_ask", ["permissionPolicy"]]);
    expect(await policy("always_ask", "eve")).toEqual([200, "always_ask", []]);
    expect(await policy("auto", "eve")).toEqual([422, "/permissionPolicy", undefined]);
    expect(await policy("auto", "ada")).toEqual([200, "auto", []]);
    expect((await ask("DELETE", "/api/tools/echo", { token: "eve" })).status).toBe(204);
  });

  it("are resolved with a tenant's own, for a job that no request began", async () => {
    const slugs = (await platform.resolveAllToolsForTenant(OTHER_ID, "other")).map(({ slug }) => slug);
    expect(slugs).toEqual(expect.arrayContaining(["echo", "draw", "haiku", "packed"]));
    expect(slugs).not.toContain("for-acme");
    expect(await platform.resolveToolForTenant("haiku", OTHER_ID)).toMatchObject({ kind: "tenant_custom" });
    expect(await platform.resolveToolForTenant("versioned", OTHER_ID)).toBeUndefined();
  });
});

it("shows one tenant's rows to no other, also where a query forgets to ask", async () => {
  const seen = await store.database.asTenant(OTHER_ID, (tx) =>
    tx.query<{ slug: string; kind: string }>("select slug, kind from callboard.tools where tenant_id <> $1::uuid", [
      OTHER_ID,
    ]),
  );
  expect(seen.every(({ kind }) => kind === "system_override")).toBe(true);
  const written = store.database.asTenant(OTHER_ID, (tx) =>
    tx.query("update callboard.tools set enabled = true where tenant_id <> $1::uuid returning id", [OTHER_ID]),
  );
  expect(await written).toEqual([]);
  const versions = await store.database.asTenant(OTHER_ID, (tx) =>
    tx.query("select 1 from callboard.schema_versions where tenant_id <> $1::uuid", [OTHER_ID]),
  );
  expect(versions).toEqual([]);
});

it("takes the row that the seed writes", async () => {
  await store.database.asTenant(OTHER_ID, (tx) =>
    tx.query(
      "insert into callboard.tools (tenant_id, slug, enabled, kind) values ($1::uuid, 'send', false, 'system_override')",
      [OTHER_ID],
    ),
  );
  expect(await listed("eve")).not.toContain("send");
});

describe("a bundle", () => {
  const bundles = async (token: string) => (await ask("GET", "/api/bundles", { token })).body as unknown[];
  const set = (token: string, name: string, body: unknown) => ask("PUT", `/api/bundles/${name}`, { token, body });

  it("gives a tenant its tools once it is installed, and takes them back, without touching another tenant", async () => {
    expect(await bundles("eve")).toEqual([
      { bundle: "consulting", tools: [{ slug: "packed", name: "packed" }], isInstalled: false, isForAll: false },
    ]);
    expect(await listed("eve")).not.toContain("packed");
    expect(await set("eve", "consulting", { installed: true })).toMatchObject({
      status: 200,
      body: { isInstalled: true },
    });
    expect(await listed("eve")).toContain("packed");
    expect(await listed("ada")).not.toContain("packed");
    expect(await bundles("ada")).toMatchObject([{ isInstalled: false, isForAll: false }]);
    await set("eve", "consulting", { installed: false });
    expect(await listed("eve")).not.toContain("packed");
  });

  it("holds for every tenant where the default one has it, and says so", async () => {
    await set("ada", "consulting", { installed: true });
    expect(await bundles("eve")).toMatchObject([{ isInstalled: false, isForAll: true }]);
    expect(await listed("eve")).toContain("packed");
    await set("ada", "consulting", { installed: false });
  });

  it("is refused where nothing comes with it, nothing is said, and by who may not", async () => {
    expect(await set("ada", "nothing", { installed: true })).toMatchObject({
      status: 404,
      body: { error: { code: "bundle_not_found" } },
    });
    expect(await set("ada", "consulting", { installed: "yes" })).toMatchObject({
      status: 422,
      body: { error: { path: "/installed" } },
    });
    expect((await set("cat", "consulting", { installed: true })).status).toBe(403);
    expect((await ask("GET", "/api/bundles", { token: "bob" })).status).toBe(403);
  });
});
