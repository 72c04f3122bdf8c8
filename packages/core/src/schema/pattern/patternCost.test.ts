import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, it } from "vitest";
import { createAjvValidator } from "../ajv.ts";
import { createValidator } from "../cfworkerValidator.ts";
import { mayExplode } from "./patternCost.ts";
import { testPattern, setLinearEngine } from "./safePattern.ts";

describe("what a pattern may cost", () => {
  it.each([
    "^[a-z0-9]+$",
    "^[a-z0-9]+(-[a-z0-9]+)*$",
    "^#[0-9a-f]{6}$",
    "^\\d{4}-\\d{2}-\\d{2}$",
    "^(foo|bar)$",
    "^(foo|bar)*$",
    "^v?\\d{1,3}(\\.\\d{1,3}){2}$",
    "^[A-Z]{2}[0-9]{1,10}$",
    "^(\\d+Y)?(\\d+M)?(\\d+D)?(T(\\d+([.,]\\d+)?S)?)?$",
    "^(?!.*W)(?=\\d)\\d+W$",
  ])("%s is safe on any text of a form", (pattern) => {
    expect(mayExplode(pattern, 1_000)).toBe(false);
  });

  it.each([
    ["^(a+)+$", 30],
    ["^(a|a)*$", 30],
    ["^(a|ab)(b?)*$", 40],
    ["^([a-z]+)*!$", 30],
    ["^(aa?)*$", 40],
    ["^(a?){30}a{30}$", 30],
    ["\\d+:\\d+", 50_000],
    ["^\\s*a\\s*\\s*b$", 5_000],
    ["(.*)*", 30],
    ["^(?=(a+)+b)c", 30],
    ["^(xa?a?)*$", 60],
    ["^(x(a|a))*$", 60],
    ["^((a{1,3}){1,3}){1,9}$", 60],
    ["^a+(?!b)a+a+a+a+!$", 1_000],
    ["^(a+b?)*$", 40],
    ["^(,|(,\\s*'[^']*'\\s*)+\\s*,?)$", 60],
    ["^\\d+(\\.?\\d+)?(\\.?\\d+)?(\\.?\\d+)?!$", 1_000],
  ])("%s is not, at a length of %i", (pattern, length) => {
    expect(mayExplode(pattern, length)).toBe(true);
  });
});

describe("patterns on the linear engine", () => {
  setLinearEngine(RE2JS);
  const chars = fc.constantFrom("a", "b", "1", " ", "\n", "\u00a0", "-", "é", "😀", ".");
  const atom = fc.constantFrom("a", "[ab]", "\\d", "\\s", "\\S", ".", "\\w", "[^a]", "-", "[\\s1]", "é", "\\.", "[^]");
  const quantified = fc.tuple(atom, fc.constantFrom("", "+", "*", "?", "{1,2}")).map((parts) => parts.join(""));
  const pattern = fc
    .tuple(
      fc.boolean(),
      fc.array(quantified, { minLength: 1, maxLength: 4 }),
      fc.constantFrom("", "+", "*"),
      fc.boolean(),
    )
    .map(([begins, parts, sign, ends]) => `${begins ? "^" : ""}(?:${parts.join("")})${sign}${ends ? "$" : ""}`);

  it("mean what they mean to the engine of the page", () => {
    fc.assert(
      fc.property(pattern, fc.array(chars, { maxLength: 8 }), fc.constantFrom("", "\u2028"), (source, parts, last) => {
        // The engine is asked only where the other may be too slow: a group that matches nothing makes it look so.
        const slow = `${source}(?:(?:x?){16}(?:x?){16}y){0}`;
        const text = parts.join("") + last;
        expect(mayExplode(slow, 0)).toBe(true);
        expect(testPattern(slow, text)).toBe(new RegExp(source, "u").test(text));
      }),
      { numRuns: 500 },
    );
  });
});

describe("validators and slow patterns", () => {
  const slow = "^(a+)+$";
  const bad = `${"a".repeat(40)}!`;
  const unknown = "^(a+)+\\1$";

  it("answer, once the linear engine is there", () => {
    for (const create of [createValidator, createAjvValidator]) {
      const { validate } = create({ type: "string", pattern: slow });
      expect(validate("a".repeat(40))).toEqual([]);
      expect(validate(bad)).toMatchObject([{ path: "", code: "pattern", params: { pattern: slow } }]);
    }
  });

  it("never guess: what no engine can tell is refused on a server, and said in a page", () => {
    expect(createAjvValidator({ pattern: unknown }).validate(bad)).toMatchObject([{ code: "schema" }]);
    const { validate } = createValidator({ properties: { a: { pattern: unknown }, b: { type: "number" } } });
    expect(validate({ a: bad, b: "x" }).map(({ path, code }) => [path, code])).toEqual([
      ["/b", "type"],
      ["", "schema"],
    ]);
  });

  it("do not take a pattern that nobody can tell for two kinds at once", () => {
    const schema = { oneOf: [{ pattern: unknown }, { pattern: "^a+!$" }] };
    expect(
      createValidator(schema)
        .validate(bad)
        .map(({ code }) => code),
    ).toEqual(["schema"]);
  });

  it("leave names alone that a slow pattern decides", () => {
    const schema = { patternProperties: { [slow]: { type: "number" } }, additionalProperties: false };
    expect(
      createValidator(schema)
        .validate({ [bad]: 1 })
        .map(({ code }) => code),
    ).toEqual(["schema"]);
    expect(
      createAjvValidator(schema)
        .validate({ [bad]: 1 })
        .map(({ code }) => code),
    ).toEqual(["additionalProperties"]);
    expect(createAjvValidator(schema).validate({ aaa: "x" })).toMatchObject([{ path: "/aaa" }]);
  });

  it("test addresses in no time", () => {
    const { validate } = createValidator({ format: "url" });
    expect(validate("https://example.com/a?b=1")).toEqual([]);
    expect(validate("http://localhost:4000")).toEqual([]);
    expect(validate(`http://${"a".repeat(5_000)}!`)).toEqual([]);
    expect(validate("mailto:ada@example.com")).toHaveLength(1);
  });

  it("know no format by the name of an object's own machinery", () => {
    for (const format of ["constructor", "__proto__", "toString", "__defineGetter__"])
      expect(createValidator({ format }).validate("x")).toEqual([]);
  });
});
