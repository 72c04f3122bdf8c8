import { expect, it } from "vitest";
import { PROBLEMS, reasonOf, sayProblem, type ProblemCode } from "./unreadableDocument.ts";

const VALUES = {
  name: "a.exe",
  endings: "md, txt",
  size: 51,
  most: 50,
  row: 2,
  problem: "cut off",
  files: 5_000,
  pages: 5_001,
  tables: "a, b",
  rows: 100_000,
  columns: 500,
};

it.each(Object.keys(PROBLEMS) as ProblemCode[])("%s is known by its words", (code) => {
  const names = [...PROBLEMS[code].matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const values = Object.fromEntries(Object.entries(VALUES).filter(([name]) => names.includes(name)));
  expect(Object.keys(values)).toHaveLength(names.length);
  expect(reasonOf(sayProblem(code, values))).toEqual({ code, values });
});

it("what a library says has no code", () => {
  expect(reasonOf("Invalid PDF structure.")).toBeUndefined();
});
