import type { FormSpec } from "./formSpec.ts";
import { conditionOf, toVisibility, type Scope } from "./conditions.ts";
import type { FieldGroup, FormField, ObjectNode, Visibility } from "./model.ts";

/**
 * The groups that a spec's sections ask for. Properties of the schema that no section names are never lost: required
 * ones stand in a group of their own at the end, optional ones among the additional inputs.
 */
export function fieldGroups(root: ObjectNode, spec: FormSpec, scopes: readonly Scope[]): FieldGroup[] {
  const inside: Scope[] = [...scopes, { names: new Set(root.fields.keys()), depth: 0 }];
  const placed = new Set<string>();
  const pick = (keys: readonly string[]): FormField[] =>
    keys.flatMap((key) => {
      const node = root.fields.get(key);
      if (!node || placed.has(key)) return [];
      placed.add(key);
      return [{ key, node }];
    });
  const groups: FieldGroup[] = [];
  if (spec.fields) groups.push({ fields: pick(spec.fields.map((field) => field.key)) });
  for (const section of spec.sections ?? []) {
    const { title, help, columns, audience } = section;
    const condition = conditionOf(section.visibleWhen);
    const visible = condition && toVisibility(condition, inside, 0);
    const fields = pick(section.fields.map((field) => field.key));
    groups.push({ title, help, columns, audience, visible, fields });
    // A hidden section's fields are hidden one by one too: what is submitted goes by the fields.
    if (visible) {
      root.conditional = true;
      for (const { node } of fields) node.visible = both(visible, node.visible);
    }
  }
  const left = [...root.fields.keys()].filter((key) => !placed.has(key));
  const needed = pick(left.filter((key) => root.fields.get(key)!.required));
  const optional = pick(left.filter((key) => !root.fields.get(key)!.required));
  if (needed.length > 0) groups.push({ fields: needed });
  if (optional.length > 0) groups.push({ audience: "internal", fields: optional });
  return groups.filter((group) => group.fields.length > 0);
}

function both(section: Visibility, field: Visibility | undefined): Visibility {
  if (!field) return section;
  const reads = [
    ...section.reads,
    ...field.reads.filter((read) => section.reads.every((other) => other.field !== read.field)),
  ];
  return { condition: { all: [section.condition, field.condition] }, reads };
}
