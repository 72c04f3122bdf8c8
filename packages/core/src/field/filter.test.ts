import { describe, expect, it } from "vitest";
import { evaluateCondition } from "./condition.ts";
import { filtersToCondition, schemaToFilterFields } from "./filter.ts";

const letters = (count: number): string[] => Array.from({ length: count }, (_, index) => `v${index}`);
const controlOf = (schema: unknown) => schemaToFilterFields({ field: schema })[0]?.control;

describe("the filter of a property", () => {
  it.each([
    ["few choices", { type: "string", enum: letters(6) }, "select"],
    ["many choices", { type: "string", enum: letters(7) }, "multi-select"],
    ["a number", { type: "number" }, "number"],
    ["a whole number", { type: "integer" }, "number"],
    ["a number with a least value", { type: "number", minimum: 0 }, "range"],
    ["a whole number with a greatest value", { type: "integer", maximum: 5 }, "range"],
    ["a number between 0 and 0", { type: "number", minimum: 0, maximum: 0 }, "range"],
    ["yes or no", { type: "boolean" }, "toggle"],
    ["a list of choices", { type: "array", items: { enum: ["a"] } }, "multi-select"],
    ["a list of texts", { type: "array", items: { type: "string" } }, "text"],
    ["a list of anything", { type: "array" }, "text"],
    ["a text", { type: "string" }, "text"],
    ["a date", { type: "string", format: "date" }, "text"],
    ["a text that may be null", { type: ["string", "null"], enum: ["a", null] }, "select"],
    ["a number or null", { anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }] }, "range"],
    ["choices with words", { oneOf: [{ const: "a", title: "A" }] }, "select"],
    ["an object", { type: "object", properties: {} }, undefined],
  ])("%s", (_, schema, control) => {
    expect(controlOf(schema)).toBe(control);
  });

  it("has a label, its choices and its limits, and only what is visible is listed", () => {
    const properties = {
      team_size: { type: "integer", minimum: 1, maximum: 9 },
      stage: { type: "string", title: "Phase", enum: ["early_stage", "late"] },
      secret: { type: "string" },
    };
    expect(schemaToFilterFields(properties, ["stage", "team_size", "gone"])).toEqual([
      {
        field: "team_size",
        label: "Team Size",
        control: "range",
        minimum: 1,
        maximum: 9,
        integer: true,
        operators: ["gte", "lte"],
      },
      {
        field: "stage",
        label: "Phase",
        control: "select",
        options: [
          { value: "early_stage", label: "Early Stage" },
          { value: "late", label: "late" },
        ],
        operators: ["eq", "neq"],
      },
    ]);
  });

  it("makes conditions that hold where each filter does", () => {
    const condition = filtersToCondition([
      { field: "size", operator: "gte", value: 2 },
      { field: "stage", operator: "in", value: ["a", "b"] },
    ]);
    const holds = (record: Record<string, unknown>) => evaluateCondition(condition, (field) => record[field]);
    expect([holds({ size: 2, stage: "a" }), holds({ size: 1, stage: "a" }), holds({ size: 3 })]).toEqual([
      true,
      false,
      false,
    ]);
    expect(evaluateCondition(filtersToCondition([]), () => undefined)).toBe(true);
  });
});
