import { describe, expect, it } from "vitest";
import { createValidator } from "../../schema/cfworkerValidator.ts";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { compileForm } from "./compile.ts";
import { createFormStore } from "../state/formStore.ts";
import { resolveNode, type FormNode, type ObjectNode, type UnionNode } from "./model.ts";

const fieldsOf = (schema: JsonSchema): ReadonlyMap<string, FormNode> => (compileForm(schema).root as ObjectNode).fields;
const store = (schema: JsonSchema, value?: unknown) => createFormStore(compileForm(schema), { createValidator, value });

const pets: JsonSchema = {
  type: "object",
  properties: { animal: { enum: ["cat", "fish"] } },
  required: ["animal"],
  allOf: [
    { if: { properties: { animal: { const: "cat" } } }, then: { properties: { food: { enum: ["meat", "grass"] } } } },
    {
      if: { properties: { animal: { const: "fish" } } },
      then: { properties: { food: { enum: ["insect"] }, water: {} } },
    },
  ],
};

describe("what conditions say differently of one property", () => {
  it("is a field for each, and the one whose case holds is filled", () => {
    const food = fieldsOf(pets).get("food") as UnionNode;
    expect(food.branches.map(({ node }) => node.kind === "leaf" && node.options?.map(({ value }) => value))).toEqual([
      ["meat", "grass"],
      ["insect"],
    ]);
    const form = store(pets, { animal: "fish" });
    expect(form.getGroup("/food").branch).toBe(1);
    form.setValue("/food", "insect");
    expect(form.getOutput()).toEqual({ animal: "fish", food: "insect" });
    expect(form.check()).toEqual([]);
  });

  it("narrows a property that is always there", () => {
    const schema: JsonSchema = {
      properties: { country: { type: "string" }, state: { type: "string" } },
      if: { properties: { country: { const: "AT" } }, required: ["country"] },
      then: { properties: { state: { enum: ["Wien", "Tirol"] } } },
    };
    const state = fieldsOf(schema).get("state") as UnionNode;
    expect(state.visible).toBeUndefined();
    expect(store(schema, { country: "AT" }).getGroup("/state").branch).toBe(0);
    expect(store(schema, { country: "DE" }).getGroup("/state").branch).toBe(1);
  });

  it("comes from a dependency's branches too", () => {
    const schema: JsonSchema = {
      properties: { pets: { enum: ["none", "one"] } },
      dependencies: {
        pets: {
          oneOf: [
            { properties: { pets: { const: "none" } } },
            { properties: { pets: { const: "one" }, age: { type: "number" } } },
          ],
        },
      },
    };
    const form = store(schema, { pets: "none" });
    const age = fieldsOf(schema).get("age")!;
    expect(form.isVisible(age, "/age")).toBe(false);
    form.setValue("/pets", "one");
    expect(form.isVisible(age, "/age")).toBe(true);
  });
});

describe("names without a property", () => {
  it("are fields where they must be there, of the kind that patterns and further properties say", () => {
    const fields = fieldsOf({
      properties: { a: { type: "string" } },
      required: ["a", "b", "x-c"],
      patternProperties: { "^x-": { type: "number" } },
      additionalProperties: { type: "boolean" },
    });
    expect([...fields].map(([key, node]) => [key, node.kind === "leaf" && node.type])).toEqual([
      ["a", "text"],
      ["b", "boolean"],
      ["x-c", "number"],
    ]);
  });

  it("are fields where they are listed", () => {
    const { root } = compileForm({
      type: "object",
      propertyNames: { enum: ["low", "high"] },
      additionalProperties: { type: "number" },
    });
    expect(root.kind === "object" && [...root.fields.keys()]).toEqual(["low", "high"]);
    expect(root.kind === "object" && root.extra).toBeUndefined();
  });

  it("are entries of any kind that a pattern allows", () => {
    const { root } = compileForm({
      type: "object",
      patternProperties: { "^a": { type: "string" }, "^b": { type: "number" } },
      additionalProperties: false,
    });
    expect(root.kind === "map" && root.item.kind === "union" && root.item.branches.length).toBe(2);
  });
});

describe("unions", () => {
  it("of unions are one choice", () => {
    const { root } = compileForm({
      anyOf: [
        { type: "string" },
        { title: "Shape", oneOf: [{ type: "number" }, { properties: { r: {} }, required: ["r"] }] },
      ],
    });
    expect(root.kind === "union" && root.branches.map(({ label }) => label)).toEqual([
      "Text",
      "Shape: Number",
      "Shape: R",
    ]);
  });

  it("that may be empty begin with no kind at all", () => {
    const form = store({ type: "object", properties: { a: { type: ["string", "number", "null"] } }, required: ["a"] });
    expect(form.getOutput()).toEqual({ a: null });
    expect(form.getGroup("/a").branch).toBe(-1);
    form.setBranch("/a", 1);
    form.setValue("/a", 7);
    expect(form.getOutput()).toEqual({ a: 7 });
    form.setBranch("/a", -1);
    form.setValue("/a", null);
    expect([form.getOutput(), form.getGroup("/a").branch]).toEqual([{ a: null }, -1]);
  });

  it("go by OpenAPI's discriminator: the mapping, else the branch's own constant, else its name", () => {
    const schema = (
      discriminator: object,
      cat: JsonSchema = { properties: { kind: { type: "string" }, lives: { type: "number" } } },
    ) => ({
      oneOf: [{ $ref: "#/$defs/Cat" }, { $ref: "#/$defs/Dog" }],
      discriminator,
      $defs: { Cat: cat, Dog: { properties: { kind: { type: "string" }, tail: { type: "boolean" } } } },
    });
    const kinds = (given: JsonSchema) =>
      (compileForm(given).root as UnionNode).branches.map(({ node }) => {
        const kind = (resolveNode(node) as ObjectNode).fields.get("kind");
        return kind?.kind === "const" ? kind.value : kind?.kind;
      });
    expect(kinds(schema({ propertyName: "kind" }))).toEqual(["Cat", "Dog"]);
    const mapping = { c: "#/$defs/Cat", d: "#/$defs/Dog" };
    expect(kinds(schema({ propertyName: "kind", mapping }))).toEqual(["c", "d"]);
    expect(kinds(schema({ propertyName: "kind" }, { properties: { kind: { const: "tom" } } }))).toEqual(["tom", "Dog"]);
  });

  it("that must hold together are asked for together", () => {
    const { root } = compileForm({
      allOf: [
        {
          oneOf: [
            { properties: { a: {} }, required: ["a"] },
            { properties: { b: {} }, required: ["b"] },
          ],
        },
        {
          oneOf: [
            { properties: { c: {} }, required: ["c"] },
            { properties: { d: {} }, required: ["d"] },
          ],
        },
      ],
    });
    const keys = (root as UnionNode).branches.map(({ node }) =>
      [...(resolveNode(node) as ObjectNode).fields.keys()].join(""),
    );
    expect(keys).toEqual(["ac", "ad", "bc", "bd"]);
  });
});

describe("references", () => {
  it("by the document's own address, anchors and older drafts' keywords lead somewhere", () => {
    const fields = fieldsOf({
      $id: "https://example.com/a.json",
      properties: {
        own: { $ref: "https://example.com/a.json#/$defs/text" },
        anchor: { $dynamicRef: "#word" },
      },
      $defs: { text: { type: "string" }, word: { $dynamicAnchor: "word", type: "number" } },
    });
    expect([...fields.values()].map((node) => node.kind)).toEqual(["leaf", "leaf"]);
  });

  it("that multiply are followed once each", () => {
    const $defs: Record<string, JsonSchema> = { n0: { type: "object", properties: { end: { type: "string" } } } };
    for (let index = 1; index < 40; index++)
      $defs[`n${index}`] = { allOf: [{ $ref: `#/$defs/n${index - 1}` }, { $ref: `#/$defs/n${index - 1}` }] };
    expect([...fieldsOf({ $ref: "#/$defs/n39", $defs }).keys()]).toEqual(["end"]);
  });
});
