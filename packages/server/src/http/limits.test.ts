import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLimits } from "./limits.ts";

describe("limits", () => {
  it("let through what a minute holds, and say when the next one fits", () => {
    let now = 0;
    const limits = createLimits(() => now);
    expect([1, 2, 3].map(() => limits.take("a", 2))).toEqual([0, 0, 30]);
    expect(limits.take("b", 2)).toBe(0);
    now += 30_000;
    expect([limits.take("a", 2), limits.take("a", 2)]).toEqual([0, 30]);
  });

  it("refuse what is demanded where nothing is left, with the time to wait", () => {
    const limits = createLimits(() => 0);
    limits.demand("a", 1);
    expect(() => limits.demand("a", 1)).toThrow(
      expect.objectContaining({
        code: "too_many_requests",
        retryAfter: 60,
        message: expect.stringContaining("60 seconds"),
      }),
    );
  });

  it("never let through more than a minute's worth and what has come since", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 60 }),
        (most, pauses) => {
          let now = 0;
          const limits = createLimits(() => now);
          let passed = 0;
          for (const pause of pauses) {
            now += pause;
            const wait = limits.take("one", most);
            if (wait === 0) passed++;
            else {
              // Whoever waits as long as told gets through.
              now += wait * 1000;
              expect(limits.take("one", most)).toBe(0);
              passed++;
            }
          }
          expect(passed).toBeLessThanOrEqual(most + (now / 60_000) * most + 1e-6);
        },
      ),
    );
  });
});
