import { conditionFields, type Condition } from "../spec/condition.ts";
import { type Pointer, pointerSegments, readPath } from "./pointer.ts";
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
