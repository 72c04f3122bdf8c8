/** No public signature of a package has `any`: what it touches is checked no more, in the app's code too. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { reportPath } from "../../scripts/api.mjs";
import { fromRoot, packageNames } from "../../scripts/paths.mjs";

const texts = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/** The lines of a report's code that have `any` as a type, and not as a name or a text. */
const linesWithAny = (report: string): string[] =>
  [...report.matchAll(/^```ts\n([^]*?)^```/gm)]
    .flatMap(([, code = ""]) => code.split("\n"))
    .filter((line) => /(?<![\w.$])any(?![\w$]|\??:)/.test(line.replace(texts, '""')))
    .map((line) => line.trim());

test.each(packageNames())("@callboard/%s gives its types a name", (name) => {
  const path = reportPath(name);
  expect(linesWithAny(readFileSync(path, "utf8")), fromRoot(path)).toEqual([]);
});

test("any is found as a type, wherever it stands in one", () => {
  const found = [
    "a(value: any): void;",
    "b?: any[];",
    "type C = Record<string, any>;",
    "function d<T = any>(given: T): T;",
    "type E = F | any;",
  ];
  const others = ['"filter.any": string;', "any: Condition[];", "any?: string;", "anyOf: Many;", "many: number;"];
  const report = ["any text", "```ts", ...found, ...others, "```"].join("\n");
  expect(linesWithAny(report)).toEqual(found);
});
