import { expect, it } from "vitest";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { compileForm } from "./compile.ts";
import type { FormSpec } from "./formSpec.ts";
import { unknownKeys } from "./unknownKeys.ts";

const text: JsonSchema = { type: "string" };
const fields = (...names: string[]): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, text])),
});
const kind = (name: string, ...names: string[]): JsonSchema => ({
  ...fields(...names),
  properties: { kind: { const: name }, ...fields(...names).properties },
});
const told = (schema: JsonSchema | boolean, value: unknown, spec?: FormSpec): string[] =>
  unknownKeys(compileForm(schema, spec), value).map(
    ({ path, meant, isElsewhere, isRefused }) =>
      path +
      (meant === undefined ? "" : ` → ${meant}`) +
      (isElsewhere ? " elsewhere" : "") +
      (isRefused ? " refused" : ""),
  );

const shapes: JsonSchema = { oneOf: [kind("circle", "radius"), kind("square", "side", "corner")] };
const when: JsonSchema = {
  ...fields("by", "city"),
  if: { properties: { by: { const: "mail" } }, required: ["by"] },
  then: fields("street"),
  else: fields("phone"),
};
const tree: JsonSchema = {
  $ref: "#/$defs/node",
  $defs: {
    node: { type: "object", properties: { label: text, parts: { type: "array", items: { $ref: "#/$defs/node" } } } },
  },
};
const branches = (...members: (JsonSchema | boolean)[]): JsonSchema => ({ anyOf: members });

it.each<[string, JsonSchema | boolean, unknown, string[]]>([
  ["a field", fields("food"), { food: "" }, []],
  ["a typing error", fields("food"), { foo: 1 }, ["/foo → food"]],
  ["another case", fields("maxResults"), { max_results: 1 }, ["/max_results → maxResults"]],
  ["a word of its own", fields("food"), { colour: 1 }, ["/colour"]],
  ["a field that has a value is not meant", fields("food", "fool"), { food: 1, foo: 2 }, ["/foo → fool"]],
  ["nothing is asked for", { type: "object", properties: {} }, { a: 1 }, ["/a"]],
  ["required alone", { ...fields("a"), required: ["b"] }, { b: 1, c: 1 }, ["/c → a"]],
  ["in a group", { type: "object", properties: { a: fields("b") } }, { a: { bb: 1 } }, ["/a/bb → b"]],
  ["in rows", { type: "array", items: fields("size") }, [{ size: "" }, { sise: "" }], ["/1/sise → size"]],
  [
    "in a tuple",
    { prefixItems: [fields("a"), true], items: fields("b") },
    [{ b: 1 }, { b: 1 }, { a: 1 }],
    ["/0/b → a", "/2/a → b"],
  ],
  [
    "in a tuple of draft 7",
    { type: "array", items: [fields("a")], additionalItems: fields("b") },
    [{ b: 1 }, { a: 1 }],
    ["/0/b → a", "/1/a → b"],
  ],
  ["by a reference, again and again", tree, { parts: [{ parts: [{ labl: "" }] }] }, ["/parts/0/parts/0/labl → label"]],
  ["a reference to itself", { $ref: "#", properties: { a: text } }, { b: 1 }, ["/b → a"]],
  ["a reference that leads nowhere", { $ref: "#/$defs/none", properties: { a: text } }, { b: 1 }, []],
  [
    "all of several",
    { allOf: [fields("a"), { $ref: "#/$defs/b" }], $defs: { b: fields("b") } },
    { a: 1, b: 1, c: 1 },
    ["/c"],
  ],
  ["an odd name", fields("a"), { "x/y~z": 1, __proto__: 1 }, ["/x~1y~0z"]],
  ["as own property", fields("a"), JSON.parse('{"__proto__": 1, "constructor": 1}'), ["/__proto__", "/constructor"]],
  // Further keys are welcome
  ["an object without properties", { type: "object" }, { a: 1 }, []],
  ["anything", true, { a: { b: 1 } }, []],
  ["free keys", { ...fields("a"), additionalProperties: true }, { aa: 1 }, []],
  ["free keys, as Zod writes them", { ...fields("a"), additionalProperties: {} }, { aa: 1 }, []],
  ["a map", { type: "object", additionalProperties: fields("a") }, { x: { a: 1 }, y: { aa: 1 } }, ["/y/aa → a"]],
  [
    "patterns",
    { ...fields("a"), patternProperties: { "^x-": fields("b") } },
    { aa: 1, "x-1": { bb: 1 } },
    ["/x-1/bb → b"],
  ],
  ["unevaluated", { ...fields("a"), unevaluatedProperties: text }, { aa: 1 }, []],
  // The validator refuses them
  ["closed", { ...fields("food"), additionalProperties: false }, { foo: 1 }, ["/foo → food refused"]],
  [
    "closed to the unevaluated",
    { allOf: [fields("food")], unevaluatedProperties: false },
    { foo: 1 },
    ["/foo → food refused"],
  ],
  [
    "closed but for patterns",
    { patternProperties: { "^x": true }, additionalProperties: false },
    { x1: 1, y: 1 },
    ["/y refused"],
  ],
  [
    "closed by names",
    { type: "object", propertyNames: { enum: ["north", "south"] }, additionalProperties: text },
    { north: "", nort: "" },
    ["/nort refused"],
  ],
  // Unions
  ["of the kind that is meant", shapes, { kind: "circle", radiu: 1 }, ["/radiu → radius"]],
  ["of another kind", shapes, { kind: "circle", side: 1 }, ["/side elsewhere"]],
  ["of no kind yet", shapes, { side: 1, radius: 1, sid: 2 }, ["/sid"]],
  ["of a mistyped kind", shapes, { kind: "crcle", corners: 2 }, ["/corners → corner"]],
  ["null or fields", branches(fields("a"), { type: "null" }), { aa: 1 }, ["/aa → a"]],
  ["text or fields", { ...branches(text, fields("a")) }, { aa: 1 }, ["/aa → a"]],
  ["fields or anything", branches(fields("a"), true), { aa: 1 }, []],
  ["fields or a map", branches(fields("a"), { type: "object", additionalProperties: text }), { aa: 1 }, []],
  [
    "branches that only require",
    { ...fields("a", "b"), ...branches({ required: ["a"] }, { required: ["b"] }) },
    { aa: 1 },
    ["/aa → a"],
  ],
  [
    "branches beside fields",
    { ...fields("a"), ...branches(fields("b"), fields("c")) },
    { a: 1, b: 1, c: 1, dd: 1 },
    ["/dd"],
  ],
  [
    "a part that two branches know",
    branches({ type: "object", properties: { x: fields("a") } }, { type: "object", properties: { x: fields("b") } }),
    { x: { a: 1, b: 1, ccc: 1 } },
    ["/x/ccc"],
  ],
  [
    "a part that one branch leaves free",
    branches({ type: "object", properties: { x: fields("a") } }, { type: "object", properties: { x: {} } }),
    { x: { ccc: 1 } },
    [],
  ],
  [
    "a part of another branch",
    branches({ type: "object", properties: { x: fields("a") } }, fields("y")),
    { x: { ccc: 1 } },
    ["/x/ccc"],
  ],
  [
    "rows of several kinds",
    { type: "array", items: shapes },
    [
      { kind: "square", side: 1 },
      { kind: "square", radius: 1 },
    ],
    ["/1/radius elsewhere"],
  ],
  [
    "closed kinds",
    {
      oneOf: [
        { ...kind("a", "x"), additionalProperties: false },
        { ...kind("b", "y"), additionalProperties: false },
      ],
    },
    { kind: "a", xx: 1 },
    ["/xx → x refused"],
  ],
  // Conditions
  ["under its condition", when, { by: "mail", street: "" }, []],
  ["not under its condition", when, { by: "mail", phone: "" }, ["/phone elsewhere"]],
  ["meant under its condition", when, { by: "call", phon: "" }, ["/phon → phone"]],
  [
    "a test that no condition says",
    { ...fields("a"), if: { properties: { a: { pattern: "x" } } }, then: fields("b"), else: fields("c") },
    { a: "", b: 1, c: 1, dd: 1 },
    ["/dd"],
  ],
  ["with a neighbour", { ...fields("card"), dependentSchemas: { card: fields("code") } }, { card: "", code: "" }, []],
  [
    "without the neighbour",
    { ...fields("card"), dependentSchemas: { card: fields("code") } },
    { code: "" },
    ["/code elsewhere"],
  ],
  ["no object", fields("a"), "text", []],
])("%s", (_, schema, value, expected) => {
  expect(told(schema, value)).toEqual(expected);
});

it("fields of a FormSpec alone are fields; a hidden one is a field at times", () => {
  const spec: FormSpec = {
    fields: [
      { key: "note", label: "Note", type: "text" },
      { key: "why", label: "Why", type: "text", visibleWhen: { field: "name", operator: "eq", value: "x" } },
    ],
  };
  expect(told(fields("name"), { note: "", noot: "", why: "" }, spec)).toEqual(["/noot", "/why elsewhere"]);
  expect(told(fields("name"), { name: "x", noet: "" }, spec)).toEqual(["/noet → note"]);
});

it("a hundred keys are enough, and choices without number come to an end", () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`key ${index}`, 1]));
  expect(told(fields("a"), many)).toHaveLength(100);
  const refs = Array.from({ length: 12 }, (_, index) => ({ $ref: `#/$defs/d${index}` }));
  const $defs = Object.fromEntries(refs.map((_, index) => [`d${index}`, { anyOf: refs }]));
  expect(told({ anyOf: refs, $defs }, { a: 1 })).toEqual([]);
  let deep: unknown = { labl: "" };
  for (let depth = 0; depth < 5_000; depth++) deep = { parts: [deep] };
  expect(told(tree, deep)).toEqual([]);
});
