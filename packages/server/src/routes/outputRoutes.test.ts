import {
  createRegistry,
  delegate,
  executeTool,
  type OutputRef,
  type SessionEvent,
  type ToolCallbacks,
} from "@callboard/core";
import { createAjvValidator } from "@callboard/core/ajv";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DEFAULT_TENANT_ID, type Store } from "../store.ts";
import { createHost, type Host } from "../host.ts";
import { createScriptedModel } from "../model/scriptedModel.ts";
import { observed, results } from "../testing/fixtures/agentTurn.ts";
import { ask } from "../../../../test/setup/ask.ts";
import { chatClient } from "../testing/fixtures/chatClient.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";
import { readOutput } from "../tools/readOutput.ts";

vi.setConfig({ testTimeout: 60_000 });

const OTHER = { userId: "eve", tenantId: randomUUID(), tenantSlug: "other", permissions: [] };
const base = { category: "test", icon: "x", inputSchema: { type: "object" } };
let output: unknown = null;
const registry = createRegistry();
registry.register({ ...base, slug: "large", name: "Large", description: "Says much.", execute: () => output });
registry.register({
  ...base,
  slug: "delegates",
  name: "Delegates",
  description: "Starts an agent.",
  execute: () => delegate({ name: "A", instructions: "Answer.", tools: [], input: {} }),
});
registry.register({
  ...base,
  slug: "chatty",
  name: "Chatty",
  description: "Says a little, often.",
  execute: (_input: unknown, _context, { onOutput }) => {
    for (let count = 0; count < 200_000; count++) onOutput("x");
    return null;
  },
});

let store: Store;
let host: Host;
let heard: string[] = [];
beforeAll(async () => {
  store = await memoryStore();
  registry.register(readOutput(store.database));
  const model = createScriptedModel({
    turns: [
      // The model says a word at a time.
      { message: {}, steps: [[`${"word".repeat(10)} `.repeat(8_000)]] },
      { message: "large", steps: [[{ call: "large", input: {} }], ["Done."]] },
    ],
  });
  const listening = observed(model, ({ prompt }) => (heard = results(prompt)));
  host = createHost({ registry, store, model: listening, actor: { eve: OTHER }, onProblem: () => {} });
  await host.ready;
}, 60_000);
afterAll(async () => {
  await host.close();
  await store.close();
});

const run = async (slug: string) => {
  const { body } = await ask(host, "POST", `/api/tools/${slug}/run`, {
    body: { input: {} },
    headers: { prefer: "wait" },
  });
  const events = await store.log(DEFAULT_TENANT_ID).read(body.sessionId);
  return { body, events, end: events.at(-1) as Extract<SessionEvent, { type: "tool.completed" }> };
};
const read = (input: unknown, sessionId: string, tenantId = DEFAULT_TENANT_ID, source: "agent" | "web" = "agent") => {
  const context = { userId: "ada", spaceId: null, requestId: "r", tenantId, source };
  return executeTool("read_output", input, context, { registry, createValidator: createAjvValidator, sessionId });
};
const fetchRef = (id: string, init?: RequestInit) =>
  host.fetch(new Request(`http://localhost/api/outputs/${id}`, init));

describe("an output above 256 kB", () => {
  it.each([
    ["rows", Array.from({ length: 60_000 }, (_, id) => ({ id, name: "Grüße \u{1F600} \u0000" }))],
    ["a text", "\u{1F600}a".repeat(120_000)],
  ])("is a reference in the log, and whole at its address: %s", async (_name, value) => {
    output = value;
    const { body, end, events } = await run("large");
    expect(body.output).toEqual(value);
    const { outputRef } = end;
    expect(end.output).toBeUndefined();
    const json = JSON.stringify(value);
    expect(outputRef).toMatchObject({ bytes: Buffer.byteLength(json), mediaType: "application/json" });
    expect(json.startsWith(outputRef!.preview)).toBe(true);
    expect(JSON.stringify(events).length).toBeLessThan(140_000);
    const response = await fetchRef(outputRef!.id);
    expect(response.headers.get("content-length")).toBe(String(outputRef!.bytes));
    expect(response.headers.get("content-security-policy")).toContain("sandbox");
    expect(await response.json()).toEqual(value);
    const head = await fetchRef(outputRef!.id, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it("is its own tenant's alone, and goes with its session", async () => {
    output = "x".repeat(300_000);
    const { end, body } = await run("large");
    const foreign = await fetchRef(end.outputRef!.id, { headers: { authorization: "Bearer eve" } });
    const none = await fetchRef("output_nothing");
    expect([foreign.status, await foreign.text()]).toEqual([404, await none.text()]);
    const rows = () =>
      store.database.asTenant(DEFAULT_TENANT_ID, (tx) =>
        tx.query("select 1 from callboard.output_chunks where output_id = $1", [end.outputRef!.id]),
      );
    expect(await rows()).toHaveLength(2);
    await store.database.asTenant(DEFAULT_TENANT_ID, (tx) =>
      tx.query("delete from callboard.sessions where id = $1", [body.sessionId]),
    );
    expect(await rows()).toEqual([]);
  });

  it("stands in its event where it is smaller", async () => {
    output = "x".repeat(250_000);
    const { end } = await run("large");
    expect([end.output, end.outputRef]).toEqual([output, undefined]);
  });

  it("tells a model what it is, where it is kept and how it begins, and no more", async () => {
    const text = "line\n".repeat(100_000);
    output = text;
    const client = chatClient(host, store);
    const { sessionId } = await client.say("large");
    await client.quiet(sessionId);
    expect(heard.at(-1)).toContain("a text of 500000 characters in 100001 lines");
    expect(heard.at(-1)).toMatch(/kept as output_[\w-]+\.\n\nline\nline\n/);
    expect(heard.at(-1)).toContain("the beginning of 600002 bytes");
    expect(heard.at(-1)!.length).toBeLessThan(9_000);
    const [, id, offset] = /read_output, id "(output_[\w-]+)", offset (\d+)/.exec(heard.at(-1)!)!;
    const on = await read({ id, offset: Number(offset), length: 12 }, sessionId);
    expect(on.output).toEqual({ text: text.slice(Number(offset), Number(offset) + 12), next: Number(offset) + 12 });
  });

  it("is read on and searched by an agent of its own session, and by nobody else", async () => {
    output = [{ name: "first" }, ...Array.from({ length: 30_000 }, (_, id) => ({ id })), { name: "the last" }];
    const { end, body } = await run("large");
    const { id } = end.outputRef!;
    const json = JSON.stringify(output);
    const found = await read({ id, find: "THE LAST" }, body.sessionId);
    const [match] = (found.output as { matches: { offset: number; text: string }[] }).matches;
    expect(match).toMatchObject({ offset: json.indexOf("the last"), text: expect.stringContaining('"the last"}]') });
    const rest = await read({ id: end.callId, offset: match!.offset }, body.sessionId);
    expect(rest.output).toEqual({ text: 'the last"}]', next: null });
    const elsewhere = await run("large");
    const refused = [
      await read({ id }, elsewhere.body.sessionId),
      await read({ id }, body.sessionId, OTHER.tenantId),
      await read({ id: "output_\u0000" }, body.sessionId),
    ];
    for (const { error } of refused) expect(error).toContain("This conversation has no result");
    expect((await read({ id }, body.sessionId, DEFAULT_TENANT_ID, "web")).code).toBe("not_found");
  });

  it("that stands in its event is read by its call", async () => {
    output = "x".repeat(100_000);
    const { end, body } = await run("large");
    const { output: stretch } = await read({ id: end.callId, offset: 99_990 }, body.sessionId);
    expect(stretch).toEqual({ text: "x".repeat(10), next: null });
  });

  it("is the whole result of a call that a sub-agent ended", async () => {
    const { body, events } = await run("delegates");
    const end = events.find(({ type }) => type === "tool.completed") as { outputRef?: OutputRef };
    expect(end.outputRef?.bytes).toBeGreaterThan(256_000);
    expect(JSON.stringify(body.output)).toContain("word wordword");
  });
});

it("many small pieces of output are few events", async () => {
  const { events } = await run("chatty");
  expect(events.length).toBeLessThan(30);
  const text = events.map((event) => (event.type === "tool.output_appended" ? event.delta : "")).join("");
  expect(text).toBe("x".repeat(200_000));
});

describe("an output beyond what a host keeps", () => {
  const most = 100_000;
  const says = (how: string, execute: (callbacks: ToolCallbacks) => unknown) => {
    const own = createRegistry();
    own.register({
      ...base,
      slug: "vast",
      name: "Vast",
      description: how,
      execute: (_input: unknown, _context, callbacks) => execute(callbacks),
    });
    return createHost({ registry: own, store, maxOutput: most, onProblem: () => {} });
  };
  const row = { text: "x".repeat(90) };

  it.each<[string, (callbacks: ToolCallbacks) => unknown]>([
    ["in one text", () => "x".repeat(most)],
    ["in rows", () => Array.from({ length: 1_100 }, () => row)],
    ["as a preview", ({ onPartialResult }) => onPartialResult(Array.from({ length: 1_100 }, () => row))],
    [
      "in pieces",
      ({ onOutput }) => {
        for (let count = 0; count < 1_200; count++) onOutput(row.text);
      },
    ],
  ])("fails its call %s, and says why and what to do", async (how, execute) => {
    const small = says(how, execute);
    const { body } = await ask(small, "POST", "/api/tools/vast/run", {
      body: { input: {} },
      headers: { prefer: "wait" },
    });
    expect(body).toMatchObject({
      output: null,
      code: "output_too_large",
      error: expect.stringMatching(/"vast" answered with more than 0.1 MB.*answer with a part/),
    });
    await small.close();
  });

  it("is not what is just below it", async () => {
    const small = says("almost", () => "x".repeat(most - 100));
    const { body } = await ask(small, "POST", "/api/tools/vast/run", {
      body: { input: {} },
      headers: { prefer: "wait" },
    });
    expect(body).toMatchObject({ error: null });
    await small.close();
  });
});
