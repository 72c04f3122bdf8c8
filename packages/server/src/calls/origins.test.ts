import { createRegistry, createTimeline } from "@callboard/core";
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { CallOrigin } from "../conversation/conversation.ts";
import type { HostModule } from "../kernel/module.ts";
import { DEFAULT_TENANT_ID } from "../store.ts";
import { chatWorld } from "../testing/fixtures/chatWorld.ts";
import type { CallRequest, Calls } from "./calls.ts";

vi.setConfig({ testTimeout: 60_000 });

const world = chatWorld<string>();
let calls: Calls;

const opened: HostModule = {
  name: "opened",
  open(kernel) {
    calls = kernel.calls;
    return {};
  },
};

beforeEach(async () => {
  const registry = createRegistry();
  registry.register({
    slug: "publish",
    name: "Publish",
    description: "Publishes.",
    category: "test",
    icon: "wrench",
    permissionPolicy: "always_ask",
    inputSchema: { type: "object" },
    outputSchema: {},
    execute(_input: unknown, { callId }) {
      world.effects.push(callId);
      return "published";
    },
  });
  await world.start({ registry, modules: [opened] });
});

const begin = (more: Partial<CallRequest> = {}, userId = "demo") =>
  calls.begin({
    tool: "publish",
    input: {},
    context: { userId, spaceId: null, requestId: randomUUID(), tenantId: DEFAULT_TENANT_ID, source: "web" },
    ...more,
  });
const actor = { userId: "demo", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: [] };

describe("a call of a tool that asks", () => {
  test.each<CallOrigin>(["foreign", "step", "task"])(
    "waits for its person where a %s makes it, and a module may answer it for somebody who may",
    async (origin) => {
      const { sessionId, callId, done } = await begin({ origin });
      const { approvalId } = await world.client.ask(sessionId);
      const approve = { callId, approvalId, decision: "approve" } as const;
      // It is in a session of one person's, and a colleague reads that alone.
      await expect(calls.answer({ ...actor, userId: "eve" }, approve)).rejects.toMatchObject({ code: "not_yours" });
      await calls.answer(actor, approve);
      expect(await done).toMatchObject({ output: "published", error: null });
      expect(world.effects).toEqual([callId]);
    },
  );

  test("runs at once where a person makes it", async () => {
    expect(await (await begin()).done).toMatchObject({ output: "published" });
  });

  test("stands under the agent that its caller writes", async () => {
    const sessionId = randomUUID();
    const log = world.store.log(DEFAULT_TENANT_ID, { creator: { userId: "demo" } });
    await log.append(sessionId, [{ type: "agent.started", agentId: "flow", name: "Weekly report" }]);
    const { callId, done } = await begin({ origin: "step", agentId: "flow", session: { id: sessionId } });
    const { approvalId } = await world.client.ask(sessionId);
    await calls.answer(actor, { callId, approvalId, decision: "approve" });
    await done;
    const timeline = createTimeline({ schedule: () => () => {} });
    timeline.apply(await log.read(sessionId));
    const [agent] = timeline.snapshot().agents;
    expect(agent).toMatchObject({ id: "flow", items: [{ kind: "call", id: callId, status: "completed" }] });
  });

  test("ends without having run where its module cancels it, or gives up waiting for it", async () => {
    const { callId, done } = await begin({ origin: "task" });
    const gaveUp = AbortSignal.timeout(50);
    await expect(calls.end({ tenantId: DEFAULT_TENANT_ID, callId }, gaveUp)).rejects.toMatchObject({
      name: "TimeoutError",
    });
    expect(await calls.cancel(DEFAULT_TENANT_ID, callId, { reason: "No more." })).toBe("cancelled");
    expect(await done).toMatchObject({ code: "cancelled", error: "No more." });
    expect(await calls.end({ tenantId: DEFAULT_TENANT_ID, callId: "nothing" })).toBeUndefined();
    expect(world.effects).toEqual([]);
  });

  test("under an id that somebody else's call has is refused, and what that answers is not told", async () => {
    const callId = randomUUID();
    await (
      await begin({ callId })
    ).done;
    await expect(begin({ callId }, "eve")).rejects.toMatchObject({ code: "not_yours" });
    expect(await (await begin({ callId })).done).toMatchObject({ output: "published" });
    expect(world.effects).toEqual([callId]);
  });
});
