import { transform } from "lightningcss";
import { expect, test } from "vitest";
import { bundleStyles, writtenOut } from "../../scripts/styles.mjs";
import { at } from "../../scripts/paths.mjs";

const selectorOf = (css: string) =>
  transform({ filename: "test.css", code: Buffer.from(`${css}{color:red}`), visitor: { Selector: writtenOut } })
    .code.toString()
    .replace(/ \{[^]*$/, "");

test.each([
  [".cb-md :is(ul, ol)", ".cb-md ul, .cb-md ol"],
  [".a > :is(.b, .c):first-child", ".a > .b:first-child, .a > .c:first-child"],
  [".a :is(input, textarea)::placeholder", ".a input::placeholder, .a textarea::placeholder"],
  [".a :where(h1, h2)", ".a :where(h1), .a :where(h2)"],
  [":is(.a, .b[x]:hover) :is(.c, .d)", ":is(.a, .b[x]:hover) .c, :is(.a, .b[x]:hover) .d"],
])("%s is found by what it ends in", (css, expected) => {
  expect(selectorOf(css)).toBe(expected);
});

test.each([
  ["options of different specificity", ".a :is(.b, c)"],
  ["options that reach further up", ".a :is(.b > .c, .d)"],
  ["what is found by its class already", ".a .b:is(.c, .d)"],
  ["options without a class or tag", ".a :is([x], :hover)"],
  ["one that is found already", ".a :where(svg)"],
])("leaves alone %s", (_, css) => {
  expect(selectorOf(css)).toBe(css);
});

test("the kit's rows are found without a list: no rule of a card or a timeline is tried at each element", () => {
  const sheet = bundleStyles(at("packages/react/src/styles/timeline.css"));
  const tried = [...sheet.matchAll(/^ *([^@{}]+) \{$/gm)]
    .flatMap(([, list = ""]) => list.split(/,(?![^(]*\))/))
    .filter((selector) => /(^|[ >+~]):(is|where)\((\.[\w-]+, )+\.[\w-]+\)[^ ]*$/.test(selector.trim()));
  expect(tried).toEqual([]);
});
