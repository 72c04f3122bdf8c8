import fc from "fast-check";
import { describe, expect, expectTypeOf, test, vi } from "vitest";
import { asSchema, type ToolSet as AiToolSet } from "ai";
import type Anthropic from "@anthropic-ai/sdk";
import type OpenAI from "openai";
import { z } from "zod";
import { callerIn, reasonsToHide, SLUG, storeOf, toolOf } from "../testing/fixtures/hiddenTools.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import { createRegistry } from "../tool/registry.ts";
import { createToolAccess } from "../catalog/toolAccess.ts";
import { createMemoryVisibility } from "../catalog/visibilityStore.ts";
import { createBudget } from "../tool/budget.ts";
import { toolGroups } from "../tool/platformGroups.ts";
import {
  toAnthropicTools,
  toMcpTools,
  toOpenAiChatTools,
  toOpenAiResponsesTools,
  toStructuredContent,
  type BridgedTool,
} from "./definitions.ts";
import { toModelSchema } from "./modelSchema.ts";
import { toStrictSchema } from "./strictSchema.ts";
import {
  getEntityTools,
  getFilterTools,
  getResearchTools,
  getUserFacingToolSet,
  resolveAgentTools,
  resolveAgentToolsWithTenant,
} from "./toolSet.ts";

const text = { type: "string" };
const tool = (slug: string, inputJsonSchema: JsonSchema = { type: "object", properties: {} }): BridgedTool => ({
  slug,
  description: "Tries.",
  inputJsonSchema,
});
const bridges = { toAnthropicTools, toMcpTools, toOpenAiChatTools, toOpenAiResponsesTools };

describe.each(Object.entries(bridges))("%s", (_name, toTools) => {
  test("gives the same bytes for the same tools, in whatever order tools and keywords come", () => {
    const one = tool("b", {
      type: "object",
      properties: { q: { type: "string", description: "What." } },
      required: ["q"],
    });
    const same = tool("b", {
      required: ["q"],
      properties: { q: { description: "What.", type: "string" } },
      type: "object",
    });
    const bytes = (tools: BridgedTool[]) => JSON.stringify(toTools(tools).tools);
    expect(bytes([one, tool("a"), tool("C")])).toBe(bytes([tool("C"), same, tool("a")]));
  });

  test("leaves out what is for people alone", () => {
    const { tools, slugOf } = toTools([{ ...tool("a"), asTool: false }, { ...tool("b"), as_tool: false }, tool("c")]);
    expect(tools).toHaveLength(1);
    expect([slugOf("a"), slugOf("b"), slugOf("c")]).toEqual([undefined, undefined, "c"]);
  });

  test("maps any name to one that the provider takes, and back", () => {
    const slugs = fc.uniqueArray(
      fc.oneof(fc.string({ unit: "grapheme", maxLength: 150 }), fc.constantFrom("a b", "a_b", "a.b")),
    );
    fc.assert(
      fc.property(slugs, (names) => {
        const { tools, slugOf } = toTools(names.map((name) => tool(name)));
        const given = tools.map((each) => ("function" in each ? each.function.name : each.name));
        expect(given.every((name) => /^[\w.-]{1,128}$/.test(name))).toBe(true);
        expect(given.map(slugOf).toSorted()).toEqual(names.toSorted());
      }),
    );
    expect(toTools([]).slugOf("made_up")).toBeUndefined();
  });
});

test("definitions are what the providers' own types ask for", () => {
  expectTypeOf(toAnthropicTools([]).tools).toExtend<Anthropic.Tool[]>();
  expectTypeOf(toOpenAiChatTools([]).tools).toExtend<OpenAI.ChatCompletionTool[]>();
  expectTypeOf(toOpenAiResponsesTools([]).tools).toExtend<OpenAI.Responses.FunctionTool[]>();
  expectTypeOf(getUserFacingToolSet()).toExtend<AiToolSet>();
});

test("Anthropic's cache ends at the last stable definition", () => {
  const { tools } = toAnthropicTools([tool("a"), tool("b"), tool("z")], { isStable: (slug) => slug !== "a" });
  expect(tools.map(({ name, cache_control }) => [name, cache_control?.type])).toEqual([
    ["b", undefined],
    ["z", "ephemeral"],
    ["a", undefined],
  ]);
  expect(toAnthropicTools([tool("a")], { cache: false }).tools[0]).not.toHaveProperty("cache_control");
});

test("MCP is told of tools that ask, of titles, and gets an object as output", () => {
  const list = { ...tool("list"), name: "List", outputJsonSchema: { type: "array", items: text } };
  const erase = { ...tool("erase"), permissionPolicy: "always_ask" as const, outputJsonSchema: { type: "object" } };
  const { tools } = toMcpTools([list, erase]);
  expect(tools).toMatchObject([
    { name: "erase", outputSchema: { type: "object" }, annotations: { readOnlyHint: false, destructiveHint: true } },
    { name: "list", title: "List", outputSchema: { properties: { result: { type: "array" } } } },
  ]);
  expect(tools[1]?.annotations.destructiveHint).toBe(false);
  expect(toStructuredContent(list, ["a"])).toEqual({ result: ["a"] });
  expect(toStructuredContent(erase, { a: 1 })).toEqual({ a: 1 });
  expect(toStructuredContent(tool("none"), 1)).toBeUndefined();
});

describe("a union at the top", () => {
  const action = z.discriminatedUnion("action", [
    z.object({ action: z.literal("create"), slug: z.string(), name: z.string().optional() }),
    z.object({ action: z.literal("list") }),
  ]);
  const schema = z.toJSONSchema(action, { io: "input" }) as JsonSchema;

  test("becomes one object that says what belongs together", () => {
    expect(toModelSchema(schema)).toEqual({
      type: "object",
      description: 'Give what one of these needs: action "create" needs slug; action "list".',
      properties: { action: { type: "string", enum: ["create", "list"] }, slug: text, name: text },
      required: ["action"],
    });
  });

  test("is flattened through references, parts that hold together, and properties beside it", () => {
    const nested: JsonSchema = {
      $ref: "#/definitions/root",
      definitions: {
        root: {
          allOf: [{ properties: { id: text }, required: ["id"] }, { oneOf: [{ $ref: "#/definitions/a" }, text] }],
        },
        a: { type: "object", properties: { next: { $ref: "#/definitions/a" }, id: { type: "integer" } } },
      },
    };
    expect(toModelSchema(nested)).toMatchObject({
      type: "object",
      properties: { id: { anyOf: [text, { type: "integer" }] }, next: { $ref: "#/$defs/a" } },
      required: ["id"],
      $defs: { a: { properties: { next: { $ref: "#/$defs/a" } } } },
    });
  });

  test("any value as a schema gives an object, and never throws", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const made = toModelSchema(value as JsonSchema);
        expect(made).toMatchObject({ type: "object" });
        expect(toModelSchema(made)).toEqual(made);
        toStrictSchema(made);
      }),
    );
  });
});

describe("strict mode", () => {
  const optional: JsonSchema = {
    type: "object",
    properties: {
      q: { type: "string", minLength: 2 },
      limit: { type: "integer", default: 5 },
      note: { anyOf: [text, { type: "null" }] },
      sort: { type: "object", properties: { by: { enum: ["a", "b"] } } },
    },
    required: ["q"],
  };

  test("asks for every property, and reads what was left out back", () => {
    const { tools, read, remarks } = toOpenAiResponsesTools([tool("t", optional)]);
    expect(remarks).toEqual([]);
    expect(tools[0]).toMatchObject({
      strict: true,
      parameters: {
        required: ["q", "limit", "note", "sort"],
        additionalProperties: false,
        properties: {
          q: { type: "string", description: "(minLength: 2)" },
          limit: { type: ["integer", "null"] },
          sort: { type: ["object", "null"], properties: { by: { type: ["string", "null"], enum: ["a", "b", null] } } },
        },
      },
    });
    expect(read("t", { q: "hi", limit: null, note: null, sort: { by: null } })).toEqual({
      q: "hi",
      note: null,
      sort: {},
    });
    expect(read("t", { q: "hi", limit: null, note: null, sort: null })).toEqual({ q: "hi", note: null });
    expect(read("t", "no object")).toBe("no object");
  });

  test.each<[string, JsonSchema, string]>([
    ["any value", { properties: { a: {} } }, '"a" takes any value'],
    ["an open record", { properties: { a: { type: "object", additionalProperties: {} } } }, "a record of any names"],
    [
      "a record of texts",
      { properties: { a: { type: "object", additionalProperties: text } } },
      "a record of any names",
    ],
    ["a list of anything", { properties: { a: { type: "array" } } }, "a list of anything"],
    ["several at once", { properties: { a: { allOf: [text, { minLength: 1 }] } } }, "allOf"],
  ])("is left where the schema has %s, with a word", (_name, schema, why) => {
    const { tools, remarks } = toOpenAiChatTools([tool("t", { type: "object", ...schema })]);
    expect(tools[0]?.function.strict).toBe(false);
    expect(remarks).toEqual([{ slug: "t", message: expect.stringContaining(why) }]);
  });

  test("reads variants and what refers to itself", () => {
    const tree: JsonSchema = {
      type: "object",
      properties: { root: { $ref: "#/$defs/node" } },
      $defs: {
        node: {
          type: "object",
          properties: { kind: { const: "n" }, of: { type: "array", items: { $ref: "#/$defs/node" } }, tag: text },
          required: ["kind"],
        },
      },
    };
    const { read } = toOpenAiChatTools([tool("t", tree)]);
    const sent = { root: { kind: "n", tag: null, of: [{ kind: "n", tag: "x", of: null }] } };
    expect(read("t", sent)).toEqual({ root: { kind: "n", of: [{ kind: "n", tag: "x" }] } });
  });
});

describe("tool sets", () => {
  const registry = createRegistry();
  const base = { ...toolOf(reasonsToHide["its own word"]!, false), available: () => true };
  const inputSchema = z.object({ value: z.number().default(2) });
  registry.register({ ...base, slug: "double", inputSchema, execute: ({ value }: { value: number }) => value * 2 });
  registry.register({ ...base, slug: "deploy", requiredPermission: "deploy" });
  registry.register({ ...base, slug: "acme-only", tenantSlugs: ["acme"] });
  registry.register({ ...base, slug: "searchEntities" });
  registry.register({ ...base, slug: "people-only", asTool: false });
  registry.register({ ...base, slug: "sql-only", as_tool: false });
  registry.register({ ...base, slug: "createEntity", group: toolGroups.entity });
  registry.register({ ...base, slug: "webSearch", group: toolGroups.web });
  const names = (set: object) => Object.keys(set).join(" ");

  test("have what the caller may use, in the order of names, and run it", async () => {
    expect(names(getUserFacingToolSet([], undefined, { registry }))).toBe("double searchEntities");
    expect(names(getUserFacingToolSet(["deploy"], "acme", { registry }))).toBe(
      "acme-only deploy double searchEntities",
    );
    const { double } = getUserFacingToolSet([], undefined, { registry });
    expect(await double!.execute({ value: 4 })).toBe(8);
    expect(await double!.execute({ value: "x" })).toMatchObject({ error: expect.stringContaining("value") });
    const schema = asSchema(double!.inputSchema as never);
    expect(await schema.jsonSchema).toMatchObject({ type: "object", properties: { value: { type: "number" } } });
    expect(await schema.validate!({})).toEqual({ success: true, value: {} });
    expect(await schema.validate!({ value: "x" })).toMatchObject({ success: false });
  });

  test("of a group are empty without permissions, and hold what its map allows", () => {
    for (const get of [getEntityTools, getFilterTools, getResearchTools])
      expect(get(undefined, { registry })).toEqual({});
    expect(getEntityTools([], { registry })).toEqual({});
    expect(names(getEntityTools(["entities.team.read"], { registry }))).toBe("searchEntities");
    expect(names(getEntityTools(["entities.team.create"], { registry }))).toBe("createEntity");
  });

  test("of an agent have its groups and what it names, code before what a tenant wrote", async () => {
    expect(names(resolveAgentTools({ toolGroups: ["web"] }, [], undefined, { registry }))).toBe(
      "double searchEntities webSearch",
    );
    const written = { ...base, slug: "our-report", execute: () => "ours" };
    const store = {
      ...createMemoryVisibility([{ tenantId: "t", slug: "searchEntities", enabled: false }]),
      toolsOf: () => [written, { ...written, slug: "double" }, { ...written, slug: "other" }],
    };
    const access = createToolAccess({ registry, store });
    const agent = { customTools: ["our-report", "double"] };
    const set = await resolveAgentToolsWithTenant(agent, "t", "ada", [], undefined, { registry, access });
    expect(names(set)).toBe("double our-report");
    expect([await set["our-report"]!.execute({}), await set["double"]!.execute({})]).toEqual(["ours", 4]);
  });

  test("of a tenant are in one order with one end of the cache, and a broken one does not take the others down", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const written = { ...base, execute: () => "ours" };
    const definition = { name: "a-function", description: "Tries.", parameters: { type: "object" } };
    const store = {
      ...createMemoryVisibility(),
      toolsOf: () => [
        { ...written, slug: "broken", inputSchema: { type: "string" } },
        null as never,
        { definition, handler: () => "function" },
        { ...written, slug: "e-last" },
      ],
    };
    const access = createToolAccess({ registry, store });
    const agent = { customTools: ["broken", "e-last", "a-function"] };
    const options = { registry, access, cache: true };
    const set = await resolveAgentToolsWithTenant(agent, "t", "ada", [], undefined, options);
    expect(names(set)).toBe("a-function double e-last searchEntities");
    expect(Object.values(set).map(({ providerOptions }) => providerOptions !== undefined)).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(await set["a-function"]!.execute({})).toBe("function");
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/tenant t .*"broken"/));
    warn.mockRestore();
  });

  test("count their calls, whichever set and however they end, and tell the model beside the result", async () => {
    const own = createRegistry();
    own.register({ ...base, slug: "list", execute: () => [1] });
    own.register({ ...base, slug: "look", execute: () => ({ seen: true }) });
    own.register({ ...base, slug: "told", execute: () => ({ tool_budget: "mine" }) });
    const budget = createBudget({ limit: 5, warnAt: 3 });
    const root = getUserFacingToolSet([], undefined, { registry: own, budget });
    const below = getUserFacingToolSet([], undefined, { registry: own, budget });
    const left = (count: string) => expect.stringContaining(`${count} left`);
    expect(await root["look"]!.execute({})).toEqual({ seen: true });
    expect(await below["look"]!.execute("no object")).toEqual({
      error: expect.any(String),
      tool_budget: left("3 calls are"),
    });
    expect(await root["list"]!.execute({})).toEqual({ result: [1], tool_budget: left("2 calls are") });
    expect(await below["told"]!.execute({})).toEqual({
      result: { tool_budget: "mine" },
      tool_budget: left("1 call is"),
    });
    const last = (await root["look"]!.execute({})) as { tool_budget: string };
    expect(last).toEqual({ seen: true, tool_budget: expect.stringContaining("Synthesise your answer now") });
    expect(await below["look"]!.execute({})).toEqual({ error: `This call did not run. ${last.tool_budget}` });
  });

  test.each(Object.entries(reasonsToHide))("are held by the same rule: %s", async (_name, reason) => {
    const reached = async (isHidden: boolean) => {
      const own = createRegistry();
      own.register(toolOf(reason, isHidden));
      const situation = isHidden ? reason.hidden : reason.shown;
      const access = createToolAccess({ registry: own, store: storeOf(situation) });
      const { tenantSlug, permissions, ...caller } = callerIn(situation);
      const options = {
        registry: own,
        context: await access.contextFor({ ...caller, tenantSlug: tenantSlug ?? null }),
      };
      const agent = { toolGroups: ["entity"] };
      const slug = tenantSlug ?? undefined;
      const sets = [
        resolveAgentTools(agent, permissions, slug, options),
        await resolveAgentToolsWithTenant(agent, caller.tenantId!, "ada", permissions, slug, {
          registry: own,
          access,
          context: caller,
        }),
        ...(reason.tool.group ? [] : [getUserFacingToolSet(permissions, slug, options)]),
      ];
      return new Set(sets.map((set) => SLUG in set));
    };
    expect(await reached(true)).toEqual(new Set([false]));
    expect(await reached(false)).toEqual(new Set([true]));
  });
});
