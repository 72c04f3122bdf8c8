import { createLocalClient, createMemoryLog, createRegistry, executeTool, type ToolDefinition } from "@callboard/core";
import { captureTool, mockToolRegistry, untranslatedTexts } from "@callboard/core/testing";
import { expect, test } from "vitest";
import * as tools from "./tools.ts";

const runOf = async (tool: ToolDefinition, input: unknown) => (await captureTool(async () => ({ tool }))).run(input);

test("a tool is registered, listed and run", async () => {
  const registry = mockToolRegistry();
  try {
    expect(await tools.registerAndRun()).toMatchObject({ slugs: ["tip-splitter"], output: { each: 22 }, error: null });
  } finally {
    registry.restore();
  }
});

test("a folder of tools is loaded, without the one that fails", async () => {
  const loaded = await tools.loadFolder(
    { "./tools/deploy/definition.ts": { default: tools.deploy } },
    createRegistry(),
  );
  expect(loaded).toEqual([{ file: "./tools/deploy/definition.ts", slugs: ["deploy"] }]);
});

test("a tool is there for those who may have it", () => {
  const registry = createRegistry();
  registry.register(tools.deploy);
  const ada = { userId: "ada", spaceId: "s", requestId: "r", tenantSlug: "acme", permissions: ["deploy"] };
  const count = (context: object) => registry.available({ ...ada, ...context }).length;
  expect([count({}), count({ spaceId: null }), count({ permissions: [] }), count({ tenantSlug: "other" })]).toEqual([
    1, 0, 0, 0,
  ]);
});

test("who runs a tool hears what its handler reports", async () => {
  const registry = createRegistry();
  registry.register(tools.copyFiles);
  const shown: string[] = [];
  const { output } = await tools.runAndListen(registry, createMemoryLog(), (line) => shown.push(line));
  expect(output).toEqual({ copied: 2 });
  expect(shown).toEqual(["0 of 2", "a\n", "1 of 2", "b\n"]);
});

test("a handler reports its progress and what it has so far", async () => {
  const { output, events } = await runOf(tools.copyFiles, { files: ["a", "b"] });
  expect(output).toEqual({ copied: 2 });
  const types = events.map(({ type }) => type);
  expect(types).toContain("tool.progressed");
  expect(types).toContain("tool.output_appended");
});

test("a tool has its words in another language, and none is forgotten", async () => {
  expect(await tools.findUntranslated()).toEqual([]);
  const { tool } = await captureTool(async () => ({ tool: tools.countLines }));
  expect(untranslatedTexts(tool, "ar")).toContain("Reading {file}");
});

test("a delegation needs a host that runs the agent, and says so", async () => {
  const { error } = await runOf(tools.research, { question: "Why?" });
  expect(error).toMatch(/sub-agent|delegate|agent/i);
});

test("a foreign agent's work is told by callbacks", async () => {
  const { events } = await runOf(tools.askColleague, { question: "What?" });
  expect(events.map(({ type }) => type)).toContain("agent.completed");
});

test("calls are read from text", () => {
  expect(tools.readText('<tool_call>{"name": "tip-splitter", "arguments": {"bill": 9}}</tool_call>')).toEqual([
    { name: "tip-splitter", arguments: { bill: 9 } },
  ]);
  expect(tools.readText("Just words.")).toBeNull();
});

test("limits are part of a definition, and a host without any runs the call", async () => {
  expect(tools.render.limits).toEqual({ concurrency: 2, rate: { calls: 30, seconds: 60 } });
  const { output } = await runOf(tools.render, { scene: "a b" });
  expect(output).toEqual({ address: "https://render.example/a%20b" });
});

test("a tool is tried by itself", async () => {
  expect(await tools.tryTool()).toMatchObject({ output: { each: 33 } });
});

test("a handler that asks goes on with the answer", async () => {
  const registry = createRegistry();
  registry.register(tools.bookTable);
  const client = createLocalClient(registry);
  const { sessionId, callId } = await client.run("book-table", { people: 2 });
  for await (const events of client.events(sessionId)) {
    for (const event of events) {
      if (event.type === "tool.needs_input") {
        const wrong = client.answer({ callId, askId: event.askId, action: "accept", content: { day: "soon" } });
        await expect(wrong).rejects.toMatchObject({ code: "invalid_input" });
        await client.answer({ callId, askId: event.askId, action: "accept", content: { day: "2026-12-01" } });
      }
      if (event.type === "tool.completed") return expect(event.output).toEqual({ booked: true });
      expect(event.type).not.toBe("tool.failed");
    }
  }
});

test("a handler that asks half-way reports how far it is, and goes on where it was", async () => {
  const registry = createRegistry();
  registry.register(tools.surveyShops);
  const client = createLocalClient(registry);
  const { sessionId, callId } = await client.run("survey-shops", { shops: ["A", "Be", "Cee"] });
  const reported: (string | undefined)[] = [];
  for await (const events of client.events(sessionId)) {
    for (const event of events) {
      if (event.type === "tool.progressed") reported.push(event.message);
      if (event.type === "tool.needs_input") {
        await client.answer({ callId, askId: event.askId, action: "accept", content: { currency: "CHF" } });
      }
      expect(event.type).not.toBe("tool.failed");
      if (event.type !== "tool.completed") continue;
      expect(event.output).toEqual({
        currency: "CHF",
        rows: [
          { shop: "A", sales: 100 },
          { shop: "Be", sales: 200 },
          { shop: "Cee", sales: 300 },
        ],
      });
      return expect(reported).toEqual(["A", "Be", "Cee"]);
    }
  }
});

test("a handler that hands its work over begins it once, and answers with what it came to", async () => {
  const registry = createRegistry();
  registry.register(tools.yearReport);
  const { output } = await executeTool("year-report", { year: 2026 }, "api", { registry });
  expect(output).toEqual({ address: "https://reports.example/job-1" });
  expect(tools.reports.begun).toEqual([2026]);
});
