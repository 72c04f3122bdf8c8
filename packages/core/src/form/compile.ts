import { humanizeFieldName } from "../schema/humanize.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import type { Condition } from "../spec/condition.ts";
import type { FieldDefinition } from "../spec/field.ts";
import { detailsOf, fieldOfSchema } from "../spec/fieldExtension.ts";
import type { FormSpec } from "../spec/formSpec.ts";
import { schemaCondition, toVisibility, type Scope } from "./conditions.ts";
import { fieldGroups } from "./fieldGroups.ts";
import { fieldsOf, formSpecSchema } from "./formSpecSchema.ts";
import { leafOf, optionsOf } from "./leaf.ts";
import { isConditional, type FormModel, type FormNode, type ObjectNode, type UnionNode } from "./model.ts";
import { isRecord } from "./pointer.ts";
import { createNameIndex, flattenSchema, type Conditional } from "./resolveSchema.ts";

/** Deeper than this, and beyond this many nodes below the third level, a schema is compiled when somebody gets there. */
const eagerDepth = 12;
const eagerNodes = 1_500;

/** What is the same all the way down. */
interface Compilation {
  root: JsonSchema | boolean;
  findNamed: (name: string) => unknown;
  nodes: number;
  checks: FormModel["checks"];
  problems: string[];
}

/** Where a schema stands. */
interface Place {
  key: string;
  required: boolean;
  /** Steps from the form's value; conditions count them. */
  depth: number;
  /** How deep the compiling is; a lazy node starts anew. */
  nesting: number;
  refs: readonly string[];
  /** The `$ref`s followed at this very value: meeting one again adds nothing, and would never end. */
  here: readonly string[];
  scopes: readonly Scope[];
  field?: Omit<FieldDefinition, "key"> | undefined;
  visible?: Condition | undefined;
  /** Where a spec's field stands; none below lists and unions, whose places are many. */
  path?: string[] | undefined;
  /** The title was given where the property stands, not by a definition that it shares with others. */
  label?: string | undefined;
}

/**
 * Compiles a JSON Schema, a FormSpec or both into the model that forms are drawn and filled from. It never throws: what
 * no field fits becomes free-form JSON, recursion is compiled as far as somebody opens it.
 */
export function compileForm(given: JsonSchema | boolean | undefined, spec?: FormSpec): FormModel {
  const schema = given ?? (spec ? formSpecSchema(spec) : true);
  const compilation: Compilation = {
    root: schema,
    findNamed: createNameIndex(schema),
    nodes: 0,
    checks: [],
    problems: [],
  };
  const place: Place = {
    key: "",
    required: true,
    depth: 0,
    nesting: 0,
    refs: ["#"],
    here: ["#"],
    scopes: [],
    path: [],
  };
  let root = compileNode(schema, { ...place, field: spec && { type: "object", fields: fieldsOf(spec) } }, compilation);
  if (root.kind === "lazy") root = root.resolve();
  if (root.kind === "object" && spec) root.groups = fieldGroups(root, spec, place.scopes, compilation.problems);
  else if (root.kind === "json" && root.expects === "object" && isUntouchedObject(schema))
    root = emptyObject({ ...root, label: "" });
  const title = spec?.title ?? (isRecord(schema) && typeof schema.title === "string" ? schema.title : undefined);
  const description =
    spec?.description ?? (isRecord(schema) && typeof schema.description === "string" ? schema.description : undefined);
  return {
    root,
    schema,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(spec?.submitLabel !== undefined && { submitLabel: spec.submitLabel }),
    checks: compilation.checks,
    problems: compilation.problems,
  };
}

/** `{ "type": "object" }` as a whole input is how tools say that they take none. */
const isUntouchedObject = (schema: unknown): boolean =>
  isRecord(schema) &&
  !("patternProperties" in schema) &&
  !("$ref" in schema) &&
  ("properties" in schema || schema.additionalProperties === undefined);

function emptyObject(base: ReturnType<typeof baseOf>): ObjectNode {
  const { schema, label, required, nullable } = base;
  return { schema, label, required, nullable, kind: "object", fields: new Map(), groups: [], conditional: false };
}

function compileNode(given: unknown, place: Place, compilation: Compilation): FormNode {
  const source: JsonSchema = isRecord(given) ? (given as JsonSchema) : {};
  const tooMuch = place.nesting > eagerDepth || (place.nesting > 3 && compilation.nodes > eagerNodes);
  if (tooMuch && hasStructure(source)) return lazyNode(source, place, compilation);
  compilation.nodes++;
  const flat = flattenSchema(compilation.root, source, place.refs, compilation.findNamed);
  if (flat.circular !== undefined && place.here.includes(flat.circular))
    return { ...baseOf({}, source, place), kind: "json" };
  if (flat.circular !== undefined) return lazyNode(source, place, compilation);
  const inside: Place = { ...place, refs: [...place.refs, ...flat.refs], here: [...place.here, ...flat.refs] };
  if (flat.unresolved !== undefined) return { ...baseOf(flat.schema, source, place), kind: "json" };
  const { schema, nullable } = withoutNull(flat.schema);
  const node = nodeOf(schema, source, inside, compilation, flat.conditionals);
  if (nullable) node.nullable = true;
  if (place.visible) node.visible = toVisibility(place.visible, place.scopes, place.depth - 1);
  const { field } = place;
  if (field && place.path && addsRules(field, node)) compilation.checks.push({ path: place.path, node });
  return node;
}

function nodeOf(
  schema: JsonSchema,
  source: JsonSchema,
  place: Place,
  compilation: Compilation,
  conditionals: readonly Conditional[],
): FormNode {
  const base = baseOf(schema, source, place);
  // A list's options are those of its elements.
  const choice = optionsOf(schema, typesOf(schema)[0] === "array" ? undefined : place.field);
  if (choice) {
    const [only] = choice.options;
    const decided = choice.options.length === 1 && place.required && !choice.nullable && !place.field;
    const node: FormNode = decided
      ? { ...base, kind: "const", value: only!.value }
      : { ...base, kind: "leaf", type: "enum", options: choice.options };
    if (choice.nullable) node.nullable = true;
    return node;
  }
  const union = unionOf(schema, base, place, compilation);
  if (union) return union;
  const types = typesOf(schema);
  if (types.length > 1) {
    const branches = types.map((type) => ({ ...schema, type, title: typeTitle(type) }));
    return compileUnion(branches, {}, base, place, compilation);
  }
  switch (types[0]) {
    case "object":
      if (place.field?.variant === "json") return { ...base, kind: "json", expects: "object" };
      return objectOf(schema, base, place, compilation, conditionals);
    case "array":
      return arrayOf(schema, base, place, compilation);
    case "string":
    case "number":
    case "integer":
    case "boolean":
      return { ...base, ...leafOf(schema, types[0], place.key, place.field), kind: "leaf" };
    case "null":
      return { ...base, kind: "const", value: null };
    default:
      if (place.field?.type && place.field.type !== "object" && place.field.type !== "array") {
        return { ...base, ...leafOf(schema, "string", place.key, place.field), kind: "leaf" };
      }
      return { ...base, kind: "json" };
  }
}

function baseOf(schema: JsonSchema, source: JsonSchema, place: Place) {
  const { field } = place;
  const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
  const help = field?.help ?? text(source.description) ?? text(schema.description);
  const example: unknown = Array.isArray(schema["examples"]) ? schema["examples"][0] : undefined;
  const placeholder =
    field?.placeholder ?? (typeof example === "string" || typeof example === "number" ? String(example) : undefined);
  const fallback = field && "default" in field ? field.default : schema.default;
  return {
    label:
      field?.label ??
      place.label ??
      text(source.title) ??
      (place.key ? humanizeFieldName(place.key) : (text(schema.title) ?? "")),
    ...(help !== undefined && { help }),
    ...(placeholder !== undefined && { placeholder }),
    required: place.required || field?.required === true,
    nullable: schema["nullable"] === true,
    ...(fallback !== undefined && { default: fallback }),
    ...(field?.variant !== undefined && { variant: field.variant }),
    ...(field && detailsOf(field)),
    ...(field?.audience !== undefined && { audience: field.audience }),
    ...(schema["readOnly"] === true && { readOnly: true }),
    schema: field ? { ...schema, ...ownRules(field) } : schema,
  };
}

const rules = ["minimum", "maximum", "minLength", "maxLength", "pattern"] as const;

/** What a spec's field asks for by itself, as keywords. */
function ownRules(field: Omit<FieldDefinition, "key">): JsonSchema {
  const own: JsonSchema = {};
  for (const rule of rules) if (field[rule] !== undefined) own[rule] = field[rule];
  return own;
}

/** `type: [x, "null"]`, `anyOf: [x, { type: "null" }]` and `enum: [x, null]` ask for one field that may stay empty. */
function withoutNull(schema: JsonSchema): { schema: JsonSchema; nullable: boolean } {
  let nullable = schema["nullable"] === true;
  let result = schema;
  if (Array.isArray(schema.type) && schema.type.length > 1 && schema.type.includes("null")) {
    const types = schema.type.filter((type) => type !== "null");
    result = { ...result, type: types.length === 1 ? types[0]! : types };
    nullable = true;
  }
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const branches = result[keyword];
    if (!Array.isArray(branches)) continue;
    const rest = branches.filter(
      (branch) => !(isRecord(branch) && (branch["type"] === "null" || branch["const"] === null)),
    );
    if (rest.length === branches.length || rest.length === 0) continue;
    result = { ...result, [keyword]: rest };
    nullable = true;
  }
  return { schema: result, nullable };
}

const structural = [
  "type",
  "properties",
  "items",
  "prefixItems",
  "enum",
  "const",
  "$ref",
  "anyOf",
  "oneOf",
  "allOf",
  "additionalProperties",
  "patternProperties",
];
const hasStructure = (schema: JsonSchema): boolean =>
  [
    "properties",
    "items",
    "prefixItems",
    "$ref",
    "anyOf",
    "oneOf",
    "allOf",
    "additionalProperties",
    "patternProperties",
  ].some((keyword) => keyword in schema);

function unionOf(
  schema: JsonSchema,
  base: ReturnType<typeof baseOf>,
  place: Place,
  compilation: Compilation,
): FormNode | undefined {
  const keyword = Array.isArray(schema.oneOf) ? "oneOf" : Array.isArray(schema.anyOf) ? "anyOf" : undefined;
  if (!keyword) return undefined;
  const { [keyword]: members, ...rest } = schema;
  // Branches such as `{ required: ["a"] }` only constrain; the fields are the same in each.
  const branches = members!.filter(
    (member) => isRecord(member) && structural.some((name) => name in member),
  ) as JsonSchema[];
  const again = (merged: JsonSchema): FormNode => {
    const { label, ...kept } = compileNode(
      merged,
      { ...place, label: base.label, nesting: place.nesting + 1 },
      compilation,
    );
    return { ...kept, label, nullable: kept.nullable || base.nullable } as FormNode;
  };
  if (branches.length === 0) return again(rest);
  if (branches.length === 1 && members!.length === 1)
    return again({ ...rest, allOf: [...(rest.allOf ?? []), branches[0]!] });
  const plain = plainType(branches);
  if (plain !== undefined) return again({ ...rest, type: plain });
  return compileUnion(branches, rest, base, place, compilation);
}

/** Branches that differ only in format, pattern or limits are one field; the document's check tells them apart. */
function plainType(branches: readonly JsonSchema[]): string | undefined {
  const types = branches.map((branch) =>
    ["enum", "const", "$ref"].some((name) => name in branch) ? undefined : branch.type,
  );
  const [first] = types;
  if (types.every((type) => type === "number" || type === "integer")) return "number";
  return types.every((type) => type === "string" || type === "boolean") && types.every((type) => type === first)
    ? (first as string)
    : undefined;
}

function compileUnion(
  branches: readonly JsonSchema[],
  rest: JsonSchema,
  base: ReturnType<typeof baseOf>,
  place: Place,
  compilation: Compilation,
): UnionNode {
  const { title: _title, description: _description, default: _default, ...shared } = rest;
  const labels = new Map<string, number>();
  const compiled = branches.map((branch, index) => {
    const allOf = Object.keys(shared).length > 0 ? { allOf: [branch, shared] } : branch;
    const inner: Place = {
      ...place,
      key: "",
      required: true,
      nesting: place.nesting + 1,
      field: undefined,
      visible: undefined,
      path: undefined,
      label: undefined,
    };
    const node = compileNode(allOf, inner, compilation);
    let label = branchLabel(node, branch, index);
    const seen = labels.get(label) ?? 0;
    labels.set(label, seen + 1);
    if (seen > 0) label = `${label} ${seen + 1}`;
    return { label, node };
  });
  return { ...base, kind: "union", branches: compiled, conditional: compiled.some(({ node }) => isConditional(node)) };
}

function branchLabel(node: FormNode, branch: JsonSchema, index: number): string {
  if (typeof branch.title === "string" && branch.title !== "") return branch.title;
  const name = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(branch.$ref ?? "")?.[1];
  if (name !== undefined) return humanizeFieldName(name);
  if (node.kind === "const") return String(node.value);
  if (node.kind === "object") {
    for (const field of node.fields.values()) {
      if (field.kind === "const" && typeof field.value === "string") return humanizeFieldName(field.value);
    }
    const [first] = node.fields.keys();
    if (first !== undefined) return [...node.fields.keys()].slice(0, 2).map(humanizeFieldName).join(", ");
  }
  if (node.label !== "") return node.label;
  if (node.kind === "leaf" && node.options) return "Choice";
  const [type] = typesOf(node.schema);
  return type === undefined ? `Option ${index + 1}` : typeTitle(type);
}

const typeTitles: Record<string, string> = {
  string: "Text",
  number: "Number",
  integer: "Whole number",
  boolean: "Yes or no",
  array: "List",
  object: "Fields",
  null: "Empty",
};
const typeTitle = (type: string): string => typeTitles[type] ?? type;

function typesOf(schema: JsonSchema): string[] {
  if (schema.type !== undefined) {
    return [schema.type].flat().filter((type) => typeof type === "string" && Object.hasOwn(typeTitles, type));
  }
  const has = (...keywords: string[]) => keywords.some((keyword) => keyword in schema);
  if (has("properties", "additionalProperties", "patternProperties", "required", "propertyNames", "minProperties"))
    return ["object"];
  if (has("items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains")) return ["array"];
  if (has("format", "pattern", "minLength", "maxLength")) return ["string"];
  return has("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf") ? ["number"] : [];
}

function objectOf(
  schema: JsonSchema,
  base: ReturnType<typeof baseOf>,
  place: Place,
  compilation: Compilation,
  conditionals: readonly Conditional[],
): FormNode {
  const properties = new Map<string, { schema: unknown; when?: Condition | undefined }>();
  for (const [key, property] of Object.entries(isRecord(schema.properties) ? schema.properties : {})) {
    if (property !== false) properties.set(key, { schema: property });
  }
  addConditionals(properties, conditionals, compilation.root, compilation.findNamed);
  const specs = new Map((place.field?.fields ?? []).map((field) => [field.key, field]));
  for (const [key, field] of specs) {
    if (properties.has(key)) continue;
    if (schema.additionalProperties === false)
      compilation.problems.push(`The schema allows no property "${key}", which the spec asks for.`);
    else properties.set(key, { schema: formSpecSchema({ fields: [field] }).properties![key] });
  }
  const open = openEntries(schema);
  if (properties.size === 0) {
    if (!open && schema.additionalProperties === false) return emptyObject(base);
    if (!open) return { ...base, kind: "json", expects: "object" };
    const item = compileNode(open.schema, below(place, "", true), compilation);
    const keyPattern = open.keyPattern !== undefined && { keyPattern: open.keyPattern };
    return { ...base, kind: "map", item, ...keyPattern, conditional: isConditional(item) };
  }
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const scopes = [...place.scopes, { names: new Set(properties.keys()), depth: place.depth }];
  const fields = new Map<string, FormNode>();
  for (const [key, { schema: property, when }] of properties) {
    const field = specs.get(key) ?? fieldOfSchema(property);
    const conditions = [when, field?.visibleWhen].filter((condition) => condition !== undefined);
    const visible = conditions.length > 1 ? { all: conditions } : conditions[0];
    fields.set(
      key,
      compileNode(
        property,
        { ...below(place, key, required.has(key)), scopes, field, visible, path: place.path && [...place.path, key] },
        compilation,
      ),
    );
  }
  const ordered = [...specs.keys(), ...fields.keys()].filter(
    (key, index, all) => fields.has(key) && all.indexOf(key) === index,
  );
  const order = specs.size > 0 ? ordered : [...fields.keys()];
  const extra =
    open && schema.additionalProperties !== true
      ? compileNode(open.schema, below(place, "", true), compilation)
      : undefined;
  return {
    ...base,
    kind: "object",
    fields,
    groups: [{ columns: 1, fields: order.map((key) => ({ key, node: fields.get(key)! })) }],
    ...(extra && { extra }),
    conditional: [...fields.values()].some(isConditional) || (extra !== undefined && isConditional(extra)),
  };
}

/** What further properties may be, where the schema says so. */
function openEntries(schema: JsonSchema): { schema: unknown; keyPattern?: string } | undefined {
  const patterns = isRecord(schema["patternProperties"]) ? Object.entries(schema["patternProperties"]) : [];
  const names = isRecord(schema["propertyNames"]) ? schema["propertyNames"]["pattern"] : undefined;
  const keyPattern = typeof names === "string" ? { keyPattern: names } : {};
  if (isRecord(schema.additionalProperties) && Object.keys(schema.additionalProperties).length > 0) {
    return { schema: schema.additionalProperties, ...keyPattern };
  }
  const [first] = patterns;
  if (!first) return undefined;
  return patterns.length === 1 ? { schema: first[1], keyPattern: first[0] } : { schema: {} };
}

/** Fields that an `if` or a dependency brings stand beside the others, under its condition where that can be said. */
function addConditionals(
  properties: Map<string, { schema: unknown; when?: Condition | undefined }>,
  conditionals: readonly Conditional[],
  root: JsonSchema | boolean,
  findNamed: (name: string) => unknown,
): void {
  const add = (branch: unknown, when: Condition | undefined, nesting: number): void => {
    if (!isRecord(branch) || nesting > 8) return;
    const flat = flattenSchema(root, branch as JsonSchema, [], findNamed);
    for (const [key, schema] of Object.entries(isRecord(flat.schema.properties) ? flat.schema.properties : {})) {
      const known = properties.get(key);
      if (!known && schema !== false) properties.set(key, { schema, when });
      else if (known?.when && when) known.when = { any: [known.when, when] };
      if (
        known &&
        isRecord(known.schema) &&
        isRecord(schema) &&
        !hasStructure(known.schema as JsonSchema) &&
        Object.keys(known.schema).length === 0
      ) {
        known.schema = schema;
      }
    }
    for (const inner of flat.conditionals) split(inner, when, nesting + 1);
  };
  const split = (conditional: Conditional, outer: Condition | undefined, nesting: number): void => {
    const test = schemaCondition(conditional.if);
    const both = (own: Condition | undefined) => (own && outer ? { all: [outer, own] } : (own ?? outer));
    add(conditional.then, both(test), nesting);
    add(conditional.else, both(test && { not: test }), nesting);
  };
  for (const conditional of conditionals) split(conditional, undefined, 0);
}

function arrayOf(
  schema: JsonSchema,
  base: ReturnType<typeof baseOf>,
  place: Place,
  compilation: Compilation,
): FormNode {
  const tuple = Array.isArray(schema["prefixItems"])
    ? schema["prefixItems"]
    : Array.isArray(schema.items)
      ? schema.items
      : [];
  const rest = Array.isArray(schema.items) ? schema["additionalItems"] : schema.items;
  const maxItems = typeof schema["maxItems"] === "number" ? schema["maxItems"] : Infinity;
  const minItems = typeof schema["minItems"] === "number" ? schema["minItems"] : 0;
  const inner = { ...below(place, "", true), field: place.field?.item ?? fieldOfSchema(rest) };
  const isFree = isRecord(rest) && !("enum" in rest) && typesOf(rest).join() === "string";
  if (place.field?.variant === "tags" && tuple.length === 0 && isFree) return { ...base, kind: "leaf", type: "array" };
  if (tuple.length === 0 && isRecord(rest)) {
    const flat = flattenSchema(compilation.root, rest as JsonSchema, place.refs, compilation.findNamed);
    const choice = flat.circular === undefined ? optionsOf(flat.schema, place.field?.item ?? place.field) : undefined;
    if (choice && !choice.nullable) return { ...base, kind: "leaf", type: "array", options: choice.options };
  }
  const prefix = tuple.map((part) => compileNode(part, inner, compilation));
  const item = rest === false || tuple.length >= maxItems ? undefined : compileNode(rest, inner, compilation);
  const conditional = [...prefix, ...(item ? [item] : [])].some(isConditional);
  return { ...base, kind: "array", prefix, ...(item && { item }), minItems, maxItems, conditional };
}

function below(place: Place, key: string, required: boolean): Place {
  return {
    key,
    required,
    depth: place.depth + 1,
    nesting: place.nesting + 1,
    refs: place.refs,
    here: [],
    scopes: place.scopes,
  };
}

function lazyNode(source: JsonSchema, place: Place, compilation: Compilation): FormNode {
  let resolved: FormNode | undefined;
  const node: FormNode = {
    ...baseOf(source, source, place),
    kind: "lazy",
    resolve: () =>
      (resolved ??= compileNode(
        source,
        { ...place, nesting: 0, refs: place.here, here: place.here },
        { ...compilation, nodes: 0 },
      )),
  };
  if (place.visible) node.visible = toVisibility(place.visible, place.scopes, place.depth - 1);
  return node;
}

/** Whether a spec's field asks for more than its schema does. */
function addsRules(field: Omit<FieldDefinition, "key">, node: FormNode): boolean {
  return (
    field.required === true ||
    rules.some((rule) => field[rule] !== undefined) ||
    (field.options !== undefined && node.kind === "leaf")
  );
}
