/**
 * The README shows nothing that is not run: each of its code blocks is a file of this folder (or the `readme` region of
 * one), which `tsc` checks with everything else, and which has a `<name>.test.ts(x)` or `<name>.browser.test.tsx` beside it.
 */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { at } from "../../scripts/paths.mjs";
import { readmeSnippets, shownPart } from "./readmeSnippets.ts";

describe("reading snippets", () => {
  test("a block under its mark is a snippet; one in our languages without is loose; others are left alone", () => {
    const markdown = [
      "# Title",
      "<!-- recipe: form.tsx -->",
      "",
      "```tsx",
      "const a = 1;",
      "```",
      "```ts",
      "const b = 2;",
      "```",
      "```sh",
      "npm start",
      "```",
    ].join("\n");
    expect(readmeSnippets(markdown)).toEqual({ snippets: [{ recipe: "form.tsx", text: "const a = 1;" }], loose: [7] });
  });

  test("a mark counts for the next block only, and only right above it", () => {
    const markdown = "<!-- recipe: a.ts -->\nsome text\n```ts\n1\n```";
    expect(readmeSnippets(markdown)).toEqual({ snippets: [], loose: [3] });
  });

  test("a region is shown without its indent", () => {
    expect(shownPart("function f() {\n  // #region readme\n  a();\n\n    b();\n  // #endregion\n}\n")).toBe(
      "a();\n\n  b();",
    );
    expect(shownPart("whole\n")).toBe("whole");
  });
});

const folder = at("test/recipes");
const isRecipe = (name: string) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^readmeSnippets\.ts$/.test(name);
const readme = at("README.md");
const recipes = readdirSync(folder).filter(isRecipe);

describe("the README", () => {
  const { snippets, loose } = readmeSnippets(existsSync(readme) ? readFileSync(readme, "utf8") : "");

  test("shows recipes", () => {
    expect(snippets.length).toBeGreaterThan(0);
  });

  test("shows no code that is not a recipe", () => {
    expect(loose.map((line) => `README.md:${line}`)).toEqual([]);
  });

  test.each(snippets.map(({ recipe, text }) => [recipe, text]))("shows %s as it is", (recipe, text) => {
    expect(recipes).toContain(recipe);
    expect(text).toBe(shownPart(readFileSync(`${folder}/${recipe}`, "utf8")));
  });

  test("shows every recipe", () => {
    const shown = new Set(snippets.map(({ recipe }) => recipe));
    expect(recipes.filter((name) => !shown.has(name))).toEqual([]);
  });

  test("shows no recipe that no test runs", () => {
    const untested = recipes.filter((name) => {
      const stem = name.replace(/\.tsx?$/, "");
      const runs = (ending: string) =>
        existsSync(`${folder}/${stem}${ending}`) &&
        readFileSync(`${folder}/${stem}${ending}`, "utf8").includes(`"./${name}"`);
      return ![".test.ts", ".test.tsx", ".browser.test.tsx"].some(runs);
    });
    expect(untested).toEqual([]);
  });
});
