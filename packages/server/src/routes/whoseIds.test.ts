import { colleagueClient, createHttpClient, type HttpClient } from "@callboard/core";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DEMO_ACTOR } from "../actor.ts";
import { createHost, type Host } from "../host.ts";
import { hostRoutes } from "../testing/fixtures/hostRoutes.ts";
import { createScriptedModel } from "../model/scriptedModel.ts";
import { DEFAULT_TENANT_ID, type Store } from "../store.ts";
import { ask as askHost } from "../../../../test/setup/ask.ts";
import { chatClient } from "../testing/fixtures/chatClient.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";
import { askingTools, simpleTool } from "../testing/fixtures/toolRegistries.ts";

vi.setConfig({ testTimeout: 30_000 });

const { permissions } = DEMO_ACTOR;
const OTHER = { userId: "eve", tenantId: randomUUID(), tenantSlug: "other", permissions };
const COLLEAGUE = { userId: "carl", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions };

const registry = askingTools();
registry.register(simpleTool("long", () => "x".repeat(300_000)));

/** What somebody has, by the names that the table below uses. */
const names = [
  ...(["chat", "agent", "approvalCall", "approval", "questionCall"] as const),
  ...(["question", "upload", "output", "connection", "share"] as const),
];
type Things = Record<(typeof names)[number], string>;

let store: Store;
let host: Host;
let things: Things;
/** Ids of nothing. */
const nothing = Object.fromEntries(names.map((name) => [name, `no-${name}`])) as Things;

beforeAll(async () => {
  store = await memoryStore();
  const calls = ["publish", "order", "long"];
  const turns = calls.map((call) => ({ message: call, steps: [[{ call, input: {} }], ["Done."]] }));
  host = createHost({
    registry,
    store,
    model: createScriptedModel({ turns }),
    actor: { "other-token": OTHER, "colleague-token": COLLEAGUE },
    onProblem: (message, error) => expect([message, error]).toBe("no problem"),
  });
  await host.ready;
  const client = chatClient(host, store);
  const { sessionId: chat, agentId: agent } = await client.say("publish");
  const approval = await client.ask(chat);
  const asking = await client.say("order");
  const asked = await client.until(asking.sessionId, (events) =>
    events.some(({ type }) => type === "tool.needs_input"),
  );
  const question = asked.find((event) => event.type === "tool.needs_input")!;
  const long = await client.quiet((await client.say("long")).sessionId);
  const upload = await askHost<{ id: string }>(host, "POST", "/api/uploads?name=a.txt", {
    body: '"hello"',
    headers: { "content-type": "text/plain" },
  });
  const connection = await client.post<{ id: string }>("/api/connections", {
    name: "A",
    kind: "webhook",
    address: "https://a.example",
  });
  const share = await client.post<{ id: string }>(`/api/sessions/${chat}/shares`, {});
  things = {
    chat,
    agent,
    approvalCall: approval.callId,
    approval: approval.approvalId,
    questionCall: question.callId,
    question: question.askId,
    upload: upload.body.id,
    output: long.flatMap((event) => ("outputRef" in event && event.outputRef ? [event.outputRef.id] : []))[0]!,
    connection: connection.body.id,
    share: share.body.id,
  };
  for (const [name, id] of Object.entries(things)) expect([name, id]).toEqual([name, expect.any(String)]);
}, 60_000);
afterAll(async () => {
  await host.close();
  await store.close();
});

type Row = [
  method: string,
  path: (of: Things) => string,
  body: ((of: Things) => unknown) | null,
  colleague: number,
  /** What another tenant gets, and everybody about an id of nothing. */
  stranger?: number,
];

/** An answered approval, as an AI SDK chat sends it. */
const answeredPart = ({ approvalCall, approval }: Things) => ({
  type: "tool-publish",
  toolCallId: approvalCall,
  state: "approval-responded",
  input: {},
  approval: { id: approval, approved: true },
});

/**
 * Every address that takes an id, and what a colleague gets there: to read is everybody's of the tenant, to act is its
 * person's.
 */
const rows: Row[] = [
  ["GET", ({ chat }) => `/api/sessions/${chat}/events`, null, 200],
  ["GET", ({ chat }) => `/api/sessions/${chat}/export`, null, 200],
  ["POST", ({ chat }) => `/api/sessions/${chat}/shares`, () => ({}), 403],
  ["GET", ({ chat }) => `/api/sessions/${chat}/shares`, null, 403],
  ["DELETE", ({ chat, share }) => `/api/sessions/${chat}/shares/${share}`, null, 403],
  ["PATCH", ({ chat }) => `/api/sessions/${chat}`, () => ({ title: "Mine" }), 403],
  ["DELETE", ({ chat }) => `/api/sessions/${chat}`, null, 403],
  ["POST", ({ chat }) => `/api/sessions/${chat}/revoke`, () => ({ tool: "publish" }), 403],
  ["POST", () => "/api/chat", ({ chat }) => ({ sessionId: chat, message: "more" }), 403],
  [
    "POST",
    () => "/api/chat/ai-sdk",
    (of) => ({ id: of.chat, messages: [{ id: "m", role: "assistant", parts: [answeredPart(of)] }] }),
    403,
  ],
  ["GET", ({ chat }) => `/api/chat/ai-sdk/${chat}/stream`, null, 403, 204],
  ["DELETE", ({ chat }) => `/api/chat/ai-sdk/${chat}/stream`, null, 403],
  [
    "POST",
    () => "/api/chat/ag-ui",
    ({ chat, approval }) => ({
      threadId: chat,
      runId: "r",
      messages: [],
      resume: [{ interruptId: approval, status: "resolved", payload: { approved: true } }],
    }),
    403,
  ],
  ["POST", ({ agent }) => `/api/agents/${agent}/resume`, () => ({}), 403],
  [
    "POST",
    ({ approvalCall }) => `/api/calls/${approvalCall}/approve`,
    ({ approval }) => ({ approvalId: approval }),
    403,
  ],
  ["POST", ({ approvalCall }) => `/api/calls/${approvalCall}/deny`, ({ approval }) => ({ approvalId: approval }), 403],
  [
    "POST",
    ({ questionCall }) => `/api/calls/${questionCall}/answer`,
    ({ question }) => ({ askId: question, action: "accept" }),
    403,
  ],
  ["POST", () => "/api/tools/long/run", ({ chat }) => ({ sessionId: chat, input: {} }), 202],
  ["GET", ({ output }) => `/api/outputs/${output}`, null, 200],
  ["GET", ({ upload }) => `/api/uploads/${upload}`, null, 200],
  ["GET", ({ upload }) => `/api/uploads/${upload}/a.txt`, null, 200],
  ["POST", ({ upload }) => `/api/uploads/${upload}/preview`, () => ({}), 200],
  ["DELETE", ({ upload }) => `/api/uploads/${upload}`, null, 403],
  // Stopping is everybody's too, and ends what the rows before are about; connections are the tenant's.
  ["POST", ({ questionCall }) => `/api/calls/${questionCall}/cancel`, () => ({}), 202],
  ["POST", ({ agent }) => `/api/agents/${agent}/cancel`, () => ({}), 202],
  ["DELETE", ({ connection }) => `/api/connections/${connection}`, null, 204],
];

const send = async ([method, path, body]: Row, of: Things, token: string) => {
  const { status, body: answer } = await askHost(host, method, path(of), {
    token,
    headers: { accept: "application/json" },
    ...(body && { body: body(of) }),
  });
  return {
    status,
    code: answer?.error?.code,
    text: Object.values(of).reduce((text, id) => text.replaceAll(id, "ID"), JSON.stringify(answer) ?? ""),
  };
};

const clientOf = (token?: string): HttpClient =>
  createHttpClient({
    baseUrl: "http://localhost",
    ...(token && { token }),
    fetch: (url, init) => host.fetch(new Request(url as string, init)),
  });

it.each([
  ["its person", undefined, true],
  ["a colleague", "colleague-token", false],
])("says with a session's events whose it is, to %s", async (_, token, isOwn) => {
  const told: boolean[] = [];
  for await (const events of clientOf(token).events(things.chat, { onOwn: (own) => told.push(own) })) {
    expect([told, events[0]!.seq]).toEqual([[isOwn], 1]);
    break;
  }
  const { headers } = await askHost(host, "GET", `/api/sessions/${things.chat}/events`, {
    ...(token && { token }),
    headers: { accept: "application/json" },
  });
  expect(headers.get("callboard-session")).toBe(isOwn ? "own" : "colleague");
});

it("says it to nobody of another tenant", async () => {
  const { status, headers } = await askHost(host, "GET", `/api/sessions/${things.chat}/events`, {
    token: "other-token",
  });
  expect([status, headers.get("callboard-session")]).toEqual([404, null]);
});

it("refuses to a colleague as not theirs what their client lacks in this session, and nothing else", async () => {
  const client = clientOf("colleague-token");
  const { chat, agent, approvalCall: callId, approval: approvalId, share } = things;
  /** What each method that is about a session does to it; stopping, which would end it, has its own rows below. */
  const acts: Record<keyof HttpClient, (() => Promise<unknown>) | null> = {
    answer: () => client.answer({ callId, approvalId, decision: "deny" }),
    chat: () => client.chat("more", { sessionId: chat }),
    deleteSession: () => client.deleteSession(chat),
    async events() {
      for await (const _ of client.events(chat)) break;
    },
    renameSession: () => client.renameSession(chat, "Mine"),
    resume: () => client.resume(agent),
    revoke: () => client.revoke({ sessionId: chat, tool: "publish" }),
    run: () => client.run("long", {}, { sessionId: chat }),
    share: () => client.share(chat),
    shares: () => client.shares(chat),
    unshare: () => client.unshare(chat, share),
    calls: () => client.calls("publish"),
    output: () => client.output(things.output),
    outputBlob: () => client.outputBlob(things.output),
    sessions: () => client.sessions(),
    tools: () => client.tools(),
    tool: () => client.tool("publish"),
    ...{
      can: null,
      cancel: null,
      choices: null,
      createConnection: null,
      preview: null,
      searchTools: null,
      upload: null,
    },
  };
  expect(Object.keys(acts).toSorted()).toEqual(Object.keys(client).toSorted());
  const refused = Object.entries(acts).map(async ([method, act]): Promise<string[]> => {
    const code = await act?.().then(
      () => undefined,
      (error: { code?: string }) => error.code,
    );
    expect([method, code]).toEqual([method, code && "not_yours"]);
    return code ? [method] : [];
  });
  const lacking = Object.keys(client).filter((method) => !(method in colleagueClient(client)));
  expect((await Promise.all(refused)).flat().toSorted()).toEqual(lacking.toSorted());
});

it("is asked of every address of the API that takes an id", async () => {
  const asked = rows.map(([method, path]) => `${method} ${path(nothing)}`);
  // Slugs and kinds are names that everybody of a tenant sees.
  // What knows by itself who may ask takes a secret and no id.
  const { routes } = await hostRoutes();
  const withIds = routes
    .filter(({ path }) => /:(?!slug|kind)/.test(path))
    .map(({ method, path }) => `${method} ${path}`);
  expect(withIds.length).toBeGreaterThan(10);
  const pattern = (address: string) => new RegExp(`^${address.replace(/:[a-zA-Z]+/g, "[^/]+")}$`);
  expect(withIds.filter((address) => !asked.some((one) => pattern(address).test(one)))).toEqual([]);
});

describe.each(rows.map((row) => [`${row[0]} ${row[1](nothing)}`, row] as const))("%s", (_, row) => {
  it("answers to another tenant what it answers about an id of nothing", async () => {
    const foreign = await send(row, things, "other-token");
    expect(foreign.status).toBe(row[4] ?? 404);
    expect(foreign).toEqual(await send(row, nothing, "other-token"));
    expect(foreign).toEqual(await send(row, nothing, "colleague-token"));
  });

  it("refuses to a colleague, if it does, what is not theirs by its name", async () => {
    const { status, code } = await send(row, things, "colleague-token");
    expect([status, code]).toEqual([row[3], row[3] === 403 ? "not_yours" : undefined]);
  });
});
