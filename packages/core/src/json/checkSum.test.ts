import { expect, test } from "vitest";
import { checkSum } from "./checkSum.ts";

test.each([
  ["", 0x811c9dc5],
  ["a", 0xe40c292c],
  ["foobar", 0xbf9cf968],
])("the check sum of %j is that of FNV-1a, also in parts", (text, sum) => {
  expect(checkSum(text) >>> 0).toBe(sum);
  expect(checkSum(text.slice(2), checkSum(text.slice(0, 2))) >>> 0).toBe(sum);
});
