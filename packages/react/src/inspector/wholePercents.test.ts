import fc from "fast-check";
import { expect, test } from "vitest";
import { wholePercents } from "./wholePercents.ts";

test.each([
  [{}, {}],
  [{ name: 1 }, { name: 1 }],
  [
    { full_text: 0.5556, keyword: 0.0556, vector: 0.3888 },
    { full_text: 0.56, keyword: 0.05, vector: 0.39 },
  ],
  [
    { full_text: 0.07, vector: 0.93 },
    { full_text: 0.07, vector: 0.93 },
  ],
])("%j is shown as %j", (shares, percents) => expect(wholePercents<string>(shares)).toEqual(percents));

test("what is shown adds up to a hundred, each part off by less than one", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: 1, maxLength: 5 }), (weights) => {
      const sum = weights.reduce((all, one) => all + one, 0);
      const shares = Object.fromEntries(weights.map((weight, index) => [`part${index}`, weight / sum]));
      const shown = wholePercents(shares);
      expect(Math.round(100 * Object.values(shown).reduce<number>((all, one) => all + one!, 0))).toBe(100);
      for (const [part, share] of Object.entries(shares)) expect(Math.abs(shown[part]! - share)).toBeLessThan(0.01);
    }),
  );
});
