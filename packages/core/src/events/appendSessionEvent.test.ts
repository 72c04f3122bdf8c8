import { describe, expect, test } from "vitest";
import { appendSessionEvent } from "./appendSessionEvent.ts";
import type { NewEvent } from "./event.ts";
import { createMemoryLog } from "./sessionLog.ts";

describe("appendSessionEvent", () => {
  test("resolves with the event as the log has it, in order", async () => {
    const log = createMemoryLog(() => 7);
    const first = await appendSessionEvent(log, "s1", { type: "tool.started", callId: "c1", tool: "echo", input: 1 });
    const second = await appendSessionEvent(log, "s1", { type: "tool.completed", callId: "c1", output: 2 });
    expect(first).toEqual({
      v: 1,
      seq: 1,
      sessionId: "s1",
      at: 7,
      type: "tool.started",
      callId: "c1",
      tool: "echo",
      input: 1,
    });
    expect(await log.read("s1")).toEqual([first, second]);
  });

  test.each([
    [{ type: "tool.danced" }, '"tool.danced" is not a type of session event.'],
    [{}, "undefined is not a type of session event."],
    [null, "undefined is not a type of session event."],
    [{ type: "tool.started", tool: "echo" }, '"callId" of "tool.started" must be a proper string'],
    [{ type: "tool.completed", callId: "c1", durationMs: "9" }, '"durationMs" of "tool.completed"'],
  ])("refuses %j, and the log stays as it was", async (event, message) => {
    const log = createMemoryLog();
    await expect(appendSessionEvent(log, "s1", event as unknown as NewEvent)).rejects.toThrow(message);
    expect(await log.read("s1")).toEqual([]);
  });

  test("fails as the log fails", async () => {
    const log = { ...createMemoryLog(), append: () => Promise.reject(new Error("disk full")) };
    const event: NewEvent = { type: "tool.completed", callId: "c1", output: 2 };
    await expect(appendSessionEvent(log, "s1", event)).rejects.toThrow("disk full");
  });
});
