import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { cleanup, render } from "vitest-browser-react";
import { ToolOutput } from "../view/ToolOutput.tsx";
import { PlainText } from "./LongText.tsx";
import { Markdown } from "./Markdown.tsx";

afterEach(cleanup);
// What reads Markdown comes with the first block; here it is there before.
beforeAll(() => import("./MarkdownBlock.tsx"));

const said = (container: Element, marks: string) =>
  [...container.querySelectorAll(marks)].map(({ textContent }) => textContent);

describe("emphasis beside East Asian punctuation", () => {
  test.each<[string, string, string[]]>([
    ["**重要：**请注意，这是**“引用”**的内容。", "strong", ["重要：", "“引用”"]],
    ["含**「重点」**内容", "strong", ["「重点」"]],
    ["これは**「強調」**です。", "strong", ["「強調」"]],
    ["**이것은 (괄호)**입니다", "strong", ["이것은 (괄호)"]],
    ["*强调。*然后", "em", ["强调。"]],
    ["***重要！***请看", "strong", ["重要！"]],
    ["删~~「错误」~~了", "del", ["「错误」"]],
    ["- **标题：**正文\n- **标题（二）**正文", "strong", ["标题：", "标题（二）"]],
    ["| a |\n| - |\n| **是。**的 |", "strong", ["是。"]],
  ])("%s", async (text, marks, words) => {
    const { container } = await render(<Markdown text={text} />);
    await expect.poll(() => said(container, marks)).toEqual(words);
    expect(container.textContent).not.toMatch(/\*|~~/);
  });

  test.each(["2 ** 3 ** 4", "a * b * c", "snake_case_name", "~5 to ~10", "`**不是：**代码`"])(
    "none in %s",
    async (text) => {
      const { container } = await render(<Markdown text={`x ${text} y **end**`} />);
      await expect.poll(() => said(container, "strong, em, del")).toEqual(["end"]);
    },
  );
});

const addresses: [string, string[]][] = [
  ["请看 https://example.com/guide，谢谢", ["https://example.com/guide"]],
  ["见 https://example.com/a。", ["https://example.com/a"]],
  ["（见https://example.com/a）", ["https://example.com/a"]],
  [
    "「https://example.com/a」『https://example.com/b』【https://example.com/c】",
    ["a", "b", "c"].map((at) => `https://example.com/${at}`),
  ],
  [
    "https://example.com/a、https://example.com/b；https://example.com/c！",
    ["a", "b", "c"].map((at) => `https://example.com/${at}`),
  ],
  ["说“https://example.com/a?b=c”。", ["https://example.com/a?b=c"]],
  ["https://example.com。谢谢", ["https://example.com/"]],
  ["انظر https://example.com/a، شكرا", ["https://example.com/a"]],
  ["https://example.com/页面，好", [`https://example.com/${encodeURI("页面")}`]],
  ["https://example.com/a_(b), and (https://example.com/c).", ["https://example.com/a_(b)", "https://example.com/c"]],
];

const linked = (container: Element) => [...container.querySelectorAll("a")].map(({ href }) => href);

describe("an address ends before the punctuation of its sentence", () => {
  test.each(addresses)("%s", async (text, links) => {
    const plain = await render(<PlainText text={text} />);
    expect(linked(plain.container)).toEqual(links);
    await cleanup();
    const read = await render(<Markdown text={`${text}\n\n**end**`} />);
    await expect.poll(() => linked(read.container)).toEqual(links);
  });

  test("and marks behind it are read", async () => {
    const { container } = await render(
      <Markdown
        text={"看https://example.com/x，**谢谢**。 www.example.com。 [字 https://a.example/，](https://b.example/)"}
      />,
    );
    await expect.poll(() => said(container, "strong")).toEqual(["谢谢"]);
    expect(linked(container)).toEqual(["https://example.com/x", "http://www.example.com/", "https://b.example/"]);
  });

  test("in a fact, a cell and an output of nothing else, too", async () => {
    const text = "https://example.com/guide，谢谢";
    for (const output of [text, { note: text, n: 1 }, [{ note: text }, { note: "x" }]]) {
      const { container } = await render(<ToolOutput output={output} />);
      await expect.poll(() => linked(container)).toEqual(["https://example.com/guide"]);
      expect(container.textContent).toContain("，谢谢");
      await cleanup();
    }
  });

  test("but no letter of a host is taken for another", async () => {
    const { container } = await render(<PlainText text="https://еxample.com/a https://ex%61mple.com/b" />);
    expect(linked(container)).toEqual([]);
  });
});
