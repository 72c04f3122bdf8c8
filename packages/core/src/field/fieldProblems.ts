import { unicodePattern } from "../schema/pattern/unicodePattern.ts";
import { jsonKey } from "../json/jsonKey.ts";
import { sameJson } from "../json/sameJson.ts";
import { conditionFields } from "./condition.ts";
import type { FieldDefinition } from "./field.ts";

/** An error in a list of field definitions. */
export interface FieldProblem {
  /** A JSON Pointer into the list: `/0/key`, `/2/fields/1/pattern`. */
  path: string;
  code:
    | "keyMissing"
    | "keyTaken"
    | "pattern"
    | "order"
    | "optionsMissing"
    | "optionTaken"
    | "defaultType"
    | "defaultOption"
    | "conditionField";
  params?: Record<string, string>;
}

type Field = Omit<FieldDefinition, "key">;

/** Checks field definitions: keys, patterns, limits, choices, defaults and conditions. */
export function checkFields(fields: readonly FieldDefinition[]): FieldProblem[] {
  const problems: FieldProblem[] = [];
  checkList(fields, "", [], problems);
  return problems;
}

function checkList(
  fields: readonly FieldDefinition[],
  at: string,
  around: readonly string[],
  problems: FieldProblem[],
): void {
  const seen = new Set<string>();
  const names = [...around, ...fields.map((field) => field.key)];
  fields.forEach((field, index) => {
    const path = `${at}/${index}`;
    if (field.key.trim() === "") problems.push({ path: `${path}/key`, code: "keyMissing" });
    else if (seen.has(field.key)) problems.push({ path: `${path}/key`, code: "keyTaken", params: { key: field.key } });
    seen.add(field.key);
    checkField(field, path, names, problems);
    for (const name of field.visibleWhen ? conditionFields(field.visibleWhen) : []) {
      const isKnown = names.includes(name) || names.includes(name.split(".")[0]!);
      if (!isKnown || (name === field.key && !around.includes(name)))
        problems.push({ path: `${path}/visibleWhen`, code: "conditionField", params: { key: name } });
    }
  });
}

const limits = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
] as const;

function checkField(field: Field, path: string, names: readonly string[], problems: FieldProblem[]): void {
  if (field.pattern !== undefined && unicodePattern(field.pattern) === undefined)
    problems.push({ path: `${path}/pattern`, code: "pattern", params: { pattern: field.pattern } });
  for (const [least, most] of limits) {
    const [low, high] = [field[least], field[most]];
    if (low !== undefined && high !== undefined && low > high)
      problems.push({ path: `${path}/${most}`, code: "order" });
  }
  const { options } = field;
  if (field.type === "enum" && !options?.length) problems.push({ path: `${path}/options`, code: "optionsMissing" });
  const values = new Set<unknown>();
  for (const { value } of options ?? []) {
    const key = jsonKey(value);
    if (values.has(key)) {
      const shown = typeof value === "string" ? value : JSON.stringify(value);
      problems.push({ path: `${path}/options`, code: "optionTaken", params: { value: shown } });
    }
    values.add(key);
  }
  checkDefault(field, path, problems);
  if (field.item) checkField(field.item, `${path}/item`, names, problems);
  if (field.fields) checkList(field.fields, `${path}/fields`, names, problems);
}

function checkDefault(field: Field, path: string, problems: FieldProblem[]): void {
  const value = field.default;
  if (value === undefined || value === null || field.schema !== undefined) return;
  const type = field.type ?? "text";
  const expected =
    type === "number"
      ? "number"
      : type === "boolean"
        ? "boolean"
        : type === "array"
          ? "array"
          : type === "object"
            ? "object"
            : "string";
  const actual = Array.isArray(value) ? "array" : typeof value;
  if (field.options?.length && type !== "array") {
    const isChoice = field.options.some((option) => sameJson(option.value, value));
    if (!isChoice) problems.push({ path: `${path}/default`, code: "defaultOption" });
  } else if (actual !== expected && type !== "enum") problems.push({ path: `${path}/default`, code: "defaultType" });
}
