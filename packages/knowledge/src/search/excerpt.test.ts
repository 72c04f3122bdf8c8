import { describe, expect, it } from "vitest";
import { excerptOf } from "./excerpt.ts";
import { plainText } from "./plainText.ts";

const marked = (markdown: string, ...words: string[]) => excerptOf(markdown, words).filter((_, at) => at % 2 === 1);
const whole = (markdown: string, ...words: string[]) => excerptOf(markdown, words).join("");

describe("an excerpt", () => {
  it("has none of the marks of Markdown", () => {
    const text = [
      "### Getting started with `createHost`",
      "",
      "> **Note**: see [the guide](docs/guide.md) &amp; ![a curve](curve.png).",
      "",
      "- [x] one *thing*",
      "- another <b>thing</b><!-- hidden -->",
      "",
      "```ts",
      "const host = createHost();",
      "```",
      "",
      "| a | b |",
      "| - | - |",
      "| 1 | 2 |",
      "",
      "[ref]: https://example.test",
    ].join("\n");
    expect(plainText(text).replace(/\s+/g, " ")).toBe(
      "Getting started with createHost Note: see the guide & a curve. one thing another thing const host = createHost(); a · b 1 · 2",
    );
  });

  it.each([
    ["```ts\nconst a = createHost({", "const a = createHost({"],
    ["store });\n```\n\nThen listen.", "store }); Then listen."],
    ["~~~~\nplain", "plain"],
    ["**open to the end", "**open to the end"],
    ["", ""],
  ])("of a piece of a block %j is without its fence", (markdown, text) => {
    expect(whole(markdown)).toBe(text);
  });

  it.each([
    ["Everybody has **30 days**, a day more each year.", ["days"], ["days", "day"]],
    ["Set RETENTION_DAYS to 30.", ["retention_days"], ["RETENTION_DAYS"]],
    ["Set RETENTION_DAYS to 30.", ["days"], ["DAYS"]],
    ["`readFile` reads a file.", ["file"], ["File", "file"]],
    ["Die Häuser stehen in der Straße.", ["haus", "strasse"], ["Häuser", "Straße"]],
    ["Документы читаются и хранятся здесь.", ["документ"], ["Документы"]],
    ["قرأ الطلاب الكتاب هنا.", ["كتاب"], ["الكتاب"]],
    ["東京都の人口は約千四百万人です。", ["東京", "京都", "人口"], ["東京都", "人口"]],
    ["The host's log is the log.", ["host's", "log"], ["host", "log", "log"]],
    ["Set (a.b|c) and 30: @ops.", ["a.b", "ops", "30"], ["a.b", "30", "ops"]],
    ["Nothing of it.", ["absent"], []],
  ])("of %j marks %j", (markdown, words, expected) => {
    expect(marked(markdown, ...words)).toEqual(expected);
    expect(whole(markdown, ...words)).not.toContain("**");
  });

  it("is the stretch with the most of the words, cut between words", () => {
    const filler = "Lorem ipsum dolor sit amet consectetur. ".repeat(20);
    const text = `Alpha alone. ${filler} Here alpha and beta meet gamma. ${filler}`;
    const parts = excerptOf(text, ["alpha", "beta", "gamma"]);
    const said = parts.join("");
    expect(said).toMatch(/^…\w.*Here alpha and beta meet gamma.*\w…$/);
    expect(said.length).toBeLessThanOrEqual(282);
    expect(parts.filter((_, at) => at % 2 === 1)).toEqual(["alpha", "beta", "gamma"]);
    expect(whole(text, "absent")).toMatch(/^Alpha alone\..*…$/);
  });

  it("cuts no character in two", () => {
    const text = "\u{20BB7}\u{20BB7}、".repeat(130);
    expect(whole(text)).toMatch(/^[\u{20BB7}、]+…$/u);
    expect(whole(`${text}東京${text}`, "東京")).toMatch(/^…[\u{20BB7}、]+東京[\u{20BB7}、]+…$/u);
  });
});
