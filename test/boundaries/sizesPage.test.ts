import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { targetsOf, withTables, wrongOnPage } from "../../scripts/sizesPage.mjs";
import { at } from "../../scripts/paths.mjs";

const targets = targetsOf('build: { cssTarget: ["chrome123", "safari17.5"] },');
const measured = [
  { name: "forms", size: 48_700, limit: 53_000 },
  { name: "cards", size: 32_900, limit: 36_000 },
];
const empty = "# Sizes\n\n| a | b |\n| --- | --- |\n\nBetween.\n\n| a | b |\n| --- | --- |\n\nAfter.\n";

test("the tables are made from the build, and the words around them stay", () => {
  const page = withTables(empty, measured, targets);
  expect(page).toContain("| Safari | 17.5 |\n\nBetween.");
  expect(page).toContain("| forms | 48.7 |\n| cards | 32.9 |\n\nAfter.");
  expect(withTables(page, measured, targets)).toBe(page);
  expect(wrongOnPage(page, measured, targets)).toEqual([]);
});

test("a figure that is off, one that is missing and another browser are found", () => {
  const page = withTables(empty, measured, targets);
  const now = [
    { name: "forms", size: 55_000, limit: 60_000 },
    { name: "cards", size: 33_500, limit: 36_000 },
    { name: "chat", size: 1, limit: 2 },
  ];
  expect(wrongOnPage(page, now, ["chrome124", "safari17.5"])).toEqual([
    "forms is 55.0 kB, not 48.7",
    "chat is missing",
    "the browsers lack | Chrome, Edge | 124 |",
  ]);
});

test("the page names every size that is held, and the browsers that styles are made for", () => {
  const page = readFileSync(at("docs/sizes.md"), "utf8");
  const held: { name: string }[] = JSON.parse(readFileSync(at(".size-limit.json"), "utf8"));
  for (const { name } of held) expect(page).toContain(`| ${name} `);
  expect(wrongOnPage(page, [], targetsOf(readFileSync(at("vite.config.ts"), "utf8")))).toEqual([]);
});
