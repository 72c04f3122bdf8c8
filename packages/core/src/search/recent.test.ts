import fc from "fast-check";
import { expect, it } from "vitest";
import { createRecent } from "./recent.ts";

it("keeps what was last asked for, as a list of all that was asked for says", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f")),
      (most, asked) => {
        const recent = createRecent<number>(most);
        asked.forEach((key, place) => {
          const last = [...new Set(asked.slice(0, place).toReversed())].slice(0, most);
          let made = false;
          recent.of(key, () => {
            made = true;
            return place;
          });
          expect(made).toBe(!last.includes(key));
        });
        expect(recent.size).toBe(Math.min(most, new Set(asked).size));
      },
    ),
  );
});

it("makes anew what it forgot", () => {
  const recent = createRecent<string>(2);
  recent.of("a", () => "first");
  recent.forget("a");
  expect(recent.size).toBe(0);
  expect(recent.of("a", () => "second")).toBe("second");
});
