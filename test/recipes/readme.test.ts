/**
 * The READMEs and the guides show nothing that is not run: each of their code blocks is a file of this folder (or a
 * region of one), which `tsc` checks with everything else, and which a test beside it imports.
 */
import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { pageNames } from "../../scripts/docs.mjs";
import { at, packageNames } from "../../scripts/paths.mjs";
import { readmeSnippets, regionsOf, shownPart } from "./readmeSnippets.ts";

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

  test("a region stands below the imports of what it uses, and of nothing else", () => {
    const source = [
      'import { a, b, type C } from "one";',
      'import two, { d } from "./two.ts";',
      'import three from "./three.ts";',
      'import type { E } from "four";',
      'import "five.css";',
      "",
      "export function f() {",
      "  // #region part",
      '  const e: C = a("b", x.d, ...three);',
      "  // #endregion",
      "}",
      "// #region types",
      "type F = C;",
      "// #endregion",
    ].join("\n");
    expect(shownPart(source, "part").split("\n")).toEqual([
      'import { a, type C } from "one";',
      'import three from "./three.ts";',
      "",
      'const e: C = a("b", x.d, ...three);',
    ]);
    expect(shownPart(source, "types").split("\n")).toEqual(['import type { C } from "one";', "", "type F = C;"]);
  });

  test("imports that are too long for a line stand one below the other", () => {
    const names = Array.from({ length: 20 }, (_, index) => `component${index}`);
    const source = `import {\n  ${names.join(",\n  ")},\n} from "kit";\n\n// #region all\n[${names.join(", ")}];\n// #endregion\n`;
    expect(shownPart(source, "all")).toContain(`import {\n  ${names.join(",\n  ")},\n} from "kit";\n\n[`);
  });

  test("a mark may name one of several regions", () => {
    const source = "// #region a\n1;\n// #endregion\n// #region b\n2;\n// #endregion\n";
    expect([regionsOf(source), shownPart(source, "b")]).toEqual([["a", "b"], "2;"]);
    const { snippets } = readmeSnippets("<!-- recipe: x.ts#b -->\n\n```ts\n2;\n```");
    expect(snippets).toEqual([{ recipe: "x.ts", region: "b", text: "2;" }]);
  });
});

const folder = at("test/recipes");
const isRecipe = (name: string) => /\.(?:tsx?|css)$/.test(name) && !/\.test\.tsx?$|^readmeSnippets\.ts$/.test(name);
const recipes = readdirSync(folder).filter(isRecipe);
const sourceOf = (recipe: string) => readFileSync(`${folder}/${recipe}`, "utf8");

// What the reference shows is the packages' own; wires.md is held by test/transcripts/docs.test.ts.
const guides = pageNames().filter((name) => !name.startsWith("reference") && name !== "wires");
const readmes = ["README.md", ...packageNames().map((name) => `packages/${name}/README.md`)];
const pages = [...readmes, ...guides.map((name) => `docs/${name}.md`)].map((path) => ({
  path,
  ...readmeSnippets(readFileSync(at(path), "utf8")),
}));
const shown = pages.flatMap(({ path, snippets }) => snippets.map((snippet) => ({ path, ...snippet })));

describe("the README and the guides", () => {
  test.each(readmes)("%s shows recipes", (readme) => {
    expect(pages.find(({ path }) => path === readme)?.snippets.length).toBeGreaterThan(0);
  });

  test("show no code that is not a recipe", () => {
    expect(pages.flatMap(({ path, loose }) => loose.map((line) => `${path}:${line}`))).toEqual([]);
  });

  test.each(shown.map(({ path, recipe, region, text }) => [path, recipe, region, text] as const))(
    "%s shows %s as it is",
    (_path, recipe, region, text) => {
      expect(recipes).toContain(recipe);
      if (region !== undefined) expect(regionsOf(sourceOf(recipe))).toContain(region);
      expect(text).toBe(shownPart(sourceOf(recipe), region));
    },
  );

  test("show every recipe, and every region of it", () => {
    const isShown = (recipe: string, region?: string) =>
      shown.some(
        (snippet) => snippet.recipe === recipe && (region === undefined || (snippet.region ?? "readme") === region),
      );
    const unshown = recipes.flatMap((recipe) => {
      const regions = regionsOf(sourceOf(recipe));
      if (regions.length === 0) return isShown(recipe) ? [] : [recipe];
      return regions.filter((region) => !isShown(recipe, region)).map((region) => `${recipe}#${region}`);
    });
    expect(unshown).toEqual([]);
  });

  test("show no recipe that no test runs", () => {
    const tests = readdirSync(folder)
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => readFileSync(`${folder}/${name}`, "utf8"));
    const isRun = (name: string) => tests.some((text) => new RegExp(`"\\./${name}(?:\\?inline)?"`).test(text));
    expect(recipes.filter((name) => !isRun(name))).toEqual([]);
  });
});
