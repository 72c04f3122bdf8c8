import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { globMatcher } from "./glob.ts";
import { cpuTime } from "../../../../test/setup/cpuTime.ts";

const paths = [
  "README.md",
  "zod/README.md",
  "zod/docs/api.md",
  "@a/b/README.md",
  ".git/config",
  "x/[odd] {name}.md",
  "a+b/c(1).md",
];
const matching = (glob: string) => paths.filter(globMatcher(glob));

describe("globMatcher", () => {
  test.each([
    ["**/README.md", ["README.md", "zod/README.md", "@a/b/README.md"]],
    ["**/readme.MD", ["README.md", "zod/README.md", "@a/b/README.md"]],
    ["*.md", paths.filter((path) => path.endsWith(".md"))],
    ["zod/**", ["zod/README.md", "zod/docs/api.md"]],
    ["zod/*", ["zod/README.md"]],
    ["zod/**/*.md", ["zod/README.md", "zod/docs/api.md"]],
    ["zod/**/**/api.md", ["zod/docs/api.md"]],
    ["**", paths],
    ["**/*", paths],
    ["z?d/*", ["zod/README.md"]],
    ["z*/doc*/*", ["zod/docs/api.md"]],
    ["{zod,@a/b}/*.md", ["zod/README.md", "@a/b/README.md"]],
    ["{zod,{@a,x}}/**", ["zod/README.md", "zod/docs/api.md", "@a/b/README.md", "x/[odd] {name}.md"]],
    ["[yz]od/*", ["zod/README.md"]],
    ["[a-z]od/*", ["zod/README.md"]],
    ["[!a-y]od/*", ["zod/README.md"]],
    ["[^z]od/*", []],
    ["[!-*]od/*", ["zod/README.md"]],
    ["[z-a&&x]od/*", ["zod/README.md"]],
    ["x/\\[odd\\] \\{name\\}.md", ["x/[odd] {name}.md"]],
    ["a+b/c(1)*", ["a+b/c(1).md"]],
    ["a.b/*", []],
    ["[", []],
    ["{", []],
    ["{name}*", []],
    ["{,[}]", []],
    ["{y,{zod},z}od/*", ["zod/README.md"]],
    ["x/*{name}*", ["x/[odd] {name}.md"]],
    ["*{q,{name}}*", ["x/[odd] {name}.md"]],
    ["*{name}*", ["x/[odd] {name}.md"]],
    ["c*[(]1*", ["a+b/c(1).md"]],
  ])("%s", (glob, expected) => expect(matching(glob)).toEqual(expected));

  test("takes no glob for a reason to throw", () => {
    const piece = fc.constantFrom(
      "*",
      "**",
      "/",
      "?",
      "[",
      "]",
      "{",
      "}",
      ",",
      "!",
      "^",
      "-",
      "\\",
      "a",
      "(",
      ")",
      "+",
      "|",
      "&",
      ".",
      "é",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        globMatcher(pieces.join(""))("a/b.md");
      }),
      { numRuns: 2000 },
    );
  });

  test.each(["*(*(*(*(*(*(*(*(a))))))))b", "*?*?*?*?*?*?*?*?!", "*a*a*a*a*a*a*a*a*a*a*a*b", "**/".repeat(12) + "!"])(
    "answers %s at once",
    async (glob) => {
      const long = Array.from({ length: 1300 }, (_, index) => `${"a".repeat(60)}/${"(a".repeat(60)}/${index}`);
      expect(await cpuTime(() => expect(long.filter(globMatcher(glob))).toEqual([]))).toBeLessThan(1500);
    },
  );
});
