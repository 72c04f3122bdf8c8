import { describe, expect, test } from "vitest";
import { isTooMuch, longCode, nextBatch, readableBlocks, readableLength } from "./limits.ts";
import { splitBlocks } from "./splitBlocks.ts";
import { cpuTime } from "../../../../test/setup/cpuTime.ts";

describe("isTooMuch", () => {
  test.each([
    ["quotes within quotes", ">".repeat(5000)],
    ["quotes within quotes, spaced", "> ".repeat(60) + "a"],
    ["lists within lists", "- ".repeat(60) + "a"],
    ["numbers within numbers", "1. ".repeat(60) + "a"],
    ["marks without a partner", "*a **b ".repeat(2000)],
    ["stars", "*".repeat(5000) + "a" + "*".repeat(5000)],
    ["links", "[a](https://b.c) ".repeat(50_000)],
    ["half HTML", "a <![CDATA[".repeat(1000)],
    ["one endless paragraph", "word ".repeat(10_000)],
  ])("%s", (_name, block) => {
    expect(isTooMuch(block)).toBe(true);
  });

  test.each([
    ["a paragraph", "Some **bold** words, `code` and [a link](https://example.com). ".repeat(60)],
    ["a list of 300", "- **name** `code` what it is\n".repeat(300)],
    ["a table", "| **a** | b |\n|---|---|\n" + "| *x* | y |\n".repeat(300)],
    ["a rule", "-".repeat(400)],
    ["quotes of a thread", "> > > a\n> > b\n> c"],
    ["a long file", "```ts\n" + "const a = '**b** <c>';\n".repeat(20_000) + "```"],
  ])("not %s", (_name, block) => {
    expect(isTooMuch(block)).toBe(false);
  });

  test("is quick on any text", async () => {
    const taken = await cpuTime(() => {
      for (const text of [">", "- ", "*a **b ", "[a](", "\n- ", "1. ", " ", "> a\n"]) {
        const long = text.repeat(Math.ceil(5_000_000 / text.length)).slice(0, 5_000_000);
        const blocks = splitBlocks(long.slice(0, readableLength(long)));
        readableBlocks(blocks);
      }
    });
    expect(taken).toBeLessThan(4000);
  });
});

test("a long file of code is code without the parser", () => {
  const code = "let a;\n".repeat(10_000).trimEnd();
  expect(longCode("```ts title\n" + code + "\n```\n")).toEqual({ code, language: "ts" });
  expect(longCode("~~~\n" + code)).toEqual({ code, language: null });
  expect(longCode("```ts\nlet a;\n```")).toBeNull();
});

describe("a long text", () => {
  const short = splitBlocks("word **x**\n\n".repeat(5000));

  test("is read up to a number of blocks, of marks and of characters", () => {
    expect(readableBlocks(short)).toBe(2000);
    expect(readableBlocks(splitBlocks(`${"*a* ".repeat(1000)}\n\n`.repeat(100)))).toBe(10);
    expect(readableBlocks(splitBlocks(`${"word ".repeat(3000)}\n\n`.repeat(100)))).toBe(13);
  });

  test("is drawn in pieces", () => {
    expect(nextBatch(short, 0)).toBe(100);
    expect(nextBatch(short, 100)).toBe(200);
    expect(nextBatch([">".repeat(50_000), "a"], 0)).toBe(1);
  });

  test("keeps what it had when it grows", () => {
    const text = "word **x**\n\n".repeat(20_000);
    const length = readableLength(text);
    expect(text.slice(0, length).endsWith("\n\n")).toBe(true);
    expect(readableLength(`${text}more`)).toBe(length);
    expect(readableLength("short")).toBe(5);
  });
});
