import { expect, it } from "vitest";
import type { FieldDefinition } from "./field.ts";
import { checkFields } from "./fieldProblems.ts";

const problemsOf = (...fields: FieldDefinition[]) => checkFields(fields).map(({ path, code }) => `${path} ${code}`);

it.each<[string, FieldDefinition[], string[]]>([
  [
    "nothing wrong",
    [
      { key: "a", type: "text", pattern: "[\\w-\\.]+" },
      { key: "b", type: "number", default: 1 },
    ],
    [],
  ],
  ["two of one key", [{ key: "a" }, { key: "b" }, { key: "a" }], ["/2/key keyTaken"]],
  ["no key", [{ key: " " }], ["/0/key keyMissing"]],
  ["a pattern that is none", [{ key: "a", pattern: "(" }], ["/0/pattern pattern"]],
  ["limits the wrong way round", [{ key: "a", minLength: 3, maxLength: 2 }], ["/0/maxLength order"]],
  ["a choice of nothing", [{ key: "a", type: "enum" }], ["/0/options optionsMissing"]],
  [
    "a choice twice, and a default that is none",
    [
      {
        key: "a",
        type: "enum",
        default: "z",
        options: [
          { value: "x", label: "X" },
          { value: "x", label: "Y" },
        ],
      },
    ],
    ["/0/options optionTaken", "/0/default defaultOption"],
  ],
  ["a default of another type", [{ key: "a", type: "number", default: "1" }], ["/0/default defaultType"]],
  [
    "inside groups and lists",
    [
      {
        key: "a",
        type: "object",
        fields: [
          { key: "b", type: "array", item: { type: "text", pattern: "[" } },
          { key: "c", visibleWhen: { field: "a.b", operator: "eq", value: 1 } },
          { key: "d", visibleWhen: { not: { field: "gone", operator: "eq", value: 1 } } },
          { key: "e", visibleWhen: { field: "e", operator: "eq", value: 1 } },
        ],
      },
    ],
    [
      "/0/fields/0/item/pattern pattern",
      "/0/fields/2/visibleWhen conditionField",
      "/0/fields/3/visibleWhen conditionField",
    ],
  ],
])("%s", (_, fields, expected) => {
  expect(problemsOf(...fields)).toEqual(expected);
});
