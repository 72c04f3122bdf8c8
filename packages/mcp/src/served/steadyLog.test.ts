import { createMemoryLog } from "@callboard/core";
import { followLog } from "@callboard/core/host";
import { afterEach, expect, it, vi } from "vitest";
import { steadyLog } from "./steadyLog.ts";

afterEach(() => void vi.useRealTimers());

const requested = { type: "tool.requested", callId: "c", tool: "t" } as const;

it("reads what was written without a wake-up at its next heartbeat", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const log = createMemoryLog();
  const stop = new AbortController();
  const deaf = steadyLog({ ...log, subscribe: () => () => {} }, stop.signal);
  const heard = followLog(deaf, "s", 0, stop.signal).next();
  await new Promise((resolve) => setTimeout(resolve, 5));
  await log.append("s", [requested]);
  vi.advanceTimersByTime(15_000);
  expect((await heard).value).toMatchObject([requested]);
  stop.abort();
});

it("reads again where a read failed, and not once nobody follows it", async () => {
  const log = createMemoryLog();
  const stop = new AbortController();
  await log.append("s", [requested]);
  const read = vi.spyOn(log, "read").mockRejectedValueOnce(new Error("The database is away."));
  const steady = steadyLog(log, stop.signal);
  expect(await steady.read("s", 0)).toMatchObject([requested]);
  read.mockRejectedValue(new Error("The database is away."));
  const last = steady.read("s", 0);
  stop.abort();
  expect(await last).toEqual([]);
});
