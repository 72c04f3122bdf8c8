import type { LanguageModelV3StreamPart } from "@ai-sdk/provider";
import type { SessionEvent } from "@callboard/core";
import { MockLanguageModelV3, simulateReadableStream } from "ai/test";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Store } from "../store.ts";
import { createHost } from "../host.ts";
import { toolsForTest } from "../testing/fixtures/agentTurn.ts";
import { chatClient, type ChatClient } from "../testing/fixtures/chatClient.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";

let store: Store;
let client: ChatClient | undefined;
beforeAll(async () => {
  store = await memoryStore();
}, 60_000);
afterEach(async () => {
  await client?.close();
  client = undefined;
});
afterAll(() => store.close());

const usage = {
  inputTokens: { total: 1, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: undefined, reasoning: undefined },
};

type Said = string | LanguageModelV3StreamPart[];

/** A model that says one text an answer, three characters at a time. */
const saying = (...answers: Said[]) => {
  let step = 0;
  return new MockLanguageModelV3({
    doStream: async () => {
      const said = answers[step++] ?? "";
      const words = typeof said === "string" ? said : "";
      const chunks: LanguageModelV3StreamPart[] = [
        { type: "stream-start", warnings: [] },
        { type: "text-start", id: "0" },
        ...(words.match(/[^]{1,3}/g) ?? []).map((delta) => ({ type: "text-delta" as const, id: "0", delta })),
        ...(typeof said === "string" ? [] : said),
        { type: "text-end", id: "0" },
        { type: "finish", usage, finishReason: { unified: "stop", raw: "stop" } },
      ];
      return { stream: simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }) };
    },
  });
};

const turn = async (model: MockLanguageModelV3): Promise<SessionEvent[]> => {
  const host = createHost({ registry: toolsForTest(), store, model });
  await host.ready;
  client = chatClient(host, store);
  const { sessionId } = await client.say("Go on.");
  return client.quiet(sessionId);
};

const textOf = (events: SessionEvent[], wanted: "text" | "reasoning") =>
  events
    .map((event) => (event.type === "agent.text_appended" && (event.kind ?? "text") === wanted ? event.delta : ""))
    .join("");

describe("a model that writes its calls as text", () => {
  test.each([
    ["a function tag", "<function=add>\n<parameter=a>\n2\n</parameter>\n<parameter=b>3</parameter>\n</function>"],
    ["a tool_call tag", '<tool_call>\n{"name": "add", "arguments": {"a": 2, "b": 3}}\n</tool_call>'],
    ["a bare array in a fence", '```json\n[{"name": "add", "arguments": {"a": 2, "b": 3}}]\n```'],
  ])("has them run: %s", async (_name, call) => {
    const model = saying(`<think>Two and three.</think>\n\nI add them.\n${call}\n`, "It is 5.");
    const events = await turn(model);
    expect(events.find(({ type }) => type === "tool.completed")).toMatchObject({ output: { sum: 5 } });
    expect(textOf(events, "text")).toMatch(/^\s*I add them\.\s*It is 5\.$/);
    expect(textOf(events, "reasoning")).toBe("Two and three.");
    expect(events.at(-1)).toMatchObject({ type: "agent.completed", result: "It is 5." });
  });

  test("says what is only nearly a call", async () => {
    const text = 'Use <tool_call>{"name": "no_such_tool", "arguments": {}}</tool_call> or [1, 2].';
    const events = await turn(saying(text));
    expect(events.filter(({ type }) => type.startsWith("tool."))).toEqual([]);
    expect(textOf(events, "text")).toBe(text);
  });

  test("is not read for calls where it made native ones", async () => {
    const written = '<tool_call>{"name": "add", "arguments": {"a": 1, "b": 1}}</tool_call>';
    const native: LanguageModelV3StreamPart[] = [
      { type: "text-delta", id: "0", delta: written },
      { type: "tool-call", toolCallId: "c1", toolName: "add", input: '{"a":2,"b":3}' },
    ];
    const events = await turn(saying(native, "Done."));
    expect(events.flatMap((event) => (event.type === "tool.completed" ? [event.output] : []))).toEqual([{ sum: 5 }]);
    expect(textOf(events, "text")).toBe(`${written}Done.`);
  });
});
