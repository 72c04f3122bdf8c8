import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLiteral } from "./literalText.ts";
import { parseJsonText } from "./outputText.ts";

describe("a value as a program prints it", () => {
  it.each<[string, string, unknown]>([
    [
      "Python's json.dumps",
      '{"score": NaN, "most": Infinity, "least": -Infinity}',
      { score: NaN, most: Infinity, least: -Infinity },
    ],
    [
      "Python's repr",
      "{'a': None, 'b': True, 'c': [1, (2, 3,)], 'd': \"it's\"}",
      { a: null, b: true, c: [1, [2, 3]], d: "it's" },
    ],
    ["numpy's and pandas' nan and inf", "{'x': nan, 'y': -inf, 'z': inf}", { x: NaN, y: -Infinity, z: Infinity }],
    ["a Python set", "{1, 'b'}", [1, "b"]],
    ["Python's escapes", "['\\x41', '\\u00e9', '\\U0001F600', b'raw', r'\\n']", ["A", "é", "😀", "raw", "\\n"]],
    ["trailing commas", '{"a": [1, 2,], "b": {"c": 1,},}', { a: [1, 2], b: { c: 1 } }],
    ["single quotes", "{'a': 'b', \"c\": 'd \"e\"'}", { a: "b", c: 'd "e"' }],
    [
      "JavaScript's object",
      "{ a: 1, b: undefined, 'c-d': [ null ], e: 5n, 7: 'x' }",
      { a: 1, b: null, "c-d": [null], e: 5, 7: "x" },
    ],
    ["Ruby's hash", '{:a=>1, "b"=>nil, :c=>[:d, "e"]}', { a: 1, b: null, c: ["d", "e"] }],
    ["a newer Ruby's hash", '{a: 1, "b" => nil, c: :d}', { a: 1, b: null, c: "d" }],
    ["a Python float without places", "[1., .5, 1e5]", [1, 0.5, 1e5]],
    ["an id beyond JavaScript's numbers", "{'id': 12345678901234567890}", { id: "12345678901234567890" }],
    ["a key that is a prototype's", "{'__proto__': 1}", JSON.parse('{"__proto__": 1}')],
  ])("%s", (_name, text, value) => expect(parseJsonText(text)).toEqual(value));

  it.each([
    "[it's no list]",
    "[TODO]",
    "[x] done",
    "{name}",
    "{a: b}",
    "[1, 2",
    "[1 2]",
    "{'a': 1, 2}",
    "{1, 'a': 2}",
    "[007]",
    "[,]",
    "{'a': 1} and more",
    "[Object]",
    "{ a: [Object], b: [Function: c] }",
    "[1, // one\n2]",
    "[".repeat(100_000),
  ])("not %.40s", (text) => expect(parseJsonText(text)).toBeUndefined());

  it("is whatever Python would print of any value", () =>
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(fc.string(), fc.anything(plain)), fc.array(fc.anything(plain))), (value) => {
        expect(parseLiteral(repr(value))).toEqual(value);
      }),
    ));
});

const plain: fc.ObjectConstraints = {
  maxDepth: 3,
  key: fc.string(),
  values: [
    fc.string({ unit: "binary" }),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.double().map((one) => (Math.abs(one) > 2 ** 53 - 1 && Number.isFinite(one) ? 0.5 : one || 0)),
    fc.constant(null),
  ],
  withNullPrototype: false,
};

function repr(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return Number.isNaN(value) ? "nan" : String(value).replace("Infinity", "inf");
  if (typeof value === "string")
    return `'${value.replace(/[\\'\n]/g, (mark) => (mark === "\n" ? "\\n" : `\\${mark}`))}'`;
  if (Array.isArray(value)) return `[${value.map(repr).join(", ")}]`;
  return `{${Object.entries(value as object)
    .map(([key, one]) => `${repr(key)}: ${repr(one)}`)
    .join(", ")}}`;
}
