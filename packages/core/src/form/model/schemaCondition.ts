import type { Condition, Operator } from "../../field/condition.ts";
import { isRecord, textsIn } from "../../json/record.ts";

/** Tests nested deeper than this are left to the document's check. */
const deepest = 16;

/**
 * A schema used as a test (`if`) as a condition; undefined where conditions cannot express it.
 * @param at the dotted path of the value that is tested; none is the object that the fields stand in.
 */
export function schemaCondition(schema: unknown, at?: string, depth = 0): Condition | undefined {
  if (typeof schema === "boolean") return schema ? { all: [] } : { any: [] };
  if (!isRecord(schema) || depth > deepest) return undefined;
  const inside = (part: unknown): Condition | undefined => schemaCondition(part, at, depth + 1);
  const property = (key: string, test: unknown, isRequired: boolean): Condition | undefined => {
    // A name with a dot would read as a path.
    if (at !== undefined && key.includes(".")) return undefined;
    const field = at === undefined ? key : `${at}.${key}`;
    const inner = schemaCondition(test, field, depth + 1);
    if (!inner) return undefined;
    // An optional property passes while it is absent.
    if (!isRequired) return { any: [{ not: present(field) }, inner] };
    return "field" in inner && inner.operator !== "neq" ? inner : both(present(field), inner);
  };
  const parts: (Condition | undefined)[] = [];
  const required = new Set(textsIn(schema["required"]));
  for (const [keyword, value] of Object.entries(schema)) {
    if (silent.has(keyword)) continue;
    if (keyword === "properties" && isRecord(value)) {
      for (const [key, test] of Object.entries(value)) parts.push(property(key, test, required.delete(key)));
    } else if (keyword === "not") {
      const inner = inside(value);
      parts.push(inner && { not: inner });
    } else if (Object.hasOwn(combined, keyword) && Array.isArray(value)) {
      const members = value.map(inside);
      parts.push(members.every((member) => member !== undefined) ? combined[keyword]!(members) : undefined);
    } else parts.push(at === undefined ? undefined : valueCondition(at, keyword, value));
  }
  for (const key of required) parts.push(property(key, true, true));
  if (!parts.every((part) => part !== undefined)) return undefined;
  return parts.length === 1 ? parts[0] : { all: parts };
}

/** Keywords that test nothing, or, as `type`, what a field is anyway; `required` is asked property by property. */
const silent = new Set(["title", "description", "$comment", "type", "required"]);

const combined: Record<string, (members: Condition[]) => Condition | undefined> = {
  allOf: (all) => ({ all }),
  anyOf: (any) => ({ any }),
  // Exactly one: beside it, none of the others.
  oneOf: (members) =>
    members.length > 6
      ? undefined
      : { any: members.map((one) => ({ all: members.map((other) => (other === one ? one : { not: other })) })) },
};

const present = (field: string): Condition => ({ field, operator: "neq", value: null });

/** Both conditions; one that always holds adds nothing. */
export function both(one: Condition, other: Condition): Condition {
  const isAlways = "all" in other && other.all.length === 0;
  return isAlways ? one : { all: [one, other] };
}

const comparisons: Record<string, Operator> = {
  minimum: "gte",
  maximum: "lte",
  exclusiveMinimum: "gt",
  exclusiveMaximum: "lt",
};

/** Not to be empty is all that conditions know of lengths. */
const empty: Record<string, unknown> = { minLength: "", minItems: [], minProperties: {} };

/** One keyword about a field's own value. */
function valueCondition(field: string, keyword: string, value: unknown): Condition | undefined {
  if (keyword === "const") return { field, operator: "eq", value };
  if (keyword === "enum" && Array.isArray(value)) return { field, operator: "in", value };
  if (Object.hasOwn(comparisons, keyword) && typeof value === "number")
    return { field, operator: comparisons[keyword]!, value };
  if (Object.hasOwn(empty, keyword) && value === 1) return { field, operator: "neq", value: empty[keyword] };
  if (keyword !== "contains" || !isRecord(value)) return undefined;
  const [[test, wanted] = [], ...more] = Object.entries(value).filter(([name]) => !silent.has(name));
  if (more.length > 0) return undefined;
  if (test === "const") return { field, operator: "contains", value: wanted };
  return test === "enum" && Array.isArray(wanted) ? { field, operator: "in", value: wanted } : undefined;
}
