import {
  createRegistry,
  needInput,
  type InputAnswer,
  type Registry,
  type SessionEvent,
  type SessionSummary,
} from "@callboard/core";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createHost, type Host } from "../host.ts";
import { createScriptedModel, type ScriptedTurn } from "../model/scriptedModel.ts";
import { DEFAULT_TENANT_ID, type Store } from "../store.ts";
import { chatClient, isGapFree, openIn, type ChatClient } from "../testing/fixtures/chatClient.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";

vi.setConfig({ testTimeout: 60_000 });
const OTHER = { userId: "eve", tenantId: randomUUID(), tenantSlug: "other", permissions: [] };
const COLLEAGUE = { userId: "carl", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: [] };

type Question = Extract<SessionEvent, { type: "tool.needs_input" }>;

let store: Store;
let client: ChatClient;
let host: Host;
/** The answers that each call of the handler was given. */
let runs: { answers: Readonly<Record<string, InputAnswer>>; state: unknown; userId: string | null }[] = [];

beforeAll(async () => {
  store = await memoryStore();
}, 60_000);
afterEach(async () => {
  runs = [];
  await client.close();
});
afterAll(() => store.close());

const size = { type: "object", properties: { size: { enum: ["S", "M", "L"] } }, required: ["size"] };

function tools(): Registry {
  const registry = createRegistry();
  registerOrder(registry);
  return registry;
}

/** Asks for the size and where to send it, and then what the two need. */
function registerOrder(registry: Registry, description = "Orders a shirt.") {
  registry.remove("order");
  registry.register({
    slug: "order",
    name: "Order",
    description,
    category: "test",
    icon: "wrench",
    inputSchema: { type: "object", properties: { rush: { type: "boolean" } } },
    execute({ rush }: { rush?: boolean }, { answers, state, userId }) {
      runs.push({ answers, state, userId });
      if (!answers["size"]) {
        const questions = [{ key: "size", message: "Which size?", schema: size }];
        return needInput(rush ? questions : [...questions, { key: "gift", message: "Is it a gift?" }], { round: 1 });
      }
      return { ordered: answers["size"], gift: answers["gift"]?.action ?? null };
    },
  });
}

const orders = (input: object = {}): ScriptedTurn[] => [{ steps: [[{ call: "order", input }], [{ result: -1 }]] }];

async function open(turns = orders(), options: { approvalTtl?: number; timeLimit?: number; registry?: Registry } = {}) {
  host = createHost({
    registry: options.registry ?? tools(),
    store,
    model: createScriptedModel({ turns }),
    actor: { "other-token": OTHER, "colleague-token": COLLEAGUE },
    onProblem: (message, error) => expect([message, error]).toBe("no problem"),
    ...(options.approvalTtl !== undefined && { approvalTtl: options.approvalTtl }),
    ...(options.timeLimit !== undefined && { timeLimit: options.timeLimit }),
  });
  await host.ready;
  return (client = chatClient(host, store));
}

const questionsIn = (events: SessionEvent[]) =>
  events.filter((event): event is Question => event.type === "tool.needs_input");

async function asked(count: number, sessionId?: string): Promise<{ sessionId: string; questions: Question[] }> {
  const id = sessionId ?? (await client.say("Order a shirt.")).sessionId;
  const events = await client.until(id, (found) => questionsIn(found).length >= count);
  return { sessionId: id, questions: questionsIn(events) };
}

const answer = ({ callId, askId }: Question, body: object, token?: string) =>
  client.post(`/api/calls/${callId}/answer`, { askId, ...body }, token);
const accept = (question: Question, content?: unknown, token?: string) =>
  answer(question, { action: "accept", ...(content !== undefined && { content }) }, token);

async function ended(sessionId: string): Promise<SessionEvent[]> {
  const events = await client.quiet(sessionId);
  expect(openIn(events)).toEqual([]);
  expect(isGapFree(events)).toBe(true);
  return events;
}
const output = (events: SessionEvent[]) =>
  events.flatMap((event) => (event.type === "tool.completed" ? [event.output] : []));
const codeOf = ({ status, body }: Awaited<ReturnType<typeof answer>>) => [
  status,
  (body as { error?: { code: string } }).error?.code,
];

describe("a handler that asks", () => {
  test("fails where its question would wait for ever", async () => {
    const registry = tools();
    registry.remove("order");
    registry.register({
      slug: "order",
      name: "Order",
      description: "Orders a shirt.",
      category: "test",
      icon: "wrench",
      inputSchema: { type: "object" },
      execute: () => needInput({ key: "size", message: "Which size?", expiresIn: NaN }),
    });
    await open(orders(), { registry });
    const { sessionId } = await client.say("Order a shirt.");
    const events = await ended(sessionId);
    expect(questionsIn(events)).toEqual([]);
    const message = expect.stringMatching(/^needInput\(\) of "order" was given expiresIn: NaN, which limits nothing/);
    expect(events).toContainEqual(
      expect.objectContaining({ type: "tool.failed", error: expect.objectContaining({ message }) }),
    );
  });

  test.each([
    [undefined, "question"],
    ["https://example.com/sign-in", "link"],
  ])("lets the list of chats say for what its chat waits (%s)", async (url, waitsFor) => {
    const registry = tools();
    registry.remove("order");
    registry.register({
      slug: "order",
      name: "Order",
      description: "Orders a shirt.",
      category: "test",
      icon: "wrench",
      inputSchema: { type: "object" },
      execute: () => needInput({ key: "one", message: "Sign in", ...(url !== undefined && { url }) }),
    });
    await open(orders(), { registry });
    const { sessionId, questions } = await asked(1);
    const listed = async () => {
      const response = await host.fetch(new Request("http://localhost/api/sessions"));
      return ((await response.json()) as SessionSummary[]).find(({ id }) => id === sessionId);
    };
    expect(await listed()).toMatchObject({ status: "waiting", waitsFor });
    await answer(questions[0]!, { action: "cancel" });
    await client.until(sessionId, (events) => questionsIn(events).length > 1 || openIn(events).length === 0);
  });

  test("is called again with all answers, and the agent goes on", async () => {
    await open();
    const { sessionId, questions } = await asked(2);
    expect(questions.map(({ message, schema, state }) => ({ message, schema, state }))).toEqual([
      { message: "Which size?", schema: size, state: { round: 1 } },
      { message: "Is it a gift?", schema: undefined, state: { round: 1 } },
    ]);
    expect(await accept(questions[0]!, { size: "M" })).toMatchObject({ status: 202 });
    await client.quiet(sessionId);
    expect(runs).toHaveLength(1);
    expect(await answer(questions[1]!, { action: "decline" })).toMatchObject({ status: 202 });
    const events = await ended(sessionId);
    expect(runs).toEqual([
      { answers: {}, state: undefined, userId: "demo" },
      {
        answers: { size: { action: "accept", content: { size: "M" } }, gift: { action: "decline" } },
        state: { round: 1 },
        userId: "demo",
      },
    ]);
    expect(output(events)).toEqual([{ ordered: { action: "accept", content: { size: "M" } }, gift: "decline" }]);
    expect(events.filter((event) => event.type === "tool.input_given").map((event) => event.by)).toEqual([
      "demo",
      "demo",
    ]);
  });

  test("may be run by a person, also after the host that ran it is gone", async () => {
    await open();
    const { body } = await client.post("/api/tools/order/run", { input: { rush: true } });
    const { sessionId } = body as unknown as { sessionId: string };
    const { questions } = await asked(1, sessionId);
    await client.close();
    await open();
    expect(await accept(questions[0]!, { size: "L" })).toMatchObject({ status: 202 });
    const events = await ended(sessionId);
    expect(output(events)).toEqual([{ ordered: { action: "accept", content: { size: "L" } }, gift: null }]);
    expect(runs.map(({ userId }) => userId)).toEqual(["demo", "demo"]);
    expect(events.flatMap((event) => (event.type === "tool.started" ? [event.source] : []))).toEqual(["web", "web"]);
  });

  test("waits as long as the person has, and then the call has expired", async () => {
    await open(orders({ rush: true }), { approvalTtl: 40 });
    const { sessionId, questions } = await asked(1);
    const events = await client.until(sessionId, (found) => found.some(({ type }) => type === "agent.completed"));
    expect(events.map(({ type }) => type)).toContain("tool.input_expired");
    expect(codeOf(await accept(questions[0]!, { size: "M" }))).toEqual([409, "already_answered"]);
    expect(runs).toHaveLength(1);
  });

  test("asks no more once its call is cancelled", async () => {
    await open(orders({ rush: true }));
    const { sessionId, questions } = await asked(1);
    await client.quiet(sessionId);
    expect((await client.post(`/api/calls/${questions[0]!.callId}/cancel`, {})).status).toBe(202);
    expect(codeOf(await accept(questions[0]!, { size: "M" }))).toEqual([409, "already_answered"]);
    await ended(sessionId);
    expect(runs).toHaveLength(1);
  });

  test("is not called again once its tool has changed", async () => {
    const registry = tools();
    await open(orders({ rush: true }), { registry });
    const { sessionId, questions } = await asked(1);
    registerOrder(registry, "Sells your house.");
    expect(codeOf(await accept(questions[0]!, { size: "M" }))).toEqual([409, "tool_changed"]);
    const events = await ended(sessionId);
    expect(events.find(({ type }) => type === "tool.failed")).toMatchObject({ error: { code: "tool_changed" } });
    expect(runs).toHaveLength(1);
  });
});

describe("an answer to a question", () => {
  test("counts once: of a hundred at a time one is taken, and the handler goes on once", async () => {
    await open(orders({ rush: true }));
    const { sessionId, questions } = await asked(1);
    const sizes = ["S", "M", "L"];
    const tries = Array.from({ length: 100 }, (_, index) => accept(questions[0]!, { size: sizes[index % 3] }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
    expect([statuses.filter((status) => status === 202).length, statuses.at(-1)]).toEqual([1, 409]);
    const events = await ended(sessionId);
    expect(runs).toHaveLength(2);
    expect(events.filter(({ type }) => type === "tool.completed")).toHaveLength(1);
    expect(codeOf(await answer(questions[0]!, { action: "cancel" }))).toEqual([409, "already_answered"]);
  });

  test.each([
    ["of another tenant", { size: "M" }, "other-token", [404, "call_not_found"]],
    ["of a colleague", { size: "M" }, "colleague-token", [403, "not_yours"]],
    ["that does not fit", { size: "XXL" }, undefined, [422, "invalid_input"]],
    ["without content", undefined, undefined, [422, "invalid_input"]],
  ] as const)("%s is refused, and the question stays", async (_who, content, token, refusal) => {
    await open(orders({ rush: true }));
    const { sessionId, questions } = await asked(1);
    expect(codeOf(await accept(questions[0]!, content, token))).toEqual(refusal);
    expect((await accept(questions[0]!, { size: "S" })).status).toBe(202);
    expect(output(await ended(sessionId))).toHaveLength(1);
  });

  test("to what was never asked is refused", async () => {
    await open(orders({ rush: true }));
    const { questions } = await asked(1);
    const [question] = questions;
    expect(codeOf(await accept({ ...question!, askId: "made up" }, { size: "M" }))).toEqual([
      404,
      "question_not_found",
    ]);
    expect(codeOf(await accept({ ...question!, callId: "made-up" }, { size: "M" }))).toEqual([404, "call_not_found"]);
    expect(codeOf(await answer(question!, { action: "maybe" }))).toEqual([422, "invalid_action"]);
  });
});

describe("an approval for the session", () => {
  let done: unknown[] = [];
  const publishing = (description = "Publishes.") => {
    const registry = createRegistry();
    registerPublish(registry, description);
    return registry;
  };
  function registerPublish(registry: Registry, description: string) {
    registry.remove("publish");
    registry.register({
      slug: "publish",
      name: "Publish",
      description,
      category: "test",
      icon: "wrench",
      permissionPolicy: "always_ask",
      inputSchema: { type: "object", properties: { text: { type: "string" } } },
      execute: (input: unknown) => void done.push(input),
    });
  }
  const publish = (text: string) => ({ call: "publish", input: { text } });
  const turns = ["first", "second", "third", "fourth"].map((message): ScriptedTurn => ({
    message,
    steps: [[publish(message)], [`Done with ${message}.`]],
  }));

  test("runs later calls of that tool without asking, until it is revoked or the tool changes", async () => {
    done = [];
    const registry = publishing();
    await open(turns, { registry });
    const { sessionId } = await client.say("first");
    const ask = await client.ask(sessionId);
    const body = { approvalId: ask.approvalId, scope: "session" };
    expect((await client.post(`/api/calls/${ask.callId}/deny`, body)).status).toBe(422);
    expect((await client.post(`/api/calls/${ask.callId}/approve`, body)).status).toBe(202);
    await client.quiet(sessionId);
    await client.say("second", sessionId);
    const second = await ended(sessionId);
    expect(done).toEqual([{ text: "first" }, { text: "second" }]);
    const approvals = second.filter((event) => event.type === "tool.approved");
    expect(approvals).toMatchObject([
      { scope: "session", by: "demo" },
      { allowance: ask.approvalId, by: "demo" },
    ]);

    expect((await client.post(`/api/sessions/${sessionId}/revoke`, { tool: "publish" }, "other-token")).status).toBe(
      404,
    );
    expect(
      (await client.post(`/api/sessions/${sessionId}/revoke`, { tool: "publish" }, "colleague-token")).status,
    ).toBe(403);
    expect((await client.post(`/api/sessions/${sessionId}/revoke`, { tool: "publish" })).status).toBe(202);
    expect((await client.post(`/api/sessions/${sessionId}/revoke`, { tool: "publish" })).status).toBe(409);
    await client.say("third", sessionId);
    const again = await client.ask(sessionId);
    expect(done).toHaveLength(2);
    await client.post(`/api/calls/${again.callId}/approve`, { approvalId: again.approvalId, scope: "session" });
    await client.quiet(sessionId);
    registerPublish(registry, "Publishes to the whole world.");
    await client.say("fourth", sessionId);
    expect((await client.ask(sessionId)).input).toEqual({ text: "fourth" });
    expect(done).toHaveLength(3);
  });
});

describe("a handler's time", () => {
  const slow = (timeLimit?: number) => {
    const registry = createRegistry();
    registry.register({
      slug: "order",
      name: "Order",
      description: "Never ends.",
      category: "test",
      icon: "wrench",
      inputSchema: { type: "object" },
      ...(timeLimit !== undefined && { timeLimit }),
      execute: (_input, { signal }) => new Promise((resolve) => signal.addEventListener("abort", resolve)),
    });
    return registry;
  };

  test.each([
    ["the host's", { timeLimit: 30 }, undefined],
    ["its own, before the host's", { timeLimit: 60_000 }, 30],
  ])("is limited: %s", async (_which, options, own) => {
    await open(orders(), { ...options, registry: slow(own) });
    const { sessionId } = await client.say("Order.");
    const events = await ended(sessionId);
    expect(events.find(({ type }) => type === "tool.failed")).toMatchObject({ error: { code: "time_limit" } });
    const { body } = await client.post("/api/tools/order/run", { input: {} });
    const own_ = (body as unknown as { sessionId: string }).sessionId;
    const mine = await client.until(own_, (found) => found.some(({ type }) => type === "tool.failed"));
    expect(mine.at(-1)).toMatchObject({ type: "tool.failed", error: { code: "time_limit" } });
  });
});
