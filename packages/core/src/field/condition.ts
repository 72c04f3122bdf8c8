import { sameJson } from "../json/sameJson.ts";

/** The eight comparisons, shared by visibility conditions and filters. */
export type Operator = "eq" | "neq" | "gt" | "lt" | "gte" | "lte" | "in" | "contains";

/** Every operator, in the order of a menu. */
export const operators: readonly Operator[] = ["eq", "neq", "gt", "gte", "lt", "lte", "in", "contains"];

/**
 * When a field is visible, as plain data. `field` is a dotted path. It starts in the nearest enclosing object that has
 * its first part as a property, up to the form's value.
 */
export type Condition =
  | { field: string; operator: Operator; value: unknown }
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition };

/**
 * Whether a condition holds, given how to read a field. An absent value and null are the same; `gt` and the like
 * compare numbers with numbers and texts with texts (so ISO dates too), and are false of anything else; `contains`
 * looks into lists, and into texts without regard to case; `in` on a list asks for one element in common.
 */
export function evaluateCondition(condition: Condition, read: (field: string) => unknown): boolean {
  if ("all" in condition) return condition.all.every((part) => evaluateCondition(part, read));
  if ("any" in condition) return condition.any.some((part) => evaluateCondition(part, read));
  if ("not" in condition) return !evaluateCondition(condition.not, read);
  return compare(read(condition.field), condition.operator, condition.value);
}

/** One comparison, as conditions and filters make it. */
export function compare(actual: unknown, operator: Operator, expected: unknown): boolean {
  switch (operator) {
    case "eq":
      return sameJson(actual, expected);
    case "neq":
      return !sameJson(actual, expected);
    case "gt":
    case "lt":
    case "gte":
    case "lte": {
      const order = orderOf(actual, expected);
      if (order === undefined) return false;
      return operator === "gt"
        ? order > 0
        : operator === "lt"
          ? order < 0
          : operator === "gte"
            ? order >= 0
            : order <= 0;
    }
    case "in": {
      const actuals = Array.isArray(actual) ? actual : [actual];
      return Array.isArray(expected) && actuals.some((one) => expected.some((other) => sameJson(one, other)));
    }
    case "contains":
      if (Array.isArray(actual)) return actual.some((one) => sameJson(one, expected));
      return typeof actual === "string" && actual.toLowerCase().includes(String(expected).toLowerCase());
    default:
      return false;
  }
}

/** The fields that a condition reads, each once. */
export function conditionFields(condition: Condition): string[] {
  const parts =
    "all" in condition
      ? condition.all
      : "any" in condition
        ? condition.any
        : "not" in condition
          ? [condition.not]
          : undefined;
  return parts ? [...new Set(parts.flatMap(conditionFields))] : [(condition as { field: string }).field];
}

/** Below 0, 0 or above, like a sort's; undefined where the two cannot be ordered. */
function orderOf(a: unknown, b: unknown): number | undefined {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return a < b ? -1 : a > b ? 1 : 0;
  return undefined;
}
