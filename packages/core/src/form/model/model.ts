import type { JsonSchema } from "../../schema/jsonSchema.ts";
import type { Condition } from "../../field/condition.ts";
import type { FieldDetails, FieldOption, FieldType } from "../../field/field.ts";

/** Where a condition's field is: `up` steps above the object that the field stands in, then `path` down. */
export interface ConditionRead {
  field: string;
  up: number;
  path: string[];
}

/** A condition with its fields resolved. */
export interface Visibility {
  condition: Condition;
  reads: ConditionRead[];
}

/** The properties of every kind of node. */
export interface NodeBase {
  label: string;
  help?: string | undefined;
  placeholder?: string | undefined;
  /** Must be present in the object that it stands in. Elements of a list are always required. */
  required: boolean;
  /** Null is allowed: what "empty" means where the property must be present. */
  nullable: boolean;
  /** Undefined where there is none; JSON has no undefined, so nothing is lost. */
  default?: unknown;
  variant?: string | undefined;
  /** Parameters of the variant: a currency, a zone. */
  details?: FieldDetails | undefined;
  audience?: "internal" | undefined;
  visible?: Visibility;
  /** When an optional value is required; the document's check enforces it. */
  requiredWhen?: Visibility;
  readOnly?: boolean;
  /**
   * The schema of this value with `$ref` and `allOf` worked in; constraints that no field shows are left to the whole
   * document's check.
   */
  schema: JsonSchema;
}

/** One value that one control asks for. `array` here is a choice of several options. */
export interface LeafNode extends NodeBase {
  kind: "leaf";
  type: Exclude<FieldType, "object">;
  options?: FieldOption[];
  integer?: boolean;
  minimum?: number | undefined;
  maximum?: number | undefined;
  step?: number | undefined;
  unit?: string | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  /** `relation`: what kind of thing is picked. */
  entity?: string | undefined;
}

/** A value that nobody can choose, such as a discriminator. */
export interface ConstNode extends NodeBase {
  kind: "const";
  value: unknown;
}

export interface FormField {
  key: string;
  node: FormNode;
}

/** Fields under one heading; their order is the order they are asked in. */
export interface FieldGroup {
  title?: string | undefined;
  help?: string | undefined;
  /** Side by side where there is room; short fields two abreast unless given. */
  columns?: 1 | 2 | 3 | undefined;
  audience?: "internal" | undefined;
  visible?: Visibility | undefined;
  fields: FormField[];
}

export interface ObjectNode extends NodeBase {
  kind: "object";
  /** Every field, by key; the groups hold the same nodes in the order of asking. */
  fields: ReadonlyMap<string, FormNode>;
  groups: FieldGroup[];
  /** The node of further properties, where the schema allows them. */
  extra?: FormNode | undefined;
  /** A field here or below has a condition, so the output may be less than the value. */
  conditional: boolean;
}

export interface ArrayNode extends NodeBase {
  kind: "array";
  /** A tuple's fixed places, before the items. */
  prefix: FormNode[];
  /** None: the list cannot grow beyond its fixed places. */
  item?: FormNode | undefined;
  /** The fields of flat elements, which are a table where there is room; none for any other list. */
  columns?: FormField[] | undefined;
  minItems: number;
  maxItems: number;
  conditional: boolean;
}

/** An object whose keys people choose. */
export interface MapNode extends NodeBase {
  kind: "map";
  item: FormNode;
  keyPattern?: string | undefined;
  conditional: boolean;
}

export interface UnionNode extends NodeBase {
  kind: "union";
  branches: { label: string; node: FormNode }[];
  /** The branch follows from conditions: the first one whose case holds. */
  cases?: Visibility[];
  conditional: boolean;
}

/** Free-form JSON: what no field fits, and what anything is allowed in. */
export interface JsonNode extends NodeBase {
  kind: "json";
  expects?: "object" | "array";
}

/** A node that is compiled on demand: recursion, and schemas beyond the size that is compiled at once. */
export interface LazyNode extends NodeBase {
  kind: "lazy";
  /** Nodes that are not compiled yet may have conditions. */
  conditional: true;
  resolve(): FormNode;
  /** Whether it was compiled. */
  isResolved(): boolean;
}

export type FormNode = LeafNode | ConstNode | ObjectNode | ArrayNode | MapNode | UnionNode | JsonNode | LazyNode;

/** The compiled form of a schema, of a spec or of both, which forms are drawn and filled from. */
export interface FormModel {
  root: FormNode;
  /** The contract that whole documents are checked against. */
  schema: JsonSchema | boolean;
  title?: string | undefined;
  description?: string | undefined;
  submitLabel?: string | undefined;
  sample?: unknown;
  /** Fields to which the spec adds rules of its own, which the schema does not know. */
  checks: { path: string[]; node: FormNode }[];
}

/** A node itself, lazily compiled ones compiled. */
export function resolveNode(node: FormNode): Exclude<FormNode, LazyNode> {
  while (node.kind === "lazy") node = node.resolve();
  return node;
}

/** The node one step below, by key or place; a union's parts stand in its branches. */
export function childAt(node: FormNode, step: string | number): FormNode | undefined {
  if (node.kind === "object") return node.fields.get(String(step)) ?? node.extra;
  if (node.kind === "array") return node.prefix[Number(step)] ?? node.item;
  return node.kind === "map" ? node.item : undefined;
}

/** The nodes directly below, a union's branches too. */
export function childrenOf(node: FormNode): FormNode[] {
  switch (node.kind) {
    case "object":
      return [...node.fields.values(), node.extra].filter((child) => child !== undefined);
    case "array":
      return [...node.prefix, node.item].filter((child) => child !== undefined);
    case "map":
      return [node.item];
    case "union":
      return node.branches.map((branch) => branch.node);
    default:
      return [];
  }
}

/** Whether something here or below is shown only at times. */
export function isConditional(node: FormNode): boolean {
  return node.visible !== undefined || ("conditional" in node && node.conditional);
}
