import { describe, expect, test } from "vitest";
import { calmTail } from "./calmTail.ts";
import { cpuTime } from "../../../../test/setup/cpuTime.ts";

describe("calmTail", () => {
  test.each([
    ["closes bold", "The **ans", "The **ans**"],
    ["closes bold without its second star", "The **answer*", "The **answer**"],
    ["holds back an opening mark", "The **", "The "],
    ["closes italic", "The *ans", "The *ans*"],
    ["closes code", "Call `run", "Call `run`"],
    ["closes what is within another", "A **b *c", "A **b *c***"],
    ["closes struck text", "~~gone", "~~gone~~"],
    ["leaves a multiplication", "2 * 3", "2 * 3"],
    ["leaves names with underscores", "call run_tool_now", "call run_tool_now"],
    ["leaves marks within code", "`a ** b` and", "`a ** b` and"],
    ["shows the words of a half link", "See [the guide](https://exam", "See the guide"],
    ["shows the words of a link that begins", "See [the gui", "See the gui"],
    ["hides a half image", "Look: ![a diagram](https://ex", "Look: "],
    ["leaves a whole link", "See [it](https://example.com).", "See [it](https://example.com)."],
    ["holds back a list's marker", "Some:\n-", "Some:\n"],
    ["holds back what may underline a heading", "Title\n--", "Title\n"],
    ["holds back a heading's marks", "##", ""],
    ["holds back a fence that is half written", "Some:\n``", "Some:\n"],
    ["holds back a fence that is closing", "```js\nlet a;\n``", "```js\nlet a;\n"],
    ["leaves an open fence", "```js\nlet **a", "```js\nlet **a"],
    ["makes a table of its head", "| a | b |", "| a | b |\n| --- | --- |"],
    ["makes a table of its half delimiter", "| a | b |\n| -", "| a | b |\n| --- | --- |"],
    ["leaves a table", "| a | b |\n| - | - |\n| 1", "| a | b |\n| - | - |\n| 1"],
  ])("%s", (_name, half, calm) => {
    expect(calmTail(half)).toBe(calm);
  });

  test("stays quick on a long line", async () => {
    const taken = await cpuTime(() => {
      calmTail(`[${"(".repeat(20_000)}`);
      calmTail("*a ".repeat(20_000));
      calmTail("[".repeat(50_000));
    });
    expect(taken).toBeLessThan(1500);
  });
});
