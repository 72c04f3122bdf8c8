/** The eight comparisons, shared by visibility conditions and filters. */
export type Operator = "eq" | "neq" | "gt" | "lt" | "gte" | "lte" | "in" | "contains";

/**
 * When something is shown: plain data, so that it travels. `field` is a dotted path: from the object that the field
 * stands in where its first part names a property there, else from the objects around it, up to the form's value.
 */
export type Condition =
  | { field: string; operator: Operator; value: unknown }
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition };

/**
 * Whether a condition holds, given how to read a field. An absent value and null are the same; `gt` and the like compare
 * numbers with numbers and texts with texts (so ISO dates too), and are false of anything else; `contains` looks into lists,
 * and into texts without regard to case; `in` on a list asks for one element in common.
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
  if ("field" in condition) return [condition.field];
  const parts = "all" in condition ? condition.all : "any" in condition ? condition.any : [condition.not];
  return [...new Set(parts.flatMap(conditionFields))];
}

/** Below 0, 0 or above, like a sort's; undefined where the two cannot be ordered. */
function orderOf(a: unknown, b: unknown): number | undefined {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return a < b ? -1 : a > b ? 1 : 0;
  return undefined;
}

/** Equal as JSON: an absent value, undefined and null are one. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b || (a ?? null) === (b ?? null)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a)) {
    const other = b as unknown[];
    return a.length === other.length && a.every((part, index) => sameJson(part, other[index]));
  }
  const left = Object.entries(a).filter(([, value]) => value !== undefined);
  const right = Object.entries(b).filter(([, value]) => value !== undefined);
  return (
    left.length === right.length &&
    left.every(([key, value]) => Object.hasOwn(b, key) && sameJson(value, (b as Record<string, unknown>)[key]))
  );
}
