import { expect, it } from "vitest";
import { cpuTime } from "../../../../test/setup/cpuTime.ts";
import { byNearness, closestPaths, pathMatcher } from "./namedPaths.ts";

const files = ["@a/b/README.md", "react/CHANGELOG.md", "x/[odd] {name}.md", "zod/README.md", "zod/docs/api.md"];
const named = (name: string) => {
  const matches = pathMatcher(name);
  const found = files.filter(matches).map((path) => ({ path }));
  return byNearness(found, name).map(({ path }) => path);
};

it.each([
  ["**/README.md", ["@a/b/README.md", "zod/README.md"]],
  ["zod/**", ["zod/README.md", "zod/docs/api.md"]],
  ["README.*", ["@a/b/README.md", "zod/README.md"]],
  ["changelog", ["react/CHANGELOG.md"]],
  [" docs/api ", ["zod/docs/api.md"]],
  ["nothing", []],
  ["(a+)+", []],
  // Words: most of them as a whole name first, then the shortest path.
  ["README zod", ["zod/README.md"]],
  ["readme a", ["zod/README.md", "@a/b/README.md"]],
  ["readme nothing", []],
])("%s", (name, expected) => expect(named(name)).toEqual(expected));

it("refuses a pattern that would take long, and answers odd ones at once", async () => {
  expect(() => pathMatcher("*a".repeat(40))).toThrow("too complex");
  const taken = await cpuTime(async () => {
    for (const name of ["+(+(a|b)|c)*", "[", "{", "**/**/**/**", "!(x)*", "[[[", "a{1..99999999}*"]) named(name);
  });
  expect(taken).toBeLessThan(2_000);
});

it("says what is close to a path that is not there", () => {
  expect(closestPaths("zod/readme", files)).toEqual(["zod/README.md", "@a/b/README.md"]);
  expect(closestPaths("qqq", files)).toEqual([]);
});
