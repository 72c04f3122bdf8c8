import { createRegistry, type Registry, type ToolContext } from "@callboard/core";
import { catalogOf } from "@callboard/core/catalog";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createHost, type Host } from "../host.ts";
import type { HostOptions } from "../hostOptions.ts";
import { createScriptedModel } from "../model/scriptedModel.ts";
import type { Store } from "../store.ts";
import { observed, results, toolsForTest } from "../testing/fixtures/agentTurn.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";
import { createToolModes, type ToolSearchSettings } from "./toolModes.ts";

const base = { category: "test", icon: "wrench", inputSchema: { type: "object" as const }, execute: () => ({}) };
const embedders = [{ name: "e", embed: (texts: string[]) => texts.map(() => [1]) }];

function withTools(count: number, registry: Registry = createRegistry()): Registry {
  for (let index = 0; index < count; index++) {
    registry.register({ ...base, slug: `t${index}`, name: `Tool ${index}`, description: "Counts sheep." });
  }
  return registry;
}
const context: ToolContext = { userId: null, spaceId: null, requestId: "r", source: "agent" };
const modesOf = (registry: Registry, settings: ToolSearchSettings, onProblem?: (message: string) => void) =>
  createToolModes(catalogOf(registry), registry.all(), settings, onProblem);
const offered = async (count: number, settings: ToolSearchSettings, registry = withTools(count)) => {
  const onProblem = vi.fn();
  const { mode, tools } = await modesOf(registry, settings, onProblem).offer(registry.all(), context);
  return { mode, count: tools.length, problems: onProblem.mock.calls.length };
};

describe("what a model is given", () => {
  test.each([
    ["all of 20 tools", 20, { embedders }, { mode: "direct", count: 20, problems: 0 }],
    ["the two of more", 21, { embedders }, { mode: "search_registry", count: 2, problems: 0 }],
    ["all where there is no embedder, and the host is told", 21, {}, { mode: "direct", count: 21, problems: 1 }],
    [
      "the two by words alone, where that is asked for",
      21,
      { toolEmbeddingModel: "lexical" },
      { mode: "search_registry", count: 2, problems: 0 },
    ],
    [
      "all where that is asked for",
      50,
      { mode: "direct" as const, embedders },
      { mode: "direct", count: 50, problems: 0 },
    ],
    [
      "the two where that is asked for",
      1,
      { mode: "search_registry" as const, embedders },
      { mode: "search_registry", count: 2, problems: 0 },
    ],
    [
      "what is always given beside them",
      21,
      { embedders, always: ["t3"] },
      { mode: "search_registry", count: 3, problems: 0 },
    ],
  ])("%s", async (_what, count, settings, expected) => {
    expect(await offered(count, settings)).toEqual(expected);
  });

  test("list_datasets and read_output stand beside the two unless others are named", async () => {
    const registry = withTools(21);
    for (const slug of ["list_datasets", "read_output"]) {
      registry.register({ ...base, slug, name: slug, description: "Tells what there is." });
    }
    const { tools } = await modesOf(registry, { embedders }).offer(registry.all(), context);
    expect(tools.map(({ slug }) => slug)).toEqual(["tool_search", "tool_invoke", "list_datasets", "read_output"]);
  });

  test("a name that is taken stops a host that must search, and leaves the others their tools", async () => {
    const registry = withTools(21);
    registry.register({ ...base, slug: "tool_search", name: "Mine", description: "Mine." });
    expect(() => modesOf(registry, { mode: "search_registry", embedders })).toThrow("Rename the other tool");
    expect(await offered(0, { embedders }, registry)).toEqual({ mode: "direct", count: 22, problems: 1 });
  });

  test("a host that must search does not start without an embedder, nor with several where none is named", async () => {
    expect(() => modesOf(withTools(1), { mode: "search_registry" })).toThrow("give createHost an embedder");
    const two = [...embedders, { name: "f", embed: embedders[0]!.embed }];
    expect(() => modesOf(withTools(1), { embedders: two })).toThrow("name the one");
    expect((await offered(21, { embedders: two, toolEmbeddingModel: "f" })).mode).toBe("search_registry");
  });
});

describe("a turn that searches", () => {
  let store: Store;
  let host: Host | undefined;
  beforeAll(async () => {
    store = await memoryStore();
  }, 60_000);
  afterEach(() => host?.close());
  afterAll(() => store.close());

  const send = async (path: string, body?: unknown) => {
    const headers = { "content-type": "application/json", accept: "application/json" };
    const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    return (await host!.fetch(new Request(`http://localhost${path}`, init))).json();
  };
  const open = async (options: Pick<HostOptions, "model" | "toolSearch">, forPeople: readonly string[] = []) => {
    const registry = withTools(20, toolsForTest());
    for (const slug of forPeople) {
      registry.register({ ...base, slug, name: `My ${slug}`, description: "Mine.", asTool: false });
    }
    host = createHost({ registry, store, ...options });
    await host.ready;
  };

  test("is logged as calls of the tools that it runs, with their approvals; the model reads what it asked for", async () => {
    const asked: { tools: string[]; results: string[] }[] = [];
    const invoke = (tool_id: string, input: object) => ({ call: "tool_invoke", input: { tool_id, arguments: input } });
    const script = createScriptedModel({
      turns: [
        {
          steps: [
            [{ call: "tool_search", input: { query: "adds two numbers", limit: 1 } }],
            [invoke("add", { a: 1, b: 2 }), invoke("add", { a: "x" }), invoke("publish", { text: "hello" })],
            ["Done."],
          ],
        },
      ],
    });
    const model = observed(script, ({ tools = [], prompt }) =>
      asked.push({ tools: tools.map(({ name }) => name), results: results(prompt) }),
    );
    // What people alone have may be called as the search is.
    const forPeople = ["tool_search", "tool_invoke"];
    await open({ model, toolSearch: { mode: "search_registry", toolEmbeddingModel: "lexical" } }, forPeople);
    const { sessionId } = (await send("/api/chat", { message: "Add and publish" })) as { sessionId: string };
    const log = () => send(`/api/sessions/${sessionId}/events`) as Promise<Record<string, unknown>[]>;
    const ask = await vi.waitFor(
      async () => {
        const found = (await log()).find(({ type }) => type === "tool.needs_approval");
        expect(found).toBeDefined();
        return found!;
      },
      { timeout: 20_000 },
    );
    await send(`/api/calls/${String(ask["callId"])}/approve`, { approvalId: ask["approvalId"] });
    await vi.waitFor(async () => expect((await log()).map(({ type }) => type)).toContain("agent.completed"), {
      timeout: 20_000,
    });
    const requested = (await log()).filter(({ type }) => type === "tool.requested");
    expect(requested.map(({ tool, title }) => [tool, title])).toEqual([
      ["tool_search", "Search tools"],
      ["add", "Add"],
      ["add", "Add"],
      ["publish", "Publish note"],
    ]);
    expect(asked[0]!.tools.toSorted()).toEqual(["tool_invoke", "tool_search"]);
    expect(await send("/api/tools/tool_search")).toMatchObject({ name: "My tool_search" });
    const [found, sum, wrong, published] = asked.at(-1)!.results;
    expect(JSON.parse(found!)).toMatchObject({ tools: [{ tool_id: "add" }] });
    expect(JSON.parse(sum!)).toEqual({ tool_id: "add", result: { sum: 3 } });
    expect(wrong).toMatch(/^add: Error \(invalid_input\)/);
    expect(JSON.parse(published!)).toEqual({ tool_id: "publish", result: { published: true } });
  });

  test("finds for whoever asks what the model would find, and says what is wrong with a request", async () => {
    await open({ toolSearch: { toolEmbeddingModel: "lexical" } });
    expect(await send("/api/chat/tools/search?query=adds+two+numbers&limit=1")).toMatchObject({
      search_mode: "lexical_bm25f",
      tools: [{ tool_id: "add", score: 1, shares: { full_text: expect.any(Number) } }],
    });
    expect(await send("/api/chat/tools/search?query=*&limit=20&offset=20")).toMatchObject({ total: 23 });
    for (const [address, count] of [
      ["limit=50", 20],
      ["limit=0", 1],
      ["limit=-4", 1],
      ["limit=50&offset=-1", 20],
      ["offset=99999999", 0],
      ["min_score=7", 5],
      ["min_score=-1", 5],
    ] as const) {
      const { tools } = (await send(`/api/chat/tools/search?query=*&${address}`)) as { tools: unknown[] };
      expect([address, tools.length]).toEqual([address, count]);
    }
    // What a card says of the two search tools; the library does not list them.
    expect(await send("/api/tools/tool_search")).toMatchObject({ name: "Search tools", messages: { de: {} } });
    expect(JSON.stringify(await send("/api/tools"))).not.toContain("tool_search");
    for (const [address, path] of [
      ["", "/query"],
      ["?query=a&limit=x", "/limit"],
      ["?query=a&limit=2.5", "/limit"],
      ["?query=a&min_score=much", "/min_score"],
    ]) {
      expect(await send(`/api/chat/tools/search${address}`)).toMatchObject({ error: { path } });
    }
  });

  test("ranks by reciprocal ranks where the host says so, by meaning too where it has an embedder", async () => {
    const find = async (toolSearch: ToolSearchSettings) => {
      await open({ toolSearch });
      const found = await send("/api/chat/tools/search?query=adds+two+numbers");
      await host!.close();
      host = undefined;
      return found as { search_mode: string; tools: { tool_id: string }[] };
    };
    expect((await find({ embedders, fusion: "rrf" })).search_mode).toBe("hybrid_rrf");
    const lexical = await find({ toolEmbeddingModel: "lexical", fusion: "rrf" });
    expect([lexical.search_mode, lexical.tools[0]!.tool_id]).toEqual(["lexical_rrf", "add"]);
    expect((await find({ embedders })).search_mode).toBe("hybrid_bm25f");
  });

  test("says what the model is given, and how many tokens that is", async () => {
    const countTokens = vi.fn((text: string) => text.length);
    await open({ toolSearch: { toolEmbeddingModel: "lexical", countTokens, tokenizer: "letters" } });
    const said = (await send("/api/chat/tools")) as { tokens: { all: number; given: number } };
    expect(said).toMatchObject({
      mode: "search_registry",
      embedder: "lexical",
      tools: 23,
      given: 2,
      tokens: { tokenizer: "letters" },
    });
    expect(said.tokens.given).toBeLessThan(said.tokens.all);
    expect(countTokens).toHaveBeenCalledTimes(2);
    expect(await send("/api/chat/tools")).toEqual(said);
    expect(countTokens).toHaveBeenCalledTimes(2);
  });
});
