import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NoJson, placeOf, readJsonText } from "./jsonText.ts";

const problemOf = (text: string) => {
  try {
    readJsonText(text);
  } catch (error) {
    if (error instanceof NoJson) return { ...placeOf(text, error.offset), message: error.message };
    throw error;
  }
  return undefined;
};
const parses = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test("reads what JSON.parse reads, to the same value, and refuses what it refuses", () => {
  const broken = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", '"', "}", "]", "\\", "\t", "x", "'", "1"))
    .map(([text, at, sign]) => text.slice(0, at % (text.length + 1)) + sign + text.slice((at % (text.length + 1)) + 1));
  fc.assert(
    fc.property(fc.oneof(fc.json(), broken), fc.constantFrom(0, 2), (text, indent) => {
      const written = parses(text) ? JSON.stringify(JSON.parse(text), null, indent) : text;
      if (parses(written)) expect(readJsonText(written).value).toEqual(JSON.parse(written));
      else expect(problemOf(written)?.message).toBeTruthy();
    }),
  );
});

test("says where each part stands, and of one that is not there the nearest around it", () => {
  const text = '{\n  "tools": [\n    { "name": "a", "x/y": 1 }\n  ]\n}';
  const { offsetOf } = readJsonText(text);
  const at = (...path: (string | number)[]) => Object.values(placeOf(text, offsetOf(path))).join(":");
  expect([at(), at("tools"), at("tools", 0), at("tools", 0, "x/y"), at("tools", 0, "none"), at("tools", 7)]).toEqual([
    "1:1",
    "2:3",
    "3:5",
    "3:20",
    "3:5",
    "2:3",
  ]);
});

describe("a text that is no JSON", () => {
  test.each([
    ["", "1:1", "empty"],
    ['{\n  "a": 1\n  "b": 2\n}', "3:3", "comma is missing"],
    ['{ "a": [1, 2, ] }', "1:15", "nothing after it"],
    ["{ 'a': 1 }", "1:3", "double quotes"],
    ["{ a: 1 }", "1:3", "names in double quotes"],
    ['{ "a": 1, // one\n }', "1:11", "no comments"],
    ['{ "a": None }', "1:8", "None is no JSON"],
    ['{ "a": ', "1:8", "ends before"],
    ['{ "a": "b }', "1:8", "does not end"],
    ["{}\n{}", "2:1", ".jsonl"],
    ["[1 2]", "1:4", "comma is missing"],
    ["[1,%]", "1:4", "Nothing in JSON"],
    ["[1,oops]", "1:4", "oops is no JSON"],
  ])("%j is told of at %s: %s", (text, place, words) => {
    const { line, column, message } = problemOf(text)!;
    expect([`${line}:${column}`, message]).toEqual([place, expect.stringContaining(words)]);
  });
});
