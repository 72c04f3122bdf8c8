import type { JsonSchema } from "../schema/jsonSchema.ts";
import { sameJson, type Condition } from "../spec/condition.ts";
import { schemaCondition } from "./conditions.ts";
import { isRecord } from "./pointer.ts";
import { flattenSchema, type Conditional } from "./resolveSchema.ts";

/** A property's schema, and when its field is there; several where conditions give it different ones. */
export interface FieldSource {
  schema: unknown;
  when?: Condition | undefined;
  /** Other schemas of the same property, each under its condition; the first that holds is the field. */
  cases?: { schema: unknown; when: Condition }[];
}

/** Conditions nested deeper than this are left to the document's check. */
const deepest = 8;

/**
 * Fields that an `if` or a dependency brings stand beside the others, under its condition where that can be said. A
 * property that conditions describe differently gets a field for each description.
 */
export function addConditionals(
  properties: Map<string, FieldSource>,
  conditionals: readonly Conditional[],
  root: JsonSchema | boolean,
  findNamed: (name: string) => unknown,
): void {
  const addField = (key: string, schema: unknown, when: Condition | undefined): void => {
    const known = properties.get(key);
    if (!known) {
      if (schema !== false) properties.set(key, { schema, when });
      return;
    }
    if (!isRecord(schema) || sameJson(known.schema, schema)) {
      if (known.when && when && schema !== false) known.when = either(known.when, when);
      return;
    }
    const same = known.cases?.find((one) => sameJson(one.schema, schema));
    if (same && when) same.when = either(same.when, when);
    else if (isRecord(known.schema) && Object.keys(known.schema).length === 0 && !known.when && !known.cases)
      known.schema = schema;
    else if (when && known.when) (known.cases ??= [{ schema: known.schema, when: known.when }]).push({ schema, when });
    else if (when && narrows(schema)) {
      const narrowed = { allOf: [schema, known.schema] };
      (known.cases ??= [{ schema: known.schema, when: { all: [] } }]).unshift({ schema: narrowed, when });
    }
  };
  const add = (branch: unknown, when: Condition | undefined, nesting: number): void => {
    if (!isRecord(branch) || nesting > deepest) return;
    const flat = flattenSchema(root, branch as JsonSchema, [], findNamed);
    for (const [key, schema] of Object.entries(isRecord(flat.schema.properties) ? flat.schema.properties : {}))
      addField(key, schema, when);
    for (const inner of flat.conditionals) split(inner, when, nesting + 1);
    for (const member of [flat.schema.oneOf ?? [], flat.schema.anyOf ?? []].flat())
      addBranch(member, when, nesting + 1);
  };
  /** A branch that is told by properties known already is as good as an `if` about them. */
  const addBranch = (member: unknown, when: Condition | undefined, nesting: number): void => {
    if (!isRecord(member)) return;
    const own = Object.entries(flattenSchema(root, member as JsonSchema, [], findNamed).schema.properties ?? {});
    const tests = own.filter(
      ([key, schema]) => properties.has(key) && isRecord(schema) && ("const" in schema || "enum" in schema),
    );
    const then = { properties: Object.fromEntries(own.filter((entry) => !tests.includes(entry))) };
    const test = { properties: Object.fromEntries(tests), required: tests.map(([key]) => key) };
    split({ if: tests.length > 0 ? test : true, then }, when, nesting);
  };
  const split = (conditional: Conditional, outer: Condition | undefined, nesting: number): void => {
    const test = schemaCondition(conditional.if);
    const both = (own: Condition | undefined) => (own && outer ? { all: [outer, own] } : (own ?? outer));
    add(conditional.then, both(test), nesting);
    add(conditional.else, both(test && { not: test }), nesting);
  };
  for (const conditional of conditionals) split(conditional, undefined, 0);
}

/** When properties must be there that need not always be: by an `if` that can be said as a condition, or by another's presence. */
export function conditionalRequirements(
  schema: JsonSchema,
  conditionals: readonly Conditional[],
): ReadonlyMap<string, Condition> {
  const found = new Map<string, Condition>();
  const add = (names: unknown, when: Condition | undefined): void => {
    if (!when || !Array.isArray(names)) return;
    for (const name of names.map(String)) {
      const before = found.get(name);
      found.set(name, before ? either(before, when) : when);
    }
  };
  for (const { if: test, then, else: otherwise } of conditionals) {
    const when = schemaCondition(test);
    if (isRecord(then)) add(then["required"], when);
    if (isRecord(otherwise)) add(otherwise["required"], when && { not: when });
  }
  for (const keyword of ["dependentRequired", "dependencies"]) {
    const dependents = schema[keyword];
    if (!isRecord(dependents)) continue;
    for (const [name, others] of Object.entries(dependents)) add(others, schemaCondition({ required: [name] }));
  }
  return found;
}

const either = (one: Condition, other: Condition): Condition => ({ any: [one, other] });

/** Whether a schema says what can be chosen or which fields there are: a mere limit needs no field of its own. */
const narrows = (schema: Record<string, unknown>): boolean =>
  "enum" in schema || "oneOf" in schema || "properties" in schema;
