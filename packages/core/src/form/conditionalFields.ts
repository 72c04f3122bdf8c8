import type { JsonSchema } from "../schema/jsonSchema.ts";
import { sameJson, type Condition } from "../spec/condition.ts";
import { asRecord, isRecord, textsIn } from "./pointer.ts";
import { flattenSchema, type Conditional } from "./resolveSchema.ts";
import { both, schemaCondition } from "./schemaCondition.ts";

/** A property's schema, and when its field is there; several where conditions give it different ones. */
export interface FieldSource {
  schema: unknown;
  when?: Condition | undefined;
  /** Other schemas of the same property, each under its condition; the first that holds is the field. */
  cases?: { schema: unknown; when: Condition }[];
}

/** Conditions nested deeper than this are left to the document's check. */
const deepest = 8;

/** When a part of a schema counts: always where there is no condition. */
interface Reach {
  when: Condition | undefined;
  /** Something on the way cannot be said as a condition: its fields may be there, but nothing is demanded of them. */
  isVague: boolean;
}

/**
 * Fields that an `if` or a dependency brings stand beside the others, under its condition where that can be said. A
 * property that conditions describe differently gets a field for each description.
 * @returns when properties must be there that need not always be.
 */
export function addConditionals(
  properties: Map<string, FieldSource>,
  conditionals: readonly Conditional[],
  root: JsonSchema | boolean,
  findNamed: (name: string) => unknown,
): ReadonlyMap<string, Condition> {
  const requirements = new Map<string, Condition>();
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
  const add = (branch: unknown, reach: Reach, nesting: number): void => {
    if (!isRecord(branch) || nesting > deepest) return;
    const { schema, conditionals: inner } = flattenSchema(root, branch as JsonSchema, [], findNamed);
    for (const [key, property] of Object.entries(asRecord(schema.properties))) addField(key, property, reach.when);
    if (reach.when && !reach.isVague) {
      for (const name of textsIn(schema.required)) {
        const before = requirements.get(name);
        requirements.set(name, before ? either(before, reach.when) : reach.when);
      }
    }
    for (const one of inner) split(one, reach, nesting + 1);
    for (const member of [schema.oneOf ?? [], schema.anyOf ?? []].flat()) addBranch(member, reach, nesting + 1);
  };
  /** A branch that is told by properties known already is as good as an `if` about them. */
  const addBranch = (member: unknown, reach: Reach, nesting: number): void => {
    if (!isRecord(member)) return;
    const { schema } = flattenSchema(root, member as JsonSchema, [], findNamed);
    const own = Object.entries(asRecord(schema.properties));
    const tests = own.filter(
      ([key, part]) => properties.has(key) && isRecord(part) && ("const" in part || "enum" in part),
    );
    const names = tests.map(([key]) => key);
    const then = {
      properties: Object.fromEntries(own.filter((entry) => !tests.includes(entry))),
      // What nothing tells from the other branches demands nothing.
      required: tests.length > 0 ? textsIn(schema.required).filter((key) => !names.includes(key)) : [],
    };
    const test = { properties: Object.fromEntries(tests), required: names };
    split({ if: tests.length > 0 ? test : true, then }, reach, nesting);
  };
  const split = (conditional: Conditional, outer: Reach, nesting: number): void => {
    const test = schemaCondition(conditional.if);
    const inside = (own: Condition | undefined): Reach => ({
      when: own && outer.when ? both(outer.when, own) : (own ?? outer.when),
      isVague: outer.isVague || !own,
    });
    add(conditional.then, inside(test), nesting);
    add(conditional.else, inside(test && { not: test }), nesting);
  };
  for (const conditional of conditionals) split(conditional, { when: undefined, isVague: false }, 0);
  return requirements;
}

const either = (one: Condition, other: Condition): Condition => ({ any: [one, other] });

/** Whether a schema says what can be chosen or which fields there are: a mere limit needs no field of its own. */
const narrows = (schema: Record<string, unknown>): boolean =>
  "enum" in schema || "oneOf" in schema || "properties" in schema;
