import { conditionFields, type Condition } from "../spec/condition.ts";
import { isRecord, type Pointer, pointerSegments, readPath } from "./pointer.ts";
import type { ConditionRead, Visibility } from "./model.ts";

/** The objects around a field, outermost first: which properties they have, and how deep they stand. */
export interface Scope {
  names: ReadonlySet<string>;
  depth: number;
}

/** Finds a condition's fields, from the object at `depth` outward. A field that is found nowhere is read from the whole. */
export function toVisibility(condition: Condition, scopes: readonly Scope[], depth: number): Visibility {
  const reads = conditionFields(condition).map((field): ConditionRead => {
    const dotted = field.split(".");
    for (const scope of scopes.toReversed()) {
      const path = scope.names.has(field) ? [field] : scope.names.has(dotted[0]!) ? dotted : undefined;
      if (path) return { field, up: depth - scope.depth, path };
    }
    return { field, up: depth, path: dotted };
  });
  return { condition, reads };
}

/** Where a condition looks, for a field that stands in the object at `container`. */
export function readPointer(read: ConditionRead, container: Pointer): string[] {
  const segments = pointerSegments(container);
  return [...segments.slice(0, Math.max(0, segments.length - read.up)), ...read.path];
}

/** How a condition's field is read out of a form's value. */
export function readerOf(visibility: Visibility, container: Pointer, value: unknown): (field: string) => unknown {
  return (field) => {
    const read = visibility.reads.find((candidate) => candidate.field === field);
    return read && readPath(value, readPointer(read, container));
  };
}

/** A schema used as a test (`if`) as a condition; undefined where it says more than conditions can. */
export function schemaCondition(schema: unknown): Condition | undefined {
  if (typeof schema === "boolean") return schema ? { all: [] } : { any: [] };
  if (!isRecord(schema)) return undefined;
  const parts: (Condition | undefined)[] = [];
  const required = Array.isArray(schema["required"]) ? schema["required"].map(String) : [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "required" || keyword === "type" || keyword === "title" || keyword === "description") continue;
    if (keyword === "properties" && isRecord(value)) {
      for (const [key, test] of Object.entries(value)) parts.push(propertyCondition(key, test, required.includes(key)));
    } else if ((keyword === "allOf" || keyword === "anyOf") && Array.isArray(value)) {
      const members = value.map(schemaCondition);
      const known = members.filter((member) => member !== undefined);
      parts.push(known.length < members.length ? undefined : keyword === "allOf" ? { all: known } : { any: known });
    } else if (keyword === "not") {
      const inner = schemaCondition(value);
      parts.push(inner && { not: inner });
    } else parts.push(undefined);
  }
  const tested = isRecord(schema["properties"]) ? schema["properties"] : {};
  for (const key of required) if (!Object.hasOwn(tested, key)) parts.push(present(key));
  if (parts.some((part) => part === undefined)) return undefined;
  return parts.length === 1 ? parts[0] : { all: parts as Condition[] };
}

const present = (field: string): Condition => ({ field, operator: "neq", value: null });

const comparisons = { minimum: "gte", maximum: "lte", exclusiveMinimum: "gt", exclusiveMaximum: "lt" } as const;

function propertyCondition(field: string, test: unknown, required: boolean): Condition | undefined {
  if (test === true) return required ? present(field) : { all: [] };
  if (!isRecord(test)) return undefined;
  const parts: Condition[] = [];
  for (const [keyword, value] of Object.entries(test)) {
    if (keyword === "type" || keyword === "title" || keyword === "description") continue;
    else if (keyword === "const") parts.push({ field, operator: "eq", value });
    else if (keyword === "enum" && Array.isArray(value)) parts.push({ field, operator: "in", value });
    else if (Object.hasOwn(comparisons, keyword)) {
      parts.push({ field, operator: comparisons[keyword as keyof typeof comparisons], value });
    } else if (keyword === "not") {
      const inner = propertyCondition(field, value, true);
      if (!inner) return undefined;
      parts.push({ not: inner });
    } else return undefined;
  }
  const all: Condition =
    parts.length === 1 ? parts[0]! : { all: required && parts.length === 0 ? [present(field)] : parts };
  // A property that is not there passes its test.
  return required ? all : { any: [{ not: present(field) }, all] };
}
