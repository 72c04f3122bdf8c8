import { createRegistry } from "@callboard/core";
import { createMemoryVisibility } from "@callboard/core/access";
import { mockToolRegistry } from "@callboard/core/testing";
import { simulateReadableStream } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import type OpenAI from "openai";
import { expect, test, vi } from "vitest";
import tipSplitter from "./definition.ts";
import { agents, answer, answerForTenant, askOpenAi, check } from "./models.ts";

test("a model's call comes back as the tool's slug and its own arguments", async () => {
  const registry = createRegistry();
  registry.register(tipSplitter);
  const create = vi.fn(async ({ tools }: OpenAI.ChatCompletionCreateParams) => {
    const [tool] = tools as OpenAI.ChatCompletionFunctionTool[];
    const call = { type: "function", function: { name: tool!.function.name, arguments: '{"bill":60,"people":3}' } };
    return { choices: [{ message: { tool_calls: [call] } }] };
  });
  // A client with the one method that is called.
  const openai = { chat: { completions: { create } } } as unknown as OpenAI;
  const calls = await askOpenAi(openai, registry, { userId: "ada", spaceId: null, requestId: "r" }, "Split it.");
  expect(calls).toEqual([{ slug: "tip-splitter", input: { bill: 60, people: 3 } }]);
});

test("a good definition has nothing to mend", () => {
  expect(check(tipSplitter).filter(({ severity }) => severity === "error")).toEqual([]);
});

test("an agent and its sub-agent count on one budget", async () => {
  const registry = mockToolRegistry();
  registry.register(tipSplitter);
  const { budget, ofAgent, ofSubAgent } = agents([]);
  registry.restore();
  const input = { bill: 60, people: 3 };
  for (let call = 0; call < 8; call++) await ofAgent["tip-splitter"]!.execute(input);
  for (let call = 0; call < 8; call++) await ofSubAgent["tip-splitter"]!.execute(input);
  expect(budget.remaining).toBe(4);
  expect(await ofAgent["tip-splitter"]!.execute(input)).toMatchObject({ tool_budget: expect.stringContaining("3") });
});

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

test("a set of a registry of one's own has what its tenant switched on, and counts its calls", async () => {
  const registry = createRegistry();
  registry.register({ ...tipSplitter, requiredPermission: "deploy" });
  registry.register({ ...tipSplitter, slug: "switched-off" });
  const store = createMemoryVisibility([
    { tenantId: "6f1c2d34-0000-4000-8000-000000000001", slug: "switched-off", enabled: false },
  ]);
  const model = new MockLanguageModelV3({
    doStream: async () => ({
      stream: simulateReadableStream({
        chunks: [
          { type: "tool-call", toolCallId: crypto.randomUUID(), toolName: "tip-splitter", input: '{"bill":60}' },
          { type: "finish", finishReason: { unified: "tool-calls", raw: "tool_calls" }, usage },
        ],
      }),
    }),
  });
  const steps = await (await answerForTenant(model, "Split it.", registry, store)).steps;
  expect(model.doStreamCalls[0]?.tools).toMatchObject([{ name: "tip-splitter" }]);
  const outputs = steps.map(({ toolResults }) => toolResults[0]?.output as Record<string, unknown>);
  expect(outputs[0]).toEqual({ each: 33 });
  expect(outputs[16]).toMatchObject({ each: 33, tool_budget: expect.stringContaining("3 calls are left") });
  expect(outputs[20]).toMatchObject({ error: expect.stringContaining("did not run") });
});

test("the AI SDK runs the call that a model makes of a tool set", async () => {
  const registry = mockToolRegistry();
  registry.register({ ...tipSplitter, tenantSlugs: ["acme"], requiredPermission: "split" });
  const model = new MockLanguageModelV3({
    doStream: async () => ({
      stream: simulateReadableStream({
        chunks: [
          { type: "tool-call", toolCallId: "1", toolName: "tip-splitter", input: '{"bill":60,"people":3}' },
          { type: "finish", finishReason: { unified: "tool-calls", raw: "tool_calls" }, usage },
        ],
      }),
    }),
  });
  const [result] = await answer(model, "Split it.", ["split"]).toolResults;
  registry.restore();
  expect(result).toMatchObject({
    toolName: "tip-splitter",
    output: expect.objectContaining({ each: expect.anything() }),
  });
  expect(model.doStreamCalls[0]?.tools).toMatchObject([{ name: "tip-splitter", inputSchema: { type: "object" } }]);
});
