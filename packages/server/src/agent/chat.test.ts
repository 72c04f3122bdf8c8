import { createTimeline, type SessionEvent } from "@callboard/core";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Store } from "../store.ts";
import { createHost, type Host } from "../host.ts";
import { createScriptedModel, type ScriptedTurn } from "../model/scriptedModel.ts";
import { analysis, observed, published, toolsForTest } from "../testing/fixtures/agentTurn.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";

let store: Store;
let host: Host | undefined;

beforeAll(async () => {
  store = await memoryStore();
}, 60_000);
afterEach(async () => {
  published.length = 0;
  await host?.close();
  host = undefined;
  vi.unstubAllEnvs();
});
afterAll(() => store.close());

async function open(...turns: ScriptedTurn[]): Promise<Host> {
  host = createHost({ registry: toolsForTest(), store, model: createScriptedModel({ turns }) });
  await host.ready;
  return host;
}

const post = (path: string, body: unknown) =>
  host!.fetch(
    new Request(`http://localhost${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );

async function events(sessionId: string): Promise<SessionEvent[]> {
  const headers = { accept: "application/json" };
  return (await (
    await host!.fetch(new Request(`http://localhost/api/sessions/${sessionId}/events`, { headers }))
  ).json()) as never;
}

async function until(sessionId: string, type: string): Promise<SessionEvent[]> {
  for (let tries = 0; tries < 400; tries++) {
    const log = await events(sessionId);
    if (log.some((event) => event.type === type)) return log;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`No ${type}: ${JSON.stringify(await events(sessionId), null, 1)}`);
}

async function say(message: string, sessionId?: string): Promise<{ sessionId: string; agentId: string }> {
  const response = await post("/api/chat", { message, sessionId });
  expect(response.status).toBe(202);
  return (await response.json()) as never;
}

const shape = (log: SessionEvent[]) =>
  log.map((event) => event.type).filter((type) => !type.endsWith("_appended")) as string[];

describe("a turn", () => {
  test("tells the model what the person ran in the chat, beside the words that it answers", async () => {
    const prompts: string[] = [];
    const model = createScriptedModel({ turns: [{ message: "What is twice that?", steps: [["Fourteen."]] }] });
    host = createHost({
      registry: toolsForTest(),
      store,
      model: observed(model, ({ prompt }) => prompts.push(JSON.stringify(prompt.at(-1)))),
    });
    const run = await post("/api/tools/add/run", { input: { a: 3, b: 4 }, title: "Add" });
    const { sessionId } = (await run.json()) as { sessionId: string };
    await until(sessionId, "tool.completed");
    await say("What is twice that?", sessionId);
    const log = await until(sessionId, "agent.completed");
    expect(log.at(-1)).toMatchObject({ type: "agent.completed", result: "Fourteen." });
    expect(prompts).toHaveLength(1);
    const told = JSON.stringify({ tool: "add", input: { a: 3, b: 4 }, status: "completed", output: { sum: 7 } });
    expect(prompts[0]).toContain(JSON.stringify(told).slice(1, -1));
  });

  test("calls side by side, then answers; the log has every step in order", async () => {
    await open({
      steps: [
        [
          { call: "add", input: { a: 1, b: 2 } },
          { call: "add", input: { a: 3, b: 4 } },
        ],
        ["The sums are ", { result: 0 }, " and ", { result: 1 }, "."],
      ],
    });
    const { sessionId } = await say("Add some numbers");
    const log = await until(sessionId, "agent.completed");
    expect(log.map((event) => event.seq)).toEqual(log.map((_, index) => index + 1));
    expect(shape(log).sort()).toEqual(
      [
        "message.added",
        "agent.started",
        ...["tool.requested", "tool.input_ready", "tool.started", "tool.completed"].flatMap((type) => [type, type]),
        "agent.step_completed",
        "agent.step_completed",
        "agent.completed",
      ].sort(),
    );
    const timeline = createTimeline();
    timeline.apply(log);
    const { agents, messages } = timeline.snapshot();
    expect(messages).toMatchObject([{ role: "user", text: "Add some numbers" }]);
    expect(agents).toMatchObject([{ status: "completed", result: 'The sums are {"sum":3} and {"sum":7}.' }]);
  });

  test("an approval inside a sub-agent: asked, approved, run once, and both agents answer", async () => {
    await open(...analysis);
    const { sessionId } = await say("Analyze a.md and publish");
    const asked = await until(sessionId, "tool.needs_approval");
    const ask = asked.find((event) => event.type === "tool.needs_approval")!;
    expect(ask).toMatchObject({ input: { text: "hello" } });
    expect(published).toEqual([]);
    const { callId, approvalId } = ask as { callId: string; approvalId: string };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(`/api/calls/${callId}/approve`, { approvalId })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array.from({ length: 19 }, () => 409)]);
    for (let tries = 0; ; tries++) {
      const log = await events(sessionId);
      if (log.filter((event) => event.type === "agent.completed").length === 2) break;
      expect(tries, JSON.stringify(shape(log))).toBeLessThan(300);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(published.map(({ text }) => text)).toEqual(["hello"]);
    expect(shape(await events(sessionId))).toEqual([
      "message.added",
      "agent.started",
      "tool.requested",
      "tool.input_ready",
      "agent.step_completed",
      "tool.started",
      "agent.started",
      "tool.requested",
      "tool.input_ready",
      "agent.step_completed",
      "tool.needs_approval",
      "tool.approved",
      "tool.started",
      "tool.completed",
      "agent.step_completed",
      "agent.completed",
      "tool.completed",
      "agent.step_completed",
      "agent.completed",
    ]);
  });

  test("a denial is told to the model, with its reason, and nothing runs", async () => {
    await open({ steps: [[{ call: "publish", input: { text: "no" } }], [{ result: 0 }]] });
    const { sessionId } = await say("Publish");
    const asked = await until(sessionId, "tool.needs_approval");
    const ask = asked.find((event) => event.type === "tool.needs_approval") as { callId: string; approvalId: string };
    const denied = await post(`/api/calls/${ask.callId}/deny`, { approvalId: ask.approvalId, reason: "Not today." });
    expect(denied.status).toBe(202);
    const log = await until(sessionId, "agent.completed");
    expect(log.at(-1)).toMatchObject({ result: expect.stringContaining("Denied by the user: Not today.") });
    expect((await post(`/api/calls/${ask.callId}/approve`, { approvalId: ask.approvalId })).status).toBe(409);
    expect(published).toEqual([]);
  });
});

describe("a host without a model", () => {
  test("says so in one sentence, with what to set, and can be continued with one", async () => {
    for (const name of ["OPENAI_BASE_URL", "OPENAI_MODEL"]) vi.stubEnv(name, "");
    host = createHost({ registry: toolsForTest(), store });
    await host.ready;
    const { sessionId, agentId } = await say("Add some numbers");
    const log = await until(sessionId, "agent.failed");
    expect(shape(log)).toEqual(["message.added", "agent.started", "agent.failed"]);
    const message = expect.stringMatching(/^No model is connected: [^.]*OPENAI_BASE_URL[^.]*OPENAI_MODEL[^.]*\.$/);
    expect(log.at(-1)).toMatchObject({ error: { code: "no_model", message } });
    await host.close();

    await open({ message: "Add some numbers", steps: [["Here I am."]] });
    expect((await post(`/api/agents/${agentId}/resume`, {})).status).toBe(202);
    expect((await until(sessionId, "agent.completed")).at(-1)).toMatchObject({ result: "Here I am." });
  });
});
