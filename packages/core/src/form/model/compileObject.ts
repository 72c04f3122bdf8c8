import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { sameJson } from "../../json/sameJson.ts";
import type { Condition } from "../../field/condition.ts";
import { fieldOfSchema } from "../../field/fieldExtension.ts";
import { addConditionals, type FieldSource } from "./conditionalFields.ts";
import { conditionOf, toVisibility } from "./conditions.ts";
import { fitsName } from "./fitsName.ts";
import { formSpecSchema } from "./formSpecSchema.ts";
import type { FormNode, NodeBase, ObjectNode, UnionNode } from "./model.ts";
import { below, type Compilation, type Place } from "./place.ts";
import { asRecord, isRecord, textsIn } from "../../json/record.ts";
import type { Conditional } from "./resolveSchema.ts";

/**
 * Fields, entries whose names people choose, or both; free-form JSON where a schema says nothing about its properties.
 */
export function objectOf(
  schema: JsonSchema,
  base: NodeBase,
  place: Place,
  compilation: Compilation,
  conditionals: readonly Conditional[],
): FormNode {
  const properties = new Map<string, FieldSource>();
  for (const [key, property] of Object.entries(isRecord(schema.properties) ? schema.properties : {})) {
    if (property !== false) properties.set(key, { schema: property });
  }
  const requirements = addConditionals(properties, conditionals, compilation.root, compilation.findNamed);
  const specs = new Map((place.field?.fields ?? []).map((field) => [field.key, field]));
  for (const [key, field] of specs) {
    if (properties.has(key)) continue;
    if (schema.additionalProperties !== false)
      properties.set(key, { schema: formSpecSchema({ fields: [field] }).properties![key] });
  }
  const addNamed = (key: string, when?: Condition): void => {
    if (!properties.has(key)) properties.set(key, { schema: ruleFor(schema, key), when });
  };
  for (const key of namesThatMustBe(schema)) addNamed(key);
  for (const [key, when] of requirements) addNamed(key, when);
  const open = openEntries(schema, properties.size > 0);
  if (properties.size === 0) {
    if (!open && schema.additionalProperties === false) return emptyObject(base);
    if (!open) return { ...base, kind: "json", expects: "object" };
    const item = compilation.compile(open.schema, below(place, "", true));
    return { ...base, kind: "map", item, keyPattern: open.keyPattern, conditional: false };
  }
  const required = new Set(textsIn(schema.required));
  const scopes = [...place.scopes, { names: new Set(properties.keys()), depth: place.depth }];
  const fields = new Map<string, FormNode>();
  for (const [key, source] of properties) {
    const field = specs.get(key) ?? fieldOfSchema(source.schema);
    const conditions = [source.cases ? anyCase(source.cases) : source.when, conditionOf(field?.visibleWhen)].filter(
      (one) => one !== undefined,
    );
    const visible = conditions.length > 1 ? { all: conditions } : conditions[0];
    const inner = {
      ...below(place, key, required.has(key)),
      scopes,
      field,
      visible,
      path: place.path && [...place.path, key],
    };
    const node = source.cases ? casesOf(source.cases, inner, compilation) : compilation.compile(source.schema, inner);
    const requirement = required.has(key) ? undefined : requirements.get(key);
    if (requirement) node.requiredWhen = toVisibility(requirement, scopes, place.depth);
    fields.set(key, node);
  }
  tellApart(fields);
  const order = [...new Set([...specs.keys(), ...fields.keys()])].filter((key) => fields.has(key));
  const extra = open && compilation.compile(open.schema, below(place, "", true));
  return {
    ...base,
    kind: "object",
    fields,
    groups: [{ fields: order.map((key) => ({ key, node: fields.get(key)! })) }],
    extra,
    conditional: false,
  };
}

/** One field that conditions describe differently: a union whose branch follows from the rest of the form. */
function casesOf(cases: NonNullable<FieldSource["cases"]>, place: Place, compilation: Compilation): UnionNode {
  const branches = cases.map(({ schema }) => ({
    label: "",
    node: compilation.compile(schema, { ...place, visible: undefined, path: undefined }),
  }));
  const { label, help, required } = branches[0]!.node;
  const node: UnionNode = {
    kind: "union",
    schema: {},
    label,
    help,
    required,
    nullable: branches.every((branch) => branch.node.nullable),
    branches,
    cases: cases.map(({ when }) => toVisibility(when, place.scopes, place.depth - 1)),
    conditional: true,
  };
  if (place.visible) node.visible = toVisibility(place.visible, place.scopes, place.depth - 1);
  return node;
}

/** Fields of a group that share a title get their property names as labels. */
function tellApart(fields: ReadonlyMap<string, FormNode>): void {
  const seen = new Set<string>();
  const several = new Set<string>();
  for (const { kind, label } of fields.values()) if (kind !== "const") (seen.has(label) ? several : seen).add(label);
  if (several.size === 0) return;
  for (const [key, node] of fields) if (several.has(node.label)) node.label = `${node.label} (${key})`;
}

const anyCase = (cases: NonNullable<FieldSource["cases"]>): Condition | undefined => {
  const conditions = cases.map(({ when }) => when);
  return conditions.some((when) => "all" in when && when.all.length === 0) ? undefined : { any: conditions };
};

/** Names that must be there though no property describes them, and those of a record whose keys are listed. */
function namesThatMustBe(schema: JsonSchema): string[] {
  const names = isRecord(schema["propertyNames"]) ? schema["propertyNames"]["enum"] : undefined;
  const listed = textsIn(names);
  return [...textsIn(schema.required), ...(listed.length <= 100 ? listed : [])];
}

/** The schema of a property that `properties` does not name. */
function ruleFor(schema: JsonSchema, key: string): unknown {
  for (const [pattern, rule] of Object.entries(asRecord(schema["patternProperties"]))) {
    if (fitsName(pattern, key)) return rule;
  }
  return isRecord(schema.additionalProperties) ? schema.additionalProperties : {};
}

/**
 * The schema of further properties, where the object has one; beside fields, `additionalProperties: true` is enough.
 */
function openEntries(schema: JsonSchema, hasFields: boolean): { schema: unknown; keyPattern?: string } | undefined {
  const { additionalProperties: rest, propertyNames } = schema;
  // Names that are listed are fields.
  if (isRecord(propertyNames) && Array.isArray(propertyNames["enum"])) return undefined;
  const patterns = Object.entries(asRecord(schema["patternProperties"])).filter(([, rule]) => rule !== false);
  const names = isRecord(propertyNames) ? propertyNames["pattern"] : undefined;
  const keyPattern = typeof names === "string" ? { keyPattern: names } : {};
  const isTyped = isRecord(rest) && Object.keys(rest).length > 0;
  if (isTyped && patterns.length === 0) return { schema: rest, ...keyPattern };
  const [first] = patterns;
  const isFree = rest === true || (isRecord(rest) && !isTyped);
  const isOpen = hasFields ? isFree : typeof names === "string" && (isFree || rest === undefined) && !first;
  if (isOpen) return { schema: {}, ...(!first && keyPattern) };
  if (!first) return undefined;
  if (patterns.length === 1 && !isTyped) return { schema: first[1], keyPattern: first[0] };
  const rules = [...patterns.map(([, rule]) => rule), ...(isTyped ? [rest] : [])];
  const distinct = rules.filter((rule, index) => rules.findIndex((other) => sameJson(rule, other)) === index);
  return { schema: distinct.length === 1 ? distinct[0] : { anyOf: distinct } };
}

/** An object without any input. */
export function emptyObject(base: NodeBase): ObjectNode {
  const { schema, label, required, nullable } = base;
  return { schema, label, required, nullable, kind: "object", fields: new Map(), groups: [], conditional: false };
}
