import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import type { ToolContext } from "./context.ts";
import { defineTool, type ToolDefinition } from "./definition.ts";
import {
  createRegistry,
  toToolDetail,
  toToolListing,
  toToolMeta,
  type Registry,
  type ToolRegistration,
} from "./registry.ts";
import type { FormSpec } from "../form/model/formSpec.ts";
import type { ViewSpec } from "../view/viewSpec.ts";

const context: ToolContext = { userId: "ada", spaceId: null, requestId: "r1" };
const empty = { type: "object", properties: {} };
const tool = (slug: string, rest: Partial<ToolDefinition> = {}): ToolDefinition => ({
  slug,
  name: slug.toUpperCase(),
  description: "Does something.",
  category: "analysis",
  icon: "calculator",
  inputSchema: empty,
  execute: () => slug,
  ...rest,
});

describe("the shapes that a registry takes", () => {
  test("a definition", () => {
    const registry = createRegistry();
    const registered = registry.register(
      defineTool({
        ...tool("double"),
        inputSchema: z.object({ value: z.number().default(1) }),
        outputSchema: z.object({ result: z.number() }),
        execute: ({ value }) => ({ result: value * 2 }),
      }),
    );
    expect(registered).toMatchObject({
      slug: "double",
      origin: "custom",
      kind: "code",
      permissionPolicy: "auto",
      inputJsonSchema: { type: "object", properties: { value: { type: "number", default: 1 } } },
      outputJsonSchema: { type: "object", required: ["result"] },
      file: undefined,
    });
    expect(registered.inputJsonSchema.required).toBeUndefined();
    expect(registry.get("double")).toBe(registered);
    expect(Object.isFrozen(registered)).toBe(true);
  });

  const parameters = { type: "object", properties: { city: { type: "string" } } };
  const handler = () => "sunny";
  test.each([
    ["a function definition beside its handler", { name: "weather", description: "Says it.", parameters }],
    [
      "one with OpenAI's outer function",
      { type: "function" as const, function: { name: "weather", description: "Says it.", parameters } },
    ],
  ])("%s", (_, definition) => {
    const registry = createRegistry();
    const available = vi.fn(() => false);
    registry.register({ definition, handler, available });
    expect(registry.get("weather")).toMatchObject({
      slug: "weather",
      name: "weather",
      description: "Says it.",
      category: "general",
      icon: "wrench",
      inputJsonSchema: parameters,
      execute: handler,
    });
    expect(registry.available(context)).toEqual([]);
    expect(available).toHaveBeenCalledWith(context);
  });

  test("a plugin whose `enabled` is another name for `available`, without parameters", () => {
    const registry = createRegistry();
    registry.register({ definition: { name: "clock" }, handler, enabled: ({ userId }) => userId === "ada" });
    expect(registry.available(context).map(({ slug }) => slug)).toEqual(["clock"]);
    expect(registry.available({ ...context, userId: "bob" })).toEqual([]);
    expect(registry.get("clock")?.inputJsonSchema).toEqual(empty);
  });

  test("a slug with a handler and no words of its own", () => {
    const bare = { slug: "bare", inputSchema: empty, execute: handler } as unknown as ToolRegistration;
    expect(createRegistry().register(bare)).toMatchObject({ name: "bare", description: "", category: "general" });
  });

  test("`outputSchemaZod` is the seed's name for the output schema", () => {
    const output = z.object({ x: z.string() });
    const registered = createRegistry().register(tool("a", { outputSchemaZod: output }));
    expect(registered.outputSchema).toBe(output);
    expect(registered.outputJsonSchema).toMatchObject({ properties: { x: { type: "string" } } });
  });

  test("a schema that is a function, as ArkType's are", () => {
    const schema = Object.assign(() => true, {
      "~standard": {
        version: 1 as const,
        vendor: "ark",
        validate: (value: unknown) => ({ value }),
        jsonSchema: { input: () => empty, output: () => empty },
      },
    });
    expect(createRegistry().register(tool("a", { inputSchema: schema })).inputJsonSchema).toEqual(empty);
  });
});

describe("what a registry refuses", () => {
  const refusal = (registration: unknown) => {
    try {
      createRegistry().register(registration as ToolRegistration);
    } catch (error) {
      return (error as Error).message;
    }
    return "taken";
  };

  test.each(["", "has space", "a/b", "ümlaut", "a".repeat(65), 7, undefined, null, "__proto__\n"])(
    "the slug %j",
    (slug) => {
      expect(refusal({ ...tool("x"), slug })).toBe(
        'A tool\'s slug must be 1 to 64 letters, digits, "-" or "_", because it is also a function name and an address; ' +
          `this one is ${JSON.stringify(slug)}.`,
      );
    },
  );

  test.each(["a", "A-1_b", "__proto__", "a".repeat(64)])("and takes the slug %j", (slug) => {
    const registry = createRegistry();
    registry.register(tool(slug));
    expect(registry.get(slug)?.slug).toBe(slug);
  });

  test.each([
    ["nothing", undefined, "A tool is an object with a slug, an inputSchema and execute(); this one is undefined."],
    ["a string", "tool", "A tool is an object with a slug, an inputSchema and execute(); this one is tool."],
    [
      "a policy that is none",
      { ...tool("x"), permissionPolicy: "ask" },
      'The permissionPolicy of the tool "x" is "ask". It is "auto", or "always_ask"',
    ],
    ["no execute", { ...tool("x"), execute: undefined }, 'The tool "x" has no execute function.'],
    ["no inputSchema", { ...tool("x"), inputSchema: undefined }, 'The tool "x" has no inputSchema.'],
    ["a handler alone", { handler: () => 1 }, "A tool given as a handler needs a definition beside it"],
    [
      "a schema without JSON Schema",
      { ...tool("x"), inputSchema: { "~standard": { version: 1, vendor: "old", validate: () => ({ value: 1 }) } } },
      'The inputSchema of the tool "x" cannot be written as JSON Schema: This old schema cannot produce a JSON Schema',
    ],
    [
      "an output that cannot be described",
      { ...tool("x"), outputSchema: { "~standard": { version: 1, vendor: "own", validate: () => ({ value: 1 }) } } },
      'The outputSchema of the tool "x" cannot be written as JSON Schema',
    ],
  ])("%s", (_, registration, words) => {
    expect(refusal(registration)).toContain(words);
  });

  test("a schema of more parts than anybody can wait for, and none of a few thousand", () => {
    const nested = (depth: number): object =>
      depth === 0 ? { type: "string" } : { oneOf: [nested(depth - 1), nested(depth - 1)] };
    expect(refusal({ ...tool("x"), inputSchema: nested(16) })).toContain(
      'The inputSchema of the tool "x" is made of more than 20000 schemas',
    );
    expect(refusal({ ...tool("x"), outputSchema: nested(16) })).toContain("The outputSchema");
    expect(refusal({ ...tool("x"), inputSchema: nested(11) })).toBe("taken");
  });

  test("a slug that is taken, saying from where", () => {
    const registry = createRegistry();
    registry.register(tool("roi"), { file: "tools/roi/definition.ts" });
    expect(() => registry.register(tool("roi"))).toThrow(
      'A tool with the slug "roi" is registered already (from tools/roi/definition.ts). ' +
        "Give one of them another slug, or remove the first.",
    );
    expect(registry.all()).toHaveLength(1);
  });
});

describe("a registry", () => {
  test("finds by alias, but a slug wins", () => {
    const registry = createRegistry();
    registry.register(tool("web_search", { aliases: ["webSearch", "search"] }));
    registry.register(tool("search"));
    expect(registry.get("webSearch")?.slug).toBe("web_search");
    expect(registry.get("search")?.slug).toBe("search");
    expect(registry.get("nothing")).toBeUndefined();
  });

  test("takes specs before and after the tool, and prefers them to the tool's own", () => {
    const registry = createRegistry();
    const first: FormSpec = { sections: [] };
    const late: ViewSpec = { blocks: [{ type: "json" }] };
    registry.registerFormSpec("tool:roi", first);
    registry.register(tool("roi", { formSpec: { title: "Own" }, viewSpec: { blocks: [] }, aliases: ["r"] }));
    expect(registry.formSpec("roi")).toBe(first);
    expect(registry.formSpec("r")).toBe(first);
    expect(registry.viewSpec("roi")).toEqual({ blocks: [] });
    registry.registerViewSpec("tool:roi", late);
    expect(toToolDetail(registry.get("roi")!)).toMatchObject({ formSpec: { title: "Own" } });
  });

  test("takes what a tool runs as data alone", () => {
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    expect(() => createRegistry().register(tool("roi", { execution: circular }))).toThrow(
      'The execution of the tool "roi" is no JSON',
    );
    expect(createRegistry().register(tool("roi", { execution: { prompt: "Be brief." } })).execution).toEqual({
      prompt: "Be brief.",
    });
  });

  test.each<[string, (registry: Registry) => void, RegExp]>([
    [
      "a FormSpec whose fields are names",
      (registry) => registry.registerFormSpec("tool:tip", { fields: ["bill"] as never }),
      /FormSpec of "tool:tip" .*fields\[0\] is "bill".*\{ key: "bill" \}/,
    ],
    [
      "a ViewSpec of an unknown block",
      (registry) => registry.registerViewSpec("tool:tip", { blocks: [{ type: "grid" as never }] }),
      /ViewSpec of "tool:tip" .*blocks\[0\]\.type is "grid".*summary, callout, table, chart/,
    ],
    [
      "a chart of an unknown variant",
      (registry) =>
        registry.registerViewSpec("tool:tip", { blocks: [{ type: "chart", config: { variant: "donut" as never } }] }),
      /blocks\[0\]\.config\.variant is "donut"; the variants of a chart are line, bar, area, scatter, pie\./,
    ],
    ["a key that is no tool's", (registry) => registry.registerViewSpec("tip", { blocks: [] }), /"tool:tip"/],
    [
      "a tool with such a FormSpec",
      (registry) => registry.register(tool("tip", { formSpec: { sections: [{ fields: ["bill"] as never }] } })),
      /formSpec of the tool "tip".*sections\[0\]\.fields\[0\] is "bill"/,
    ],
    [
      "a tool with such sections",
      (registry) =>
        registry.register(tool("tip", { outputSections: [{ key: "a", label: "A", type: "grid" as never }] })),
      /outputSections of the tool "tip".*outputSections\[0\]\.type is "grid"/,
    ],
    [
      "a tool whose input is no object",
      (registry) => registry.register(tool("tip", { inputSchema: z.string() })),
      /inputSchema of the tool "tip" is of the type "string".*properties/,
    ],
  ])("refuses %s: where, why, and what it has to be", (_, act, message) => {
    const registry = createRegistry();
    expect(() => act(registry)).toThrow(message);
    expect(registry.all()).toEqual([]);
  });

  test("says once of a tool that it has no description", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    for (const registry of [createRegistry(), createRegistry()]) registry.register(tool("mute", { description: "" }));
    expect(warn.mock.calls).toEqual([[expect.stringMatching(/"mute" has no description.*say when to use it/)]]);
    warn.mockRestore();
  });

  test("tells of every change, and of none that was none", () => {
    const registry = createRegistry();
    const listener = vi.fn();
    const stop = registry.onChange(listener);
    registry.register(tool("a"), { file: "f.ts" });
    registry.register(tool("b"), { file: "f.ts" });
    registry.registerFormSpec("tool:a", {} as never);
    expect(listener).toHaveBeenCalledTimes(3);
    expect(registry.removeFile("other.ts")).toEqual([]);
    expect(registry.remove("nothing")).toBe(false);
    expect(listener).toHaveBeenCalledTimes(3);
    expect(registry.removeFile("f.ts")).toEqual(["a", "b"]);
    expect(listener).toHaveBeenCalledTimes(4);
    stop();
    registry.register(tool("a"));
    expect(registry.remove("a")).toBe(true);
    expect(listener).toHaveBeenCalledTimes(4);
  });

  test("shares nothing with another", () => {
    const [one, other] = [createRegistry(), createRegistry()];
    one.register(tool("a"));
    expect(other.all()).toEqual([]);
  });

  test("lists nine fields and two facets, and no schema", () => {
    const registered = createRegistry().register(
      tool("a", { collaborative: true, tenantSlugs: ["t"], origin: "system" }),
    );
    const nine = ["slug", "name", "description", "category", "icon", "collaborative", "outputSections"];
    expect(Object.keys(toToolMeta(registered)).sort()).toEqual([...nine, "requiredPermission", "tenantSlugs"].sort());
    expect(toToolListing(registered)).toEqual({ ...toToolMeta(registered), origin: "system", kind: "code" });
    expect(JSON.parse(JSON.stringify(toToolDetail(registered)))).toMatchObject({ inputSchema: empty });
  });
});
