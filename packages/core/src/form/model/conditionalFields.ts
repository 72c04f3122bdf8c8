import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { sameJson } from "../../json/sameJson.ts";
import type { Condition } from "../../field/condition.ts";
import { asRecord, isRecord, textsIn } from "../../json/record.ts";
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
  /** A test on the way cannot be expressed as a condition: its fields are shown, but never required. */
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
    const field = properties.get(key);
    if (!field) {
      if (schema !== false) properties.set(key, { schema, when });
      return;
    }
    if (!isRecord(schema) || sameJson(field.schema, schema)) {
      if (field.when && when && schema !== false) field.when = either(field.when, when);
      return;
    }
    const same = field.cases?.find((one) => sameJson(one.schema, schema));
    if (same && when) same.when = either(same.when, when);
    else if (isRecord(field.schema) && Object.keys(field.schema).length === 0 && !field.when && !field.cases)
      field.schema = schema;
    else if (when && field.when) (field.cases ??= [{ schema: field.schema, when: field.when }]).push({ schema, when });
    else if (when && narrows(schema)) {
      const narrowed = { allOf: [schema, field.schema] };
      (field.cases ??= [{ schema: field.schema, when: { all: [] } }]).unshift({ schema: narrowed, when });
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
  /**
   * A branch with constants of existing properties, `{ kind: { const: "a" }, … }`, is an `if` about these properties.
   */
  const addBranch = (member: unknown, reach: Reach, nesting: number): void => {
    if (!isRecord(member)) return;
    const { schema } = flattenSchema(root, member as JsonSchema, [], findNamed);
    const entries = Object.entries(asRecord(schema.properties));
    const tests = entries.filter(
      ([key, part]) => properties.has(key) && isRecord(part) && ("const" in part || "enum" in part),
    );
    const names = tests.map(([key]) => key);
    const then = {
      properties: Object.fromEntries(entries.filter((entry) => !tests.includes(entry))),
      // A branch without such a test requires nothing.
      required: tests.length > 0 ? textsIn(schema.required).filter((key) => !names.includes(key)) : [],
    };
    const test = { properties: Object.fromEntries(tests), required: names };
    split({ if: tests.length > 0 ? test : true, then }, reach, nesting);
  };
  const split = (conditional: Conditional, outer: Reach, nesting: number): void => {
    const test = schemaCondition(conditional.if);
    const inside = (test: Condition | undefined): Reach => ({
      when: test && outer.when ? both(outer.when, test) : (test ?? outer.when),
      isVague: outer.isVague || !test,
    });
    add(conditional.then, inside(test), nesting);
    add(conditional.else, inside(test && { not: test }), nesting);
  };
  for (const conditional of conditionals) split(conditional, { when: undefined, isVague: false }, 0);
  return requirements;
}

const either = (one: Condition, other: Condition): Condition => ({ any: [one, other] });

/** Whether a schema changes the choices or the fields; a limit alone needs no field of its own. */
const narrows = (schema: Record<string, unknown>): boolean =>
  "enum" in schema || "oneOf" in schema || "properties" in schema;
