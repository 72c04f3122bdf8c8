import process from "node:process";
import { describe, expect, test, vi } from "vitest";
import type { NewEvent } from "../events/event.ts";
import type { SessionLog } from "../events/sessionLog.ts";
import { createRecorder } from "./recorder.ts";

const event = (step: number): NewEvent => ({ type: "tool.progressed", callId: "c1", progress: step });

/** A log whose appends end when the test says so. */
const slowLog = () => {
  const batches: number[][] = [];
  const waiting: { done: () => void; fail: (error: Error) => void }[] = [];
  const log = {
    append: (_session: string, events: readonly NewEvent[]) => {
      batches.push(events.map((one) => (one as { progress: number }).progress));
      return new Promise<never>((resolve, reject) => {
        waiting.push({ done: () => resolve([] as never), fail: reject });
      });
    },
  } as unknown as SessionLog;
  const next = async (error?: Error) => {
    const append = waiting.shift()!;
    if (error) append.fail(error);
    else append.done();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { log, batches, next };
};

describe("createRecorder", () => {
  test("writes in order, and together what came while the log was busy", async () => {
    const { log, batches, next } = slowLog();
    const recorder = createRecorder(log, "s1", () => {});
    recorder.queue(event(1));
    recorder.queue(event(2), event(3));
    let committed = false;
    const commit = recorder.commit(event(4)).then(() => (committed = true));
    recorder.queue(event(5));
    expect(batches).toEqual([[1]]);
    await next();
    expect(batches).toEqual([[1], [2, 3, 4, 5]]);
    expect(committed).toBe(false);
    await next();
    await commit;
    recorder.queue(event(6));
    expect(batches).toEqual([[1], [2, 3, 4, 5], [6]]);
  });

  test("joins the pieces of one text that wait together, and no others", async () => {
    const appended: NewEvent[][] = [];
    let done = () => {};
    const log = {
      append: (_session: string, events: readonly NewEvent[]) => {
        appended.push([...events]);
        return new Promise<never>((resolve) => (done = () => resolve([] as never)));
      },
    } as unknown as SessionLog;
    const recorder = createRecorder(log, "s1", () => {});
    const output = (delta: string, channel?: string): NewEvent => ({
      type: "tool.output_appended",
      callId: "c1",
      delta,
      channel,
    });
    const said = (delta: string, itemId?: string): NewEvent => ({
      type: "agent.text_appended",
      agentId: "a",
      delta,
      itemId,
    });
    recorder.queue(output("first"));
    for (let count = 0; count < 100_000; count++) recorder.queue(output("x"));
    recorder.queue(output("e", "stderr"), event(1), output("y"), said("a", "t1"), said("b"), said("c", "t2"));
    done();
    await new Promise((resolve) => setTimeout(resolve));
    const [, joined] = appended;
    expect(joined!.length).toBeLessThan(12);
    const text = joined!.map((one) => ("delta" in one ? one.delta : "|")).join("");
    expect(text).toBe(`${"x".repeat(100_000)}e|yabc`);
    expect(joined!.slice(-3)).toEqual([output("y"), said("ab", "t1"), said("c", "t2")]);
    expect(Math.max(...joined!.map((one) => ("delta" in one ? one.delta.length : 0)))).toBeLessThanOrEqual(32_000);
  });

  test("after a failure writes nothing more, tells once, and fails every commit", async () => {
    const { log, batches, next } = slowLog();
    const onFailure = vi.fn();
    const recorder = createRecorder(log, "s1", onFailure);
    recorder.queue(event(1));
    const commit = recorder.commit(event(2));
    const failed = expect(commit).rejects.toThrow("disk full");
    await next(new Error("disk full"));
    await failed;
    recorder.queue(event(3));
    await expect(recorder.commit(event(4))).rejects.toThrow("disk full");
    expect(batches).toEqual([[1]]);
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(new Error("disk full"));
  });

  test("a queued event that fails leaves no unhandled rejection", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const { log, next } = slowLog();
    createRecorder(log, "s1", () => {}).queue(event(1));
    await next(new Error("disk full"));
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test("a log that throws at once is a log that failed", async () => {
    const log = {
      append() {
        throw new Error("no log");
      },
    } as unknown as SessionLog;
    await expect(createRecorder(log, "s1", () => {}).commit(event(1))).rejects.toThrow("no log");
  });
});
