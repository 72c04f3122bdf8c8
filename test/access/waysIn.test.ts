import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createRegistry, delegate, type Registry } from "@callboard/core";
import type { VisibilityStore } from "@callboard/core/access";
import {
  callerIn,
  reasonsToHide,
  SLUG,
  storeOf,
  toolOf,
  type ReasonToHide,
  type Situation,
} from "../../packages/core/src/testing/fixtures/hiddenTools.ts";
import type { Actor } from "../../packages/server/src/actor.ts";
import { createHost, type Host } from "../../packages/server/src/host.ts";
import { createScriptedModel } from "../../packages/server/src/model/scriptedModel.ts";
import type { Store } from "../../packages/server/src/store.ts";
import { ask as askHost, type AskOptions } from "../setup/ask.ts";
import { chatClient } from "../../packages/server/src/testing/fixtures/chatClient.ts";
import { memoryStore } from "../../packages/server/src/testing/fixtures/memoryStore.ts";

vi.setConfig({ testTimeout: 30_000 });

const registry: Registry = createRegistry();
let situation: Situation = {};
let actor: Actor;
/** The host asks it as it asks a database. */
const visibility: VisibilityStore = {
  switchesOf: async (tenantIds) => storeOf(situation).switchesOf(tenantIds),
  bundlesOf: async (tenantIds) => storeOf(situation).bundlesOf(tenantIds),
};
/** The tools that the model was offered, in the order of its answers. */
let offered: string[][] = [];
const script = createScriptedModel({
  turns: [
    {
      message: "Search.",
      steps: [
        [
          { call: SLUG, input: {} },
          { call: "hand-over", input: {} },
        ],
        ["Done."],
      ],
    },
    { message: { look: true }, steps: [[{ call: SLUG, input: {} }], ["Done below."]] },
    {
      message: "Find.",
      steps: [
        [
          { call: "tool_search", input: { query: "*" } },
          { call: "tool_invoke", input: { tool_id: SLUG } },
        ],
        ["Done."],
      ],
    },
    { message: "Publish.", steps: [[{ call: SLUG, input: {} }], ["Done."]] },
  ],
});
const model: typeof script = {
  ...script,
  doStream(options) {
    offered.push((options.tools ?? []).map(({ name }) => name));
    return script.doStream(options);
  },
};

let store: Store;
let host: Host;
/** One whose models find their tools by `tool_search`. */
let searching: { store: Store; host: Host };
beforeAll(async () => {
  const common = { registry, visibility, model, actor: () => actor, onProblem: () => {} };
  store = await memoryStore();
  host = createHost({ ...common, store });
  const other = await memoryStore();
  const toolSearch = { mode: "search_registry", toolEmbeddingModel: "lexical" } as const;
  searching = { store: other, host: createHost({ ...common, store: other, toolSearch }) };
  await Promise.all([host.ready, searching.host.ready]);
}, 60_000);
afterAll(async () => {
  for (const each of [{ host, store }, searching]) {
    await each.host.close();
    await each.store.close();
  }
});

const ask = (method: string, path: string, options?: AskOptions) => askHost(host, method, path, options);
const run = () => ask("POST", `/api/tools/${SLUG}/run`, { body: { input: {} }, headers: { prefer: "wait" } });

/** Puts the tool of a reason into the host, and its caller before it. */
function enter(reason: ReasonToHide, isHidden: boolean, tool = toolOf(reason, isHidden)): void {
  for (const { slug } of registry.all()) registry.remove(slug);
  registry.register(tool);
  registry.register({
    ...toolOf(reasonsToHide["its own word"]!, false),
    slug: "hand-over",
    available: () => true,
    execute: () =>
      delegate({ name: "Finder", instructions: "Search.", tools: [SLUG, "hand-over"], input: { look: true } }),
  });
  situation = isHidden ? reason.hidden : reason.shown;
  const { userId, tenantId, tenantSlug, permissions = [], spaceId } = callerIn(situation);
  actor = { userId: userId!, tenantId: tenantId!, tenantSlug: tenantSlug!, permissions, spaceId };
  offered = [];
}

/** How the calls of the tool ended that a chat's agent and its sub-agent made. */
async function callsInChat(message = "Search.", on = { host, store }): Promise<string[]> {
  const chat = chatClient(on.host, on.store, { tenantId: actor.tenantId });
  const { sessionId } = await chat.say(message);
  const events = await chat.quiet(sessionId);
  const calls = events.flatMap((event) =>
    event.type === "tool.requested" && event.tool === SLUG ? [event.callId] : [],
  );
  return events.flatMap((event) => {
    if (event.type !== "tool.completed" && event.type !== "tool.failed") return [];
    if (!calls.includes(event.callId)) return [];
    return [event.type === "tool.failed" ? event.error.code : "ran"];
  });
}

/** The tools that a search over HTTP lists. */
async function foundBySearch(): Promise<string[]> {
  const { body } = await ask("GET", "/api/chat/tools/search?query=*");
  return (body as unknown as { tools: { tool_id: string }[] }).tools.map(({ tool_id }) => tool_id);
}

// Every request of a host has a tenant.
const reasons = Object.entries(reasonsToHide).filter(([name]) => !name.includes("no tenant known"));
describe.each(reasons)("%s", (_name, reason) => {
  test("hides it in the library, on its page, in its history, from its run, from the search and from agents at any depth", async () => {
    enter(reason, true);
    expect((await ask("GET", "/api/tools")).body).not.toEqual(expect.arrayContaining([{ slug: SLUG }]));
    for (const path of [`/api/tools/${SLUG}`, `/api/tools/${SLUG}/calls`]) {
      const { status, body } = await ask("GET", path);
      expect([status, body.error.code], path).toEqual([404, "not_found"]);
    }
    const { status, body } = await run();
    expect([status, body.error.code, body.error.message.includes("permission")]).toEqual([404, "not_found", false]);
    expect(await callsInChat()).toEqual(["not_found", "not_found"]);
    expect(offered).toHaveLength(4);
    expect(offered.flat()).not.toContain(SLUG);
    expect(await foundBySearch()).toEqual(["hand-over"]);
    expect(await callsInChat("Find.", searching)).toEqual(["not_found"]);
  });

  test("and it is there where that does not hold", async () => {
    enter(reason, false);
    const listed = (await ask("GET", "/api/tools")).body as unknown as { slug: string }[];
    expect(listed.map(({ slug }) => slug)).toContain(SLUG);
    for (const path of [`/api/tools/${SLUG}`, `/api/tools/${SLUG}/calls`]) {
      expect((await ask("GET", path)).status, path).toBe(200);
    }
    expect((await run()).body).toMatchObject({ output: "ran" });
    expect(await callsInChat()).toEqual(["ran", "ran"]);
    expect(offered.filter((names) => names.includes(SLUG))).toHaveLength(4);
    expect(await foundBySearch()).toEqual(["hand-over", SLUG]);
    expect(await callsInChat("Find.", searching)).toEqual(["ran"]);
  });
});

test("who sees a tool and may not run it now is told why", async () => {
  const reason = reasonsToHide["its own word"]!;
  const available = () => ({ reason: "Open a space first." });
  enter(reason, false, { ...toolOf(reason, false), available });
  expect(await ask("GET", `/api/tools/${SLUG}`)).toMatchObject({
    status: 200,
    body: { locked: "Open a space first." },
  });
  const { status, body } = await run();
  expect([status, body.error.code, body.error.message]).toEqual([403, "not_allowed", "Open a space first."]);
  expect(await callsInChat()).toEqual(["not_found", "not_found"]);
  expect(offered.flat()).not.toContain(SLUG);
});

test("an ask cannot be approved once the tool is switched off", async () => {
  const reason = reasonsToHide["switched off by the tenant"]!;
  enter(reason, false, { ...toolOf(reason, false), permissionPolicy: "always_ask" });
  const chat = chatClient(host, store, { tenantId: actor.tenantId });
  const { sessionId } = await chat.say("Publish.");
  const { callId, approvalId } = await chat.ask(sessionId);
  situation = reason.hidden;
  const refused = await chat.post(`/api/calls/${callId}/approve`, { approvalId });
  expect([refused.status, refused.body.error.code]).toEqual([403, "not_allowed"]);
  situation = reason.shown;
  expect((await chat.post(`/api/calls/${callId}/approve`, { approvalId })).status).toBe(202);
  await chat.quiet(sessionId);
});
