import fc from "fast-check";
import { expect, it } from "vitest";
import { createValidator } from "../../schema/cfworkerValidator.ts";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { compileForm } from "./compile.ts";
import { unknownKeys } from "./unknownKeys.ts";

const names = ["a", "b", "food", "size", "", "x/y", "__proto__"];
const key = fc.constantFrom(...names);
const { schema } = fc.letrec<{ schema: JsonSchema; closed: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constant<JsonSchema>({}),
    fc.constant<JsonSchema>({ type: "string" }),
    tie("closed"),
    fc.record({ type: fc.constant("array"), items: tie("schema") }),
    fc.record({ type: fc.constant("object"), additionalProperties: tie("schema") }),
    fc.constant<JsonSchema>({ $ref: "#/$defs/again" }),
    fc.record({
      type: fc.constant("object"),
      properties: fc.dictionary(key, tie("schema")),
      additionalProperties: tie("schema"),
    }),
  ),
  closed: fc.record({
    type: fc.constant("object"),
    properties: fc.dictionary(key, tie("schema"), { maxKeys: 3 }),
    additionalProperties: fc.constant(false),
  }),
}));
const again = fc.record({
  properties: fc.dictionary(key, schema, { maxKeys: 3 }),
  additionalProperties: fc.constant(false),
});
const documents = fc
  .tuple(schema, again)
  .map(([root, again]): JsonSchema => ({ type: ["object", "array", "string"], allOf: [root], $defs: { again } }));
const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    fc.string({ maxLength: 3 }),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { maxKeys: 4 }),
  ),
}));

/** The same schema, which takes further keys without saying so. */
const opened = (part: unknown): unknown => {
  if (typeof part !== "object" || part === null) return part;
  if (Array.isArray(part)) return part.map(opened);
  return Object.fromEntries(
    Object.entries(part).flatMap(([name, value]) =>
      name === "additionalProperties" && value === false ? [] : [[name, opened(value)]],
    ),
  );
};

it("the unknown keys are those that a validator refuses where no others are allowed, and the same where they are", () => {
  fc.assert(
    fc.property(documents, values, (document, value) => {
      const refused = createValidator(document)
        .validate(value)
        .filter(({ code }) => code === "additionalProperties")
        .map(({ path }) => path);
      const found = unknownKeys(compileForm(document), value);
      expect(found.map(({ path }) => path).sort()).toEqual(refused.sort());
      expect(found.every(({ isRefused }) => isRefused)).toBe(true);
      const open = unknownKeys(compileForm(opened(document) as JsonSchema), value);
      expect(open).toEqual(found.map((one) => ({ ...one, isRefused: false })));
    }),
    { numRuns: 500 },
  );
});
