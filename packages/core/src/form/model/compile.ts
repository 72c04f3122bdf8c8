import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { normalizeSchema } from "../../schema/normalizeSchema.ts";
import type { FormSpec } from "./formSpec.ts";
import { arrayOf } from "./compileArray.ts";
import { emptyObject, objectOf } from "./compileObject.ts";
import { compileUnion, unionOf } from "./compileUnion.ts";
import { toVisibility } from "./conditions.ts";
import { fieldGroups } from "./fieldGroups.ts";
import { fieldsOf, formSpecSchema } from "./formSpecSchema.ts";
import { leafOf, manyChoices, optionsOf } from "./leaf.ts";
import { childrenOf, isConditional, type FormModel, type FormNode } from "./model.ts";
import { addsRules, baseOf, type Compilation, type Place } from "./place.ts";
import { asRecord, isRecord } from "../../json/record.ts";
import { createNameIndex, flattenSchema, type Conditional } from "./resolveSchema.ts";
import { hasStructure, typesOf, typeTitle, withoutNull } from "./schemaKind.ts";

/** Beyond this depth, or this many nodes below the third level, a schema is compiled when its field is opened. */
const eagerDepth = 12;
const eagerNodes = 1_500;
/** Beyond this many nodes at any level. */
const mostNodes = 3_000;

/**
 * Compiles a JSON Schema, a FormSpec or both into the model that forms are drawn and filled from. No schema throws:
 * what no field fits becomes free-form JSON, and recursion is compiled as its fields are opened. A spec that nobody has
 * checked goes through `parseFormSpec` first.
 */
export function compileForm(given: JsonSchema | boolean | undefined, spec?: FormSpec): FormModel {
  const schema = normalizeSchema(given ?? (spec ? formSpecSchema(spec) : true));
  const compilation: Compilation = {
    root: schema,
    findNamed: createNameIndex(schema),
    compile: (part, where) => compileNode(part, where, compilation),
    nodes: 0,
    checks: [],
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
  if (root.kind === "object" && (spec?.fields || spec?.sections)) root.groups = fieldGroups(root, spec, place.scopes);
  else if (root.kind === "json" && root.expects === "object" && isUntouchedObject(schema))
    root = emptyObject({ ...root, label: "" });
  const annotation = (keyword: "title" | "description"): string | undefined => {
    const text = spec?.[keyword] ?? asRecord(schema)[keyword];
    return typeof text === "string" ? text : undefined;
  };
  return {
    root,
    schema,
    title: annotation("title"),
    description: annotation("description"),
    submitLabel: spec?.submitLabel,
    sample: spec?.sample,
    checks: compilation.checks,
  };
}

/** A tool without input has `{ "type": "object" }` as its whole schema. */
const isUntouchedObject = (schema: unknown): boolean =>
  isRecord(schema) &&
  !("patternProperties" in schema) &&
  !("$ref" in schema) &&
  ("properties" in schema || schema.additionalProperties === undefined);

function compileNode(given: unknown, place: Place, compilation: Compilation): FormNode {
  const source: JsonSchema = isRecord(given) ? (given as JsonSchema) : {};
  const limit = place.nesting > 3 ? eagerNodes : place.nesting > 0 ? mostNodes : Infinity;
  const tooMuch = place.nesting > eagerDepth || compilation.nodes > limit;
  if (tooMuch && hasStructure(source)) return lazyNode(source, place, compilation);
  compilation.nodes++;
  const flat = flattenSchema(compilation.root, source, place.refs, compilation.findNamed, place.here);
  if (flat.circular !== undefined) return lazyNode(source, place, compilation);
  const inside: Place = { ...place, refs: [...place.refs, ...flat.refs], here: [...place.here, ...flat.refs] };
  if (flat.unresolved !== undefined) return { ...baseOf(flat.schema, source, place), kind: "json" };
  const { schema, nullable } = withoutNull(flat.schema);
  const node = nodeOf(schema, source, inside, compilation, flat.conditionals);
  if (nullable) node.nullable = true;
  // A checkbox cannot tell "no" from nothing.
  if (
    node.kind === "leaf" &&
    node.type === "boolean" &&
    node.default === undefined &&
    (!node.required || node.nullable)
  )
    node.variant ??= "choice";
  // Many tools give optional properties the default null, whatever their type: it means absent.
  if (node.default === null && !takesNull(node)) node.default = undefined;
  if ("conditional" in node) node.conditional = childrenOf(node).some(isConditional);
  if (place.visible) node.visible = toVisibility(place.visible, place.scopes, place.depth - 1);
  const { field } = place;
  if (field && place.path && addsRules(field, node)) compilation.checks.push({ path: place.path, node });
  return node;
}

const takesNull = (node: FormNode): boolean =>
  node.nullable ||
  (node.kind === "json" && !node.expects) ||
  (node.kind === "leaf" && node.options?.some(({ value }) => value === null) === true) ||
  (node.kind === "union" && node.branches.some((branch) => takesNull(branch.node)));

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
    // A yes that is demanded is a consent, which a person gives; a box that is not ticked says no by itself.
    if (decided && typeof only!.value === "boolean" && !place.tellsBranch)
      return { ...base, kind: "leaf", type: "boolean", ...(only!.value === false && { variant: "choice" }) };
    const node: FormNode = decided
      ? { ...base, kind: "const", value: only!.value }
      : { ...base, kind: "leaf", type: "enum", options: choice.options };
    if (choice.options.length > manyChoices && node.kind === "leaf") node.variant = "search";
    if (choice.nullable && (schema.type === undefined || base.nullable)) node.nullable = true;
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
      if (place.required) return { ...base, kind: "const", value: null };
      return { ...base, kind: "leaf", type: "enum", options: [{ value: null, label: "null" }] };
    default:
      if (place.field?.type && place.field.type !== "object" && place.field.type !== "array") {
        return { ...base, ...leafOf(schema, "string", place.key, place.field), kind: "leaf" };
      }
      return { ...base, kind: "json" };
  }
}

function lazyNode(source: JsonSchema, place: Place, compilation: Compilation): FormNode {
  let resolved: FormNode | undefined;
  const node: FormNode = {
    ...baseOf(source, source, place),
    kind: "lazy",
    conditional: true,
    isResolved: () => resolved !== undefined,
    resolve: () =>
      (resolved ??= compileNode(
        source,
        { ...place, nesting: 0, refs: place.here, here: place.here },
        startedAnew(compilation),
      )),
  };
  if (place.visible) node.visible = toVisibility(place.visible, place.scopes, place.depth - 1);
  return node;
}

/** The same compilation with its count of nodes from zero: an opened field is always compiled. */
function startedAnew(compilation: Compilation): Compilation {
  const anew: Compilation = { ...compilation, nodes: 0, compile: (part, where) => compileNode(part, where, anew) };
  return anew;
}
