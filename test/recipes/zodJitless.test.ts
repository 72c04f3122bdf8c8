import { expect, test } from "vitest";
import { z } from "zod";

test("the import tells Zod to compile nothing, and its schemas work", async () => {
  const before = z.config().jitless;
  try {
    const { schema } = await import("./zodJitless.ts");
    expect(z.config().jitless).toBe(true);
    expect(schema.parse({ value: 1 })).toEqual({ value: 1 });
  } finally {
    // Other files share this process.
    z.config({ jitless: before });
  }
});
