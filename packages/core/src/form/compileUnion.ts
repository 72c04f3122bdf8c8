import { humanizeFieldName } from "../schema/humanize.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import type { FormNode, NodeBase, UnionNode } from "./model.ts";
import type { Compilation, Place } from "./place.ts";
import { asRecord, defineOwn, isRecord } from "./pointer.ts";
import { flattenSchema } from "./resolveSchema.ts";
import { structural, typesOf, typeTitle } from "./schemaKind.ts";

/** One of several kinds of value, where a schema's branches are more than limits of one kind. */
export function unionOf(
  schema: JsonSchema,
  base: NodeBase,
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
    const { label, ...kept } = compilation.compile(merged, { ...place, label: base.label, nesting: place.nesting + 1 });
    // Whether a null may stand by default is told where it may stand at all: above.
    return {
      ...kept,
      label,
      default: kept.default ?? base.default,
      nullable: kept.nullable || base.nullable,
    } as FormNode;
  };
  // One of one is that one, even where all it says is an `if`.
  if (members!.length === 1 && isRecord(members![0]))
    return again({ ...rest, allOf: [...(rest.allOf ?? []), members![0] as JsonSchema] });
  if (branches.length === 0) return again(rest);
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

export function compileUnion(
  branches: readonly JsonSchema[],
  rest: JsonSchema,
  base: NodeBase,
  place: Place,
  compilation: Compilation,
): UnionNode {
  const { title: _title, description: _description, default: _default, discriminator, ...shared } = rest;
  const labels = new Map<string, number>();
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
  const compiled = branches.flatMap((given, index) => {
    const branch = told(given, discriminator, place, compilation);
    const allOf = Object.keys(shared).length > 0 ? { allOf: [branch, shared] } : branch;
    const node = compilation.compile(allOf, inner);
    // Kinds of kinds are kinds: one choice, not two at the same place.
    const isNested = node.kind === "union" && !node.cases && node.branches.length <= 50;
    const kinds = isNested ? node.branches : [{ node, label: branchLabel(node, branch, index) }];
    return kinds.map((kind) => {
      const label = isNested && typeof branch.title === "string" ? `${branch.title}: ${kind.label}` : kind.label;
      const seen = labels.get(label) ?? 0;
      labels.set(label, seen + 1);
      return { node: kind.node, label: seen > 0 ? `${label} ${seen + 1}` : label };
    });
  });
  return { ...base, kind: "union", branches: compiled, conditional: false };
}

/** OpenAPI names the property that tells branches apart, and may leave its value to the mapping or to the branch's name. */
function told(branch: JsonSchema, discriminator: unknown, place: Place, compilation: Compilation): JsonSchema {
  if (!isRecord(discriminator) || typeof discriminator["propertyName"] !== "string") return branch;
  const key = discriminator["propertyName"];
  const mapping = Object.entries(asRecord(discriminator["mapping"])).find(([, ref]) => ref === branch.$ref);
  const { properties } = flattenSchema(compilation.root, branch, place.refs, compilation.findNamed).schema;
  const own = asRecord(properties)[key];
  const value = mapping?.[0] ?? branch.$ref?.split("/").at(-1);
  const decided = isRecord(own) && ("const" in own || "enum" in own);
  if (decided || value === undefined || (!mapping && !mapsByName(discriminator)))
    return { ...titleOf(branch), allOf: [{ required: [key] }, branch] };
  const property: Record<string, JsonSchema> = {};
  defineOwn(property, key, { const: value });
  return {
    title: humanizeFieldName(value),
    ...titleOf(branch),
    allOf: [{ properties: property, required: [key] }, branch],
  };
}

const titleOf = ({ title, $ref }: JsonSchema) => {
  const name = title ?? ($ref === undefined ? undefined : humanizeFieldName($ref.split("/").at(-1)!));
  return name !== undefined && { title: name };
};

/** Without a mapping, a branch goes by its name, unless it says its value itself. */
const mapsByName = (discriminator: Record<string, unknown>): boolean => !isRecord(discriminator["mapping"]);

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
