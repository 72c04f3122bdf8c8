import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { toJsonSchema } from "../../schema/toJsonSchema.ts";
import type { FormSpec } from "./formSpec.ts";
import { compileForm } from "./compile.ts";

const leaf = (schema: JsonSchema, key = "of", field?: NonNullable<FormSpec["fields"]>[number]) => {
  const { root } = compileForm(
    { type: "object", properties: { [key]: schema } },
    field && { fields: [{ ...field, key }] },
  );
  const node = root.kind === "object" ? root.fields.get(key) : undefined;
  if (node?.kind !== "leaf") return node?.kind;
  return [node.type, node.variant, node.entity].filter((part) => part !== undefined).join(" ");
};
const one = { "x-entity-type": "opportunity" };
const several = { ...one, "x-entity-select": "multiple" };

describe("an entity", () => {
  it("is what the metadata of a Zod schema says, on the array for several", () => {
    expect(leaf(toJsonSchema(z.string().meta(one)))).toBe("relation opportunity");
    expect(leaf(toJsonSchema(z.array(z.string()).meta(several)))).toBe("array entities opportunity");
    expect(leaf(toJsonSchema(z.array(z.string().meta(one))))).toBe("array entities opportunity");
    expect(leaf(toJsonSchema(z.string().meta(one).nullable()))).toBe("relation opportunity");
    expect(leaf(toJsonSchema(z.int().meta(one)))).toBe("relation opportunity");
  });

  it.each<[string, JsonSchema, string | undefined]>([
    ["optional null", { anyOf: [{ type: "string", ...one }, { type: "null" }] }, "relation opportunity"],
    ["a list without items", { type: "array", ...several }, "array entities opportunity"],
    ["a list of numbers", { type: "array", items: { type: "integer" }, ...several }, "array entities opportunity"],
    ["a list of objects", { type: "array", items: { type: "object", properties: {} }, ...several }, "array"],
    ["an enum", { type: "array", items: { type: "string", enum: ["a", "b"] }, ...several }, "array"],
    ["no kind", { type: "string", "x-entity-select": "single" }, "relation"],
    ["a kind that is no text", { type: "string", "x-entity-type": 7 }, "relation"],
    ["a boolean", { type: "boolean", ...one }, "boolean choice"],
    ["an object", { type: "object", properties: { a: {} }, ...one }, "object"],
  ])("%s", (_name, schema, expected) => {
    expect(leaf(schema)).toBe(expected);
  });

  it("may be named by a spec's field, which may also ask for it otherwise", () => {
    expect(leaf({ type: "string" }, "of", { key: "", type: "relation", entity: "person" })).toBe("relation person");
    expect(leaf({ type: "array", items: { type: "string" } }, "of", { key: "", entity: "person" })).toBe(
      "array entities person",
    );
    expect(leaf({ type: "string", ...one }, "of", { key: "", type: "text" })).toBe("text");
  });

  it("a connection is told by the name of its property too, where nothing else says what it is", () => {
    for (const key of ["connectionId", "connectionName", "connection_id"]) {
      expect(leaf({ type: "string" }, key)).toBe("relation connection");
    }
    expect(leaf({ type: "string" }, "connectionIds")).toBe("text");
    expect(leaf({ type: "string", format: "email" }, "connectionId")).toBe("email");
    expect(leaf({ type: "string", enum: ["a", "b"] }, "connectionId")).toBe("enum");
    expect(leaf({ type: "integer" }, "connectionId")).toBe("number");
  });
});
