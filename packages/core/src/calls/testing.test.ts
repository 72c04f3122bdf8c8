import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { getAllToolMeta, getAllTools, getAvailableTools, getTool, registerTool } from "../tool/defaultRegistry.ts";
import { defineTool } from "../tool/definition.ts";
import { executeTool } from "./execute.ts";
import { ToolError } from "../tool/toolError.ts";
import { captureTool, mockToolRegistry, untranslatedTexts, type MockToolRegistry } from "./testing.ts";

const double = defineTool({
  slug: "double",
  name: "Double",
  description: "Doubles a number.",
  category: "analysis",
  icon: "calculator",
  inputSchema: z.object({ value: z.number() }),
  outputSchema: z.object({ result: z.number() }),
  execute: ({ value }, _context, { onProgress }) => {
    onProgress(1, 1);
    return { result: value * 2 };
  },
});

describe("mockToolRegistry", () => {
  let registry: MockToolRegistry;
  afterEach(() => registry.restore());

  test("takes the place of the default registry until restored", async () => {
    registry = mockToolRegistry();
    registerTool(double);
    expect(registry.all().map(({ slug }) => slug)).toEqual(["double"]);
    expect(getTool("double")).toBe(registry.get("double"));
    expect(getAllTools()).toHaveLength(1);
    expect(getAvailableTools({ userId: null, spaceId: null, requestId: "r" })).toHaveLength(1);
    expect(getAllToolMeta()).toMatchObject([{ slug: "double", name: "Double" }]);
    expect((await executeTool("double", { value: 2 }, "api")).output).toEqual({ result: 4 });
    registry.restore();
    expect(getAllTools()).toEqual([]);
    expect((await executeTool("double", { value: 2 }, "api")).code).toBe("not_found");
  });

  test("starts empty each time", () => {
    registry = mockToolRegistry();
    expect(registry.all()).toEqual([]);
  });
});

describe("captureTool", () => {
  test("gives the tool that a module exports, and runs it with all that it reports", async () => {
    const { tool, run } = await captureTool(async () => ({ default: double }));
    expect(tool.slug).toBe("double");
    const { output, error, events } = await run({ value: 4 });
    expect([output, error]).toEqual([{ result: 8 }, null]);
    expect(events.map(({ type }) => type)).toEqual([
      "tool.requested",
      "tool.input_ready",
      "tool.started",
      "tool.progressed",
      "tool.completed",
    ]);
    expect((await run({ value: "4" })).code).toBe("invalid_input");
    expect(getAllTools()).toEqual([]);
  });

  test("gives the tool that a module registers, and may use it whatever it asks for", async () => {
    const { run } = await captureTool(async () =>
      registerTool({ ...double, origin: "system", requiredPermission: "run:double", tenantSlugs: ["acme"] }),
    );
    expect((await run({ value: 1 })).error).toBeNull();
    expect((await run({ value: 1 }, { context: { permissions: [] } })).code).toBe("not_found");
  });

  test("passes the signal on", async () => {
    const { run } = await captureTool(async () => ({ default: double }));
    expect((await run({ value: 1 }, { signal: AbortSignal.abort() })).code).toBe("cancelled");
  });

  test("refuses a module with no tool, with two, or with an error", async () => {
    await expect(captureTool(async () => ({}))).rejects.toThrow("it defines no tool");
    const two = { a: double, b: { ...double, slug: "triple" } };
    await expect(captureTool(async () => two)).rejects.toThrow("takes a module with one tool; this one has 2");
    await expect(captureTool(() => Promise.reject(new Error("typo")))).rejects.toThrow("typo");
  });
});

describe("untranslatedTexts", () => {
  const tool = defineTool({
    slug: "greet",
    name: "Greet",
    description: "Greets.",
    category: "analysis",
    icon: "hand",
    inputSchema: z.object({ who: z.string().meta({ title: "Who" }), style: z.string().default("plain") }),
    outputSchema: z.string(),
    summary: ({ who, style }) =>
      style === "plain"
        ? `${who.slice(0, 5)}…`
        : style === "text"
          ? `hello ${who}`
          : { template: "hello, {who}", values: { who } },
    phrases: ["{who} is greeted", "{count}"],
    execute({ who }, _context, { onStatus, onProgress }) {
      onStatus({ template: "{who} is greeted", values: { who } });
      onProgress(1, 2, "half way");
      return who;
    },
    messages: { de: { analysis: "Analyse", Greet: "Grüßen", "Greets.": "Grüßt.", Who: "Wen" } },
  });

  test("finds what a definition says and its messages do not translate", async () => {
    const { tool: registered } = await captureTool(async () => ({ tool }));
    expect(untranslatedTexts(registered, "de")).toEqual(["{who} is greeted"]);
    expect(untranslatedTexts(registered, "ar")).toContain("Greet");
  });

  test("finds why a run failed, where that is no template of its own", async () => {
    const failing = (failure: Error) => ({ tool: { ...tool, execute: () => Promise.reject(failure) } });
    const missing = async (failure: Error) => {
      const { tool: registered, run } = await captureTool(async () => failing(failure));
      return untranslatedTexts(registered, "de", (await run({ who: "A" })).events);
    };
    expect(await missing(new Error("Nobody is in."))).toContain("Nobody is in.");
    expect(await missing(new ToolError({ template: "Nobody like {who}." }))).toContain("Nobody like {who}.");
    expect(await missing(new ToolError({ template: "{who} is greeted" }))).toEqual(["{who} is greeted"]);
  });

  test("finds what a run said without declaring it, and leaves out what the person wrote", async () => {
    const { tool: registered, run } = await captureTool(async () => ({ tool }));
    const said = async (style?: string) =>
      untranslatedTexts(registered, "de", (await run({ who: 'Ada "L"', style })).events);
    expect(await said()).toEqual(["{who} is greeted", "half way"]);
    expect(await said("text")).toEqual(["{who} is greeted", 'hello Ada "L"', "half way"]);
    expect(await said("template")).toEqual(["{who} is greeted", "hello, {who}", "half way"]);
  });
});
