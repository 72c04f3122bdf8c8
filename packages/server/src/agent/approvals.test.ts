import { createRegistry, delegate, type JsonSchema, type Registry, type SessionEvent } from "@callboard/core";
import type { LanguageModelV3, LanguageModelV3Prompt } from "@ai-sdk/provider";
import fc from "fast-check";
import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { DEFAULT_TENANT_ID } from "../store.ts";
import { createScriptedModel } from "../model/scriptedModel.ts";
import { observed } from "../testing/fixtures/agentTurn.ts";
import { endsOf, isGapFree, openIn, type ChatClient } from "../testing/fixtures/chatClient.ts";
import { chatWorld } from "../testing/fixtures/chatWorld.ts";

vi.setConfig({ testTimeout: 60_000 });
const OTHER = { userId: "eve", tenantId: randomUUID(), tenantSlug: "other", permissions: [] };
const COLLEAGUE = { userId: "carl", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: [] };

/** Somebody whose rights change. */
const rightful = { userId: "ruth", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: ["publish"] };

const world = chatWorld<{ text: unknown; callId: string }>();
let registry: Registry;

interface PublishChange {
  description?: string;
  name?: string;
  requiredPermission?: string;
  permissionPolicy?: "auto" | "always_ask";
  schema?: JsonSchema;
}

/** The tool that asks, as it is registered now; a change of it is a change of what was approved. */
function registerPublish(into: Registry, change: PublishChange = {}): void {
  into.remove("publish");
  const { schema, ...rest } = change;
  into.register({
    slug: "publish",
    name: "Publish note",
    description: "Publishes.",
    category: "test",
    icon: "wrench",
    permissionPolicy: "always_ask",
    inputSchema: schema ?? {
      type: "object",
      properties: { text: { type: "string", minLength: 1 }, loud: { type: "boolean" } },
      required: ["text"],
      additionalProperties: false,
    },
    execute({ text }: { text: unknown }, { callId }) {
      world.effects.push({ text, callId });
      return { published: true };
    },
    ...rest,
  });
}

function tools(): Registry {
  const made = createRegistry();
  registerPublish(made);
  made.register({
    slug: "analyze",
    name: "Analyze",
    description: "Starts an analyst.",
    category: "test",
    icon: "wrench",
    inputSchema: { type: "object" },
    execute: () => delegate({ name: "Analyst", instructions: "You are the analyst.", tools: ["publish"], input: {} }),
  });
  return made;
}

/** Asks once to publish, and then says how that went. */
const publishes = createScriptedModel({
  turns: [{ steps: [[{ call: "publish", input: { text: "hello" } }], [{ result: -1 }]] }],
});

interface Opening {
  model?: LanguageModelV3;
  approvalTtl?: number;
  permissionsOf?: () => string[];
}

function open(options: Opening = {}): Promise<ChatClient> {
  registry = tools();
  return world.start({
    registry,
    model: options.model ?? publishes,
    approvalTtl: options.approvalTtl,
    permissionsOf: options.permissionsOf,
    actor: { "other-token": OTHER, "colleague-token": COLLEAGUE, "rights-token": rightful },
  });
}

async function asked(options?: Parameters<typeof open>[0]) {
  await open(options);
  const { sessionId } = await world.client.say("Publish.");
  return await world.client.ask(sessionId);
}

const approve = (ask: { callId: string; approvalId: string }, more: object = {}, token?: string) =>
  world.client.post(`/api/calls/${ask.callId}/approve`, { approvalId: ask.approvalId, ...more }, token);
const deny = (ask: { callId: string; approvalId: string }, more: object = {}) =>
  world.client.post(`/api/calls/${ask.callId}/deny`, { approvalId: ask.approvalId, ...more });

async function ended(sessionId: string): Promise<SessionEvent[]> {
  const events = await world.client.quiet(sessionId);
  expect(openIn(events)).toEqual([]);
  expect(isGapFree(events)).toBe(true);
  return events;
}
const count = (events: SessionEvent[], type: string) => events.filter((event) => event.type === type).length;

test("the history of a tool says that a call of it waits for a person below, and for as long as it does", async () => {
  const model = createScriptedModel({
    turns: [
      { message: "Have it looked at.", steps: [[{ call: "analyze", input: {} }], ["It was analysed."]] },
      { steps: [[{ call: "publish", input: { text: "hello" } }], ["It is done."]] },
    ],
  });
  await open({ model });
  const { sessionId } = await world.client.say("Have it looked at.");
  const ask = await world.client.ask(sessionId);
  const listed = async (tool: string) => {
    const calls = await world.store.sessions.callsOf(DEFAULT_TENANT_ID, tool, { before: undefined, limit: 9 });
    return calls!.filter((one) => one.sessionId === sessionId).map(({ status, waitsFor }) => [status, waitsFor]);
  };
  expect(await listed("analyze")).toEqual([["running", "approval"]]);
  expect(await listed("publish")).toEqual([["awaiting-approval", "approval"]]);
  await deny(ask);
  await ended(sessionId);
  expect(await listed("analyze")).toEqual([["completed", undefined]]);
  expect(await listed("publish")).toEqual([["denied", undefined]]);
});

describe("an answer to an approval", () => {
  test("counts once: of a hundred at a time one is taken, and the effect happens once", async () => {
    const ask = await asked();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (index % 4 === 3 ? deny(ask) : approve(ask))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array.from({ length: 99 }, () => 409)]);
    const events = await ended(ask.sessionId);
    expect(count(events, "tool.approved") + count(events, "tool.denied")).toBe(1);
    expect(world.effects).toHaveLength(count(events, "tool.approved"));
    expect((await approve(ask)).body.error).toMatchObject({ code: "already_answered" });
    expect(world.effects.length).toBeLessThan(2);
  });

  test("twice the same: the second is 409, and nothing runs again", async () => {
    const ask = await asked();
    expect((await approve(ask)).body).toEqual({ callId: ask.callId, status: "approved" });
    expect((await approve(ask)).status).toBe(409);
    const events = await ended(ask.sessionId);
    expect((await approve(ask)).status).toBe(409);
    expect((await deny(ask)).status).toBe(409);
    expect(world.effects).toEqual([{ text: "hello", callId: ask.callId }]);
    expect(await ended(ask.sessionId)).toEqual(events);
  });

  test("after a denial is 409, and nothing ran", async () => {
    const ask = await asked();
    expect((await deny(ask, { reason: "Not today." })).body).toEqual({ callId: ask.callId, status: "denied" });
    expect((await approve(ask)).status).toBe(409);
    expect((await ended(ask.sessionId)).at(-1)).toMatchObject({
      result: "Denied by the user: Not today. Do not try the same again; go on without it.",
    });
    expect(world.effects).toEqual([]);
  });

  test("after its time is 409, and the expiry is said once", async () => {
    const ask = await asked({ approvalTtl: 250 });
    expect(ask.expiresAt).toBeGreaterThan(Date.now() - 60_000);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, ask.expiresAt! - Date.now())));
    const answers = await Promise.all(Array.from({ length: 10 }, () => approve(ask)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 409));
    const events = await ended(ask.sessionId);
    expect(count(events, "tool.approval_expired")).toBe(1);
    expect(events.at(-1)).toMatchObject({ result: "Nobody approved this call in time, so it did not run." });
    expect(world.effects).toEqual([]);
  });

  test("expiry is written by itself, also in a process that was started after the ask", async () => {
    const ask = await asked({ approvalTtl: 300 });
    await world.client.close();
    await open({ approvalTtl: 300 });
    const events = await world.client.until(ask.sessionId, (log) => log.some(({ type }) => type === "agent.completed"));
    expect(count(events, "tool.approval_expired")).toBe(1);
  });

  test("is only its own tenant's and person's: 404 as for none, 403 for a colleague", async () => {
    const ask = await asked();
    const missing = { callId: randomUUID(), approvalId: ask.approvalId };
    const foreign = await approve(ask, {}, "other-token");
    const none = await approve(missing, {}, "other-token");
    expect(foreign.status).toBe(404);
    expect(JSON.stringify(foreign).replaceAll(ask.callId, missing.callId)).toBe(JSON.stringify(none));
    expect((await approve(ask, { input: { text: 7 } }, "other-token")).body).toEqual(foreign.body);
    const colleague = await approve(ask, {}, "colleague-token");
    expect([colleague.status, colleague.body.error.code]).toEqual([403, "not_yours"]);
    const forged = await approve({ ...ask, approvalId: randomUUID() });
    expect([forged.status, forged.body.error.code]).toEqual([404, "approval_not_found"]);
    expect(world.effects).toEqual([]);
    expect((await approve(ask)).status).toBe(202);
    await ended(ask.sessionId);
    expect(world.effects).toHaveLength(1);
  });

  describe("of a person whose right was withdrawn after the ask", () => {
    const ask = async (permissionsOf?: () => string[]) => {
      await open(permissionsOf && { permissionsOf });
      rightful.permissions = ["publish"];
      registerPublish(registry, { requiredPermission: "publish" });
      const { body } = await world.client.post("/api/chat", { message: "Publish." }, "rights-token");
      return world.client.ask(body["sessionId"]!);
    };

    test("does not approve, and can deny", async () => {
      const { sessionId, ...asked } = await ask();
      rightful.permissions = [];
      const refused = await approve(asked, {}, "rights-token");
      expect([refused.status, refused.body.error.code]).toEqual([403, "not_allowed"]);
      expect(refused.body.error.message).toContain("you can deny it");
      rightful.permissions = ["publish"];
      expect((await approve(asked, {}, "rights-token")).status).toBe(202);
      await ended(sessionId);
      expect(world.effects).toHaveLength(1);
    });

    test("is looked at again when the call begins", async () => {
      let present = ["publish"];
      const { sessionId, ...asked } = await ask(() => present);
      present = [];
      // The request still has the right: it was withdrawn while the answer was on its way.
      expect((await approve(asked, {}, "rights-token")).status).toBe(202);
      const events = await ended(sessionId);
      expect(world.effects).toEqual([]);
      expect(events.find(({ type }) => type === "tool.failed")).toMatchObject({ error: { code: "not_found" } });
    });
  });

  test("to a call that never asked is 404, and of another call's ask too", async () => {
    const first = await asked();
    const { sessionId } = await world.client.say("Publish.");
    const second = await world.client.ask(sessionId);
    const crossed = await approve({ callId: second.callId, approvalId: first.approvalId });
    expect([crossed.status, crossed.body.error.code]).toEqual([404, "approval_not_found"]);
    expect(world.effects).toEqual([]);
    await deny(first);
    await deny(second);
    await ended(sessionId);
  });

  test("after the turn was stopped is 409", async () => {
    const ask = await asked();
    const { agentId } = (await world.client.log(ask.sessionId)).find(({ type }) => type === "agent.started") as never;
    await world.client.post(`/api/agents/${agentId as string}/cancel`);
    expect((await approve(ask)).status).toBe(409);
    await world.client.quiet(ask.sessionId);
    expect(world.effects).toEqual([]);
  });
});

describe("an edited input", () => {
  test.each([
    [{ text: 7 }, "/text"],
    [{ text: "" }, "/text"],
    [{}, ""],
    [{ text: "x", more: 1 }, ""],
    ["text", ""],
    [null, ""],
  ])("%j that the tool does not take: 422 with the field, and the ask stays", async (input, path) => {
    const ask = await asked();
    const { status, body } = await approve(ask, { input });
    expect([status, body.error.code]).toEqual([422, "invalid_input"]);
    expect(body.error.path?.startsWith(path)).toBe(true);
    expect(world.effects).toEqual([]);
    expect((await approve(ask, { input: { text: "mended" } })).status).toBe(202);
    await ended(ask.sessionId);
    expect(world.effects).toEqual([{ text: "mended", callId: ask.callId }]);
  });

  test("is what runs, exactly, and what the model hears of", async () => {
    const prompts: LanguageModelV3Prompt[] = [];
    const ask = await asked({ model: observed(publishes, ({ prompt }) => prompts.push(prompt)) });
    const input = { text: "\u202Eedited\u200B \u0000 \ud83d\ude00", loud: true };
    expect((await approve(ask, { input, reason: "Louder." })).status).toBe(202);
    const events = await ended(ask.sessionId);
    expect(events.find(({ type }) => type === "tool.approved")).toMatchObject({ input, reason: "Louder.", by: "demo" });
    expect(events.find(({ type }) => type === "tool.started")).toMatchObject({ input });
    expect(world.effects).toEqual([{ text: input.text, callId: ask.callId }]);
    const calls = prompts.at(-1)!.flatMap(({ role, content }) => (role === "assistant" ? content : []));
    expect(calls).toMatchObject([{ type: "tool-call", input }]);
  });
});

describe("a tool that has changed since it asked", () => {
  test("409, with a new ask that says so; the old one is over", async () => {
    const ask = await asked();
    registerPublish(registry, { description: "Publishes to everybody." });
    const refused = await approve(ask);
    expect([refused.status, refused.body.error.code]).toEqual([409, "tool_changed"]);
    const again = await world.client.ask(ask.sessionId);
    expect(again).toMatchObject({
      callId: ask.callId,
      input: { text: "hello" },
      reason: expect.stringContaining("changed"),
    });
    expect(again.approvalId).not.toBe(ask.approvalId);
    expect((await approve(ask)).status).toBe(409);
    expect(world.effects).toEqual([]);
    expect((await approve(again)).status).toBe(202);
    await ended(ask.sessionId);
    expect(world.effects).toHaveLength(1);
  });

  test("between the approval and the run: asked again, and nothing ran", async () => {
    const ask = await asked();
    const events = await world.client.log(ask.sessionId);
    await world.client.close();
    // The answer is committed, and the process ends before it runs the call.
    await world.store
      .log(DEFAULT_TENANT_ID)
      .append(ask.sessionId, [{ type: "tool.approved", callId: ask.callId, approvalId: ask.approvalId, by: "demo" }]);
    registry = tools();
    registerPublish(registry, { name: "Publish to the world" });
    await world.start({ registry, model: publishes, onProblem: () => {} });
    const again = await world.client.ask(ask.sessionId);
    expect(again.seq).toBe(events.length + 2);
    expect(again.reason).toContain("changed");
    expect(world.effects).toEqual([]);
    expect((await approve(ask)).status).toBe(409);
    await deny(again);
    await ended(ask.sessionId);
  });

  test("or is gone: 409, and the turn goes on without it", async () => {
    const ask = await asked();
    registry.remove("publish");
    expect((await approve(ask)).body.error.code).toBe("tool_changed");
    expect((await ended(ask.sessionId)).at(-1)).toMatchObject({ result: expect.stringContaining("not_found") });
  });

  test("any change of what was shown, of the arguments or of the person: never an effect that was not approved", async () => {
    await open();
    const change = fc.oneof(
      fc.record({ description: fc.string({ minLength: 1 }) }),
      fc.record({ name: fc.string({ minLength: 1 }) }),
      fc.constant({ requiredPermission: "admin" }),
      fc.constant({ permissionPolicy: "auto" as const }),
      fc.constant({ schema: { type: "object", properties: { text: { type: "string", maxLength: 4 } } } }),
      fc.constant({ schema: { type: "object", properties: { text: { type: "string", minLength: 1 } } } }),
      fc.constant({}),
    );
    const forgery = fc.record({
      approvalId: fc.option(fc.uuid(), { nil: undefined }),
      input: fc.option(fc.oneof(fc.record({ text: fc.string() }), fc.anything({ maxDepth: 2 })), { nil: undefined }),
      token: fc.constantFrom(undefined, "other-token", "colleague-token"),
    });
    await fc.assert(
      fc.asyncProperty(change, forgery, async (changed, forged) => {
        world.effects = [];
        registerPublish(registry);
        const { sessionId } = await world.client.say("Publish.");
        const ask = await world.client.ask(sessionId);
        registerPublish(registry, changed);
        const approvalId = forged.approvalId ?? ask.approvalId;
        const input =
          forged.input === undefined ? undefined : (JSON.parse(JSON.stringify(forged.input) ?? "null") as unknown);
        const { status } = await world.client.post(
          `/api/calls/${ask.callId}/approve`,
          { approvalId, input },
          forged.token,
        );
        const events = await world.client.quiet(sessionId);
        const untouched =
          Object.keys(changed).length === 0 ||
          ("description" in changed && changed.description === "Publishes.") ||
          ("name" in changed && changed.name === "Publish note");
        if (status === 202) {
          expect([untouched, forged.approvalId, forged.token]).toEqual([true, undefined, undefined]);
          expect(world.effects).toEqual([
            { text: input === undefined ? "hello" : (input as { text: string }).text, callId: ask.callId },
          ]);
        } else {
          expect(world.effects).toEqual([]);
          expect(count(events, "tool.started") + count(events, "tool.approved")).toBe(0);
        }
        registerPublish(registry);
        const waiting = openIn(events).length > 0;
        if (waiting) await deny(await world.client.ask(sessionId));
        await ended(sessionId);
      }),
      // Each is a turn over the database, and one that was left half-way would reach into the next test.
      { numRuns: 25, interruptAfterTimeLimit: undefined },
    );
  });

  test("a tool that reads the same arguments differently each time is never run on an approval of them", async () => {
    await open();
    let reads = 0;
    registry.remove("publish");
    registry.register({
      slug: "publish",
      name: "Publish note",
      description: "Publishes.",
      category: "test",
      icon: "wrench",
      permissionPolicy: "always_ask",
      inputSchema: {
        "~standard": {
          version: 1,
          vendor: "test",
          validate: (value: object) => ({ value: { ...value, text: `read ${++reads}` } }),
          jsonSchema: { input: () => ({ type: "object" }), output: () => ({ type: "object" }) },
        },
      } as never,
      execute: ({ text }: { text: string }, { callId }) => void world.effects.push({ text, callId }),
    });
    const { sessionId } = await world.client.say("Publish.");
    const ask = await world.client.ask(sessionId);
    expect((await approve(ask)).status).toBe(202);
    const events = await ended(sessionId);
    expect(world.effects).toEqual([]);
    expect(events.find(({ type }) => type === "tool.failed")).toMatchObject({ error: { code: "input_unstable" } });
  });
});

describe("an approval below a person's own run of a delegating tool", () => {
  const analystPublishes = createScriptedModel({
    turns: [{ steps: [[{ call: "publish", input: { text: "hello" } }], ["It is published."]] }],
  });

  test("survives a restart, completes the call once, and whoever waits for it hears", async () => {
    await open({ model: analystPublishes });
    const { status, body } = await world.client.post("/api/tools/analyze/run", { input: {} });
    expect(status).toBe(202);
    const { sessionId, callId } = body as unknown as { sessionId: string; callId: string };
    const ask = await world.client.ask(sessionId);
    await world.client.close();
    await open({ model: analystPublishes });
    expect(openIn(await world.client.quiet(sessionId))).toHaveLength(3);
    expect((await approve(ask, {}, "colleague-token")).status).toBe(403);
    const answers = await Promise.all(Array.from({ length: 20 }, () => approve(ask)));
    expect(answers.filter((answer) => answer.status === 202)).toHaveLength(1);
    const events = await ended(sessionId);
    expect(world.effects).toHaveLength(1);
    expect(events.filter((event) => event.type === "tool.completed" && event.callId === callId)).toEqual([
      expect.objectContaining({ output: "It is published." }),
    ]);
    expect(endsOf(events)).toEqual(["tool.completed", "agent.completed", "tool.completed"]);
  });

  test("is heard of by a run that waits; a closing host lets it go, and the call goes on in the next", async () => {
    const asking = () =>
      world.store.database.asTenant(DEFAULT_TENANT_ID, (tx) =>
        tx.query<{ session_id: string }>("select session_id from callboard.calls where status = 'awaiting-approval'"),
      );
    const begun = async () => {
      const answer = world.client.post("/api/tools/analyze/run", { input: {} }, undefined, { prefer: "wait" });
      await expect.poll(asking, { timeout: 10_000 }).toHaveLength(1);
      const [{ session_id: sessionId } = { session_id: "" }] = await asking();
      return { answer, ask: await world.client.ask(sessionId), sessionId };
    };
    await open({ model: analystPublishes });
    const first = await begun();
    await approve(first.ask);
    expect(await first.answer).toMatchObject({ status: 200, body: { output: "It is published.", error: null } });
    await ended(first.sessionId);

    const second = await begun();
    await world.client.close();
    expect(await second.answer).toMatchObject({ status: 200, body: { output: null, code: "host_closing" } });
    await open({ model: analystPublishes });
    await approve(second.ask);
    expect(endsOf(await ended(second.sessionId))).toEqual(["tool.completed", "agent.completed", "tool.completed"]);
    expect(world.effects).toHaveLength(2);
  });
});
