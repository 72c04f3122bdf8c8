import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { ToolError } from "../tool/toolError.ts";
import { z } from "zod";
import type { CallSource, NewEvent, SessionEvent } from "../events/event.ts";
import { createMemoryLog, type SessionLog } from "../events/sessionLog.ts";
import { createTimeline } from "../timeline/timeline.ts";
import type { CallContext, ToolContext } from "../tool/context.ts";
import type { ToolDefinition } from "../tool/definition.ts";
import type { CallListeners } from "./callbacks.ts";
import { executeTool, type ExecuteOptions } from "./execute.ts";
import { handOver } from "../tool/handOver.ts";
import { needInput } from "../tool/needInput.ts";
import { createRegistry } from "../tool/registry.ts";
import { mockToolRegistry } from "./testing.ts";

const base: ToolDefinition = {
  slug: "echo",
  name: "Echo",
  description: "",
  category: "analysis",
  icon: "calculator",
  inputSchema: z.object({ value: z.number(), unit: z.string().default("m") }),
  execute: (input) => input,
};

/** A registry of one tool, a log, and a run of the tool in it. */
const setUp = (rest: Partial<ToolDefinition> = {}) => {
  const registry = createRegistry();
  registry.register({ ...base, ...rest });
  const log = createMemoryLog(() => 1000);
  const run = (input: unknown = { value: 1 }, caller: CallSource | ToolContext = "api", options: ExecuteOptions = {}) =>
    executeTool("echo", input, caller, { registry, log, sessionId: "s1", callId: "c1", ...options });
  const events = () => log.read("s1");
  const types = async () => (await events()).map(({ type }) => type);
  return { registry, log, run, events, types };
};
const failingLog = (failsOn: (events: readonly NewEvent[]) => boolean): SessionLog => {
  const log = createMemoryLog();
  return {
    ...log,
    append: async (sessionId, events) => {
      if (failsOn(events)) throw new Error("disk full");
      return log.append(sessionId, events);
    },
  };
};
const tick = () => new Promise((resolve) => setTimeout(resolve, 5));

/** What JSON cannot say. */
const circle: Record<string, unknown> = {};
circle["self"] = circle;

describe("a call that runs", () => {
  test.each<CallSource>(["web", "api", "agent"])("writes each step as one event, for source %s", async (source) => {
    const { run, events } = setUp();
    const context: ToolContext = { userId: "ada", spaceId: null, requestId: "r1", source };
    expect(await run({ value: 2 }, context, { agentId: "a1" })).toEqual({
      output: { value: 2, unit: "m" },
      error: null,
      code: undefined,
      issues: undefined,
      durationMs: expect.any(Number) as number,
      runId: "c1",
    });
    const who = { v: 1, sessionId: "s1", at: 1000, callId: "c1" };
    expect(await events()).toEqual([
      { ...who, seq: 1, type: "tool.requested", tool: "echo", title: "Echo", agentId: "a1", source, userId: "ada" },
      { ...who, seq: 2, type: "tool.input_ready", input: { value: 2 } },
      {
        ...who,
        seq: 3,
        type: "tool.started",
        tool: "echo",
        input: { value: 2, unit: "m" },
        version: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        agentId: "a1",
        source,
        userId: "ada",
      },
      {
        ...who,
        seq: 4,
        type: "tool.completed",
        output: { value: 2, unit: "m" },
        durationMs: expect.any(Number) as number,
      },
    ]);
  });

  test("has its first three events in the log before the handler sees the input", async () => {
    const seen: string[][] = [];
    const { run, types } = setUp({ execute: async () => void seen.push(await types()) });
    await run();
    expect(seen).toEqual([["tool.requested", "tool.input_ready", "tool.started"]]);
  });

  test("gives the handler who asks, which call it is, and a signal", async () => {
    let given: CallContext | undefined;
    const { run } = setUp({ execute: (_input, context) => void (given = context) });
    await run(undefined, "web", { permissions: ["x"] });
    expect(given).toMatchObject({ source: "web", userId: null, callId: "c1", sessionId: "s1", permissions: ["x"] });
    expect(given?.signal.aborted).toBe(false);
  });

  test("says the tool's own words for it, and lives without them where they fail", async () => {
    const { run, events } = setUp({ summary: ({ value }) => `${value} m` });
    await run();
    expect((await events())[2]).toMatchObject({ summary: "1 m" });
    const broken = setUp({
      summary: () => {
        throw new Error("no words");
      },
    });
    expect((await broken.run()).error).toBeNull();
    expect((await broken.events())[2]).not.toHaveProperty("summary");
  });

  test("tells what it reports as events, in order, before its end", async () => {
    const { run, events } = setUp({
      execute: async (_input, _context, report) => {
        report.onProgress(1, 4, "one");
        report.onStatus("thinking");
        report.onOutput("par", "log");
        report.onOutput("tial");
        await tick();
        report.onPartialResult({ so: "far" });
        return "done";
      },
    });
    await run();
    expect((await events()).slice(3)).toMatchObject([
      { type: "tool.progressed", progress: 1, total: 4, message: "one" },
      { type: "tool.progressed", progress: 1, total: 4, message: "thinking" },
      { type: "tool.output_appended", delta: "par", channel: "log" },
      { type: "tool.output_appended", delta: "tial" },
      { type: "tool.output_replaced", output: { so: "far" } },
      { type: "tool.completed", output: "done" },
    ]);
  });

  test("the seven callbacks give the same tree as a delegated agent", async () => {
    const { run, events } = setUp({
      execute: (_input, _context, report) => {
        report.onToolCall({ callId: "own", tool: "search", input: { q: 1 } });
        report.onToolResult({ callId: "own", output: [1] });
        report.onSubAgentStart({ agentId: "sub", name: "Analyst" });
        report.onSubAgentChunk("sub", "Hm", "reasoning");
        report.onSubAgentChunk("sub", "Well.");
        report.onSubAgentToolCall("sub", { callId: "inner", tool: "read", input: { page: 1 } });
        report.onSubAgentToolResult("sub", { callId: "inner", error: "No such page" });
        report.onSubAgentEnd("sub", { result: "It is short." });
        report.onSubAgentStart({ agentId: "lost" });
        report.onSubAgentEnd("lost", { error: "Out of tokens" });
        return null;
      },
    });
    await run();
    const timeline = createTimeline();
    timeline.apply(await events());
    expect(timeline.snapshot()).toMatchObject({
      notices: [],
      agents: [
        {
          id: "you",
          items: [
            {
              id: "c1",
              status: "completed",
              agents: [
                {
                  id: "sub",
                  name: "Analyst",
                  status: "completed",
                  result: "It is short.",
                  items: [
                    { kind: "reasoning", text: "Hm" },
                    { kind: "text", text: "Well." },
                    {
                      id: "inner",
                      tool: "read",
                      input: { page: 1 },
                      source: "agent",
                      status: "failed",
                      error: { code: "tool_error", message: "No such page" },
                    },
                  ],
                },
                { id: "lost", status: "failed", error: { message: "Out of tokens" } },
              ],
            },
            { id: "own", tool: "search", input: { q: 1 }, status: "completed", output: [1] },
          ],
        },
      ],
    });
  });

  test("what was said cannot be changed afterwards", async () => {
    const input = { value: 1, list: [1] };
    const { run, events } = setUp({
      inputSchema: { type: "object" },
      execute: async (given: typeof input, _context, report) => {
        const partial = { step: 1 };
        report.onOutput("busy");
        report.onPartialResult(partial);
        partial.step = 2;
        given.list.push(2);
        return given;
      },
    });
    const { output } = await run(input);
    (output as typeof input).list.push(3);
    input.list.push(4);
    expect(await events()).toMatchObject([
      {},
      { input: { value: 1, list: [1] } },
      { input: { value: 1, list: [1] } },
      {},
      { type: "tool.output_replaced", output: { step: 1 } },
      { type: "tool.completed", output: { value: 1, list: [1, 2] } },
    ]);
  });

  test("can be found under its alias", async () => {
    const { registry, log } = setUp({ aliases: ["repeat"] });
    await executeTool("repeat", { value: 1 }, "api", { registry, log, sessionId: "s1" });
    expect(await log.read("s1")).toMatchObject([{ tool: "echo" }, {}, { tool: "echo" }, {}]);
  });

  test("needs no log and no ids", async () => {
    const { registry } = setUp();
    const one = await executeTool("echo", { value: 1 }, "api", { registry });
    const two = await executeTool("echo", { value: 1 }, "api", { registry });
    expect(one.error).toBeNull();
    expect(one.runId).not.toBe(two.runId);
  });
});

describe("a call that is refused leaves nothing in the log", () => {
  const refused = async (rest: Partial<ToolDefinition>, input: unknown, caller: CallSource | ToolContext = "api") => {
    const execute = vi.fn();
    const onToolRun = vi.fn();
    const { run, events } = setUp({ ...rest, execute });
    const result = await run(input, caller, { onToolRun });
    expect(await events()).toEqual([]);
    expect(execute).not.toHaveBeenCalled();
    expect(onToolRun).not.toHaveBeenCalled();
    expect(result).toMatchObject({ output: null, durationMs: 0, runId: "c1" });
    return result;
  };

  test("an unknown tool, and one that this context may not see, in the same words", async () => {
    const { registry } = setUp();
    const unknown = await executeTool("nothing", {}, "api", { registry });
    const hidden = await refused({ requiredPermission: "x" }, { value: 1 });
    expect([unknown.code, hidden.code]).toEqual(["not_found", "not_found"]);
    expect(hidden.error?.replace("echo", "nothing")).toBe(unknown.error);
  });

  test("an input that is not valid, field by field", async () => {
    const result = await refused({}, { value: "1", unit: 7 });
    expect(result.code).toBe("invalid_input");
    expect(result.error).toContain('The input of "echo" is not valid. /value: ');
    expect(result.issues?.map(({ path }) => path)).toEqual(["/value", "/unit"]);
  });

  test("the same by JSON Schema", async () => {
    const inputSchema = { type: "object", properties: { value: { type: "number" } }, required: ["value"] };
    expect((await refused({ inputSchema }, { value: "1" })).issues).toMatchObject([{ path: "/value", code: "type" }]);
    const { registry, log } = setUp({ inputSchema });
    expect((await executeTool("echo", undefined, "api", { registry, log, sessionId: "s1" })).code).toBe(
      "invalid_input",
    );
    expect(await log.read("s1")).toEqual([]);
  });

  test("an input that no log could keep", async () => {
    const cyclic: Record<string, unknown> = { value: 1 };
    cyclic.self = cyclic;
    expect((await refused({}, cyclic)).error).toContain("it cannot be written as JSON (Converting circular structure");
    expect((await refused({}, circle)).code).toBe("invalid_input");
    expect((await refused({}, () => 1)).error).toContain("a function is no data");
  });

  test("an input whose check fails itself", async () => {
    const inputSchema = z.object({ value: z.number() }).refine(() => {
      throw new Error("the check broke");
    });
    const { code, error } = await refused({ inputSchema }, { value: 1 });
    expect([code, error]).toEqual(["invalid_input", expect.stringContaining("the check broke")]);
  });

  test("one that asks for approval where no answer could come", async () => {
    const { registry } = setUp({ permissionPolicy: "always_ask" });
    expect(await executeTool("echo", { value: 1 }, "agent", { registry })).toMatchObject({
      code: "not_allowed",
      error: expect.stringContaining("Pass executeTool a log") as string,
    });
  });
});

describe("a call that fails", () => {
  test.each<[string, () => unknown, string]>([
    ["an error", () => Promise.reject(new RangeError("too far")), "too far"],
    ["an error thrown at once", () => void JSON.parse("{"), "JSON"],
    ["words", () => Promise.reject("only words"), "only words"],
    ["an error without words", () => Promise.reject(new TypeError()), "TypeError"],
    ["nothing", () => Promise.reject(undefined), "undefined"],
    ["what has no words", () => Promise.reject(Object.create(null)), "cannot be put into words"],
  ])("by throwing %s ends in the log", async (_, execute, words) => {
    const { run, events } = setUp({ execute });
    const { code, error } = await run();
    expect([code, error]).toEqual(["tool_error", expect.stringContaining(words)]);
    expect((await events()).at(-1)).toMatchObject({ type: "tool.failed", error: { code: "tool_error" } });
  });

  test("with a template, or values that would do in a field, keeps them, as far as they are JSON", async () => {
    const wrong = (suggestions: unknown[]) =>
      setUp({ execute: () => Promise.reject(new ToolError("No such page", { path: "/page", suggestions })) });
    const { run, events } = wrong(["a", "b", "c", "d", "e", "f"]);
    expect(await run()).toMatchObject({ code: "tool_error", error: "No such page" });
    expect((await events()).at(-1)).toMatchObject({
      error: { code: "tool_error", message: "No such page", path: "/page", suggestions: ["a", "b", "c", "d", "e"] },
    });
    const said = { template: "No page {name} of {count}", values: { name: "x", count: 3 } };
    const worded = setUp({ execute: () => Promise.reject(new ToolError(said)) });
    expect(await worded.run()).toMatchObject({ error: "No page x of 3" });
    expect((await worded.events()).at(-1)).toMatchObject({ error: { message: "No page x of 3", wording: said } });
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const other = wrong([circular]);
    await other.run();
    expect((await other.events()).at(-1)).toMatchObject({ error: { message: "No such page", path: "/page" } });
  });

  test.each<[string, unknown, string]>([
    ["breaks its schema", { result: "3" }, "/result: "],
    ["is nothing", undefined, "the whole: "],
    ["cannot be written", circle, "it cannot be written as JSON"],
    ["is no data", () => 1, "a function is no data"],
  ])("by an output that %s", async (_, output, words) => {
    const { run, types } = setUp({ outputSchema: z.object({ result: z.number() }), execute: () => output });
    const { code, error } = await run();
    expect(code).toBe("invalid_output");
    expect(error).toContain('"echo" ran, but its output breaks its own output schema: ');
    expect(error).toContain(words);
    expect((await types()).at(-1)).toBe("tool.failed");
  });

  test("an output that keeps its schema is given back as the schema gives it", async () => {
    const outputSchema = z.object({ result: z.number(), note: z.string().default("none") });
    const { run } = setUp({ outputSchema, execute: () => ({ result: 3, secret: "x" }) });
    expect((await run()).output).toEqual({ result: 3, note: "none" });
  });

  test("a value for a callback that no log could keep fails in the handler", async () => {
    const { run } = setUp({ execute: (_input, _context, report) => report.onPartialResult(circle) });
    expect(await run()).toMatchObject({ code: "tool_error", error: expect.stringContaining("circular") as string });
  });
});

describe("a call that is cancelled", () => {
  test("ends at once where the handler ignores the signal, and what that handler still says is dropped", async () => {
    let late = () => {};
    const stop = new AbortController();
    const { run, events } = setUp({
      execute: (_input, _context, report) =>
        new Promise((resolve) => {
          report.onProgress(1);
          late = () => {
            report.onOutput("late");
            report.onSubAgentStart({ agentId: "late" });
            resolve("late");
          };
        }),
    });
    const running = run(undefined, "web", { signal: stop.signal });
    await tick();
    stop.abort("Cancelled by Ada.");
    expect(await running).toMatchObject({ output: null, code: "cancelled", error: "Cancelled by Ada." });
    const before = await events();
    expect(before.at(-1)).toMatchObject({ type: "tool.cancelled", reason: "Cancelled by Ada." });
    late();
    await tick();
    expect(await events()).toEqual(before);
  });

  test("lets the handler know by the signal", async () => {
    const stop = new AbortController();
    const aborted = vi.fn();
    const { run } = setUp({
      execute: (_input, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => {
            aborted(signal.reason);
            reject(new Error("aborted"));
          });
        }),
    });
    const running = run(undefined, "web", { signal: stop.signal });
    await tick();
    stop.abort("enough");
    expect(await running).toMatchObject({ code: "cancelled", error: "enough" });
    expect(aborted).toHaveBeenCalledExactlyOnceWith("enough");
  });

  test("before it began never runs its handler", async () => {
    const execute = vi.fn();
    const { run, types } = setUp({ execute });
    expect(await run(undefined, "web", { signal: AbortSignal.abort("too late") })).toMatchObject({ code: "cancelled" });
    expect(execute).not.toHaveBeenCalled();
    expect((await types()).at(-1)).toBe("tool.cancelled");
  });

  test("after it ended changes nothing, and nothing is left on the signal", async () => {
    const stop = new AbortController();
    const { run, types } = setUp();
    for (let index = 0; index < 20; index++) await run(undefined, "web", { signal: stop.signal, callId: `c${index}` });
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
    stop.abort();
    await tick();
    expect(await types()).not.toContain("tool.cancelled");
  });
});

describe("an approval", () => {
  const asking = (rest: Partial<ToolDefinition> = {}) => {
    const set = setUp({ permissionPolicy: "always_ask", ...rest });
    const asked = async () => {
      await tick();
      const event = (await set.events()).find((one) => one.type === "tool.needs_approval");
      if (event?.type !== "tool.needs_approval") throw new Error("not asked");
      return event;
    };
    const answer = async (
      type: "tool.approved" | "tool.denied" | "tool.approval_expired",
      rest: Partial<Extract<SessionEvent, { type: "tool.approved" }>> = {},
    ) => {
      const { approvalId } = await asked();
      await set.log.append("s1", [{ callId: "c1", approvalId, ...rest, type } as NewEvent]);
    };
    return { ...set, asked, answer };
  };

  test.each<CallSource>(["web", "api"])("is not asked of source %s", async (source) => {
    const { run, types } = asking();
    expect((await run(undefined, source)).error).toBeNull();
    expect(await types()).not.toContain("tool.needs_approval");
  });

  test("asks with the input as it would run, and runs when the log says yes", async () => {
    const execute = vi.fn((input: unknown) => input);
    const { run, asked, answer, types } = asking({ execute });
    const running = run({ value: 1 }, "agent");
    expect(await asked()).toMatchObject({ input: { value: 1, unit: "m" }, inputSchema: { type: "object" } });
    expect(execute).not.toHaveBeenCalled();
    await answer("tool.approved", { by: "ada" });
    expect(await running).toMatchObject({ output: { value: 1, unit: "m" }, error: null });
    expect(await types()).toEqual([
      "tool.requested",
      "tool.input_ready",
      "tool.needs_approval",
      "tool.approved",
      "tool.started",
      "tool.completed",
    ]);
  });

  test("runs an edited input only if it is valid, with its defaults", async () => {
    const { run, answer, events } = asking();
    const running = run({ value: 1 }, "agent");
    await answer("tool.approved", { input: { value: 9 } });
    expect((await running).output).toEqual({ value: 9, unit: "m" });
    expect((await events()).find(({ type }) => type === "tool.started")).toMatchObject({
      input: { value: 9, unit: "m" },
    });
  });

  test("an edited input that is wrong is not run", async () => {
    const execute = vi.fn();
    const { run, answer, events } = asking({ execute });
    const running = run({ value: 1 }, "agent");
    await answer("tool.approved", { input: { value: "nine" } });
    expect(await running).toMatchObject({ code: "invalid_input", issues: [{ path: "/value" }] });
    expect(execute).not.toHaveBeenCalled();
    expect((await events()).at(-1)).toMatchObject({
      type: "tool.failed",
      error: { code: "invalid_input", path: "/value" },
    });
  });

  test.each([
    ["tool.denied", "denied", "Not today."],
    ["tool.approval_expired", "expired", "Nobody approved the call in time."],
  ] as const)("%s ends the call; the answer itself is its last event", async (type, code, error) => {
    const execute = vi.fn();
    const { run, answer, types } = asking({ execute });
    const running = run({ value: 1 }, "agent");
    await answer(type, { reason: "Not today." });
    expect(await running).toMatchObject({ code, error, output: null });
    expect(execute).not.toHaveBeenCalled();
    expect((await types()).at(-1)).toBe(type);
  });

  test("shows what a yes comes to; the handler is given that, and another one asks again", async () => {
    let price = 1;
    const execute = vi.fn((_input: unknown, { preview }: CallContext) => ({ preview }));
    const { run, answer, events } = asking({ execute, preview: () => ({ price }) });
    const running = run({ value: 1 }, "agent");
    await answer("tool.approved");
    expect((await running).output).toEqual({ preview: { price: 1 } });

    const again = asking({ execute, preview: () => ({ price: price++ }) });
    const moving = again.run({ value: 1 }, "agent");
    await again.answer("tool.approved");
    await tick();
    const asks = (await again.events()).filter((event) => event.type === "tool.needs_approval");
    expect(asks).toMatchObject([
      { preview: { price: 1 } },
      { preview: { price: 3 }, reason: expect.stringContaining("has changed since it was approved") as string },
    ]);
    await again.log.append("s1", [{ type: "tool.denied", callId: "c1", approvalId: asks[1]!.approvalId } as NewEvent]);
    expect((await moving).code).toBe("denied");
    expect(execute).toHaveBeenCalledTimes(1);
    expect((await events()).filter(({ type }) => type === "tool.needs_approval")).toHaveLength(1);
  });

  test("is not asked for where a yes comes to nothing, and ends where it does by then", async () => {
    const gone = () => Promise.reject(new ToolError("It is gone."));
    const { run, types } = asking({ preview: gone });
    expect(await run({ value: 1 }, "agent")).toMatchObject({ code: "tool_error", error: "It is gone." });
    expect(await types()).toEqual(["tool.requested", "tool.input_ready", "tool.failed"]);
    const preview = vi.fn<() => unknown>().mockReturnValueOnce({ here: true }).mockImplementation(gone);
    const later = asking({ preview });
    const running = later.run({ value: 1 }, "agent");
    await later.answer("tool.approved");
    expect((await running).error).toBe("It is gone.");
  });

  test("an answer to something else is none", async () => {
    const { run, answer, log } = asking();
    const running = run({ value: 1 }, "agent");
    let settled = false;
    void running.then(() => (settled = true));
    await answer("tool.approved", { callId: "other" });
    await log.append("s1", [{ type: "tool.approved", callId: "c1", approvalId: "other" }]);
    await tick();
    expect(settled).toBe(false);
    await answer("tool.approved");
    expect((await running).error).toBeNull();
  });

  test("is given up when the call is cancelled, and waits for nothing afterwards", async () => {
    const stop = new AbortController();
    const { run, asked, answer, events, log } = asking();
    const subscribed = vi.spyOn(log, "subscribe");
    const running = run({ value: 1 }, "agent", { signal: stop.signal });
    await asked();
    stop.abort("Never mind.");
    expect(await running).toMatchObject({ code: "cancelled", error: "Never mind." });
    expect((await events()).at(-1)).toMatchObject({ type: "tool.cancelled", reason: "Never mind." });
    expect(subscribed).toHaveBeenCalledTimes(1);
    const before = (await events()).length;
    await answer("tool.approved");
    await tick();
    expect((await events()).length).toBe(before + 1);
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  });

  test("a log that cannot be read ends the wait, and leaves no listener", async () => {
    const memory = createMemoryLog();
    const unsubscribe = vi.fn();
    const log: SessionLog = {
      ...memory,
      read: () => Promise.reject(new Error("connection lost")),
      subscribe: () => unsubscribe,
    };
    const { run } = asking();
    expect(await run({ value: 1 }, "agent", { log })).toMatchObject({
      code: "log_unavailable",
      error: expect.stringContaining("connection lost") as string,
    });
    expect(unsubscribe).toHaveBeenCalledTimes(1);
  });
});

describe("a log that fails", () => {
  test.each(["api", "agent"] as const)("at the beginning: the handler never ran, for source %s", async (source) => {
    const execute = vi.fn();
    const onStarted = vi.fn();
    const { run } = setUp({ execute, permissionPolicy: "always_ask" });
    const result = await run(undefined, source, { log: failingLog(() => true), onStarted });
    expect(result).toMatchObject({
      output: null,
      code: "log_unavailable",
      error: 'The call of "echo" could not be written to its session: disk full',
    });
    expect([execute, onStarted].map((one) => one.mock.calls.length)).toEqual([0, 0]);
  });

  test.each(["api", "web", "agent"] as const)(
    "in the middle: what runs goes on, and the failure is said, for source %s",
    async (source) => {
      const onUnlogged = vi.fn();
      const onToolRun = vi.fn();
      const { run } = setUp({
        execute: async (_input, { signal }, report) => {
          report.onProgress(1);
          await tick();
          return { stopped: signal.aborted };
        },
      });
      const log = failingLog((events) => events.some(({ type }) => type === "tool.progressed"));
      const result = await run(undefined, source, { log, onUnlogged, onToolRun });
      expect(result).toMatchObject({ output: { stopped: false }, error: null });
      await tick();
      expect(onUnlogged).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("disk full"));
      expect(onToolRun).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ success: true }));
    },
  );

  test("at the end: the result is given, and says to whom it waited for that the log has not all of it", async () => {
    const log = failingLog((events) => events.some(({ type }) => type === "tool.completed"));
    const onUnlogged = vi.fn();
    const { run } = setUp();
    const waited = await run(undefined, "api", { log, onUnlogged });
    expect(waited).toMatchObject({ output: { value: 1 }, error: null, unlogged: expect.stringContaining("disk full") });
    expect(onUnlogged).toHaveBeenCalledExactlyOnceWith(waited.unlogged);
    const queued = await run(undefined, "web", { log, onUnlogged });
    expect(queued).toMatchObject({ output: { value: 1 }, error: null });
    await tick();
    expect(onUnlogged).toHaveBeenCalledTimes(2);
  });

  test("at the end, where nobody listens: the console has it", async () => {
    const report = vi.spyOn(console, "error").mockImplementation(() => {});
    const log = failingLog((events) => events.some(({ type }) => type === "tool.completed"));
    await setUp().run(undefined, "agent", { log });
    await tick();
    expect(report).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("disk full"));
    report.mockRestore();
  });

  test("where a question would have to be asked: nobody could answer it", async () => {
    const log = failingLog((events) => events.some(({ type }) => type === "tool.needs_input"));
    const { run } = setUp({ execute: () => needInput({ key: "k", message: "Which?", schema: { type: "string" } }) });
    expect(await run(undefined, "web", { log })).toMatchObject({ output: null, code: "log_unavailable" });
  });
});

describe("a log that takes 100 ms a write", () => {
  const slowLog = () => {
    const memory = createMemoryLog();
    const writes: string[][] = [];
    let open = 0;
    const log: SessionLog = {
      ...memory,
      append: async (sessionId, events) => {
        // A later write would overtake an earlier one.
        await new Promise((resolve) => setTimeout(resolve, 100 - 40 * open++));
        open--;
        writes.push(events.map(({ type }) => type));
        return memory.append(sessionId, events);
      },
    };
    return { log, writes };
  };
  const begun = ["tool.requested", "tool.input_ready", "tool.started"];

  test.each([
    ["api", undefined, 2],
    ["web", undefined, 1],
    ["agent", undefined, 1],
    ["web", true, 2],
    ["api", false, 1],
  ] as const)(
    "gives a result to source %s, waitForLog %s, after %i of two writes",
    async (source, waitForLog, count) => {
      const { log, writes } = slowLog();
      const { run } = setUp({ execute: () => void expect(writes).toEqual([begun]) });
      const result = await run(undefined, source, { log, ...(waitForLog !== undefined && { waitForLog }) });
      expect(result.error).toBeNull();
      expect(writes).toEqual([begun, ["tool.completed"]].slice(0, count));
      await vi.waitFor(() => expect(writes).toEqual([begun, ["tool.completed"]]));
    },
  );

  test("keeps the order of a session's calls that nobody waits for", async () => {
    const { log, writes } = slowLog();
    const { run } = setUp();
    for (const callId of ["c1", "c2", "c3"]) await run(undefined, "web", { log, callId });
    await vi.waitFor(() => expect(writes).toHaveLength(6));
    expect(writes).toEqual([begun, ["tool.completed"], begun, ["tool.completed"], begun, ["tool.completed"]]);
  });

  test("does not keep a call waiting for those of other sessions", async () => {
    const memory = createMemoryLog();
    const log: SessionLog = {
      ...memory,
      append: (sessionId, events) =>
        events[0]!.type === "tool.completed" && sessionId === "s1"
          ? new Promise(() => {})
          : memory.append(sessionId, events),
    };
    const { run } = setUp();
    expect((await run(undefined, "web", { log })).error).toBeNull();
    expect((await run(undefined, "web", { log, sessionId: "s2" })).error).toBeNull();
  });
});

describe("callbacks of the caller", () => {
  const call = { callId: "i", tool: "inner", input: { q: 1 } };
  const reporting: Partial<ToolDefinition> = {
    execute: (_input, _context, report) => {
      report.onStatus("Looking");
      report.onStatus({ template: "Read {count} files", values: { count: 3 } });
      report.onProgress(1, 2, "half");
      report.onProgress(2, 2);
      report.onOutput("a", "log");
      report.onPartialResult({ so: "far" });
      report.onToolCall(call);
      report.onToolResult({ callId: "i", output: 1 });
      report.onSubAgentStart({ agentId: "a", name: "Reader" });
      report.onSubAgentChunk("a", "Hel", "text");
      report.onSubAgentToolCall("a", { ...call, callId: "j" });
      report.onSubAgentToolResult("a", { callId: "j", error: "no" });
      report.onSubAgentEnd("a", { result: 2 });
      return { value: 1 };
    },
  };
  const heard: [name: string, ...args: unknown[]][] = [
    ["onStatus", "Looking"],
    ["onStatus", { template: "Read {count} files", values: { count: 3 } }],
    ["onProgress", 1, 2, "half"],
    ["onProgress", 2, 2],
    ["onOutput", "a", "log"],
    ["onPartialResult", { so: "far" }],
    ["onToolCall", call],
    ["onToolResult", { callId: "i", output: 1 }],
    ["onSubAgentStart", { agentId: "a", name: "Reader" }],
    ["onSubAgentChunk", "a", "Hel", "text"],
    ["onSubAgentToolCall", "a", { ...call, callId: "j" }],
    ["onSubAgentToolResult", "a", { callId: "j", error: "no" }],
    ["onSubAgentEnd", "a", { result: 2 }],
  ];
  /** All that a handler can call, on a prototype as those of a class are. */
  const listener = () => {
    const told: unknown[] = [];
    const names = new Set(heard.map(([name]) => name));
    const methods = Object.fromEntries(
      [...names].map((name) => [name, (...args: unknown[]) => told.push([name, ...args])]),
    );
    return { told, callbacks: Object.create(methods) as CallListeners };
  };

  test.each<CallSource>(["web", "api", "agent"])("hear all that the handler reports, for source %s", async (source) => {
    const { run, types } = setUp(reporting);
    const fourth = listener();
    const beside = listener();
    const { registry, log } = setUp(reporting);
    Object.assign(fourth.callbacks, { registry, log });
    expect((await executeTool("echo", { value: 1 }, source, fourth.callbacks)).error).toBeNull();
    expect(fourth.told).toEqual(heard);
    await run(undefined, source, { callbacks: beside.callbacks, waitForLog: true });
    expect(beside.told).toEqual(heard);
    expect(await types()).toContain("agent.completed");
  });

  test("on_status hears texts, as an option or in the place of the options", async () => {
    const texts = ["Looking", "Read 3 files", "half"];
    const on_status = vi.fn();
    await setUp(reporting).run(undefined, "web", { on_status });
    expect(on_status.mock.calls.flat()).toEqual(texts);
    const alone = vi.fn();
    const mocked = mockToolRegistry();
    mocked.register({ ...base, ...reporting });
    await executeTool("echo", { value: 1 }, "api", alone);
    mocked.restore();
    expect(alone.mock.calls.flat()).toEqual(texts);
  });

  test("that throw fail nothing, and hear nothing of what a handler says after its call has ended", async () => {
    const report = vi.spyOn(console, "error").mockImplementation(() => {});
    const late = vi.fn();
    let say = (_text: string) => {};
    const { run, types } = setUp({
      execute: (_input, _context, { onStatus }) => {
        say = onStatus;
        onStatus("one");
        return { value: 1 };
      },
    });
    const broken = () => {
      throw new Error("no ears");
    };
    const result = await run(undefined, "api", { onStatus: broken, callbacks: { onStatus: late } });
    expect(result.error).toBeNull();
    say("two");
    expect(late.mock.calls).toEqual([["one"]]);
    expect(await types()).toEqual([
      "tool.requested",
      "tool.input_ready",
      "tool.started",
      "tool.progressed",
      "tool.completed",
    ]);
    expect(report).toHaveBeenCalledTimes(1);
    report.mockRestore();
  });
});

describe("who is told", () => {
  test("when the handler is about to run, and once when the call has ended", async () => {
    const told: string[] = [];
    const { run, types } = setUp({ execute: () => void told.push("handler") });
    await run(undefined, "web", {
      onStarted: () => void told.push("started"),
      onToolRun: (run) => {
        told.push("ended");
        expect(run).toEqual({
          event: "tool_run",
          slug: "echo",
          runId: "c1",
          source: "web",
          success: true,
          durationMs: expect.any(Number) as number,
        });
      },
    });
    expect(told).toEqual(["started", "handler", "ended"]);
    expect(await types()).toHaveLength(4);
  });

  test("a listener that throws does not become the call's failure", async () => {
    const report = vi.spyOn(console, "error").mockImplementation(() => {});
    const broken = () => {
      throw new Error("analytics down");
    };
    const { run, types } = setUp();
    expect((await run(undefined, "web", { onStarted: broken, onToolRun: broken })).error).toBeNull();
    expect((await types()).at(-1)).toBe("tool.completed");
    expect(report).toHaveBeenCalledTimes(2);
    report.mockRestore();
  });
});

describe("a handler that hands its work over", () => {
  test("is called again with it, after questions too, and ends once", async () => {
    const seen: unknown[] = [];
    const { run, log } = setUp({
      execute: (_input, { state, answers }) => {
        seen.push([state, Object.keys(answers)]);
        if (state === undefined) return handOver({ job: 1 });
        return (state as { job: number }).job < 3 ? handOver({ job: 3 }) : { done: true };
      },
    });
    expect(await run()).toMatchObject({ output: { done: true }, error: null });
    expect(seen).toEqual([
      [undefined, []],
      [{ job: 1 }, []],
      [{ job: 3 }, []],
    ]);
    const types = (await log.read("s1")).map(({ type }) => type);
    expect(types.filter((type) => type === "tool.handed_over")).toHaveLength(2);
    expect(types.filter((type) => type === "tool.completed")).toHaveLength(1);
  });

  test("is called again without a log of the caller's", async () => {
    const registry = createRegistry();
    registry.register({ ...base, execute: (_input, { state }) => state ?? handOver("job") });
    expect(await executeTool("echo", { value: 1 }, "api", { registry })).toMatchObject({ output: "job" });
  });

  test("ends as interrupted where it says that nobody knows what came of it", async () => {
    const { run, log } = setUp({
      execute: (_input, { state }) => {
        if (state === undefined) return handOver("job");
        throw new ToolError("The job is not known any more.", { isUnknown: true });
      },
    });
    expect(await run()).toMatchObject({ code: "interrupted", error: "The job is not known any more." });
    const end = (await log.read("s1")).at(-1);
    expect(end).toMatchObject({ type: "tool.interrupted", reason: "The job is not known any more." });
  });
});
