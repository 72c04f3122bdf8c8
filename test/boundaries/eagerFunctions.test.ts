import { expect, test } from "vitest";
import { withEagerFunctions } from "../../scripts/eagerFunctions.mjs";

const source = `"use client";
import { sep } from "node:path";
/** Made of what is declared below it. */
export const shown = [first(2), later.name];
export function first(value) {
  return value < 1 ? [] : [value, ...first(value - 1)];
}
async function* each(...values) { for (const value of values) yield value; }
export class Counted { constructor(count) { this.own = count; } get count() { return twice(this.own); } }
const twice = (value) => value * 2;
function later() { return { sep, each, get one() { return 1; }, two() { return [1].map((value) => value + 1); } }; }
export const parts = [...Object.keys(later()), later().one, later().two(), new Counted(3).count];
export default function ending() {}
`;

const load = (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`) as Promise<object>;

test("a module whose functions are compiled with it is the same module", async () => {
  const eager = withEagerFunctions(source);
  const [before, after] = await Promise.all([load(source), load(eager)]);
  expect(JSON.stringify(after)).toBe(JSON.stringify(before));
  expect(Object.keys(after)).toEqual(Object.keys(before));
  expect(eager).toMatch(/^"use client";\nimport \{ sep \}/);
  for (const name of ["first", "each", "later"])
    expect(eager).toMatch(new RegExp(`const ${name} = \\((async )?function`));
  expect(eager).toContain("const twice = ((value) => value * 2);");
  expect(eager).toContain("[1].map(((value) => value + 1))");
  expect(eager).toContain("/** Made of what is declared below it. */");
});

test("what is done once is not done again", () => {
  const eager = withEagerFunctions(source);
  expect(withEagerFunctions(eager)).toBe(eager);
  expect(withEagerFunctions("export const none = 1;\n")).toBe("export const none = 1;\n");
});
