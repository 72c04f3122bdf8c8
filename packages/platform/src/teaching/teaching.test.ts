import { createRegistry, type ToolContext } from "@callboard/core";
import { checkToolSchema } from "@callboard/core/bridge";
import { toRegisteredTool } from "@callboard/core/catalog";
import type { AgentNote } from "@callboard/core/client";
import { untranslatedTexts } from "@callboard/core/testing";
import {
  createHost,
  createScriptedModel,
  createStore,
  DEFAULT_TENANT_ID,
  type Host,
  type Kernel,
  type Store,
} from "@callboard/server";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ask as askHost, type AskOptions } from "../../../../test/setup/ask.ts";
import { createPlatform, inProcessEngine, PLATFORM_PERMISSIONS } from "../index.ts";
import { taughtText } from "./adjustAgent.ts";
import { createAgentRows } from "./agentRows.ts";
import { teachingTools } from "./teachingTools.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const tenant = { tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: [...PLATFORM_PERMISSIONS] };
const actors = {
  ada: { ...tenant, userId: "ada" },
  cat: { ...tenant, userId: "cat", permissions: [] },
  eve: { ...tenant, userId: "eve", tenantId: randomUUID(), tenantSlug: "other" },
};
type Person = keyof typeof actors;

const asked: { system: string; tools: string[] }[] = [];
const script = createScriptedModel({ turns: [{ message: "hello", steps: [["Hello."]] }] });
let store: Store;
let host: Host;
let kernel: Kernel;
beforeAll(async () => {
  store = await createStore();
  host = createHost({
    registry: createRegistry(),
    store,
    actor: actors,
    instructions: "You are plain.",
    modules: [createPlatform({ engine: inProcessEngine }), { name: "look", open: (opened) => ((kernel = opened), {}) }],
    model: {
      ...script,
      doStream(options: Parameters<typeof script.doStream>[0]) {
        const system = options.prompt.flatMap(({ role, content }) => (role === "system" ? [content] : [])).join("\n");
        asked.push({ system, tools: (options.tools ?? []).map(({ name }) => name) });
        return script.doStream(options);
      },
    },
    onProblem: () => {},
  });
  await host.ready;
});
afterAll(async () => {
  await host.close();
  await store.close();
});

const ask = <Body>(person: Person, method: string, path: string, options: AskOptions = {}) =>
  askHost<Body>(host, method, path, { token: person, ...options });
const tools = () => teachingTools(createAgentRows(store), kernel).map((each) => toRegisteredTool(each));
const act = (slug: string, input: object, person: Person = "ada") => {
  const found = tools().find((each) => each.slug === slug);
  if (!found) throw new Error(`There is no ${slug}.`);
  const context: ToolContext = { ...actors[person], spaceId: null, requestId: "", source: "agent" };
  const call = { ...context, callId: "c", sessionId: "s1", answers: {}, signal: new AbortController().signal };
  return found.execute(input, call, {} as never) as Promise<{ kept: { id: string }; agent: Record<string, unknown> }>;
};
/** What the model is asked when somebody talks to an agent. */
const promptOf = async (person: Person) => {
  const before = asked.length;
  await ask(person, "POST", "/api/chat", { body: { message: "hello" } });
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(before), { timeout: 10_000 });
  return asked[before] ?? { system: "", tools: [] };
};

describe("what people teach an agent", () => {
  it("reaches its prompt from then on, in its own tenant alone, until it is taken back", async () => {
    expect((await promptOf("ada")).system).toBe("You are plain.");
    const lesson = await act("addLesson", { lesson: "Write numbers\n with a comma." });
    await act("addCorrection", { wrong: "Bonn is in Bavaria", right: "It is in North Rhine-Westphalia" });
    expect((await promptOf("ada")).system).toBe(
      [
        "You are plain.\n",
        "People here have taught you this. Keep to it:",
        "- Write numbers with a comma.",
        "People here have corrected answers of yours. Do not repeat what was wrong:",
        '- Wrong: "Bonn is in Bavaria". Right: "It is in North Rhine-Westphalia".',
      ].join("\n"),
    );
    expect((await promptOf("eve")).system).toBe("You are plain.");

    const { body: notes } = await ask<AgentNote[]>("ada", "GET", "/api/agent-notes");
    expect(notes.map(({ kind, sessionId, createdBy }) => [kind, sessionId, createdBy])).toEqual([
      ["correction", "s1", "ada"],
      ["lesson", "s1", "ada"],
    ]);
    expect((await ask("eve", "GET", "/api/agent-notes")).body).toEqual([]);
    expect((await ask("cat", "GET", "/api/agent-notes")).status).toBe(403);
    const path = `/api/agent-notes/${lesson.kept.id}`;
    expect((await ask("eve", "DELETE", path)).status).toBe(404);
    expect((await ask("ada", "DELETE", path)).status).toBe(204);
    expect((await ask("ada", "DELETE", path)).status).toBe(404);
    expect((await promptOf("ada")).system).not.toContain("comma");
  });

  it("is a sentence for an agent that there is, and of a bounded number", async () => {
    await expect(act("addLesson", { lesson: " \n " })).rejects.toThrow("says nothing");
    await expect(act("addLesson", { lesson: "x", agent: "nobody" })).rejects.toThrow('no agent "nobody"');
    const rows = createAgentRows(store);
    const note = { agent: "busy", kind: "lesson", wrong: null, said: "x", sessionId: null, createdBy: null } as const;
    for (let index = 0; index < 3; index++) expect(await rows.addNote(DEFAULT_TENANT_ID, note, 3)).toBeDefined();
    expect(await rows.addNote(DEFAULT_TENANT_ID, note, 3)).toBeUndefined();
  });

  it("is told in the order in which it was taught, and the newest of too much", () => {
    const lesson = (said: string) => ({ kind: "lesson" as const, wrong: null, said });
    expect(
      taughtText([lesson("second"), lesson("first")])
        .split("\n")
        .slice(1),
    ).toEqual(["- first", "- second"]);
    const many = Array.from({ length: 60 }, (_one, index) => lesson(`${index} ${"x".repeat(495)}`));
    const told = taughtText(many);
    expect(told.length).toBeLessThan(12_200);
    expect(told).toContain("- 0 x");
    expect(told).not.toContain("- 59 x");
    expect(taughtText([])).toBe("");
  });
});

describe("what a tenant says of an agent", () => {
  it("takes the place of its instructions and tools, as versions, and is put back by nothing", async () => {
    const set = await act("updateAgentConfig", { instructions: "You are brief.", toolGroups: ["context"] });
    expect(set.agent).toMatchObject({ slug: "default", instructions: "You are brief.", revision: "1" });
    const brief = await promptOf("ada");
    expect(brief.system).toMatch(/^You are brief\./);
    expect(brief.tools).toEqual(expect.arrayContaining(["addLesson", "addCorrection"]));
    expect(brief.tools).not.toContain("inspectViews");
    expect((await promptOf("eve")).system).toBe("You are plain.");
    // Nothing is permitted to an agent that its person may not.
    expect((await promptOf("cat")).tools).not.toContain("addLesson");

    await expect(act("updateAgentConfig", { instructions: "x", revision: "0" })).rejects.toThrow(
      "Somebody has changed",
    );
    const [one, other] = await Promise.allSettled([
      act("updateAgentConfig", { instructions: "One.", revision: "1" }),
      act("updateAgentConfig", { instructions: "Other.", revision: "1" }),
    ]);
    expect([one.status, other.status].toSorted()).toEqual(["fulfilled", "rejected"]);
    const back = await act("updateAgentConfig", { instructions: "", toolGroups: [] });
    expect(back.agent).toMatchObject({ instructions: null, toolGroups: null, revision: "3" });
    expect((await promptOf("ada")).system).toMatch(/^You are plain\./);
    expect((await act("updateAgentConfig", {}, "eve")).agent).toMatchObject({ revision: "0", instructions: null });
  });
});

it("is done by tools that ask each time, with permissions, groups, cards and words in every language", () => {
  expect(tools().map((each) => [each.slug, each.requiredPermission, each.permissionPolicy, each.group?.name])).toEqual([
    ["addCorrection", "agents.tenant.teach", "always_ask", "context"],
    ["addLesson", "agents.tenant.teach", "always_ask", "context"],
    ["updateAgentConfig", "agents.tenant.update", "always_ask", "admin"],
  ]);
  for (const each of tools()) {
    expect(checkToolSchema(each, "mcp")).toEqual([]);
    expect(each.viewSpec?.blocks).toHaveLength(1);
    for (const language of ["de", "ar"]) expect(untranslatedTexts(each, language)).toEqual([]);
  }
});
