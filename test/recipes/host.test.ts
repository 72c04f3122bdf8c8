import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { start } from "./host.ts";

const folder = mkdtempSync(join(tmpdir(), "callboard-recipe-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("the README's host serves a tool, and its client watches a run of it", { timeout: 90_000 }, async () => {
  const { url, close, store } = await start(folder, 0);
  try {
    const { runAndWatch } = await import("./client.ts");
    expect(await runAndWatch(url, AbortSignal.timeout(30_000))).toEqual({ each: 22 });
  } finally {
    await close();
    await store.close();
  }
});
