import { createRegistry, type SessionEvent } from "@callboard/core";
import {
  createHost,
  createScriptedModel,
  createStore,
  DEFAULT_TENANT_ID,
  type Host,
  type Store,
} from "@callboard/server";
import { createRequestStateCodec, inputRequired, acceptedContent } from "@modelcontextprotocol/server";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { serveTools, text, type ServedTools } from "../testing/fixtures/serveTools.ts";
import { createMcpServers } from "./createMcpServers.ts";

vi.setConfig({ testTimeout: 60_000 });

const ada = { userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: [] };
const asking = fileURLToPath(new URL("../testing/fixtures/askingServer.mjs", import.meta.url));
const states = createRequestStateCodec<{ step: number }>({ key: new Uint8Array(32).fill(7), ttlSeconds: 3_600 });
const ran: unknown[] = [];
const problems: string[] = [];
let store: Store;
let served: ServedTools;
let host: Host;

const form = (message: string, name: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { [name]: { type: "string" } }, required: [name] },
  });

async function open() {
  const opened = createHost({
    registry: createRegistry(),
    store,
    actor: { ada },
    onProblem: (message) => void problems.push(message),
    model: createScriptedModel({ turns: [] }),
    modules: [
      createMcpServers({
        servers: [
          { name: "new", title: "New one", transport: { url: served.url } },
          { name: "old", title: "Old one", transport: { command: process.execPath, args: [asking] } },
        ],
      }),
    ],
  });
  await opened.ready;
  return opened;
}
/** As where the process ends and another one begins. */
async function restart() {
  await host.close();
  host = await open();
}

beforeAll(async () => {
  store = await createStore();
  served = await serveTools(
    {
      book: {
        annotations: { readOnlyHint: true },
        run: async (_input, { mcpReq }) => {
          const state = mcpReq.requestState?.<{ step: number }>();
          const city = acceptedContent(mcpReq.inputResponses, "city")?.["city"];
          ran.push([state?.step ?? 0, Object.keys(mcpReq.inputResponses ?? {})]);
          if (city === undefined) {
            const requestState = await states.mint({ step: 1 });
            const inputRequests = {
              city: form("Which city?", "city"),
              pay: inputRequired.elicitUrl({ message: "Pay here.", url: "https://pay.example/order?id=7" }),
            };
            return inputRequired({ inputRequests, requestState }) as never;
          }
          return text(`Booked in ${String(city)}`);
        },
      },
    },
    { requestState: { verify: states.verify } },
  );
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
const run = async (slug: string) => {
  const { body } = await post(`/api/tools/${slug}/run`, { input: {} });
  return body as { sessionId: string; callId: string };
};
type EventOf<Type> = Extract<SessionEvent, { type: Type }>;
const eventsOf = (sessionId: string) => store.log(DEFAULT_TENANT_ID).read(sessionId);
const eventsUntil = async <Type extends SessionEvent["type"]>(sessionId: string, type: Type, count = 1) =>
  vi.waitFor(
    async () => {
      const found = (await eventsOf(sessionId)).filter((event): event is EventOf<Type> => event.type === type);
      if (found.length < count) throw new Error(`There is no ${type}: ${JSON.stringify(await eventsOf(sessionId))}`);
      return found;
    },
    { timeout: 20_000, interval: 50 },
  );
const answer = (callId: string, { askId }: EventOf<"tool.needs_input">, content?: object, action = "accept") =>
  post(`/api/calls/${callId}/answer`, { askId, action, ...(content && { content }) });

describe("a server of 2026-07-28 that asks", () => {
  it("asks a form and a link at once, in its name, and is answered after a restart, once", async () => {
    const { sessionId, callId } = await run("book");
    const [city, pay] = await eventsUntil(sessionId, "tool.needs_input", 2);
    expect(city).toMatchObject({ message: "Which city?", asker: "New one", schema: { required: ["city"] } });
    expect(pay).toMatchObject({ message: "Pay here.", asker: "New one", url: "https://pay.example/order?id=7" });
    await restart();
    expect((await answer(callId, city!, { city: 7 })).body).toMatchObject({ error: { code: "invalid_input" } });
    expect((await answer(callId, city!, { city: "Oslo" })).status).toBe(202);
    expect((await answer(callId, pay!)).status).toBe(202);
    const [end] = await eventsUntil(sessionId, "tool.completed");
    expect(end).toMatchObject({ output: { content: [{ text: "Booked in Oslo" }] } });
    expect(ran).toEqual([
      [0, []],
      [1, ["city", "pay"]],
    ]);
    for (const asked of [city!, pay!]) expect((await answer(callId, asked, { city: "Rom" })).status).toBe(409);
    expect(ran).toHaveLength(2);
  });
});

describe("a server of 2025-11-25 that asks while its call runs", () => {
  it("is answered, and ends with what it makes of the answer", async () => {
    const { sessionId, callId } = await run("greet");
    const [asked] = await eventsUntil(sessionId, "tool.needs_input");
    expect(asked).toMatchObject({ message: "What is your name?", asker: "Old one" });
    await answer(callId, asked!, { name: "Zoé" });
    expect((await eventsUntil(sessionId, "tool.completed"))[0]).toMatchObject({
      output: { content: [{ text: "Hello, Zoé" }] },
    });
  });

  it("asks several at once", async () => {
    const { sessionId, callId } = await run("both");
    const [city, day] = await eventsUntil(sessionId, "tool.needs_input", 2);
    await answer(callId, day!, { day: "Monday" });
    await answer(callId, city!, { city: "Oslo" });
    expect((await eventsUntil(sessionId, "tool.completed"))[0]).toMatchObject({
      output: { content: [{ text: "Oslo on Monday" }] },
    });
  });

  it("is told of a no, and asks for no secret", async () => {
    const { sessionId, callId } = await run("greet");
    const [asked] = await eventsUntil(sessionId, "tool.needs_input");
    await answer(callId, asked!, undefined, "decline");
    expect((await eventsUntil(sessionId, "tool.completed"))[0]).toMatchObject({
      output: { content: [{ text: "It was decline." }] },
    });
    const login = await run("login");
    const [failed] = await eventsUntil(login.sessionId, "tool.failed");
    expect(failed).toMatchObject({
      error: { message: expect.stringMatching(/“Old one” asks for a secret by a form/) },
    });
    expect((await eventsOf(login.sessionId)).map(({ type }) => type)).not.toContain("tool.needs_input");
  });

  it("loses its question with its connection: the call ends as interrupted, at once, and says that it may have run", async () => {
    const { sessionId, callId } = await run("die");
    const [asked] = await eventsUntil(sessionId, "tool.needs_input");
    const [end] = await eventsUntil(sessionId, "tool.interrupted");
    expect(end).toMatchObject({ reason: expect.stringMatching(/may have run/) });
    // Away, it lets nothing go on; back, it says that this is over.
    await vi.waitFor(async () => expect((await answer(callId, asked!, { said: "yes" })).status).toBe(409), {
      timeout: 30_000,
      interval: 200,
    });
  });

  it("loses its question with the process of the host", async () => {
    const { sessionId, callId } = await run("greet");
    const [asked] = await eventsUntil(sessionId, "tool.needs_input");
    await restart();
    const [end] = await eventsUntil(sessionId, "tool.interrupted");
    expect(end).toMatchObject({ reason: expect.stringMatching(/may have run/) });
    expect((await answer(callId, asked!, { name: "Zoé" })).status).toBe(409);
    const events = await eventsOf(sessionId);
    expect(events.filter(({ type }) => type === "tool.interrupted")).toHaveLength(1);
    expect(problems.filter((problem) => !problem.includes("its connection has ended"))).toEqual([]);
  });

  it("is stopped where the person cancels the call that waits", async () => {
    const { sessionId, callId } = await run("greet");
    await eventsUntil(sessionId, "tool.needs_input");
    await post(`/api/calls/${callId}/cancel`, {});
    await eventsUntil(sessionId, "tool.cancelled");
    const next = await run("greet");
    await eventsUntil(next.sessionId, "tool.needs_input");
  });
});
