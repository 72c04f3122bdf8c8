import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBlockSplitter, definitionsFor, definitionsOf, isPlain, splitBlocks } from "./splitBlocks.ts";

const document = `Intro line
goes on.

# Title

- one

- two
  with more

  and a paragraph of its own
- three

\`\`\`js
const blank = 1;

const line = 2;
\`\`\`
After the code.

| a | b |
| - | - |
| 1 | 2 |

1. first
   \`\`\`
   code

   in a list
   \`\`\`
2. second

The end.`;

describe("splitBlocks", () => {
  test("cuts at blank lines, and keeps lists and code whole", () => {
    expect(splitBlocks(document).map((block) => block.trim().split("\n")[0])).toEqual([
      "Intro line",
      "# Title",
      "- one",
      "```js",
      "After the code.",
      "| a | b |",
      "1. first",
      "The end.",
    ]);
  });

  test("the blocks are the text, whatever it is", () => {
    const piece = fc.constantFrom(
      "\n",
      "\n\n",
      "```",
      "~~~",
      "- a",
      "1. b",
      "  ",
      "text",
      "# h",
      "| x |",
      "> q",
      "[^1]: n",
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join("");
        expect(splitBlocks(text).join("")).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  test("a growing text gives the same blocks as the whole one, and keeps those before the last two", () => {
    const piece = fc.constantFrom("\n", "\n\n", "```\n", "- a", "1", ". b", "  ", "words ", "# h", "~~~\n");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const split = createBlockSplitter();
        let text = "";
        for (const one of pieces) {
          text += one;
          expect(split(text)).toEqual(splitBlocks(text));
        }
      }),
      { numRuns: 1000 },
    );
    const split = createBlockSplitter();
    const before = split("one\n\ntwo\n\nthree\n\nfour");
    const after = split("one\n\ntwo\n\nthree\n\nfour and more");
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
  });

  test("finds link definitions, and leaves footnotes whole", () => {
    const definitions = definitionsOf(
      "See [it].\n\n[it]: https://example.com\n[^1]: a note\n[Two  words]: https://b.example",
    );
    expect([...definitions.keys()]).toEqual(["it", "two words"]);
    expect(definitionsFor("See [it].", definitions)).toBe("[it]: https://example.com");
    expect(definitionsFor("[these][two words] and [it]", definitions).split("\n")).toHaveLength(2);
    expect(definitionsFor("[ ] a task", definitions)).toBe("");
    expect(splitBlocks("A[^1]\n\nB\n\n[^1]: note")).toHaveLength(1);
  });

  test("a long text with footnotes is cut like any other, and shows its notes", () => {
    const long = `A[^1]\n\n${"word ".repeat(5000)}\n\n[^1]: note`;
    const blocks = splitBlocks(long);
    expect(blocks).toHaveLength(3);
    expect(isPlain(blocks[2]!)).toBe(true);
    expect(isPlain("[^1]: note\n\nA[^1]")).toBe(false);
  });
});

describe("isPlain", () => {
  test.each(["Just words, and a number: 12.5 %.", "Two\nlines", "co-operate (well)"])("%j is a paragraph", (text) => {
    expect(isPlain(text)).toBe(true);
  });
  test.each([
    "**bold**",
    "- item",
    "1. item",
    "a_b_c",
    "https://x.y",
    "www.x.y",
    "a@b.c",
    "    code",
    "x  \ny",
    "a\n===",
    "&amp;",
    "<b>",
  ])("%j is not", (text) => {
    expect(isPlain(text)).toBe(false);
  });
});
