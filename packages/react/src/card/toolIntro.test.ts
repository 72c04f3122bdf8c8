import { expect, test } from "vitest";
import { toolIntro } from "./toolIntro.ts";

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
  expect(toolIntro({ description: text }, "en")).toEqual([first, rest]);
});

test("a sentence of its own for people stands before all that agents are told", () => {
  const tool = { description: "Use this to split a bill. Ask for the tip.", userDescription: "Splits a bill." };
  expect(toolIntro(tool, "en")).toEqual(["Splits a bill.", "Use this to split a bill. Ask for the tip."]);
});
