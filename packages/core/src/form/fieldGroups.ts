import type { FormSpec } from "../spec/formSpec.ts";
import { toVisibility, type Scope } from "./conditions.ts";
import type { FieldGroup, FormField, ObjectNode, Visibility } from "./model.ts";

/**
 * The groups that a spec's sections ask for. Properties of the schema that no section names are never lost: required ones
 * stand in a group of their own at the end, optional ones among the additional inputs.
 */
export function fieldGroups(
  root: ObjectNode,
  spec: FormSpec,
  scopes: readonly Scope[],
  problems: string[],
): FieldGroup[] {
  const own: Scope[] = [...scopes, { names: new Set(root.fields.keys()), depth: 0 }];
  const placed = new Set<string>();
  const take = (keys: readonly string[]): FormField[] =>
    keys.flatMap((key) => {
      const node = root.fields.get(key);
      if (!node) return [];
      if (placed.has(key)) {
        problems.push(`The spec asks for "${key}" twice; it is drawn where it stands first.`);
        return [];
      }
      placed.add(key);
      return [{ key, node }];
    });
  const groups: FieldGroup[] = [];
  if (spec.fields) groups.push({ columns: 1, fields: take(spec.fields.map((field) => field.key)) });
  for (const section of spec.sections ?? []) {
    const { title, help, columns = 1, audience, visibleWhen } = section;
    const visible = visibleWhen && toVisibility(visibleWhen, own, 0);
    const fields = take(section.fields.map((field) => field.key));
    groups.push({ title, help, columns, audience, visible, fields });
    // A hidden section's fields are hidden one by one too: what is submitted goes by the fields.
    if (visible) {
      root.conditional = true;
      for (const { node } of fields) node.visible = both(visible, node.visible);
    }
  }
  const left = [...root.fields.keys()].filter((key) => !placed.has(key));
  const needed = take(left.filter((key) => root.fields.get(key)!.required));
  const optional = take(left.filter((key) => !root.fields.get(key)!.required));
  if (needed.length > 0) groups.push({ columns: 1, fields: needed });
  if (optional.length > 0) groups.push({ columns: 1, audience: "internal", fields: optional });
  return groups.filter((group) => group.fields.length > 0);
}

function both(section: Visibility, own: Visibility | undefined): Visibility {
  if (!own) return section;
  const reads = [
    ...section.reads,
    ...own.reads.filter((read) => section.reads.every((other) => other.field !== read.field)),
  ];
  return { condition: { all: [section.condition, own.condition] }, reads };
}
