import { describe, expect, it } from "vitest";
import { createMemoryLog } from "../events/sessionLog.ts";
import type { ToolDefinition } from "../tool/definition.ts";
import { executeTool } from "../calls/execute.ts";
import { createRegistry } from "../tool/registry.ts";
import { createSearchTools, reservedNames, toolsForModels } from "./searchTools.ts";

const context = { userId: "ada", spaceId: null, requestId: "r", tenantId: "t", source: "agent" as const };
const base = { category: "test", icon: "wrench", inputSchema: { type: "object" } };
const add: ToolDefinition = {
  ...base,
  slug: "add",
  name: "Add",
  description: "Adds two numbers.",
  inputSchema: { type: "object", properties: { a: { type: "number" }, b: { type: "number" } }, required: ["a", "b"] },
  execute: ({ a, b }: { a: number; b: number }) => ({ sum: a + b }),
};

function made(...more: ToolDefinition[]) {
  const registry = createRegistry();
  for (const tool of [add, ...more]) registry.register(tool);
  const own = createRegistry();
  for (const tool of createSearchTools({ registry })) own.register(tool);
  const run = (slug: string, input: unknown, log = createMemoryLog()) =>
    executeTool(slug, input, context, { registry: own, log, sessionId: "s" });
  return { registry, run };
}

describe("tool_search and tool_invoke", () => {
  it("find a tool, and run it", async () => {
    const { run } = made();
    const { output } = await run("tool_search", { query: "add numbers" });
    expect(output).toMatchObject({ search_mode: "lexical_bm25f", tools: [{ tool_id: "add", score: 1 }] });
    expect(await run("tool_invoke", { tool_id: "add", arguments: { a: 1, b: 2 } })).toMatchObject({
      output: { tool_id: "add", result: { sum: 3 } },
      error: null,
    });
  });

  it("cap a number that is out of range, and do not refuse it", async () => {
    const many = Array.from({ length: 30 }, (_none, place) => ({
      ...base,
      slug: `count_${place}`,
      name: `Count ${place}`,
      description: "Counts sheep.",
      execute: () => ({}),
    }));
    const { run } = made(...many);
    const found = async (more: object) => {
      const { output, error } = await run("tool_search", { query: "count sheep", ...more });
      expect(error).toBeNull();
      return (output as { tools: unknown[] }).tools.length;
    };
    expect(await found({})).toBe(5);
    expect(await found({ limit: 20 })).toBe(20);
    expect(await found({ limit: 50 })).toBe(20);
    expect(await found({ limit: 0 })).toBe(1);
    expect(await found({ limit: -3 })).toBe(1);
    expect(await found({ offset: -1 })).toBe(5);
    expect(await found({ offset: 1000 })).toBe(0);
    expect(await found({ min_score: 7 })).toBe(await found({ min_score: 1 }));
    expect(await found({ min_score: -1 })).toBe(5);
  });

  it("report the call of the inner tool", async () => {
    const log = createMemoryLog();
    await made().run("tool_invoke", { tool_id: "add", arguments: { a: 1, b: 2 } }, log);
    const inner = (await log.read("s", 0)).filter((event) => "callId" in event && event.callId.endsWith("#add"));
    expect(inner.map(({ type }) => type)).toEqual(expect.arrayContaining(["tool.completed"]));
  });

  it.each([
    [
      "what does not fit its schema",
      { tool_id: "add", arguments: { a: "one" } },
      /^add: The input of "add" is not valid/,
    ],
    ["a tool that is not there", { tool_id: "gone" }, /^gone: There is no such tool for you. Find one/],
    ["a tool that is for people alone", { tool_id: "inner" }, /^inner: There is no such tool for you. Find one/],
    ["a tool that it may not see", { tool_id: "locked" }, /^locked: There is no such tool for you. Find one/],
    ["what its handler throws", { tool_id: "broken" }, /^broken: out of order/],
    ["a tool that asks, where nobody can answer", { tool_id: "careful" }, /^careful: .*approval/],
  ])("begin an error with the tool's name: %s", async (_what, input, message) => {
    const execute = () => ({});
    const { run } = made(
      { ...base, slug: "inner", name: "Inner", description: "adds", as_tool: false, execute },
      { ...base, slug: "locked", name: "Locked", description: "adds", requiredPermission: "x", execute },
      { ...base, slug: "careful", name: "Careful", description: "adds", permissionPolicy: "always_ask", execute },
      {
        ...base,
        slug: "broken",
        name: "Broken",
        description: "adds",
        execute: () => {
          throw new Error("out of order");
        },
      },
    );
    expect((await run("tool_invoke", input)).error).toMatch(message);
  });

  it("keep from a model what it may not see, or what is for people alone", async () => {
    const { run, registry } = made(
      { ...base, slug: "locked", name: "Locked", description: "adds", requiredPermission: "x", execute: () => ({}) },
      { ...base, slug: "inner", name: "Inner", description: "adds", asTool: false, execute: () => ({}) },
    );
    const { output } = await run("tool_search", { query: "*" });
    expect(output).toMatchObject({ total: 1, tools: [{ tool_id: "add" }] });
    expect(toolsForModels(registry, context).map(({ slug }) => slug)).toEqual(["add"]);
  });

  it("tell of tools that have their names", () => {
    const named = { ...base, name: "x", description: "x", execute: () => ({}) };
    const { registry } = made(
      { ...named, slug: "tool_search" },
      { ...named, slug: "x", aliases: ["tool_invoke"], asTool: false },
    );
    expect(reservedNames(registry.all())).toEqual(["tool_search"]);
  });
});
