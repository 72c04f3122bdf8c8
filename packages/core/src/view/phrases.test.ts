import { describe, expect, test } from "vitest";
import { fitPhrase } from "./phrases.ts";

const words = {
  "Meets the target": "Erreicht das Ziel",
  "{points} points short": "{points} Punkte zu wenig",
  "{name}, up to {points} (of 9)": "{name}: {points} von 9",
};

describe("a text that is a phrase", () => {
  test.each([
    ["Meets the target", { words: "Erreicht das Ziel", values: {} }],
    ["7.5 points short", { words: "{points} Punkte zu wenig", values: { points: 7.5 } }],
    ["Cost, up to -2 (of 9)", { words: "{name}: {points} von 9", values: { name: "Cost", points: -2 } }],
    ["a\nb, up to x (of 9)", { words: "{name}: {points} von 9", values: { name: "a\nb", points: "x" } }],
  ])("%s gets its words, and its values", (text, expected) => {
    expect(fitPhrase(words, text)).toEqual(expected);
  });

  test.each([
    "",
    "It meets the target",
    "meets the target",
    " points short",
    "Cost, up to 2 [of 9)",
    "x".repeat(10_000),
  ])("%s is none", (text) => {
    expect(fitPhrase(words, text)).toBeUndefined();
  });
});
