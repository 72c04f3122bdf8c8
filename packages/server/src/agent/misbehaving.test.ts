import { createMemoryLog, createRegistry, delegate, type SessionEvent } from "@callboard/core";
import { createRecorder } from "@callboard/core/host";
import type { LanguageModelV3 } from "@ai-sdk/provider";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Store } from "../store.ts";
import { createHost } from "../host.ts";
import { observed, results, toolsForTest } from "../testing/fixtures/agentTurn.ts";
import { chatClient, endsOf, isGapFree, openIn, type ChatClient } from "../testing/fixtures/chatClient.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";
import { conversationOf } from "../testing/fixtures/simulatedLog.ts";
import { describeModelError } from "../model/describeModelError.ts";
import { createScriptedModel } from "../model/scriptedModel.ts";
import * as models from "../model/testing/fixtures/misbehavingModels.ts";
import { takeStep } from "./takeStep.ts";

let store: Store;
let client: ChatClient | undefined;
const problems: string[] = [];
beforeAll(async () => {
  store = await memoryStore();
}, 60_000);
afterEach(async () => {
  await client?.close();
  client = undefined;
});
afterAll(() => store.close());

async function open(model: LanguageModelV3, registry = toolsForTest()): Promise<ChatClient> {
  problems.length = 0;
  // Deeper than sub-agents may stand by default, so that the calls alone end it.
  const budget = { depth: 20 };
  const host = createHost({ registry, store, model, budget, onProblem: (message) => problems.push(message) });
  await host.ready;
  return (client = chatClient(host, store));
}

/** One turn with a model, to where nothing is left to do. */
async function turn(model: LanguageModelV3, registry = toolsForTest()): Promise<SessionEvent[]> {
  const { say, quiet } = await open(model, registry);
  const { sessionId } = await say("Go on.");
  const events = await quiet(sessionId);
  expect(openIn(events)).toEqual([]);
  expect(isGapFree(events)).toBe(true);
  expect(problems).toEqual([]);
  return events;
}

const last = (events: SessionEvent[]) => events.at(-1)! as SessionEvent & { error: { code: string; message: string } };
const failuresOf = (events: SessionEvent[]) =>
  events.flatMap((event) => (event.type === "tool.failed" ? [event.error] : []));

/** Words that a person can read: a sentence, no stack, no code. */
const aSentence = expect.stringMatching(/^[A-Z"][^{}]{15,}[.!]$/);

describe("a model that misbehaves is said to, and the turn ends", () => {
  test("an unknown tool", async () => {
    const events = await turn(models.unknownToolModel());
    expect(failuresOf(events)).toEqual([{ code: "not_found", message: aSentence }]);
    expect(last(events)).toMatchObject({ type: "agent.completed", result: "That did not work." });
  });

  test("an unknown tool of any name: the next answer can still be asked for", async () => {
    for (const name of ["", "a b/c", "x".repeat(300), "constructor", "\u202E\0"]) {
      const events = await turn(models.unknownToolModel(name));
      expect([name, last(events).type]).toEqual([name, "agent.completed"]);
    }
  });

  test.each(['{"a": 1', "", "[1,2]", '"text"', "null", '{"a":"x","b":null}', '{"__proto__":{"a":1}}'])(
    "the arguments %s",
    async (input) => {
      const events = await turn(models.brokenArgumentsModel("add", input));
      const [failure] = failuresOf(events);
      expect(failure).toMatchObject({ code: expect.stringMatching(/^invalid_(json|input)$/), message: aSentence });
      expect(events.some(({ type }) => type === "tool.started")).toBe(false);
      expect(last(events)).toMatchObject({ type: "agent.completed" });
    },
  );

  test("the same call for ever: 20 run, and the turn ends when it was told twice that there are no more", async () => {
    const events = await turn(models.endlessCallModel("add", { a: 1, b: 2 }));
    expect(endsOf(events).filter((type) => type === "tool.completed")).toHaveLength(20);
    expect(failuresOf(events).map(({ code }) => code)).toEqual(["budget_exhausted", "budget_exhausted"]);
    expect(last(events)).toMatchObject({
      type: "agent.failed",
      error: { code: "budget_exhausted", message: aSentence },
    });
  });

  test("40 calls in one answer: 20 run, 20 are refused in words, and the model sums up", async () => {
    const events = await turn(models.manyCallsModel("add", { a: 1, b: 2 }));
    expect(endsOf(events).filter((type) => type === "tool.completed")).toHaveLength(20);
    expect(failuresOf(events)).toEqual(
      Array.from({ length: 20 }, () => ({
        code: "budget_exhausted",
        message: aSentence,
        wording: { template: expect.stringContaining("{limit}"), values: { limit: 20 } },
      })),
    );
    expect(last(events)).toMatchObject({ type: "agent.completed", result: "That was a lot." });
  });

  test("nothing at all", async () => {
    const events = await turn(models.emptyModel());
    expect(last(events)).toMatchObject({ type: "agent.failed", error: { code: "empty_answer", message: aSentence } });
  });

  test("nothing but white space, or thoughts", async () => {
    expect(last(await turn(createScriptedModel({ turns: [{ steps: [[" \n "]] }] }))).error.code).toBe("empty_answer");
  });

  test("an error in the stream, and a stream that breaks or is cut: what it had asked for is closed with it", async () => {
    expect(last(await turn(models.errorPartModel()))).toMatchObject({
      type: "agent.failed",
      error: { message: aSentence },
    });
    expect(last(await turn(models.brokenStreamModel())).error).toMatchObject({
      code: "model_cut_off",
      message: aSentence,
    });
    const events = await turn(models.cutStreamModel("add"));
    expect(endsOf(events)).toEqual(["tool.interrupted", "agent.failed"]);
    expect(last(events).error).toMatchObject({ code: "model_cut_off", message: aSentence });
  });

  test("a call that is begun and never finished, in an answer that says it is whole", async () => {
    const turns = [{ steps: [[{ call: "add", input: { a: 1 } }], ["Well."]] }];
    const unfinished = createScriptedModel({ turns });
    const doStream = unfinished.doStream.bind(unfinished);
    unfinished.doStream = async (options) => {
      const { stream } = await doStream(options);
      const dropCall = new TransformStream({
        transform: (part: { type: string }, controller) => {
          if (part.type !== "tool-call" && part.type !== "tool-input-end") controller.enqueue(part);
        },
      });
      return { stream: stream.pipeThrough(dropCall as never) };
    };
    const events = await turn(unfinished);
    expect(failuresOf(events)).toEqual([{ code: "incomplete_call", message: aSentence }]);
    expect(last(events)).toMatchObject({ type: "agent.completed", result: "Well." });
  });

  test("it hangs, with or without an ear for being stopped: it can be stopped", async () => {
    const deaf: LanguageModelV3 = {
      ...models.hangingModel(),
      doStream: async () => ({ stream: new ReadableStream({ pull: () => new Promise(() => {}) }) }),
    };
    for (const model of [models.hangingModel(), deaf]) {
      const { say, post, quiet, until } = await open(model);
      const { sessionId, agentId } = await say("Go on.");
      if (model !== deaf) await until(sessionId, (log) => log.some(({ type }) => type === "agent.text_appended"));
      expect((await post(`/api/agents/${agentId}/cancel`)).status).toBe(202);
      expect(endsOf(await quiet(sessionId))).toEqual(["agent.cancelled"]);
      await client!.close();
    }
  });

  test("it hangs and nobody stops it: its answer is given up", async () => {
    const log = createMemoryLog();
    const start = { agentId: "a", messageId: "m", meta: { turn: {} } };
    await log.append("s", [{ type: "agent.started", ...start }]);
    const conversation = conversationOf(await log.read("s"));
    const abort = new AbortController();
    await takeStep({
      model: models.hangingModel(),
      prompt: { system: "", messages: [{ role: "user", content: "Go on." }] },
      agent: conversation.agents.get("a")!,
      tools: [],
      recorder: createRecorder(log, "s", () => {}),
      signal: abort.signal,
      describeError: describeModelError,
      silenceMs: 40,
    });
    expect((await log.read("s")).at(-1)).toMatchObject({ type: "agent.failed", error: { code: "model_silent" } });
  });
});

describe("the budget of a turn", () => {
  test("is told in the results: a warning from the 16th call, the end with the 20th, and then no tools are offered", async () => {
    const told: string[][] = [];
    const offered: number[] = [];
    const sums = Array.from({ length: 20 }, () => [{ call: "add", input: { a: 1, b: 1 } }]);
    const scripted = createScriptedModel({ turns: [{ steps: [...sums, ["There: 20 sums."]] }] });
    const model = observed(scripted, ({ prompt, tools }) => {
      told.push(results(prompt));
      offered.push(tools?.length ?? 0);
    });
    const events = await turn(model);
    expect(last(events)).toMatchObject({ type: "agent.completed", result: "There: 20 sums." });
    const notes = told.at(-1)!.map((text) => /Tool budget.*$/.exec(text)?.[0] ?? null);
    expect(notes.slice(0, 15)).toEqual(Array.from({ length: 15 }, () => null));
    expect(notes.slice(15)).toEqual([
      "Tool budget: 4 calls are left in this run. Wrap up soon.",
      "Tool budget: 3 calls are left in this run. Wrap up soon.",
      "Tool budget: 2 calls are left in this run. Wrap up soon.",
      "Tool budget: 1 call is left in this run. Wrap up soon.",
      expect.stringContaining("no calls are left"),
    ]);
    expect(offered).toEqual([...Array.from({ length: 20 }, () => 3), 0]);
  });

  test("is one for the agent and all below it, and new with the next message", async () => {
    const registry = createRegistry();
    for (const tool of toolsForTest().all()) if (tool.slug === "add") registry.register(tool);
    registry.register({
      slug: "research",
      name: "Research",
      description: "Starts a researcher.",
      category: "test",
      icon: "wrench",
      inputSchema: { type: "object" },
      execute: () =>
        delegate({
          name: "Researcher",
          instructions: "You are the researcher.",
          tools: ["add", "research"],
          input: {},
        }),
    });
    const more = [
      { call: "research", input: {} },
      { call: "add", input: { a: 1, b: 1 } },
    ];
    const model = createScriptedModel({
      turns: [
        { message: {}, steps: Array.from({ length: 20 }, () => more) },
        { steps: [[{ call: "research", input: {} }], ["I have looked."]] },
      ],
    });
    const { say, quiet } = await open(model, registry);
    const { sessionId } = await say("Look.");
    const events = await quiet(sessionId);
    expect(openIn(events)).toEqual([]);
    const started = events.filter(({ type }) => type === "tool.started");
    expect(started).toHaveLength(20);
    expect(new Set(events.flatMap((event) => (event.type === "agent.started" ? [event.agentId] : []))).size).toBe(
      1 + started.filter((event) => event.type === "tool.started" && event.tool === "research").length,
    );
    expect(last(events)).toMatchObject({ type: "agent.completed", result: "I have looked." });
    await say("Again.", sessionId);
    const both = await quiet(sessionId);
    expect(both.filter(({ type }) => type === "tool.started").length).toBe(40);
    expect(openIn(both)).toEqual([]);
  });
});
