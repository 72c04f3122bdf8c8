import { expect, it } from "vitest";
import { compileForm } from "./compile.ts";
import { initialValue } from "./initialValue.ts";

const keys = ["a", "b", "c", "d"];
const every = (make: (key: string) => object) => Object.fromEntries(keys.map((key) => [key, make(key)]));

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
