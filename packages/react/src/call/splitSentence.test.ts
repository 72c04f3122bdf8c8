import { expect, test } from "vitest";
import { splitSentence } from "./splitSentence.ts";

test.each([
  [
    "Net present value of one investment. Use it when there is a cost.",
    "Net present value of one investment.",
    "Use it when there is a cost.",
  ],
  ["Only one sentence", "Only one sentence", ""],
  ["Version 2.5 of it works. Then more.", "Version 2.5 of it works.", "Then more."],
  ["", "", ""],
])("%j says first what the tool does", (text, first, rest) => {
  expect(splitSentence(text, "en")).toEqual([first, rest]);
});
