import { conditionFields, type Condition } from "../../field/condition.ts";
import { isCondition } from "../../field/fieldExtension.ts";
import { type Pointer, pointerSegments, readPath } from "../../json/pointer.ts";
import type { ConditionRead, Visibility } from "./model.ts";

/** The objects around a field, outermost first: which properties they have, and how deep they stand. */
export interface Scope {
  names: ReadonlySet<string>;
  depth: number;
}

/** A spec's condition; one that cannot be read hides nothing, or a value that must be there could not be given. */
export const conditionOf = (given: unknown): Condition | undefined => (isCondition(given) ? given : undefined);

/**
 * Resolves a condition's fields, from the object at `depth` outward; an unknown field is read from the form's value.
 */
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
