/** The shortest real uses of the core: what its documentation shows as examples, run. */
import {
  createLocalClient,
  createRegistry,
  createTimeline,
  defineTool,
  discover,
  executeTool,
  getAvailableTools,
  registerTool,
} from "@callboard/core";
import { isFinal } from "@callboard/core/timeline";
import { sessionEventSchema } from "@callboard/core/event-schema";
import { captureTool, mockToolRegistry, type MockToolRegistry } from "@callboard/core/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";

let registry: MockToolRegistry;
beforeEach(() => void (registry = mockToolRegistry()));
afterEach(() => registry.restore());

const double = defineTool({
  slug: "double",
  name: "Double",
  description: "Doubles a number.",
  category: "analysis",
  icon: "calculator",
  inputSchema: z.object({ value: z.number() }),
  outputSchema: z.object({ result: z.number() }),
  execute: ({ value }) => ({ result: value * 2 }),
});

test("define a tool and run it", async () => {
  registerTool(double);
  const { output, error } = await executeTool("double", { value: 2 }, "api");
  expect([output, error]).toEqual([{ result: 4 }, null]);
});

test("register the tool as the first page of a handbook does", async () => {
  registerTool({
    slug: "my-tool",
    name: "My Tool",
    description: "Does something useful.",
    category: "analysis",
    icon: "calculator",
    inputSchema: z.object({ value: z.number() }),
    execute: async (input) => ({ result: input.value * 2 }),
  });
  const context = { userId: "ada", spaceId: null, requestId: "r1" };
  expect(getAvailableTools(context).map(({ slug }) => slug)).toEqual(["my-tool"]);
  expect((await executeTool("my-tool", { value: "two" }, context)).error).toContain("/value");
});

test("discover a folder of tools", async () => {
  const tools = createRegistry();
  // What `import.meta.glob("./tools/*/definition.ts")` gives, written out.
  const modules = { "./tools/double/definition.ts": async () => ({ default: double }) };
  const { failed } = await discover(modules, { registry: tools, log: () => {} });
  expect(failed).toEqual([]);
  expect(tools.get("double")?.name).toBe("Double");
});

test("run a tool in the page, and fold its session into a timeline", async () => {
  const tools = createRegistry();
  tools.register(double);
  const client = createLocalClient(tools);
  const { sessionId, callId } = await client.run("double", { value: 21 });

  const timeline = createTimeline({ sessionId });
  const stop = new AbortController();
  for await (const events of client.events(sessionId, { signal: stop.signal })) {
    timeline.apply(events);
    const call = timeline.getNode(callId);
    if (call?.kind === "call" && isFinal(call.status)) stop.abort();
  }
  expect(timeline.getNode(callId)).toMatchObject({ status: "completed", output: { result: 42 } });
});

test("read a saved log, line by line", async () => {
  const { run } = await captureTool(async () => ({ default: double }));
  const { events } = await run({ value: 3 });
  const saved = events.map((event) => JSON.stringify(event)).join("\n");

  const timeline = createTimeline();
  for (const line of saved.split("\n")) timeline.apply(sessionEventSchema.parse(JSON.parse(line)));
  const [you] = timeline.snapshot().agents;
  expect(you?.items).toMatchObject([{ kind: "call", tool: "double", status: "completed", output: { result: 6 } }]);
});
