import { humanizeFieldName, type JsonSchema } from "@callboard/core";
import { sameJson } from "@callboard/core/form";
import { isRecord } from "../../isRecord.ts";

/** A place where two inputs differ, by the words of the form; undefined where one of them has nothing there. */
export interface InputChange {
  /** From the outermost field to the place. */
  path: readonly (string | number)[];
  label: string;
  before: unknown;
  after: unknown;
}

/**
 * What differs between two inputs, in the order of the second: records by their fields, lists of one length by their
 * items, all else as a whole. Without differences the inputs are the same JSON.
 */
export function inputChanges(before: unknown, after: unknown, schema?: JsonSchema): InputChange[] {
  const changes: InputChange[] = [];
  const work: [unknown, unknown, JsonSchema | undefined, readonly (string | number)[], string][] = [
    [before, after, schema, [], ""],
  ];
  for (let next = work.pop(); next; next = work.pop()) {
    const [one, other, part, path, label] = next;
    if ((one === undefined) === (other === undefined) && sameJson(one, other)) continue;
    const keys =
      isRecord(one) && isRecord(other)
        ? [...new Set([...Object.keys(other), ...Object.keys(one)])]
        : Array.isArray(one) && Array.isArray(other) && one.length === other.length
          ? one.map((_, index) => index)
          : null;
    if (!keys) {
      changes.push({ path, label, before: one, after: other });
      continue;
    }
    for (const key of keys.reverse()) {
      const inner = partOf(part, key);
      const name = inner?.title ?? (typeof key === "number" ? String(key + 1) : humanizeFieldName(key));
      work.push([at(one, key), at(other, key), inner, [...path, key], label === "" ? name : `${label} › ${name}`]);
    }
  }
  return changes;
}

function at(value: unknown, key: string | number): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string | number, unknown>)[key]
    : undefined;
}

function partOf(schema: JsonSchema | undefined, key: string | number): JsonSchema | undefined {
  if (typeof key === "number") return isRecord(schema?.items) ? (schema.items as JsonSchema) : undefined;
  const part = at(schema?.properties, key);
  return isRecord(part) ? (part as JsonSchema) : undefined;
}
