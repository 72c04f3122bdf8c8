import { describe, expect, test, vi } from "vitest";
import type { NewEvent } from "./event.ts";
import { createMemoryLog, followLog } from "./sessionLog.ts";

const progress = (step: number): NewEvent => ({ type: "tool.progressed", callId: "c1", progress: step });
const tick = () => new Promise((resolve) => setTimeout(resolve));

describe("createMemoryLog", () => {
  test("numbers each session's events from 1, without a gap", async () => {
    const log = createMemoryLog(() => 7);
    const [first] = await Promise.all([
      log.append("s1", [progress(1), progress(2)]),
      log.append("s2", [progress(9)]),
      log.append("s1", [progress(3)]),
    ]);
    expect(first?.[1]).toEqual({ v: 1, seq: 2, sessionId: "s1", at: 7, ...progress(2) });
    expect((await log.read("s1")).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect((await log.read("s1", 2)).map(({ seq }) => seq)).toEqual([3]);
    expect((await log.read("s2")).map(({ seq }) => seq)).toEqual([1]);
    expect(await log.read("nothing")).toEqual([]);
  });

  test("gives each event its place and time, whatever it brings", async () => {
    const log = createMemoryLog(() => 7);
    const forged = { ...progress(1), seq: 9, sessionId: "s2", at: 1, v: 2 } as unknown as NewEvent;
    const [event] = await log.append("s1", [forged]);
    expect(event).toEqual({ v: 1, seq: 1, sessionId: "s1", at: 7, ...progress(1) });
  });

  test("keeps what was appended, whatever becomes of the objects", async () => {
    const log = createMemoryLog();
    const input = { list: [1] };
    await log.append("s1", [{ type: "tool.input_ready", callId: "c1", input }]);
    input.list.push(2);
    expect((await log.read("s1"))[0]).toMatchObject({ input: { list: [1] } });
  });

  test("takes a batch whole or not at all", async () => {
    const log = createMemoryLog();
    const unwritable: NewEvent = { type: "tool.input_ready", callId: "c1", input: 1n };
    await expect(log.append("s1", [progress(1), unwritable])).rejects.toThrow("BigInt");
    expect(await log.read("s1")).toEqual([]);
  });

  test("tells a session's subscribers of growth, and only while they want it", async () => {
    const log = createMemoryLog();
    const [one, other] = [vi.fn(), vi.fn()];
    const stop = log.subscribe("s1", one);
    log.subscribe("s2", other);
    await log.append("s1", [progress(1)]);
    await tick();
    expect([one, other].map((listener) => listener.mock.calls.length)).toEqual([1, 0]);
    const append = log.append("s1", [progress(2)]);
    stop();
    await append;
    await tick();
    expect(one).toHaveBeenCalledTimes(1);
  });
});

describe("followLog", () => {
  test("gives what is there, then what comes, each event once", async () => {
    const log = createMemoryLog();
    const stop = new AbortController();
    await log.append("s1", [progress(1), progress(2)]);
    const seen: number[][] = [];
    const following = (async () => {
      for await (const events of followLog(log, "s1", 1, stop.signal)) {
        seen.push(events.map(({ seq }) => seq));
        if (seen.length === 1) await log.append("s1", [progress(3)]);
      }
    })();
    await tick();
    await log.append("s1", [progress(4), progress(5)]);
    await tick();
    expect(seen.flat()).toEqual([2, 3, 4, 5]);
    stop.abort();
    await following;
  });

  test("ends when the signal aborts or the reader goes, and leaves no listener", async () => {
    const log = createMemoryLog();
    const unsubscribe = vi.fn();
    const watched = { ...log, subscribe: () => unsubscribe };
    const stop = new AbortController();
    const waiting = followLog(watched, "s1", 0, stop.signal).next();
    await tick();
    stop.abort();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(unsubscribe).toHaveBeenCalledTimes(1);
    await log.append("s1", [progress(1)]);
    for await (const _events of followLog(watched, "s1", 0, undefined)) break;
    expect(unsubscribe).toHaveBeenCalledTimes(2);
    expect(await followLog(watched, "s1", 0, stop.signal).next()).toMatchObject({ done: true });
  });
});
