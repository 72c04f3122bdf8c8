/**
 * Each answer to what waits for a person, and what may happen meanwhile: it is taken once, and what follows happens
 * once.
 */
import { createRegistry, needInput, type NewEvent, type Registry, type SessionEvent } from "@callboard/core";
import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { createScriptedModel, type ScriptedTurn } from "../model/scriptedModel.ts";
import { DEFAULT_TENANT_ID } from "../store.ts";
import { isGapFree, openIn } from "../testing/fixtures/chatClient.ts";
import { chatWorld } from "../testing/fixtures/chatWorld.ts";

vi.setConfig({ testTimeout: 60_000 });

/** An effect is what something was done with. */
const world = chatWorld<unknown>();

function tools(): Registry {
  const registry = createRegistry();
  const base = { category: "test", icon: "wrench" };
  registry.register({
    ...base,
    slug: "publish",
    name: "Publish",
    description: "Publishes.",
    permissionPolicy: "always_ask",
    inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    execute({ text }: { text: unknown }) {
      world.effects.push(text);
      return { published: true };
    },
  });
  registry.register({
    ...base,
    slug: "order",
    name: "Order",
    description: "Asks for the size.",
    inputSchema: { type: "object" },
    execute(_input: unknown, { answers }) {
      const { size } = answers;
      if (!size) return needInput({ key: "size", message: "Which size?", schema: { type: "object" } });
      world.effects.push(size.action === "accept" ? size.content : size.action);
      return { ordered: size.action === "accept" };
    },
  });
  return registry;
}

const turnOf = (call: string): ScriptedTurn[] => [
  { steps: [[{ call, input: call === "publish" ? { text: "as asked" } : {} }], [{ result: -1 }]] },
];

const start = (call: string, approvalTtl?: number) =>
  world.start({
    registry: tools(),
    model: createScriptedModel({ turns: turnOf(call) }),
    ...(approvalTtl !== undefined && { approvalTtl }),
  });

type Asked = Extract<SessionEvent, { type: "tool.needs_approval" | "tool.needs_input" }>;

const isAsk = (event: SessionEvent): event is Asked =>
  event.type === "tool.needs_approval" || event.type === "tool.needs_input";

interface Act {
  call: "publish" | "order";
  /** The route below the call's own, and what is sent there. */
  path: string;
  body: object;
  /** What happens then. */
  effects: unknown[];
  /** The event that the log has of it, once. */
  said: SessionEvent["type"];
}

const acts: Record<string, Act> = {
  approve: { call: "publish", path: "approve", body: {}, effects: ["as asked"], said: "tool.approved" },
  edit: {
    call: "publish",
    path: "approve",
    body: { input: { text: "as edited" } },
    effects: ["as edited"],
    said: "tool.approved",
  },
  deny: { call: "publish", path: "deny", body: { reason: "No." }, effects: [], said: "tool.denied" },
  cancel: { call: "publish", path: "cancel", body: {}, effects: [], said: "tool.cancelled" },
  fill: {
    call: "order",
    path: "answer",
    body: { action: "accept", content: { size: "M" } },
    effects: [{ size: "M" }],
    said: "tool.input_given",
  },
  decline: {
    call: "order",
    path: "answer",
    body: { action: "decline" },
    effects: ["decline"],
    said: "tool.input_given",
  },
  "cancel a question": { call: "order", path: "cancel", body: {}, effects: [], said: "tool.cancelled" },
};

const give = ({ path, body }: Act, ask: Asked) =>
  world.client.post(`/api/calls/${ask.callId}/${path}`, {
    ...(path !== "cancel" &&
      (ask.type === "tool.needs_approval" ? { approvalId: ask.approvalId } : { askId: ask.askId })),
    ...body,
  });

async function asked(call: Act["call"], approvalTtl?: number): Promise<Asked> {
  await start(call, approvalTtl);
  const { sessionId } = await world.client.say("Go on.");
  await world.client.until(sessionId, (events) => events.some(isAsk));
  return (await world.client.quiet(sessionId)).find(isAsk)!;
}

/** The log as a host left it that was killed when `last` was its newest event; another one is started over it. */
async function killedAt(events: readonly SessionEvent[], last: SessionEvent, approvalTtl?: number): Promise<Asked> {
  await world.client.close();
  const sessionId = randomUUID();
  const bodies = events
    .slice(0, last.seq)
    .map(({ seq: _seq, sessionId: _session, at: _at, v: _v, ...body }) => body as NewEvent);
  // Ids are unique to the database: the copy has its own.
  const ids = new Map<string, string>();
  const copy = JSON.parse(
    JSON.stringify(bodies).replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      if (!ids.has(id)) ids.set(id, randomUUID());
      return ids.get(id)!;
    }),
  ) as NewEvent[];
  await world.store.writer.append(DEFAULT_TENANT_ID, sessionId, copy, { creator: { userId: "demo", title: "killed" } });
  await world.store.database.asHost((tx) =>
    tx.query("update callboard.sessions set driver_id = 'a dead worker' where id = $1", [sessionId]),
  );
  world.effects = [];
  await start(events.find(isAsk)!.type === "tool.needs_approval" ? "publish" : "order", approvalTtl);
  return (await world.client.log(sessionId)).find(isAsk)!;
}

/** The end of it all: nothing is left open, the answer stands once, and what follows from it happened. */
async function settled({ said, effects: due }: Act, sessionId: string): Promise<void> {
  await world.client.until(sessionId, (events) =>
    events.some(({ type }) => /^agent\.(?:completed|cancelled)$/.test(type)),
  );
  const events = await world.client.quiet(sessionId);
  expect(openIn(events)).toEqual([]);
  expect(isGapFree(events)).toBe(true);
  expect(events.filter(({ type }) => type === said)).toHaveLength(1);
  expect(world.effects).toEqual(due);
}

describe.each(Object.entries(acts))("%s", (_name, act) => {
  test("in one of two tabs: the other is told that it came too late", async () => {
    const ask = await asked(act.call);
    const answers = await Promise.all([give(act, ask), give(act, ask)]);
    // Who stops what is being stopped is told that it is; the log says it once all the same.
    const late = act.path === "cancel" ? expect.toBeOneOf([202, 409]) : 409;
    expect(answers.map(({ status }) => status).sort()).toEqual([202, late]);
    await settled(act, ask.sessionId);
    expect((await give(act, ask)).status).toBe(409);
  });

  test("in a page that was loaded anew: it has the same ask from the log", async () => {
    const ask = await asked(act.call);
    const again = (await world.client.log(ask.sessionId)).find(isAsk)!;
    expect(again).toEqual(ask);
    expect((await give(act, again)).status).toBe(202);
    await settled(act, ask.sessionId);
  });

  test("to a host that was killed while it waited, and started again", async () => {
    const first = await asked(act.call);
    const ask = await killedAt(await world.client.log(first.sessionId), first);
    expect((await give(act, ask)).status).toBe(202);
    await settled(act, ask.sessionId);
    expect((await give(act, ask)).status).toBe(409);
  });

  test("to a host that was killed as soon as it was acknowledged: it stands, and a second one counts for nothing", async () => {
    const first = await asked(act.call);
    await give(act, first);
    await settled(act, first.sessionId);
    const events = await world.client.log(first.sessionId);
    const ask = await killedAt(
      events,
      events.find(({ type }) => type === act.said)!,
    );
    expect((await give(act, ask)).status).toBe(409);
    await settled(act, ask.sessionId);
  });
});

describe.each(["publish", "order"] as const)("an ask of %s that expires", (call) => {
  const act = call === "publish" ? acts["approve"]! : acts["fill"]!;
  const said = call === "publish" ? "tool.approval_expired" : "tool.input_expired";
  const expired: Act = { ...act, said, effects: [] };

  test("can be answered in no tab", async () => {
    const ask = await asked(call, 40);
    await settled(expired, ask.sessionId);
    const answers = await Promise.all([give(act, ask), give(act, ask)]);
    expect(answers.map(({ status }) => status)).toEqual([409, 409]);
    await settled(expired, ask.sessionId);
  });

  test("does so in a host that was killed meanwhile and started again", async () => {
    const first = await asked(call, 40);
    await settled(expired, first.sessionId);
    const ask = await killedAt(await world.client.log(first.sessionId), first, 40);
    await settled(expired, ask.sessionId);
    expect((await give(act, ask)).status).toBe(409);
  });
});
