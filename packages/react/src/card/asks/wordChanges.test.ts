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

test("around a change stands no more of a long text than tells where it is", () => {
  const long = "word ".repeat(200);
  const changes = withoutTheRest(wordChanges(`${long}old ${long}`, `${long}new ${long}`, "en"));
  expect(changes).toHaveLength(3);
  expect(changes[1]).toEqual({ before: "old", after: "new" });
  expect(changes[0]).toEqual({ same: expect.stringMatching(/^….{40,60}$/s) });
  expect(changes[2]).toEqual({ same: expect.stringMatching(/^.{40,60}…$/s) });
});
