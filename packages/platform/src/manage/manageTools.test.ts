import { createRegistry, defineTool, type SessionEvent } from "@callboard/core";
import type { ToolPreview } from "@callboard/core/client";
import { untranslatedTexts } from "@callboard/core/testing";
import {
  createHost,
  createScriptedModel,
  createStore,
  DEFAULT_TENANT_ID,
  type Host,
  type Store,
} from "@callboard/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ask as askHost, type AskOptions } from "../../../../test/setup/ask.ts";
import { createPlatform, inProcessEngine, PLATFORM_PERMISSIONS } from "../index.ts";
import type { Authoring } from "../tools/authoring.ts";
import { manageTools } from "./manageTools.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

type Ask = Extract<SessionEvent, { type: "tool.needs_approval" }>;

const OTHER_ID = "00000000-0000-4000-8000-0000000000ab";
const ada = {
  userId: "ada",
  tenantId: DEFAULT_TENANT_ID,
  tenantSlug: "default",
  permissions: [...PLATFORM_PERMISSIONS],
};
const eve = { ...ada, userId: "eve", tenantId: OTHER_ID, tenantSlug: "other" };
const cat = { ...ada, userId: "cat", permissions: ["tools.tenant.read"] };

const haiku = {
  name: "Haiku",
  description: "Writes a haiku.",
  category: "writing",
  icon: "pencil",
  fields: [{ key: "topic", type: "text", label: "Topic", required: true }],
  executionSpec: { kind: "prompt", mode: "direct", prompt_template: "A haiku about {{topic}}." },
};
const sonnet = { kind: "prompt", mode: "direct", prompt_template: "A sonnet about {{topic}}." };

/** What an agent asks for, by what it is told. */
const calls: Record<string, object> = {
  "make it": { action: "create", slug: "made", ...haiku },
  "change it": { action: "update", slug: "kept", name: "Sonnet", executionSpec: sonnet, enabled: false },
  "change the draw": { action: "update", slug: "draw", permissionPolicy: "always_ask", userDescription: "Draws." },
  "take it away": { action: "delete", slug: "kept" },
  "read it": { action: "get", slug: "kept" },
  "make nonsense": {
    action: "create",
    slug: "made",
    ...haiku,
    executionSpec: { ...sonnet, prompt_template: "{{no}}" },
  },
  "make nothing": { action: "create" },
  "change what is not there": { action: "update", slug: "nowhere", name: "N" },
};

let store: Store;
let host: Host;
beforeAll(async () => {
  store = await createStore();
  const registry = createRegistry();
  registry.register(
    defineTool({
      slug: "draw",
      name: "Draw",
      description: "Draws a picture.",
      category: "code",
      icon: "image",
      inputSchema: { type: "object", properties: {} },
      outputSchema: { type: "object" },
      execute: () => ({}),
    }),
  );
  host = createHost({
    registry,
    store,
    actor: { ada, eve, cat },
    modules: [createPlatform({ engine: inProcessEngine })],
    model: createScriptedModel({
      turns: Object.entries(calls).map(([message, input]) => ({
        message,
        steps: [[{ call: "manageTools", input }], ["Done."]],
      })),
    }),
    onProblem: () => {},
  });
  await host.ready;
});
afterAll(async () => {
  await host.close();
  await store.close();
});

const ask = (method: string, path: string, options: AskOptions = {}) =>
  // oxlint-disable-next-line typescript/no-explicit-any -- read by the matchers below
  askHost<any>(host, method, path, { token: "ada", ...options });

/** Says something to the agent, and follows its session. */
async function say(message: string, { token = "ada", tenant = DEFAULT_TENANT_ID } = {}) {
  const { sessionId } = (await ask("POST", "/api/chat", { body: { message }, token })).body as { sessionId: string };
  const events = async () => (await store.log(tenant).read(sessionId)) as SessionEvent[];
  const asks = async () => (await events()).filter((event): event is Ask => event.type === "tool.needs_approval");
  const nth = (count: number) =>
    vi.waitFor(async () => {
      const found = (await asks())[count - 1];
      if (!found) throw new Error("Nothing asks yet.");
      return found;
    }, 10_000);
  const answer = ({ callId, approvalId }: Ask, more: object = {}, how = "approve") =>
    ask("POST", `/api/calls/${callId}/${how}`, { body: { approvalId, ...more }, token });
  const end = () =>
    vi.waitFor(async () => {
      const found = (await events()).find(({ type }) => type === "tool.completed" || type === "tool.failed");
      if (found?.type !== "tool.completed" && found?.type !== "tool.failed") throw new Error("It has not ended yet.");
      return found;
    }, 10_000);
  /** A session takes what is said next once its turn is over. */
  const turn = () =>
    vi.waitFor(async () => expect((await events()).map(({ type }) => type)).toContain("agent.completed"), 10_000);
  return { asks, nth, answer, end, turn, sessionId };
}
const toolNow = async (slug: string) => (await ask("GET", `/api/platform/tools/${slug}`)).body;
const make = async (slug: string) => (await ask("POST", "/api/tools", { body: { slug, ...haiku } })).body;
const change = async (slug: string, body: object) => {
  const { revision } = await toolNow(slug);
  return ask("PATCH", `/api/tools/${slug}`, { body, headers: { "if-match": `"${revision}"` } });
};
const remove = (slug: string) => ask("DELETE", `/api/tools/${slug}`, { headers: { "if-match": "*" } });

describe("an approval of manageTools", () => {
  it("shows a new tool as it would be", async () => {
    const { nth, answer, end } = await say("make it");
    const asked = await nth(1);
    expect(asked.preview).toEqual({
      kind: "tool",
      act: "create",
      tool: {
        slug: "made",
        name: "Haiku",
        description: "Writes a haiku.",
        userDescription: null,
        category: "writing",
        icon: "pencil",
        inputSchema: expect.objectContaining({
          type: "object",
          properties: { topic: expect.objectContaining({ title: "Topic" }) },
        }),
        isOn: true,
      },
      changes: [],
      revision: null,
    } satisfies ToolPreview);
    await answer(asked);
    expect((await end()).type).toBe("tool.completed");
    const { tool } = asked.preview as ToolPreview;
    expect(await toolNow("made")).toMatchObject(tool);
    await remove("made");
  });

  it("shows what a change changes as the versions say it, and that is what is saved", async () => {
    const { revision } = await make("kept");
    const { nth, answer, end } = await say("change it");
    const asked = await nth(1);
    const prompt = "/executionSpec/prompt_template";
    expect(asked.preview).toMatchObject({
      act: "update",
      revision,
      tool: { slug: "kept", name: "Sonnet", isOn: false },
      changes: [
        { path: "/name", before: "Haiku", now: "Sonnet" },
        { path: prompt, before: "A haiku about {{topic}}.", now: "A sonnet about {{topic}}." },
        { path: "/isOn", before: true, now: false },
      ],
    });
    await answer(asked);
    expect((await end()).type).toBe("tool.completed");
    const [version] = (await ask("GET", "/api/tools/kept/versions")).body;
    expect(version.changes).toEqual((asked.preview as ToolPreview).changes.slice(0, 2));
    expect(await toolNow("kept")).toMatchObject({ name: "Sonnet", isOn: false, executionSpec: sonnet });
    await remove("kept");
  });

  it("asks again where the tool was changed meanwhile, and saves what was shown last", async () => {
    await make("kept");
    const { nth, answer, end } = await say("change it");
    const first = await nth(1);
    await change("kept", { description: "Changed by somebody else." });
    await answer(first);
    const second = await nth(2);
    expect(second).toMatchObject({
      reason: expect.stringContaining("has changed since it was approved"),
      preview: { tool: { description: "Changed by somebody else." } },
    });
    expect(await toolNow("kept")).toMatchObject({ name: "Haiku" });
    await answer(second);
    expect((await end()).type).toBe("tool.completed");
    expect(await toolNow("kept")).toMatchObject({ name: "Sonnet", description: "Changed by somebody else." });
    await remove("kept");
  });

  it("ends in words where the tool is gone meanwhile, or somebody else has made it", async () => {
    await make("kept");
    const changing = await say("change it");
    const toChange = await changing.nth(1);
    await remove("kept");
    await changing.answer(toChange);
    expect(await changing.end()).toMatchObject({
      type: "tool.failed",
      error: { message: expect.stringMatching(/kept/) },
    });

    const making = await say("make it");
    const toMake = await making.nth(1);
    await make("made");
    await making.answer(toMake);
    expect(await making.end()).toMatchObject({
      type: "tool.failed",
      error: { message: expect.stringContaining("There is a tool") },
    });
    await remove("made");
  });

  it("shows the tool that goes away, and of one in code what its tenant changes", async () => {
    const { revision } = await make("kept");
    const removing = await say("take it away");
    expect((await removing.nth(1)).preview).toMatchObject({ act: "delete", revision, tool: { name: "Haiku" } });
    await removing.answer(await removing.nth(1));
    expect(await removing.end()).toMatchObject({ type: "tool.completed", output: { deleted: "kept" } });

    const drawing = await say("change the draw");
    const asked = await drawing.nth(1);
    expect((asked.preview as ToolPreview).changes).toEqual([
      { path: "/userDescription", now: "Draws." },
      { path: "/permissionPolicy", before: "auto", now: "always_ask" },
    ]);
    await drawing.answer(asked);
    await drawing.end();
    expect(await toolNow("draw")).toMatchObject({ userDescription: "Draws.", permissionPolicy: "always_ask" });
    await remove("draw");
  });

  it("is not asked for where a yes would come to nothing", async () => {
    for (const [message, words] of [
      ["make nothing", "manageTools.create requires 'slug'"],
      ["make nonsense", 'the input has no field "no"'],
      ["change what is not there", 'There is no tool "nowhere" here.'],
    ] as const) {
      const { asks, end } = await say(message);
      expect(await end()).toMatchObject({ type: "tool.failed", error: { message: expect.stringContaining(words) } });
      expect(await asks()).toEqual([]);
    }
    const { asks, end } = await say("make it", { token: "cat" });
    expect(await end()).toMatchObject({ error: { message: expect.stringContaining("tools.tenant.create") } });
    expect(await asks()).toEqual([]);
  });

  it("shows nothing of another tenant's tool", async () => {
    await make("kept");
    for (const message of ["change it", "take it away"]) {
      const { asks, end } = await say(message, { token: "eve", tenant: OTHER_ID });
      expect(await end()).toMatchObject({ error: { message: expect.stringContaining('no tool "kept"') } });
      expect(await asks()).toEqual([]);
    }
    await remove("kept");
  });

  it("is asked for each change, also where one was allowed for the session, and for what is read alone", async () => {
    await make("kept");
    const reading = await say("read it");
    const read = await reading.nth(1);
    expect(read.preview).toBeUndefined();
    await reading.answer(read, { scope: "session" });
    await reading.turn();
    await ask("POST", "/api/chat", { body: { message: "change it", sessionId: reading.sessionId } });
    const changing = await reading.nth(2);
    expect(changing.preview).toMatchObject({ act: "update" });
    expect(await toolNow("kept")).toMatchObject({ name: "Haiku" });
    await reading.answer(changing, {}, "deny");
    await remove("kept");
  });

  it("may be edited, and is made as it was edited", async () => {
    await make("kept");
    const { nth, answer, end } = await say("change it");
    await answer(await nth(1), { input: { action: "update", slug: "kept", name: "Ode" } });
    expect((await end()).type).toBe("tool.completed");
    expect(await toolNow("kept")).toMatchObject({ name: "Ode", executionSpec: haiku.executionSpec, isOn: true });
    await remove("kept");
  });
});

it("has words in every language", () => {
  for (const language of ["de", "ar"]) {
    expect(untranslatedTexts(manageTools(vi.mockObject<Authoring>({} as Authoring)), language)).toEqual([]);
  }
});
