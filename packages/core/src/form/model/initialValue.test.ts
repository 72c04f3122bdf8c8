import { expect, it, vi } from "vitest";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { compileForm } from "./compile.ts";
import { initialValue } from "./initialValue.ts";
import { visibleValue } from "../state/visibleValue.ts";

const keys = ["a", "b", "c", "d"];
const every = (make: () => JsonSchema): Record<string, JsonSchema> =>
  Object.fromEntries(keys.map((key) => [key, make()]));

it("takes a default as it is where a schema holds itself, however often it does", () => {
  const { root } = compileForm({
    type: "object",
    default: {},
    properties: every(() => ({ anyOf: [{ type: "boolean" }, { $ref: "#" }], default: {} })),
  });
  expect(initialValue(root, undefined)).toEqual(every(() => ({})));
  expect(initialValue(root, { a: { b: true } })).toEqual({
    ...every(() => ({})),
    a: { ...every(() => ({})), b: true },
  });
});

it("ends where a schema must hold itself in many places", () => {
  const { root } = compileForm({ type: "object", required: keys, properties: every(() => ({ $ref: "#" })) });
  expect(JSON.stringify(initialValue(root, undefined)).length).toBeLessThan(100_000);
});

it("is submitted without compiling what stands there by default", () => {
  const { root } = compileForm({ type: "object", properties: every(() => ({ $ref: "#", default: { a: {} } })) });
  if (root.kind !== "object") throw new Error(root.kind);
  const compiled = [...root.fields.values()].map((node) => {
    if (node.kind !== "lazy") throw new Error(node.kind);
    return vi.spyOn(node, "resolve");
  });
  expect(visibleValue(root, initialValue(root, undefined))).toEqual(every(() => ({ a: {} }) as JsonSchema));
  for (const resolve of compiled) expect(resolve).not.toHaveBeenCalled();
});
