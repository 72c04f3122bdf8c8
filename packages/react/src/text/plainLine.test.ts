import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calmTail } from "./calmTail.ts";
import { createPlainLine } from "./plainLine.ts";
import { isPlain, splitBlocks } from "./splitBlocks.ts";
import { readableText } from "./visibleText.ts";

describe("a line of words", () => {
  test("is plain however it grows, and never where it would be read as Markdown", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "words ",
        "12 ",
        "- ",
        "1. ",
        "# ",
        "*",
        "_",
        "`",
        "\n",
        "\n\n",
        "    ",
        "w",
        "ww.",
        "http",
        ":",
        "//x",
      ),
      fc.constantFrom("[a]", "\u202e", "\u200b", "é ", "日本", "👩‍💻", "=", "+", ".", ")"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const plain = createPlainLine();
        let text = "";
        for (const one of pieces) {
          text += one;
          const says = plain(text);
          expect(says).toBe(createPlainLine()(text));
          if (!says) continue;
          expect(splitBlocks(text)).toEqual([text]);
          expect([calmTail(text), readableText(text)]).toEqual([text, text]);
          expect(isPlain(text)).toBe(true);
        }
      }),
    );
  });

  test.each(["The agent reads source files.", "Costs 3.50 (about half) - that is all!", "Zwei Wörter, “so”."])(
    "%s",
    (text) => {
      expect(createPlainLine()(text)).toBe(true);
    },
  );

  test("looks at what was added, and begins anew with another text", () => {
    const plain = createPlainLine();
    expect([plain("one"), plain("one *two*"), plain("one *two* three"), plain("other")]).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect([plain("at ww"), plain("at www.example")]).toEqual([true, false]);
  });
});
