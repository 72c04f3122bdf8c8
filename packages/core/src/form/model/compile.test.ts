import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import type { FormSpec } from "./formSpec.ts";
import { compileForm } from "./compile.ts";
import { initialValue } from "./initialValue.ts";
import { childrenOf, resolveNode, type FormNode, type ObjectNode } from "./model.ts";
import { visibleValue } from "../state/visibleValue.ts";

const fieldOf = (schema: JsonSchema | boolean, key = "a"): FormNode => {
  const { root } = compileForm({ type: "object", properties: { [key]: schema } });
  return (root as ObjectNode).fields.get(key)!;
};

describe("a property becomes", () => {
  it.each<[JsonSchema | boolean, object]>([
    [{ type: "string" }, { kind: "leaf", type: "text" }],
    [
      { type: "integer", minimum: 1, multipleOf: 2 },
      { kind: "leaf", type: "number", integer: true, minimum: 1, step: 2 },
    ],
    [{ type: "boolean" }, { kind: "leaf", type: "boolean" }],
    [
      { type: "string", format: "date-time" },
      { kind: "leaf", type: "date", variant: "datetime" },
    ],
    [
      { type: "string", format: "uri" },
      { kind: "leaf", type: "url" },
    ],
    [
      { type: "string", maxLength: 2_000 },
      { kind: "leaf", type: "text", variant: "multiline" },
    ],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, { kind: "leaf", type: "text", nullable: true }],
    [{ type: ["integer", "null"] }, { kind: "leaf", type: "number", nullable: true }],
    [
      { type: "string", nullable: true },
      { kind: "leaf", type: "text", nullable: true },
    ],
    [
      { enum: ["a", 1, null] },
      {
        kind: "leaf",
        type: "enum",
        nullable: true,
        options: [
          { value: "a", label: "a" },
          { value: 1, label: "1" },
        ],
      },
    ],
    [
      { oneOf: [{ const: "x", title: "Ex" }, { const: "y" }] },
      {
        kind: "leaf",
        type: "enum",
        options: [
          { value: "x", label: "Ex" },
          { value: "y", label: "y" },
        ],
      },
    ],
    [
      { type: "boolean", oneOf: [{ const: true, title: "Publish" }, { const: false }] },
      {
        kind: "leaf",
        type: "enum",
        options: [
          { value: true, label: "Publish" },
          { value: false, label: "false" },
        ],
      },
    ],
    [
      { type: "array", items: { enum: ["p", "q"] } },
      { kind: "leaf", type: "array", variant: undefined },
    ],
    [
      { type: "array", items: { enum: Array.from({ length: 201 }, (_, index) => `c${index}`) } },
      { kind: "leaf", type: "array", variant: "multiselect" },
    ],
    [
      { enum: Array.from({ length: 201 }, (_, index) => `c${index}`), "x-field": { variant: "radio" } },
      { kind: "leaf", type: "enum", variant: "search" },
    ],
    [
      { type: "array", items: { type: "string" } },
      { kind: "array", minItems: 0 },
    ],
    [{ type: "object", additionalProperties: { type: "number" } }, { kind: "map" }],
    [
      { type: "object", properties: { a: { type: "string" } }, additionalProperties: true },
      { kind: "object", extra: { kind: "json" } },
    ],
    [{ type: "object" }, { kind: "json", expects: "object" }],
    [true, { kind: "json" }],
    [{}, { kind: "json" }],
    [
      {
        anyOf: [
          { type: "string", format: "uuid" },
          { type: "string", pattern: "^x" },
        ],
      },
      { kind: "leaf", type: "text" },
    ],
    [{ type: ["string", "number"] }, { kind: "union" }],
    [{ $ref: "#/$defs/nowhere" }, { kind: "json" }],
    [{ $ref: "https://example.com/elsewhere.json" }, { kind: "json" }],
    [
      {
        allOf: [
          { type: "string", minLength: 2 },
          { maxLength: 5, minLength: 3 },
        ],
      },
      { kind: "leaf", minLength: 3, maxLength: 5 },
    ],
  ])("%j", (schema, expected) => expect(fieldOf(schema)).toMatchObject(expected));

  it("a label from title or name, and help from its description", () => {
    expect(fieldOf({ type: "string" }, "repo_url")).toMatchObject({ label: "Repo URL" });
    expect(fieldOf({ title: "Repository", description: "Where" })).toMatchObject({
      label: "Repository",
      help: "Where",
    });
  });
});

it("tells the branches of a union apart and names them", () => {
  const node = fieldOf({
    type: "object",
    properties: { id: { type: "string" } },
    oneOf: [
      { properties: { kind: { const: "circle" }, r: { type: "number" } }, required: ["kind", "r"] },
      { title: "Square", properties: { kind: { const: "square" } }, required: ["kind"] },
    ],
  });
  if (node.kind !== "union") throw new Error(node.kind);
  expect(node.branches.map(({ label }) => label)).toEqual(["Circle", "Square"]);
  expect([...(node.branches[0]!.node as ObjectNode).fields.keys()].sort()).toEqual(["id", "kind", "r"]);
});

it("compiles recursion as far as somebody opens it", () => {
  const schema = {
    $ref: "#/$defs/node",
    $defs: {
      node: {
        type: "object",
        properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#/$defs/node" } } },
      },
    },
  };
  let node: FormNode = compileForm(schema).root;
  for (let depth = 0; depth < 20; depth++) {
    const own = resolveNode(node);
    if (own.kind !== "object") throw new Error(own.kind);
    const children = own.fields.get("children")!;
    if (children.kind !== "array") throw new Error(children.kind);
    node = children.item!;
  }
  expect(resolveNode(node).kind).toBe("object");
});

/** How many schemas inside a document somebody has looked at. */
function countLooks(schema: JsonSchema): { schema: JsonSchema; looks: () => number } {
  const seen = new Set<object>();
  const watch = (part: object): object =>
    new Proxy(part, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== "object" || value === null) return value;
        seen.add(value);
        return watch(value);
      },
    });
  return { schema: watch(schema) as JsonSchema, looks: () => seen.size };
}

describe("of hostile schemas", () => {
  it("compiles as many nodes as a page can draw, however deep or tangled they are", () => {
    let deep: JsonSchema = { type: "string" };
    for (let i = 0; i < 10_000; i++) deep = { type: "object", properties: { a: deep } };
    const watchedDeep = countLooks(deep);
    expect(compileForm(watchedDeep.schema).root.kind).toBe("object");
    // Its dialect is read as far down as an engine checks.
    expect(watchedDeep.looks()).toBeLessThan(1_100);

    const $defs: Record<string, JsonSchema> = { d0: { type: "string" } };
    for (let i = 1; i < 40; i++)
      $defs[`d${i}`] = {
        oneOf: [
          { title: "x", type: "object", properties: { a: { $ref: `#/$defs/d${i - 1}` } } },
          { title: "y", type: "object", properties: { b: { $ref: `#/$defs/d${i - 1}` } } },
        ],
      };
    const { root } = compileForm({ $ref: "#/$defs/d39", $defs });
    expect(root.kind).toBe("union");
    expect(compiledNodes(root)).toBeLessThan(5_000);
  });

  it("keeps every property of an object that has very many, and names of the prototype", () => {
    const properties = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`p${i}`, { type: "string" }]));
    expect((compileForm({ type: "object", properties }).root as ObjectNode).fields.size).toBe(5_000);
    const proto = compileForm(
      JSON.parse(
        '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"}}}',
      ) as JsonSchema,
    );
    expect([...(proto.root as ObjectNode).fields.keys()]).toEqual(["__proto__", "constructor"]);
  });
});

/** The nodes that are there without anybody opening a lazy one. */
const compiledNodes = (node: FormNode): number =>
  childrenOf(node).reduce((sum, child) => sum + compiledNodes(child), 1);

describe("a FormSpec", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: { a: { type: "string" }, b: { type: "number" }, c: { type: "string" }, d: { type: "string" } },
    required: ["a", "c"],
    additionalProperties: false,
  };
  const spec: FormSpec = {
    title: "Ask",
    sections: [
      {
        title: "First",
        columns: 2,
        fields: [
          { key: "b", label: "Bee", unit: "kg", minimum: 2 },
          { key: "a", help: "Say it", required: true },
        ],
      },
      { title: "Second", visibleWhen: { field: "a", operator: "eq", value: "x" }, fields: [{ key: "nothing" }] },
    ],
  };

  it("orders, labels and groups; what it leaves out is appended, never lost", () => {
    const model = compileForm(schema, spec);
    const root = model.root as ObjectNode;
    expect(root.groups.map((group) => [group.title, group.audience, group.fields.map(({ key }) => key)])).toEqual([
      ["First", undefined, ["b", "a"]],
      [undefined, undefined, ["c"]],
      [undefined, "internal", ["d"]],
    ]);
    expect(root.fields.get("b")).toMatchObject({ label: "Bee", unit: "kg", minimum: 2 });
  });

  it("without fields leaves the schema's as they are", () => {
    const model = compileForm(schema, { submitLabel: "Convert", sample: { a: "x" } });
    expect(model.submitLabel).toBe("Convert");
    expect((model.root as ObjectNode).groups).toEqual((compileForm(schema).root as ObjectNode).groups);
  });

  it("alone is its own contract", () => {
    const model = compileForm(undefined, {
      fields: [
        { key: "name", type: "text", required: true },
        {
          key: "size",
          type: "enum",
          options: [
            { value: "s", label: "Small" },
            { value: "l", label: "Large" },
          ],
        },
        { key: "tags", type: "array", options: [{ value: "a", label: "Ay" }] },
        { key: "rows", type: "array", item: { type: "object", fields: [{ key: "qty", type: "number" }] } },
      ],
    });
    expect(model.schema).toMatchObject({ required: ["name"], properties: { size: { enum: ["s", "l"] } } });
    const root = model.root as ObjectNode;
    expect(root.fields.get("size")).toMatchObject({ options: [{ label: "Small" }, { label: "Large" }] });
    expect(root.fields.get("tags")).toMatchObject({
      kind: "leaf",
      type: "array",
      options: [{ value: "a", label: "Ay" }],
    });
    expect(root.fields.get("rows")).toMatchObject({ kind: "array", item: { kind: "object" } });
  });
});

it("turns a simple if/then/else and dependencies into conditions", () => {
  const root = compileForm({
    type: "object",
    properties: { kind: { enum: ["a", "b"] } },
    if: { properties: { kind: { const: "a" } }, required: ["kind"] },
    then: { properties: { x: { type: "string" } } },
    else: { properties: { y: { type: "string" } } },
    dependentSchemas: { x: { properties: { z: { type: "number" } } } },
  }).root as ObjectNode;
  expect(root.fields.get("x")!.visible!.condition).toEqual({ field: "kind", operator: "eq", value: "a" });
  expect(root.fields.get("y")!.visible!.condition).toEqual({ not: { field: "kind", operator: "eq", value: "a" } });
  expect(root.fields.get("z")!.visible!.condition).toEqual({ field: "x", operator: "neq", value: null });
  expect(root.conditional).toBe(true);
});

describe("a condition inside a condition", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: { kind: { enum: ["a", "b"] }, size: { type: "number" } },
    allOf: [
      {
        if: { properties: { kind: { const: "a" } }, required: ["kind"] },
        then: {
          properties: { x: { type: "string" } },
          required: ["x"],
          if: { properties: { size: { minimum: 5 } }, required: ["size"] },
          then: { properties: { y: { type: "string" } }, required: ["y"] },
        },
      },
    ],
  };
  const isA = { field: "kind", operator: "eq", value: "a" };
  const isLarge = { field: "size", operator: "gte", value: 5 };

  it("shows and demands what both let be seen", () => {
    const { fields } = compileForm(schema).root as ObjectNode;
    for (const asked of [fields.get("x")!.visible, fields.get("x")!.requiredWhen])
      expect(asked!.condition).toEqual(isA);
    for (const asked of [fields.get("y")!.visible, fields.get("y")!.requiredWhen])
      expect(asked!.condition).toEqual({ all: [isA, isLarge] });
  });

  it("demands nothing where one of them cannot be said", () => {
    const vague = { if: { properties: { kind: { pattern: "^a" } } }, then: schema.allOf![0] };
    const { fields } = compileForm({ type: "object", properties: schema.properties!, ...vague }).root as ObjectNode;
    expect(fields.get("x")!.visible!.condition).toEqual(isA);
    expect(fields.get("x")!.requiredWhen).toBeUndefined();
  });

  it("holds in what is compiled only when somebody gets there", () => {
    const tree: JsonSchema = {
      $ref: "#/$defs/node",
      $defs: {
        node: {
          type: "object",
          properties: { on: { type: "boolean" }, below: { type: "array", items: { $ref: "#/$defs/node" } } },
          if: { properties: { on: { const: true } }, required: ["on"] },
          then: { properties: { why: { type: "string" } } },
        },
      },
    };
    const value = { on: false, why: "x", below: [{ on: true, why: "y", below: [{ on: false, why: "z" }] }] };
    const shown = { on: false, below: [{ on: true, why: "y", below: [{ on: false }] }] };
    const { root } = compileForm(tree);
    const start = initialValue(root, value);
    expect(visibleValue(root, start)).toEqual(shown);
    const whole = initialValue(root, shown);
    expect(visibleValue(root, whole)).toBe(whole);
  });
});

it("demands a property by another's presence, in the words of every draft", () => {
  for (const keyword of ["dependentRequired", "dependencies"]) {
    const { fields } = compileForm({
      type: "object",
      properties: { card: { type: "string" }, address: { type: "string" } },
      [keyword]: { card: ["address", "name"] },
    }).root as ObjectNode;
    const byCard = { field: "card", operator: "neq", value: null };
    expect(fields.get("address")!.requiredWhen!.condition).toEqual(byCard);
    // Nothing describes it, and yet it must be there.
    expect(fields.get("name")).toMatchObject({ kind: "json", visible: { condition: byCard } });
  }
});

it("tells fields of one group that have the same title apart by their names", () => {
  const { root } = compileForm({
    type: "object",
    properties: { from: { type: "string", title: "Day" }, to: { type: "string", title: "Day" }, at: { title: "Time" } },
  });
  expect([...(root as ObjectNode).fields.values()].map(({ label }) => label)).toEqual([
    "Day (from)",
    "Day (to)",
    "Time",
  ]);
});

it.each<[JsonSchema, unknown]>([
  [{ type: "string" }, undefined],
  [{ type: "array", items: { type: "string" } }, undefined],
  [{ enum: ["a", "b"] }, undefined],
  [{ anyOf: [{ type: "array" }, { type: "object" }] }, undefined],
  [{ type: ["string", "null"] }, null],
  [{ anyOf: [{ type: "integer" }, { type: "null" }] }, null],
  [{}, null],
])("takes a default of null for nothing where %j takes no null", (schema, expected) => {
  const { root } = compileForm({ type: "object", properties: { a: { ...schema, default: null } } });
  expect(root.kind === "object" && root.fields.get("a")!.default).toBe(expected);
});
