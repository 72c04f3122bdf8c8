import { expect, it, vi } from "vitest";
import { z } from "zod";

it("keeps Zod from compiling its checks", async () => {
  const before = z.config().jitless;
  try {
    // Another file of this process may have imported it already.
    vi.resetModules();
    await import("./zodJitless.ts");
    expect(z.config().jitless).toBe(true);
  } finally {
    z.config({ jitless: before });
  }
});
