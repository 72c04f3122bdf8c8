import { describe, expect, it, vi } from "vitest";
import { fetchOnce } from "./fetchOnce.ts";

describe("fetchOnce", () => {
  it("fetches once for whoever asks, and tells those who wait", async () => {
    const load = vi.fn(async () => "module");
    const part = fetchOnce(load);
    const told = vi.fn();
    part.subscribe(told);
    expect(part.read()).toBeUndefined();
    await Promise.all([part.fetch(), part.fetch()]);
    expect(load).toHaveBeenCalledTimes(1);
    expect(told).toHaveBeenCalledTimes(1);
    expect(part.read()).toBe("module");
  });

  it("tries again while somebody waits", async () => {
    vi.useFakeTimers();
    try {
      let isOnline = false;
      const part = fetchOnce(() => (isOnline ? Promise.resolve("module") : Promise.reject(new Error("offline"))));
      const stop = part.subscribe(() => {});
      await vi.advanceTimersByTimeAsync(0);
      isOnline = true;
      await vi.advanceTimersByTimeAsync(3_000);
      expect(part.read()).toBe("module");
      stop();
    } finally {
      vi.useRealTimers();
    }
  });

  it("says to whoever asks that it cannot be fetched, and may be asked again", async () => {
    const load = vi.fn(() => Promise.reject(new Error("offline")));
    const part = fetchOnce(load);
    await expect(part.fetch()).rejects.toThrow("offline");
    await expect(part.fetch()).rejects.toThrow("offline");
    expect(load).toHaveBeenCalledTimes(2);
  });
});
