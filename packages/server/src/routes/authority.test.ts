import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DEMO_ACTOR } from "../actor.ts";
import { createHost, type Host } from "../host.ts";
import { createScriptedModel } from "../model/scriptedModel.ts";
import { DEFAULT_TENANT_ID, type Store } from "../store.ts";
import { ask } from "../../../../test/setup/ask.ts";
import { chatClient } from "../testing/fixtures/chatClient.ts";
import { hostRoutes } from "../testing/fixtures/hostRoutes.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";
import { askingTools, simpleTool } from "../testing/fixtures/toolRegistries.ts";

vi.setConfig({ testTimeout: 30_000 });

const registry = askingTools();
registry.register({ ...simpleTool("guarded", () => 1), requiredPermission: "guard" });

/** Ada has everything that is asked about and may do all of it; Carl of her tenant holds no permission. */
const ada = { userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default" };
const people = {
  ada: { ...ada, permissions: [...DEMO_ACTOR.permissions, "guard"] },
  carl: { ...ada, userId: "carl", permissions: [] },
};

interface Things {
  chat: string;
  agent: string;
  approvalCall: string;
  approval: string;
  questionCall: string;
  question: string;
  upload: string;
  connection: string;
  share: string;
}

type Requested = readonly [path: (of: Things) => string, body?: (of: Things) => unknown];

/** A request of each route that refuses somebody, or changes something; none takes away what a later one is about. */
const requests: Readonly<Record<string, Requested>> = {
  "GET /api/tools": [() => "/api/tools"],
  "GET /api/tools/:slug": [() => "/api/tools/guarded"],
  "POST /api/tools/:slug/run": [() => "/api/tools/guarded/run", () => ({ input: {} })],
  "GET /api/tools/:slug/calls": [() => "/api/tools/guarded/calls"],
  "GET /api/chat/tools": [() => "/api/chat/tools"],
  "GET /api/chat/tools/search": [() => "/api/chat/tools/search?query=does"],
  "POST /api/connections": [
    () => "/api/connections",
    () => ({ name: "New", kind: "webhook", address: "https://new.example" }),
  ],
  "DELETE /api/connections/:id": [({ connection }) => `/api/connections/${connection}`],
  "POST /api/uploads": [() => "/api/uploads?name=a.txt", () => "hello"],
  "POST /api/uploads/:id/preview": [({ upload }) => `/api/uploads/${upload}/preview`],
  "DELETE /api/uploads/:id": [({ upload }) => `/api/uploads/${upload}`],
  "GET /api/sessions": [() => "/api/sessions"],
  "POST /api/chat": [() => "/api/chat", ({ chat }) => ({ sessionId: chat, message: "more" })],
  "POST /api/chat/ai-sdk": [
    () => "/api/chat/ai-sdk",
    ({ chat }) => ({ id: chat, messages: [{ id: "m", role: "user", parts: [{ type: "text", text: "more" }] }] }),
  ],
  "POST /api/chat/ag-ui": [
    () => "/api/chat/ag-ui",
    ({ chat }) => ({ threadId: chat, runId: "r", messages: [{ id: "m", role: "user", content: "more" }] }),
  ],
  "GET /api/chat/ai-sdk/:id/stream": [({ chat }) => `/api/chat/ai-sdk/${chat}/stream`],
  "POST /api/agents/:agentId/resume": [({ agent }) => `/api/agents/${agent}/resume`],
  "POST /api/calls/:callId/approve": [
    ({ approvalCall }) => `/api/calls/${approvalCall}/approve`,
    () => ({ approvalId: "another" }),
  ],
  "POST /api/calls/:callId/deny": [
    ({ approvalCall }) => `/api/calls/${approvalCall}/deny`,
    () => ({ approvalId: "another" }),
  ],
  "POST /api/calls/:callId/answer": [
    ({ questionCall }) => `/api/calls/${questionCall}/answer`,
    ({ question }) => ({ askId: question, action: "accept" }),
  ],
  "POST /api/calls/:callId/cancel": [({ questionCall }) => `/api/calls/${questionCall}/cancel`],
  "POST /api/agents/:agentId/cancel": [({ agent }) => `/api/agents/${agent}/cancel`],
  "DELETE /api/chat/ai-sdk/:id/stream": [({ chat }) => `/api/chat/ai-sdk/${chat}/stream`],
  "POST /api/sessions/:id/revoke": [({ chat }) => `/api/sessions/${chat}/revoke`, () => ({ tool: "publish" })],
  "PATCH /api/sessions/:id": [({ chat }) => `/api/sessions/${chat}`, () => ({ title: "Another" })],
  "POST /api/sessions/:id/shares": [({ chat }) => `/api/sessions/${chat}/shares`, () => ({})],
  "GET /api/sessions/:id/shares": [({ chat }) => `/api/sessions/${chat}/shares`],
  "DELETE /api/sessions/:id/shares/:share": [({ chat, share }) => `/api/sessions/${chat}/shares/${share}`],
  "DELETE /api/sessions/:id": [({ chat }) => `/api/sessions/${chat}`],
};

let store: Store;
let host: Host;
let things: Things;
beforeAll(async () => {
  store = await memoryStore();
  const turns = ["publish", "order"].map((call) => ({ message: call, steps: [[{ call, input: {} }], ["Done."]] }));
  host = createHost({
    registry,
    store,
    model: createScriptedModel({ turns }),
    actor: people,
    onProblem: (message, error) => expect([message, error]).toBe("no problem"),
  });
  const client = chatClient(host, store, { token: "ada" });
  const { sessionId: chat, agentId: agent } = await client.say("publish");
  const { callId: approvalCall, approvalId: approval } = await client.ask(chat);
  const { sessionId: asking } = await client.say("order");
  const asked = await client.until(asking, (events) => events.some(({ type }) => type === "tool.needs_input"));
  const { callId: questionCall, askId: question } = asked.find((event) => event.type === "tool.needs_input")!;
  const made = async (path: string, body: unknown, type = "application/json") => {
    const { body: thing } = await ask<{ id: string }>(host, "POST", path, {
      token: "ada",
      body,
      headers: { "content-type": type },
    });
    return thing.id;
  };
  const upload = await made("/api/uploads?name=a.txt", "hello", "text/plain");
  const connection = await made("/api/connections", { name: "A", kind: "webhook", address: "https://a.example" });
  const share = await made(`/api/sessions/${chat}/shares`, {});
  things = { chat, agent, approvalCall, approval, questionCall, question, upload, connection, share };
}, 60_000);
afterAll(async () => {
  await host.close();
  await store.close();
});

const { routes } = await hostRoutes();
const addressOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

it("is shown by a request of every route that refuses somebody, or changes something", () => {
  const showing = routes.filter(({ method, authority }) => method !== "GET" || authority !== "tenant").map(addressOf);
  expect(showing.length).toBeGreaterThan(25);
  expect(Object.keys(requests).toSorted()).toEqual(showing.toSorted());
});

describe.each(Object.entries(requests))("%s", (address, [path, body]) => {
  const route = routes.find((one) => addressOf(one) === address)!;
  const send = async (token: keyof typeof people) => {
    const { status, body: answer } = await ask(host, route.method, path(things), {
      token,
      headers: { ...(route.path === "/api/uploads" && { "content-type": "text/plain" }) },
      ...(body && { body: body(things) }),
    });
    return { status, code: answer?.error?.code, answer, text: JSON.stringify(answer) ?? "" };
  };

  it(`answers by ${route.permission === undefined ? `the rule "${route.authority}"` : route.permission}`, async () => {
    const [carl, own] = [await send("carl"), await send("ada")];
    expect([own.status, own.code]).not.toContain(403);
    if (route.permission !== undefined) {
      expect([carl.status, carl.code]).toEqual([403, "not_permitted"]);
      expect(carl.text).toContain(route.permission);
      expect(own.status).toBeLessThan(300);
    } else if (route.authority === "session") {
      expect([carl.status, carl.code]).toEqual([403, "not_yours"]);
    } else if (route.authority === "own") {
      if (route.path.includes("/:")) expect([carl.status, carl.code]).toEqual([403, "not_yours"]);
      else for (const id of Object.values(things)) expect(carl.text).not.toContain(id);
      expect(own.status).toBeLessThan(300);
    } else if (route.authority === "tool") {
      expect(own.status).toBeLessThan(300);
      if (route.path.includes("/:slug")) expect(carl.status).toBeGreaterThanOrEqual(400);
      else expect(carl.answer).not.toEqual(own.answer);
      expect(carl.text).not.toContain('"guarded"');
    } else {
      expect(carl.status).toBeLessThan(300);
    }
  });
});
