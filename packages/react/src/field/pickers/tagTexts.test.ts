import { expect, it } from "vitest";
import { tagTexts } from "./tagTexts.ts";

it.each<[string, string[]]>([
  ["New York, NY", ["New York, NY"]],
  ["a, b\nc, d", ["a, b", "c, d"]],
  ["a\tb\r\nc\n\n", ["a", "b", "c"]],
  ["a; b;c;", ["a", "b", "c"]],
  ["a; b\nc", ["a; b", "c"]],
  [" \u00a0a\u200b ", ["a"]],
  ["\n", []],
])("%j holds %j", (pasted, tags) => {
  expect(tagTexts(pasted)).toEqual(tags);
});
