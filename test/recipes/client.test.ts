import { expect, test } from "vitest";
import { runAndWatch } from "./client.ts";

test("the README's client says in words that nobody is there", async () => {
  await expect(runAndWatch("http://127.0.0.1:9", AbortSignal.timeout(5_000))).rejects.toThrow(/cannot be reached/);
});
