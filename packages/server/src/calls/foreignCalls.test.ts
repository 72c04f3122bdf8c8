import { createRegistry, delegate, needInput, type NewEvent, type SessionEvent } from "@callboard/core";
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createScriptedModel } from "../model/scriptedModel.ts";
import { DEFAULT_TENANT_ID } from "../store.ts";
import { isGapFree, openIn } from "../testing/fixtures/chatClient.ts";
import { chatWorld } from "../testing/fixtures/chatWorld.ts";
import { foreignAgent } from "../testing/fixtures/foreignAgent.ts";

vi.setConfig({ testTimeout: 60_000 });

const world = chatWorld<{ text: unknown; sessionId: string }>();
const STRICT = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };

function tools() {
  const registry = createRegistry();
  const base = { category: "test", icon: "wrench", inputSchema: STRICT, outputSchema: {} };
  const publish = ({ text }: { text: unknown }, { sessionId }: { sessionId: string }) => {
    world.effects.push({ text, sessionId });
    return { published: text };
  };
  registry.register({
    ...base,
    slug: "publish",
    name: "Publish",
    description: "Publishes.",
    permissionPolicy: "always_ask",
    execute: publish,
  });
  registry.register({ ...base, slug: "note", name: "Note", description: "Notes.", execute: publish });
  registry.register({
    ...base,
    slug: "secret",
    name: "Secret",
    description: "For those who may.",
    requiredPermission: "secrets",
    execute: publish,
  });
  registry.register({
    ...base,
    slug: "order",
    name: "Order",
    description: "Asks for the size, then has it made.",
    permissionPolicy: "always_ask",
    execute: (_input: unknown, { answers }) =>
      answers["size"]?.action === "accept"
        ? delegate({
            name: "Maker",
            instructions: "You are the maker.",
            tools: ["note"],
            input: answers["size"].content,
          })
        : needInput({ key: "size", message: "Which size?", schema: { type: "object", required: ["size"] } }),
  });
  return registry;
}

const start = (more: { approvalTtl?: number } = {}) =>
  world.start({
    registry: tools(),
    modules: [foreignAgent],
    model: createScriptedModel({
      turns: [{ message: {}, steps: [[{ call: "note", input: { text: "made" } }], ["It is made."]] }],
    }),
    ...more,
  });

const call = async (tool: string, body: object = { input: { text: "hi" } }) => {
  type Begun = { sessionId: string; callId: string; error: { code: string } };
  const answer = await world.client.post<Begun>(`/api/foreign/${tool}`, body);
  return { ...answer, ...answer.body };
};
const endOf = async (callId: string) => (await world.client.post(`/api/foreign/${callId}/end`)).body as unknown;
const typesOf = (events: readonly SessionEvent[]) => events.map(({ type }) => type);

describe("a call of an agent that the host does not run", () => {
  beforeEach(() => start());

  test("of a tool that asks waits for its person, is approved, and runs once, as they saw it", async () => {
    const { status, sessionId, callId } = await call("publish");
    expect(status).toBe(202);
    const ask = await world.client.ask(sessionId);
    expect(ask).toMatchObject({ callId, input: { text: "hi" } });
    expect(world.effects).toEqual([]);
    const waiting = endOf(callId);
    const approve = () => world.client.post(`/api/calls/${callId}/approve`, { approvalId: ask.approvalId });
    expect((await approve()).status).toBe(202);
    expect(await waiting).toMatchObject({ output: { published: "hi" }, error: null, runId: callId });
    expect((await approve()).status).toBe(409);
    const events = await world.client.quiet(sessionId);
    expect(typesOf(events)).toEqual([
      "tool.requested",
      "tool.input_ready",
      "tool.needs_approval",
      "tool.approved",
      "tool.started",
      "tool.completed",
    ]);
    expect(events[0]).toMatchObject({ source: "agent", userId: "demo", meta: { caller: { by: "somebody's agent" } } });
    expect(world.effects).toEqual([{ text: "hi", sessionId }]);
  });

  test("of a tool that does not ask runs at once", async () => {
    const { sessionId, callId } = await call("note");
    expect(await endOf(callId)).toMatchObject({ output: { published: "hi" }, error: null });
    expect(typesOf(await world.client.log(sessionId)).slice(0, 3)).toEqual([
      "tool.requested",
      "tool.input_ready",
      "tool.started",
    ]);
  });

  test("that a person denies, stops or leaves too long does not run, and its caller is told", async () => {
    const denied = await call("publish");
    const { approvalId } = await world.client.ask(denied.sessionId);
    await world.client.post(`/api/calls/${denied.callId}/deny`, { approvalId, reason: "Not now." });
    expect(await endOf(denied.callId)).toMatchObject({ output: null, error: "Not now.", code: "denied" });
    const stopped = await call("publish");
    await world.client.ask(stopped.sessionId);
    expect((await world.client.post(`/api/calls/${stopped.callId}/cancel`)).status).toBe(202);
    expect(await endOf(stopped.callId)).toMatchObject({ code: "cancelled" });
    await world.client.close();
    await start({ approvalTtl: 20 });
    const late = await call("publish");
    expect(await endOf(late.callId)).toMatchObject({ code: "expired" });
    expect(world.effects).toEqual([]);
  });

  test.each([
    ["publish", { text: 1 }, 422, "invalid_input"],
    ["secret", { text: "hi" }, 404, "not_found"],
    ["nothing", { text: "hi" }, 404, "not_found"],
  ])("of %s with %j is refused with %i, and nothing is logged", async (tool, input, status, code) => {
    const callId = randomUUID();
    const refused = await call(tool, { input, callId });
    expect(refused.status).toBe(status);
    expect(refused.body.error.code).toBe(code);
    expect(await world.store.sessions.findCall(DEFAULT_TENANT_ID, callId)).toBeUndefined();
    expect(world.effects).toEqual([]);
  });

  test.each(["publish", "note"])("of %s under its own id begins once, however often it is asked for", async (tool) => {
    const callId = randomUUID();
    const begin = () => call(tool, { input: { text: "once" }, callId });
    const begun = await Promise.all(Array.from({ length: 20 }, begin));
    if (tool === "note") await endOf(callId);
    await world.client.close();
    await start();
    begun.push(await begin());
    expect(new Set(begun.map((each) => `${each.status} ${each.callId} ${each.sessionId}`)).size).toBe(1);
    const { sessionId } = begun[0]!;
    if (tool === "publish") {
      const { approvalId } = await world.client.ask(sessionId);
      await world.client.post(`/api/calls/${callId}/approve`, { approvalId });
    }
    expect(await endOf(callId)).toMatchObject({ output: { published: "once" }, error: null });
    expect(world.effects).toEqual([{ text: "once", sessionId }]);
  });

  test("goes on with its handler's question and its sub-agent as any other", async () => {
    const { sessionId, callId } = await call("order");
    const { approvalId } = await world.client.ask(sessionId);
    await world.client.post(`/api/calls/${callId}/approve`, { approvalId });
    const asked = await world.client.until(sessionId, (events) => typesOf(events).includes("tool.needs_input"));
    const { askId } = asked.find((event) => event.type === "tool.needs_input")!;
    const answer = { askId, action: "accept", content: { size: "M" } };
    expect((await world.client.post(`/api/calls/${callId}/answer`, answer)).status).toBe(202);
    expect(await endOf(callId)).toMatchObject({ output: "It is made.", error: null });
    expect(openIn(await world.client.quiet(sessionId))).toEqual([]);
    expect(world.effects).toEqual([{ text: "made", sessionId }]);
  });
});

test("a person's own call of a tool that asks runs at once: they have filled its form", async () => {
  await start();
  const { status, body } = await world.client.post("/api/tools/publish/run", { input: { text: "mine" } });
  expect(status).toBe(202);
  expect(await endOf(body["callId"]!)).toMatchObject({ output: { published: "mine" } });
});

test("a foreign call whose host is killed between each pair of its events comes to its end, and runs at most once", async () => {
  await start();
  const first = await call("publish");
  const { approvalId } = await world.client.ask(first.sessionId);
  await world.client.post(`/api/calls/${first.callId}/approve`, { approvalId });
  const whole = await world.client.until(first.sessionId, (events) => openIn(events).length === 0);
  await world.client.close();
  const bodies = whole.map(({ seq: _seq, sessionId: _session, at: _at, v: _v, ...body }) => body as NewEvent);

  const killed = new Map<string, { count: number; callId: string }>();
  for (let count = 2; count < bodies.length; count++) {
    const [sessionId, callId] = [randomUUID(), randomUUID()];
    const copy = JSON.parse(JSON.stringify(bodies.slice(0, count)).replaceAll(first.callId, callId)) as NewEvent[];
    await world.store.writer.append(DEFAULT_TENANT_ID, sessionId, copy, { creator: { userId: "demo" } });
    await world.store.database.asHost((tx) =>
      tx.query("update callboard.sessions set driver_id = 'a dead worker' where id = $1", [sessionId]),
    );
    killed.set(sessionId, { count, callId });
  }
  world.effects = [];
  await start();
  for (const [sessionId, { count, callId }] of killed) {
    const when = `killed after ${count} events: ${bodies[count - 1]!.type}`;
    if (count < 4) {
      const ask = await world.client.ask(sessionId);
      await world.client.post(`/api/calls/${callId}/approve`, { approvalId: ask.approvalId });
    }
    const hasStarted = count > 4;
    expect(await endOf(callId), when).toMatchObject(
      hasStarted ? { code: "interrupted" } : { output: { published: "hi" } },
    );
    const events = await world.client.log(sessionId);
    expect(isGapFree(events), when).toBe(true);
    expect(openIn(events), when).toEqual([]);
    expect(typesOf(events).filter((type) => type === "tool.started")).toHaveLength(1);
    expect(
      world.effects.filter((effect) => effect.sessionId === sessionId),
      when,
    ).toHaveLength(hasStarted ? 0 : 1);
  }
});
