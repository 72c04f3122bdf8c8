import { createElement, Suspense } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { lazyComponent, lazyModule } from "./lazyModule.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe("lazyModule", () => {
  it("fetches once for all who call", async () => {
    const fetch = vi.fn(async () => "module");
    const part = lazyModule(fetch);
    expect(part.current).toBeUndefined();
    await Promise.all([part.load(), part.load()]);
    await part.load();
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(part.current).toBe("module");
  });

  it("rejects where the module cannot be fetched, and fetches again for the next call", async () => {
    const fetch = vi.fn(() => Promise.reject(new Error("offline")));
    const part = lazyModule(fetch);
    await expect(part.load()).rejects.toThrow("offline");
    await expect(part.load()).rejects.toThrow("offline");
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});

describe("lazyComponent", () => {
  const word = () => "drawn";
  const draw = (Part: ReturnType<typeof lazyComponent<unknown, object>>) =>
    renderToString(createElement(Suspense, { fallback: "waiting" }, createElement(Part)));

  it("draws the fallback until its module is here, and nothing else from then on", async () => {
    const Part = lazyComponent(
      async () => "module",
      () => word,
    );
    expect(draw(Part)).toContain("waiting");
    const Other = lazyComponent(
      async () => "module",
      () => word,
    );
    await Other.load();
    expect(draw(Other)).toContain("drawn");
    expect(draw(Other)).not.toContain("waiting");
  });

  it("fetches its module again while that fails, after pauses", async () => {
    vi.useFakeTimers();
    let isOnline = false;
    const fetch = vi.fn(() => (isOnline ? Promise.resolve("module") : Promise.reject(new Error("offline"))));
    const Part = lazyComponent(fetch, () => word);
    expect(draw(Part)).toContain("waiting");
    await vi.advanceTimersByTimeAsync(3_000);
    expect(fetch).toHaveBeenCalledTimes(2);
    isOnline = true;
    await vi.advanceTimersByTimeAsync(6_000);
    expect(fetch).toHaveBeenCalledTimes(3);
    expect(draw(Part)).toContain("drawn");
  });
});
