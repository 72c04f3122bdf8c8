import { expect, it } from "vitest";
import { z } from "zod";

it("keeps Zod from compiling its checks", async () => {
  expect(z.config().jitless).toBeUndefined();
  await import("./zodJitless.ts");
  expect(z.config().jitless).toBe(true);
});
