import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { getAllToolMeta, getAllTools, getAvailableTools, getTool, registerTool } from "./defaultRegistry.ts";
import { defineTool } from "./definition.ts";
import { executeTool } from "./execute.ts";
import { captureTool, mockToolRegistry, type MockToolRegistry } from "./testing.ts";

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
