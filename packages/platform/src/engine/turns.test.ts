import { createRegistry, type SessionEvent, type ToolRegistration } from "@callboard/core";
import {
  createHost,
  createScriptedModel,
  createStore,
  DEFAULT_TENANT_ID,
  type Host,
  type Store,
} from "@callboard/server";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ask as askHost, type AskOptions } from "../../../../test/setup/ask.ts";
import { createPlatform, PLATFORM_PERMISSIONS } from "../createPlatform.ts";
import { inProcessEngine } from "./inProcessEngine.ts";
import { durableEngine } from "./lazyEngine.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const tenant = { tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: [...PLATFORM_PERMISSIONS] };
const actors = {
  ada: { ...tenant, userId: "ada" },
  eve: { ...tenant, userId: "eve", tenantId: randomUUID(), tenantSlug: "other" },
};
type Person = keyof typeof actors;

/** What runs now, by tool and tenant, and the most that did at once; a call ends when it is let go. */
const atOnce = new Map<string, number>();
const most = new Map<string, number>();
const begun: { tool: string; at: number }[] = [];
const letGo = new Map<string, () => void>();

const tool = (slug: string, more: Partial<ToolRegistration>): ToolRegistration => ({
  slug,
  name: slug,
  description: `Does ${slug}.`,
  category: "test",
  icon: "x",
  inputSchema: { type: "object", properties: { waits: { type: "boolean" } } },
  outputSchema: {},
  async execute({ waits }: { waits?: boolean }, { callId, tenantId, signal }) {
    const key = `${slug} ${String(tenantId)}`;
    begun.push({ tool: slug, at: Date.now() });
    atOnce.set(key, (atOnce.get(key) ?? 0) + 1);
    most.set(key, Math.max(most.get(key) ?? 0, atOnce.get(key) ?? 0));
    try {
      if (waits) {
        await new Promise<void>((resolve, reject) => {
          letGo.set(callId, resolve);
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        });
      }
      return { ran: callId };
    } finally {
      atOnce.set(key, (atOnce.get(key) ?? 1) - 1);
    }
  },
  ...more,
});

describe.each([
  ["in process", inProcessEngine],
  ["by DBOS", durableEngine],
])("a tool with limits, kept %s", (_name, engine) => {
  let store: Store;
  let host: Host;
  beforeAll(async () => {
    const registry = createRegistry();
    registry.register(tool("one", { limits: { concurrency: 1 } }));
    registry.register(tool("sent", { limits: { concurrency: 1 }, permissionPolicy: "always_ask" }));
    registry.register(tool("paced", { limits: { rate: { calls: 2, seconds: 1 } } }));
    store = await createStore();
    host = createHost({
      registry,
      store,
      actor: actors,
      model: createScriptedModel({
        turns: [{ message: "send it", steps: [[{ call: "sent", input: {} }], ["Sent."]] }],
      }),
      modules: [createPlatform({ engine })],
    });
    await host.ready;
  });
  afterAll(async () => {
    await host.close();
    await store.close();
  });

  const ask = async <Body>(person: Person, path: string, options: Omit<AskOptions, "token"> = {}) => {
    const { status, body } = await askHost(host, "POST", path, { ...options, token: person });
    return { status, body: body as Body };
  };
  const run = async (person: Person, slug: string, input: object = {}) => {
    const path = `/api/tools/${slug}/run`;
    return (await ask<{ callId: string; sessionId: string }>(person, path, { body: { input } })).body;
  };
  const typesOf = async (person: Person, { sessionId, callId }: { sessionId: string; callId: string }) =>
    (await store.log(actors[person].tenantId).read(sessionId)).flatMap((event: SessionEvent) =>
      "callId" in event && event.callId === callId ? [event.type] : [],
    );
  const eventually = async (check: () => Promise<void>) => await vi.waitFor(check, { timeout: 20_000, interval: 25 });
  const comesTo = (person: Person, call: { sessionId: string; callId: string }, type: SessionEvent["type"]) =>
    eventually(async () => expect(await typesOf(person, call)).toContain(type));
  const end = async (person: Person, call: { sessionId: string; callId: string }) => {
    await eventually(async () => expect(letGo.has(call.callId)).toBe(true));
    letGo.get(call.callId)?.();
    await comesTo(person, call, "tool.completed");
  };

  it("runs as many at once as it says; the others wait in their order and say so", async () => {
    const first = await run("ada", "one", { waits: true });
    await comesTo("ada", first, "tool.started");
    const second = await run("ada", "one", { waits: true });
    await comesTo("ada", second, "tool.needs_turn");
    const third = await run("ada", "one", { waits: true });
    await comesTo("ada", third, "tool.needs_turn");
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await typesOf("ada", second)).not.toContain("tool.turn_given");
    await end("ada", first);
    await end("ada", second);
    await end("ada", third);
    expect(most.get(`one ${DEFAULT_TENANT_ID}`)).toBe(1);
    expect(await typesOf("ada", second)).toEqual([
      "tool.requested",
      "tool.input_ready",
      "tool.needs_turn",
      "tool.turn_given",
      "tool.started",
      "tool.completed",
    ]);
  });

  it("lets a call that is cancelled while it waits never run, and the next go on", async () => {
    const first = await run("ada", "one", { waits: true });
    await comesTo("ada", first, "tool.started");
    const second = await run("ada", "one", { waits: true });
    await comesTo("ada", second, "tool.needs_turn");
    const third = await run("ada", "one", { waits: true });
    await comesTo("ada", third, "tool.needs_turn");
    expect((await ask("ada", `/api/calls/${second.callId}/cancel`, { body: {} })).status).toBeLessThan(300);
    await comesTo("ada", second, "tool.cancelled");
    // One that runs gives its turn back, too.
    await ask("ada", `/api/calls/${first.callId}/cancel`, { body: {} });
    await end("ada", third);
    expect(await typesOf("ada", second)).not.toContain("tool.started");
  });

  it("lets tenants not wait for each other", async () => {
    const ours = await run("ada", "one", { waits: true });
    await comesTo("ada", ours, "tool.started");
    await end("eve", await run("eve", "one", { waits: true }));
    await end("ada", ours);
  });

  it("begins as many in a time as it says", async () => {
    const path = "/api/tools/paced/run";
    const waited = { body: { input: {} }, headers: { prefer: "wait" } };
    const at = begun.length;
    await Promise.all(Array.from({ length: 5 }, () => ask("ada", path, waited)));
    const times = begun.slice(at).map((each) => each.at);
    expect(times).toHaveLength(5);
    expect(times[2]! - times[0]!).toBeGreaterThanOrEqual(700);
    expect(times[4]! - times[2]!).toBeGreaterThanOrEqual(700);
  });

  it("counts an agent's call from its approval on, and not while it asks", async () => {
    const { body: chat } = await ask<{ sessionId: string }>("ada", "/api/chat", { body: { message: "send it" } });
    const own = await run("ada", "sent", { waits: true });
    await comesTo("ada", own, "tool.started");
    const log = () => store.log(DEFAULT_TENANT_ID).read(chat.sessionId);
    const asked = await vi.waitFor(async () => {
      const found = (await log()).find((event) => event.type === "tool.needs_approval");
      if (found?.type !== "tool.needs_approval") throw new Error("It has not asked.");
      return found;
    }, 20_000);
    const { callId, approvalId } = asked;
    await ask("ada", `/api/calls/${callId}/approve`, { body: { approvalId } });
    const call = { sessionId: chat.sessionId, callId };
    await comesTo("ada", call, "tool.needs_turn");
    await end("ada", own);
    await comesTo("ada", call, "tool.completed");
    expect((await log()).filter(({ type }) => type === "tool.needs_approval")).toHaveLength(1);
    await eventually(async () => expect((await log()).at(-1)?.type).toBe("agent.completed"));
  });
});

it("runs at once where nothing keeps limits, and whoever runs the host is told", async () => {
  const registry = createRegistry();
  registry.register(tool("alone", { limits: { concurrency: 1 } }));
  const onProblem = vi.fn();
  const store = await createStore();
  const host = createHost({ registry, store, actor: actors, onProblem });
  const asked = { token: "ada", body: { input: {} }, headers: { prefer: "wait" } };
  for (const _time of [1, 2]) {
    const { body } = await askHost(host, "POST", "/api/tools/alone/run", asked);
    expect(body).toMatchObject({ error: null });
  }
  expect(onProblem.mock.calls.map(([message]) => String(message))).toEqual([
    expect.stringContaining('"alone" has limits, and nothing in this host keeps them'),
  ]);
  await host.close();
  await store.close();
});
