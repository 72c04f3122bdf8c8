import { expect, test, vi } from "vitest";
import { z } from "zod";

test("the import tells Zod to compile nothing, and its schemas work", async () => {
  const before = z.config().jitless;
  try {
    // Another file of this process may have imported it already.
    vi.resetModules();
    const { schema } = await import("./zodJitless.ts");
    expect(z.config().jitless).toBe(true);
    expect(schema.parse({ value: 1 })).toEqual({ value: 1 });
  } finally {
    z.config({ jitless: before });
  }
});
