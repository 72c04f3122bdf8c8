import { humanizeFieldName } from "../../schema/humanize.ts";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import type { FormNode, NodeBase } from "./model.ts";
import type { Compilation, Place } from "./place.ts";
import { defineOwn } from "../../json/defineOwn.ts";
import { asRecord, isRecord } from "../../json/record.ts";
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
    // The caller knows whether null is allowed, so it decides about a default of null.
    return {
      ...kept,
      label,
      default: kept.default ?? base.default,
      nullable: kept.nullable || base.nullable,
    } as FormNode;
  };
  // A union of one member is that member, even one that holds only an `if`.
  if (members!.length === 1 && isRecord(members![0]))
    return again({ ...rest, allOf: [...(rest.allOf ?? []), members![0] as JsonSchema] });
  if (branches.length === 0) return again(rest);
  const plain = plainType(branches);
  if (plain !== undefined) return again({ ...rest, type: plain });
  return compileUnion(branches, rest, base, place, compilation);
}

/** Branches that differ only in format, pattern or limits are one field; the document's check decides between them. */
function plainType(branches: readonly JsonSchema[]): string | undefined {
  const types = branches.map((branch) =>
    ["enum", "const", "$ref", "oneOf"].some((name) => name in branch) ? undefined : branch.type,
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
): FormNode {
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
    toldApartBy: distinctAnswers(branches, place, compilation),
    tellsBranch: true,
  };
  const compiled = branches.flatMap((given, index) => {
    const branch = withDiscriminator(given, discriminator, place, compilation);
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
  // Null is no kind: the choice between kinds has a place for none.
  const nullable = base.nullable || compiled.some(({ node }) => node.nullable);
  const kinds = compiled.map(({ node, label }) => ({
    label,
    node: node.nullable ? { ...node, nullable: false } : node,
  }));
  const options = kinds.flatMap(({ node, label }) =>
    node.kind === "const" ? [{ value: node.value, label: node.label || label }] : [],
  );
  if (options.length === kinds.length) return { ...base, nullable, kind: "leaf", type: "enum", options };
  return { ...base, nullable, kind: "union", branches: kinds, conditional: false };
}

/** The properties that are yes in one branch and no in another. */
function distinctAnswers(branches: readonly JsonSchema[], place: Place, compilation: Compilation): ReadonlySet<string> {
  const answers = new Map<string, unknown>();
  const distinct = new Set<string>();
  for (const branch of branches) {
    const { properties } = flattenSchema(
      compilation.root,
      branch,
      place.refs,
      compilation.findNamed,
      place.here,
    ).schema;
    for (const [key, part] of Object.entries(asRecord(properties))) {
      const { const: value, enum: members } = asRecord(part);
      const answer = value ?? (Array.isArray(members) && members.length === 1 ? (members[0] as unknown) : undefined);
      if (typeof answer !== "boolean") continue;
      if (answers.has(key) && answers.get(key) !== answer) distinct.add(key);
      answers.set(key, answer);
    }
  }
  return distinct;
}

/** A branch with its discriminator's value, which OpenAPI may leave to the mapping or to the name of the branch. */
function withDiscriminator(
  branch: JsonSchema,
  discriminator: unknown,
  place: Place,
  compilation: Compilation,
): JsonSchema {
  if (!isRecord(discriminator) || typeof discriminator["propertyName"] !== "string") return branch;
  const key = discriminator["propertyName"];
  const name = branch.$ref?.split("/").at(-1);
  const isBranch = (ref: unknown): boolean => ref === branch.$ref || ref === name;
  const mapping = Object.entries(asRecord(discriminator["mapping"])).find(([, ref]) => isBranch(ref));
  const { properties } = flattenSchema(compilation.root, branch, place.refs, compilation.findNamed, place.here).schema;
  const declared = asRecord(properties)[key];
  const value = mapping?.[0] ?? name;
  const decided = isRecord(declared) && ("const" in declared || "enum" in declared);
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

/** Without a mapping, the name of a branch is its value. */
const mapsByName = (discriminator: Record<string, unknown>): boolean => !isRecord(discriminator["mapping"]);

function branchLabel(node: FormNode, branch: JsonSchema, index: number): string {
  if (typeof branch.title === "string" && branch.title !== "") return branch.title;
  const name = /^#(?:\/.*)?\/(?:\$defs|definitions|defs|schemas)\/([^/]+)$/.exec(branch.$ref ?? "")?.[1];
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
