import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withoutTheRest, wordChanges } from "./wordChanges.ts";

const sides = (before: string, after: string) => {
  const changes = wordChanges(before, after, "en");
  const side = (which: "before" | "after") =>
    changes.map((change) => ("same" in change ? change.same : change[which])).join("");
  return [side("before"), side("after")];
};

describe("what changed in a text, by words", () => {
  test.each([
    [
      "a word",
      "It waits 500 ms.",
      "It waits 800 ms.",
      [{ same: "It waits " }, { before: "500", after: "800" }, { same: " ms." }],
    ],
    ["another text", "How retries work", "Another title", [{ before: "How retries work", after: "Another title" }]],
    ["a blank", "a b", "a  b", [{ same: "a" }, { before: " ", after: "  " }, { same: "b" }]],
    ["more at the end", "One.", "One. Two.", [{ same: "One." }, { before: "", after: " Two." }]],
    ["a text without blanks", "我喜欢苹果", "我喜欢香蕉", [{ same: "我喜欢" }, { before: "苹果", after: "香蕉" }]],
    ["Russian", "новый кот", "новая кот", [{ before: "новый", after: "новая" }, { same: " кот" }]],
    ["Arabic", "القط الجديد", "القط الجديدة", [{ same: "القط " }, { before: "الجديد", after: "الجديدة" }]],
    ["Chinese", "今天学习", "今天学校", [{ same: "今天" }, { before: "学习", after: "学校" }]],
  ])("%s", (_what, before, after, changes) => expect(wordChanges(before, after, "en")).toEqual(changes));

  test("leaves no letter of either text out", () => {
    const text = fc.array(fc.constantFrom("one", "two", " ", "  ", ".", "\n", "über", "😀", "e\u0301"), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [before, after] = [one.join(""), other.join("")];
        expect(sides(before, after)).toEqual([before, after]);
      }),
    );
  });

  test("two long texts that have little in common are said whole", () => {
    const [before, after] = ["a", "b"].map((letter) =>
      Array.from({ length: 2_000 }, (_, at) => `${letter}${at}`).join(" "),
    );
    expect(wordChanges(before!, after!, "en")).toEqual([{ before, after }]);
  });
});

describe("around a change stands no more of a long text than tells where it is", () => {
  const around = (rest: string, locale: string) =>
    withoutTheRest(wordChanges(`${rest}|old|${rest}`, `${rest}|new|${rest}`, locale), locale);

  test.each([
    ["words", "en", "word ".repeat(200)],
    ["Chinese", "zh", "我喜欢苹果".repeat(200)],
    ["an address", "en", `https://example.com/${"path-".repeat(200)}end`],
    ["one word", "en", "x".repeat(1000)],
    ["letters of several signs", "en", "👨‍👩‍👧".repeat(200)],
  ])("%s", (_what, locale, rest) => {
    const changes = around(rest, locale);
    expect(changes).toHaveLength(3);
    expect(changes[1]).toEqual({ before: "old", after: "new" });
    expect(changes[0]).toEqual({ same: expect.stringMatching(/^….{40,70}\|$/s) });
    expect(changes[2]).toEqual({ same: expect.stringMatching(/^\|.{40,70}…$/s) });
  });

  test("of which no word is cut", () => {
    const [before, , after] = around("once upon a time there was a tale ".repeat(20), "en");
    const words = new Set("once upon a time there was a tale".split(" "));
    for (const side of [before, after]) {
      const said = side && "same" in side ? side.same.match(/\p{L}+/gu) : null;
      expect(said?.filter((word) => !words.has(word))).toEqual([]);
    }
  });
});
