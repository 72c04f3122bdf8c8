import { createRegistry, type SessionEvent } from "@callboard/core";
import {
  createHost,
  createScriptedModel,
  createStore,
  DEFAULT_TENANT_ID,
  type Host,
  type Store,
} from "@callboard/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { everything } from "../testing/fixtures/everything.ts";
import { serveTasks, type ServedTask, type ServedTasks } from "../testing/fixtures/serveTasks.ts";
import { createMcpServers } from "./createMcpServers.ts";

vi.setConfig({ testTimeout: 60_000 });
const soon = { timeout: 20_000, interval: 50 };

const ada = { userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: [] };
let store: Store;
let served: ServedTasks;
let host: Host;

async function open() {
  const opened = createHost({
    registry: createRegistry(),
    store,
    actor: { ada },
    onProblem: () => {},
    model: createScriptedModel({ turns: [] }),
    modules: [
      createMcpServers({
        servers: [
          // A stretch of a task is four fifths of it.
          { name: "new", title: "New one", transport: { url: served.url }, timeLimit: 1_500 },
          { name: "old", title: "Old one", transport: everything },
        ],
        keepsWire: true,
      }),
    ],
  });
  await opened.ready;
  // A host does not wait long for its servers, and both of these take a while where the machine is busy.
  await vi.waitFor(
    async () => {
      const request = new Request("http://localhost/api/tools", { headers: { authorization: "Bearer ada" } });
      const tools = JSON.stringify(await (await opened.fetch(request)).json());
      for (const slug of ["work", "simulate-research-query"]) expect(tools).toContain(`"${slug}"`);
    },
    { timeout: 40_000, interval: 100 },
  );
  return opened;
}

beforeAll(async () => {
  store = await createStore();
  served = await serveTasks();
  host = await open();
}, 60_000);
afterAll(async () => {
  await host.close();
  await served.stop();
  await store.close();
});

const post = async (path: string, body: object) => {
  const response = await host.fetch(
    new Request(`http://localhost${path}`, {
      method: "POST",
      headers: { authorization: "Bearer ada", "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
  return { status: response.status, body: (await response.json().catch(() => null)) as Record<string, unknown> };
};
const run = async (slug: string, input: object = {}) => {
  const { status, body } = await post(`/api/tools/${slug}/run`, { input });
  expect({ status, body }).toMatchObject({ status: 202 });
  return body as { sessionId: string; callId: string };
};
const eventsOf = (sessionId: string) => store.log(DEFAULT_TENANT_ID).read(sessionId);
type EventOf<Type> = Extract<SessionEvent, { type: Type }>;
const eventOf = async <Type extends SessionEvent["type"]>(sessionId: string, type: Type): Promise<EventOf<Type>> =>
  vi.waitFor(async () => {
    const events = await eventsOf(sessionId);
    const found = events.find((event): event is EventOf<Type> => event.type === type);
    if (!found) throw new Error(`There is no ${type}: ${JSON.stringify(events)}`);
    return found;
  }, soon);
const last = (): ServedTask => {
  const task = served.tasks.at(-1);
  if (!task) throw new Error("The server has begun no task.");
  return task;
};
const done = { content: [{ type: "text", text: "Gold" }], structuredContent: { gold: 7 } };
const finish = (task: ServedTask) => Object.assign(task, { status: "completed", result: done });

describe("a task of a server of 2026-07-28", () => {
  it("is in the log before it is followed, says how it stands, and ends with its result", async () => {
    const { sessionId } = await run("work");
    const { state, seq } = await eventOf(sessionId, "tool.handed_over");
    expect(state).toMatchObject({ mcp: { task: { server: "new", id: last().taskId } } });
    const { seq: told, message } = await eventOf(sessionId, "tool.progressed");
    expect([told > seq, message]).toEqual([true, "Digging"]);
    finish(last());
    expect(await eventOf(sessionId, "tool.completed")).toMatchObject({ output: { gold: 7 } });
    // What was spoken is written after what it led to.
    const answer = await vi.waitFor(async () => {
      const wires = await store.database.asTenant(DEFAULT_TENANT_ID, (tx) =>
        tx.query<{ messages: { way: string; text: string }[] }>(
          "select messages from callboard.mcp_wires where session_id = $1",
          [sessionId],
        ),
      );
      const heard = wires[0]?.messages.find(({ way }) => way === "in");
      if (!heard) throw new Error("Nothing is kept of it yet.");
      return heard;
    }, soon);
    expect(JSON.parse(answer.text)).toMatchObject({ result: { resultType: "task", taskId: last().taskId } });
  });

  it("outlasts the time of a handler, and a host that is closed", async () => {
    const { sessionId } = await run("work");
    await vi.waitFor(async () => {
      const handovers = (await eventsOf(sessionId)).filter(({ type }) => type === "tool.handed_over");
      expect(handovers.length).toBeGreaterThan(2);
    }, soon);
    await host.close();
    expect(last().status).toBe("working");
    host = await open();
    finish(last());
    await eventOf(sessionId, "tool.completed");
    expect((await eventsOf(sessionId)).filter(({ type }) => type === "tool.interrupted")).toEqual([]);
  });

  it("goes on while its server is away, for longer than a handler may run", async () => {
    const { sessionId } = await run("work");
    await eventOf(sessionId, "tool.progressed");
    served.isAway = true;
    const before = (await eventsOf(sessionId)).length;
    await vi.waitFor(async () => {
      const since = (await eventsOf(sessionId)).slice(before);
      expect(since.filter(({ type }) => type === "tool.handed_over").length).toBeGreaterThan(1);
    }, soon);
    served.isAway = false;
    finish(last());
    await eventOf(sessionId, "tool.completed");
  });

  it("asks a person, over a restart of the host, and is answered once", async () => {
    const { sessionId, callId } = await run("ask");
    const asked = await eventOf(sessionId, "tool.needs_input");
    expect(asked).toMatchObject({ message: "Which city?", asker: "New one", schema: { required: ["city"] } });
    await host.close();
    host = await open();
    const answer = { askId: asked.askId, action: "accept", content: { city: "Oslo" } };
    expect((await post(`/api/calls/${callId}/answer`, answer)).status).toBe(202);
    const { output } = await eventOf(sessionId, "tool.completed");
    expect(JSON.stringify(output)).toContain("Oslo");
    expect(last().answers).toEqual([{ city: { action: "accept", content: { city: "Oslo" } } }]);
    expect((await post(`/api/calls/${callId}/answer`, answer)).status).toBe(409);
  });

  it("is cancelled with its call: while it is at work, and while it asks, over a restart too", async () => {
    const working = await run("work");
    await eventOf(working.sessionId, "tool.progressed");
    const first = last();
    await post(`/api/calls/${working.callId}/cancel`, {});
    await vi.waitFor(() => expect(first.status).toBe("cancelled"), soon);
    await eventOf(working.sessionId, "tool.cancelled");

    const asking = await run("ask");
    await eventOf(asking.sessionId, "tool.needs_input");
    const second = last();
    await host.close();
    host = await open();
    expect(second.status).toBe("input_required");
    await post(`/api/calls/${asking.callId}/cancel`, {});
    await vi.waitFor(() => expect(second.status).toBe("cancelled"), soon);
  });

  it("is cancelled where it asks what nobody may be asked, which fails its call", async () => {
    const { sessionId } = await run("pry");
    expect(await eventOf(sessionId, "tool.failed")).toMatchObject({
      error: { message: expect.stringMatching(/asks for a secret/) },
    });
    await vi.waitFor(() => expect(last().status).toBe("cancelled"), soon);
  });

  it("fails as its server says, and is interrupted where that does not know it any more", async () => {
    const { sessionId: fail } = await run("fail");
    expect(await eventOf(fail, "tool.failed")).toMatchObject({
      error: { message: expect.stringMatching(/“New one” failed at it: The mine fell in/) },
    });
    const { sessionId: refuse } = await run("refuse");
    expect(await eventOf(refuse, "tool.failed")).toMatchObject({ error: { message: "There is no gold." } });
    const { sessionId: lost } = await run("work");
    await eventOf(lost, "tool.progressed");
    served.forget();
    expect(await eventOf(lost, "tool.interrupted")).toMatchObject({
      reason: expect.stringMatching(/does not know the task any more.*may have run/),
    });
  });
});

describe("a task of a server of 2025-11-25", () => {
  it("runs with its words as progress, and ends with its result", async () => {
    const { sessionId } = await run("simulate-research-query", { topic: "owls" });
    expect(await eventOf(sessionId, "tool.handed_over")).toMatchObject({ state: { mcp: { task: { server: "old" } } } });
    expect(JSON.stringify((await eventOf(sessionId, "tool.completed")).output)).toContain("Research Report: owls");
    expect((await eventOf(sessionId, "tool.progressed")).message).toMatch(/\.\.\.$/);
  });

  it("asks while it runs, and goes on with the answer", async () => {
    const { sessionId, callId } = await run("simulate-research-query", { topic: "python", ambiguous: true });
    const asked = await eventOf(sessionId, "tool.needs_input");
    expect(asked).toMatchObject({ asker: "Old one", message: expect.stringContaining("python") });
    const content = { interpretation: "snake" };
    await post(`/api/calls/${callId}/answer`, { askId: asked.askId, action: "accept", content });
    expect(JSON.stringify((await eventOf(sessionId, "tool.completed")).output)).toContain("python (snake)");
  });
});
