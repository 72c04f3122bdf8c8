import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ToolContext } from "../tool/context.ts";
import { createRegistry, toRegisteredTool, type RegisteredTool, type ToolRegistration } from "../tool/registry.ts";
import { createCatalog } from "./catalog.ts";
import { createCodeSource } from "./codeSource.ts";
import { createTenantSource } from "./tenantSource.ts";
import { oncePerContext, type ToolSource } from "./toolSource.ts";
import { createMemoryVisibility } from "./visibilityStore.ts";

const definition = (slug: string, more: Partial<RegisteredTool> = {}) => ({
  slug,
  name: slug,
  description: `Does ${slug}.`,
  category: "test",
  icon: "wrench",
  inputSchema: { type: "object" as const },
  outputSchema: {},
  execute: () => slug,
  ...more,
});
const tool = (slug: string, more: Partial<RegisteredTool> = {}) => toRegisteredTool(definition(slug, more));
const sourceOf = (name: string, tools: readonly RegisteredTool[]): ToolSource => ({
  name,
  list: () => tools,
  find: (slug) => tools.find((each) => each.slug === slug) ?? tools.find((each) => each.aliases?.includes(slug)),
});
const person: ToolContext = { userId: "ada", spaceId: null, requestId: "r", tenantId: "t", tenantSlug: "acme" };
const model: ToolContext = { ...person, source: "agent" };

describe("a catalog", () => {
  it("lists the tools of its sources in their order, and keeps apart what has one name", async () => {
    const catalog = createCatalog([
      sourceOf("code", [tool("forecast"), tool("add")]),
      sourceOf("weather", [tool("forecast"), tool("rain")]),
      sourceOf("news", [tool("forecast")]),
    ]);
    const tools = await catalog.toolsFor(person);
    expect(tools.map(({ slug, source }) => [slug, source])).toEqual([
      ["forecast", "code"],
      ["add", "code"],
      ["weather__forecast", "weather"],
      ["rain", "weather"],
      ["news__forecast", "news"],
    ]);
    expect(await catalog.find("news__forecast", person)).toMatchObject({ source: "news", slug: "news__forecast" });
    // A name with its source is known where it need not be said, too, and leads to the same tool.
    expect(await catalog.find("weather__rain", person)).toBe(tools[3]);
    expect(await catalog.find("weather__sun", person)).toBeUndefined();
  });

  it("keeps a name that reads as another source's under its own", async () => {
    const catalog = createCatalog([
      sourceOf("code", []),
      sourceOf("tenant", [tool("bank__pay")]),
      sourceOf("bank", []),
    ]);
    expect(await catalog.find("bank__pay", person)).toBeUndefined();
    expect(await catalog.toolsFor(person)).toMatchObject([{ slug: "tenant__bank__pay" }]);
  });

  it("finds by alias what no source has as a slug", async () => {
    const catalog = createCatalog([
      sourceOf("code", [tool("convert", { aliases: ["units", "add"] })]),
      sourceOf("maths", [tool("add"), tool("convert", { aliases: ["change"] })]),
    ]);
    expect(await catalog.find("units", person)).toMatchObject({ slug: "convert", source: "code" });
    expect(await catalog.find("add", person)).toMatchObject({ slug: "add", source: "maths" });
    expect(await catalog.find("change", person)).toMatchObject({ slug: "maths__convert" });
  });

  it("gives a tool as later sources have changed it, and never as earlier ones have", async () => {
    const renamed = (name: string): ToolSource => ({
      ...sourceOf(name, []),
      override: (each) => ({ ...each, description: `${each.description} ${name}.` }),
    });
    const catalog = createCatalog([renamed("before"), sourceOf("code", [tool("a")]), renamed("one"), renamed("two")]);
    expect(await catalog.find("a", person)).toMatchObject({ description: "Does a. one. two.", source: "code" });
    expect((await catalog.toolsFor(person))[0]).toMatchObject({ description: "Does a. one. two." });
  });

  it("knows no tool for people alone where a model asks, so that another may have its name", async () => {
    const catalog = createCatalog([
      sourceOf("code", [tool("tool_search", { asTool: false })]),
      sourceOf("search", [tool("tool_search")]),
    ]);
    expect(await catalog.find("tool_search", person)).toMatchObject({ source: "code" });
    expect(await catalog.resolve("tool_search", model)).toMatchObject({ tool: { source: "search" } });
    expect((await catalog.toolsFor(model)).map(({ slug, source }) => [slug, source])).toEqual([
      ["tool_search", "search"],
    ]);
  });

  it("says of a tool that may not be seen what it says of none, and of one that may not run why", async () => {
    const locked = tool("locked", { available: () => ({ reason: "No key is set." }) });
    const catalog = createCatalog([sourceOf("code", [tool("hidden", { requiredPermission: "x" }), locked])]);
    const refusalOf = async (slug: string) => (await catalog.resolve(slug, person)).refusal;
    expect(await refusalOf("hidden")).toEqual({
      ...(await refusalOf("none")),
      message: expect.stringContaining("hidden"),
    });
    expect(await refusalOf("locked")).toEqual({ code: "not_allowed", message: "No key is set." });
  });

  it("asks those sources that a context has", async () => {
    const servers = [sourceOf("weather", [tool("forecast")])];
    const catalog = createCatalog([sourceOf("code", []), ({ tenantId }) => (tenantId === "t" ? servers : [])]);
    expect(await catalog.find("forecast", person)).toMatchObject({ source: "weather" });
    expect(await catalog.find("forecast", { ...person, tenantId: "u" })).toBeUndefined();
  });

  it("refuses sources whose names are malformed or the same", async () => {
    const named = (...names: string[]) => createCatalog(names.map((name) => sourceOf(name, []))).toolsFor(person);
    await expect(named("My server")).rejects.toThrow('named "My server"');
    await expect(named("a", "b", "a")).rejects.toThrow('Two sources of tools are named "a"');
  });

  it("tells one tool of two sources apart by its source", async () => {
    const shared = tool("a");
    const only = (source: string) =>
      createCatalog([({ tenantId }) => (tenantId === source ? [sourceOf(source, [shared])] : [])]);
    const catalog = createCatalog([({ tenantId }) => [sourceOf(String(tenantId), [shared])]]);
    for (const tenantId of ["one", "two"]) {
      expect(await catalog.find("a", { ...person, tenantId })).toMatchObject({ source: tenantId });
      expect((await catalog.find("a", { ...person, tenantId }))?.version).toBe(
        (await only(tenantId).find("a", { ...person, tenantId }))?.version,
      );
    }
  });

  it("reads the specs that were registered beside a tool, as they are now", async () => {
    const registry = createRegistry();
    registry.register(definition("roi", { aliases: ["r"] }));
    const catalog = createCatalog([createCodeSource(registry)]);
    const before = await catalog.find("roi", person);
    registry.registerFormSpec("tool:roi", { title: "Return" });
    const after = await catalog.find("r", person);
    expect(after).toMatchObject({ slug: "roi", formSpec: { title: "Return" } });
    expect(after?.version).not.toBe(before?.version);
    expect(await catalog.find("roi", person)).toBe(after);
  });

  it("lists each tool once under a slug that finds it again", async () => {
    const slugs = fc.constantFrom("a", "b", "c", "s1__a", "s2__b", "s1__s1__a", `${"x".repeat(63)}y`, "x".repeat(64));
    const sources = fc.uniqueArray(fc.uniqueArray(slugs, { maxLength: 5 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(sources, async (lists) => {
        const catalog = createCatalog(
          lists.map((list, index) =>
            sourceOf(
              `s${index}`,
              list.map((slug) => tool(slug)),
            ),
          ),
        );
        const tools = await catalog.toolsFor(person);
        expect(tools).toHaveLength(lists.flat().length);
        expect(new Set(tools.map(({ slug }) => slug)).size).toBe(tools.length);
        for (const each of tools) expect(await catalog.find(each.slug, person)).toBe(each);
        for (const { slug } of tools) expect(slug).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      }),
      { numRuns: 300 },
    );
  });
});

describe("the version of a tool", () => {
  const versionOf = async (more: Partial<RegisteredTool>, source = "code") =>
    (await createCatalog([sourceOf(source, [tool("a", more)])]).find("a", person))!.version;

  it.each<[string, Partial<RegisteredTool>]>([
    ["its name", { name: "B" }],
    ["its description", { description: "Does more." }],
    ["its words for people", { userDescription: "More." }],
    ["its input", { inputSchema: { type: "object", properties: { a: {} } } }],
    ["its output", { outputSchema: { type: "string" } }],
    ["its policy", { permissionPolicy: "always_ask" }],
    ["its permission", { requiredPermission: "x" }],
    ["its form", { formSpec: { title: "A" } }],
    ["its view", { viewSpec: { blocks: [] } }],
    ["what it runs", { execution: { prompt: "Be brief." } }],
    ["its time", { timeLimit: 5 }],
  ])("is another where %s is", async (_what, more) => {
    expect(await versionOf(more)).not.toBe(await versionOf({}));
  });

  it("is another for another source, and the same whatever the order of keys, the handler or the icon", async () => {
    expect(await versionOf({}, "weather")).not.toBe(await versionOf({}));
    expect(await versionOf({ icon: "star", execute: () => 2 })).toBe(await versionOf({}));
    const one = { type: "object", properties: { a: { type: "string" }, b: {} } } as const;
    const other = { properties: { b: {}, a: { type: "string" } }, type: "object" } as const;
    expect(await versionOf({ inputSchema: one })).toBe(await versionOf({ inputSchema: other }));
  });
});

describe("tools of tenants", () => {
  it("are each tenant's own, read once a request, and without what cannot be used", async () => {
    const asked: string[] = [];
    const own: Record<string, readonly ToolRegistration[]> = {
      t: [definition("mine"), { ...definition("broken"), inputSchema: undefined as never }],
      u: [definition("theirs")],
    };
    const store = {
      ...createMemoryVisibility(),
      toolsOf: (tenantId: string) => (asked.push(tenantId), own[tenantId] ?? []),
    };
    const catalog = createCatalog([createTenantSource(store)]);
    const slugsOf = async (context: ToolContext) => (await catalog.toolsFor(context)).map(({ slug }) => slug);
    const request = { ...person };
    expect(await slugsOf(request)).toEqual(["mine"]);
    expect(await catalog.find("mine", request)).toMatchObject({ kind: "tenant_custom", source: "tenant" });
    expect(await catalog.find("theirs", request)).toBeUndefined();
    expect(asked).toEqual(["t"]);
    expect(await slugsOf({ ...person, tenantId: "u" })).toEqual(["theirs"]);
    expect(await slugsOf({ ...person, tenantId: null })).toEqual([]);
  });

  it("are there for an agent of chosen tools where it names them", async () => {
    const store = { ...createMemoryVisibility(), toolsOf: () => [definition("mine")] };
    const catalog = createCatalog([createTenantSource(store)]);
    const countFor = async (agent: ToolContext["agent"]) =>
      (await catalog.toolsFor({ ...model, ...(agent && { agent }) })).length;
    expect(await countFor(undefined)).toBe(1);
    expect(await countFor({ toolGroups: ["web"] })).toBe(0);
    expect(await countFor({ customTools: ["mine"] })).toBe(1);
  });
});

it("reads again what failed, and once what did not", async () => {
  let reads = 0;
  const read = oncePerContext(async () => {
    if (++reads === 1) throw new Error("away");
    return reads;
  });
  await expect(read(person)).rejects.toThrow("away");
  expect(await read(person)).toBe(2);
  expect(await read(person)).toBe(2);
  expect(await read({ ...person })).toBe(3);
});
