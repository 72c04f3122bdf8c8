/** docs/theming.md lists every property of a theme, with the default that the stylesheet gives it. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { at } from "../../scripts/paths.mjs";

/** Where the parenthesis that stands open before `from` is closed. */
const closeOf = (text: string, from: number): number => {
  let open = 1;
  for (let index = from; index < text.length; index += 1) {
    if (text[index] === "(") open += 1;
    else if (text[index] === ")") open -= 1;
    if (open === 0) return index;
  }
  throw new Error("A parenthesis is never closed.");
};

/**
 * The properties that a sheet reads of a theme, each with what it falls back to first: a density and touch have values
 * of their own. The kit's own properties stand there by their plain names.
 */
const readOfTheme = (css: string) =>
  [...css.matchAll(/var\(\s*(--callboard-[\w-]+),/g)]
    .map(({ 0: match, 1: name, index }) => {
      const from = index + match.length;
      const value = css.slice(from, closeOf(css, from));
      return [
        name,
        value
          .replace(/\s+/g, " ")
          .trim()
          .replace(/var\(--cb-([\w-]+)\)/g, "$1"),
      ] as const;
    })
    .filter(([name], index, all) => all.findIndex(([other]) => other === name) === index);

test("docs/theming.md lists the properties of a theme as the stylesheet has them", () => {
  const sheet = readFileSync(at("packages/react/src/styles/tokens.css"), "utf8");
  const listed = [
    ...readFileSync(at("docs/theming.md"), "utf8").matchAll(/^\| `(--callboard-[\w-]+)` +\| `(.*?)` +\| /gm),
  ];
  expect(readOfTheme("a: var(--callboard-a, f(1, var(--cb-b)))")).toEqual([["--callboard-a", "f(1, b)"]]);
  expect(listed.length).toBeGreaterThan(30);
  expect(listed.map(([, name, value]) => [name, value])).toEqual(readOfTheme(sheet.replace(/\/\*.*?\*\//gs, "")));
});
