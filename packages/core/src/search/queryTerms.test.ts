import fc from "fast-check";
import { expect, it } from "vitest";
import { isSlip, readQuery } from "./queryTerms.ts";
import { createToolIndex } from "./toolIndex.ts";

/** The edits between two words, each of one letter; every table entry is worked out. */
function edits(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_none, row) =>
    Array.from({ length: other.length + 1 }, (_entry, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  for (let row = 1; row <= one.length; row++) {
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const before = [table[row - 1]![column]! + 1, table[row]![column - 1]! + 1];
      before.push(table[row - 1]![column - 1]! + (isSame ? 0 : 1));
      table[row]![column] = Math.min(...before);
    }
  }
  return table[one.length]![other.length]!;
}

const word = fc.stringMatching(/^[abc]{1,7}$/);

it("knows a slip from two, as the whole table of edits does", () => {
  fc.assert(
    fc.property(word, word, (one, other) => {
      expect(isSlip(one, other)).toBe(edits(one, other) <= 1);
    }),
    { numRuns: 2000 },
  );
});

/** A word with each two neighbouring letters swapped, one pair after the other. */
const swapsOf = (text: string) =>
  [...text].slice(1).map((letter, at) => text.slice(0, at) + letter + text[at]! + text.slice(at + 2));

it("finds a long word however two neighbours in it changed places", () => {
  const longWord = fc.stringMatching(/^[a-z]{4,9}(ator|ation|ing|ments|izer|fulness|ible)$/);
  fc.assert(
    fc.property(longWord, fc.nat(), (text, at) => {
      const index = createToolIndex();
      index.add({ slug: "the one", name: text });
      index.add({ slug: "another", name: "zzzz" });
      const swaps = swapsOf(text);
      const { words } = readQuery(index, index.sealed(), swaps[at % swaps.length]!);
      expect(words.flatMap(({ terms }) => terms.map(({ number }) => number))).toContain(index.numberOf(text));
    }),
    { numRuns: 300 },
  );
});

it("guesses the terms that a look at every term would", () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 30 }), word, (words, asked) => {
      const index = createToolIndex();
      for (const name of words) index.add({ slug: `tool ${name}`, name });
      const sealed = index.sealed();
      const stems = [...new Set(words.map(index.stemOf))].sort();
      const numberOfStem = new Map(words.map((one) => [index.stemOf(one), index.numberOf(one)]));
      const stem = index.stemOf(asked);
      if (stems.includes(stem)) return;
      const longer = stem.length >= 4 ? stems.filter((one) => one.startsWith(stem)) : [];
      const near = stem.length >= 6 ? stems.filter((one) => one[0] === stem[0] && edits(stem, one) <= 1) : [];
      const swapped = asked.length >= 6 ? swapsOf(asked).map(index.stemOf) : [];
      const wanted = longer.length > 0 ? longer : [...near, ...swapped.filter((one) => stems.includes(one))];
      const [read] = readQuery(index, sealed, asked).words;
      const found = new Set(read?.terms.map(({ number }) => number));
      expect(found).toEqual(new Set(wanted.map((one) => numberOfStem.get(one))));
    }),
    { numRuns: 1000 },
  );
});
