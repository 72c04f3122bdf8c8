import { EventEmitter } from "node:events";
import { afterEach, describe, expect, it, vi } from "vitest";
import { followTools } from "./followTools.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe("followTools", () => {
  it("gathers the steps of one save, tells what came of it, and stops when told", async () => {
    vi.useFakeTimers();
    const watcher = new EventEmitter();
    const update = vi.fn(async (paths: readonly string[]) => ({
      folders: paths.includes("/tools/a/definition.ts") ? ["tools/a"] : [],
      slugs: [],
    }));
    const told = vi.fn();
    const stop = followTools(watcher, { update }, told);

    watcher.emit("all", "addDir", "/tools/a");
    watcher.emit("all", "add", "/tools/a/definition.ts");
    watcher.emit("all", "change", "/tools/a/definition.ts");
    await vi.runAllTimersAsync();
    expect(update.mock.calls).toEqual([[["/tools/a", "/tools/a/definition.ts"]]]);
    expect(told.mock.calls).toEqual([[{ folders: ["tools/a"], slugs: [] }]]);

    watcher.emit("all", "change", "/src/main.tsx");
    await vi.runAllTimersAsync();
    expect(update).toHaveBeenCalledTimes(2);
    expect(told).toHaveBeenCalledTimes(1);

    watcher.emit("all", "change", "/tools/a/definition.ts");
    stop();
    await vi.runAllTimersAsync();
    expect(update).toHaveBeenCalledTimes(2);
  });
});
