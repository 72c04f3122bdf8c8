import type { JsonSchema } from "../schema/jsonSchema.ts";
import type { Condition } from "../spec/condition.ts";
import type { FieldDetails, FieldOption, FieldType } from "../spec/field.ts";

/** Where a condition's field is: `up` steps above the object that the field stands in, then `path` down. */
export interface ConditionRead {
  field: string;
  up: number;
  path: string[];
}

/** A condition with its fields found. */
export interface Visibility {
  condition: Condition;
  reads: ConditionRead[];
}

/** What every node has, whatever its kind. */
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
  /** What the variant needs to know: a currency, a zone. */
  details?: FieldDetails | undefined;
  audience?: "internal" | undefined;
  visible?: Visibility;
  /** When it must be present although it need not always be; the document's check is who insists. */
  requiredWhen?: Visibility;
  readOnly?: boolean;
  /** The schema of this value with `$ref` and `allOf` worked in; constraints that no field shows are left to the whole document's check. */
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
  columns: 1 | 2 | 3;
  audience?: "internal" | undefined;
  visible?: Visibility | undefined;
  fields: FormField[];
}

export interface ObjectNode extends NodeBase {
  kind: "object";
  /** Every field, by key; the groups hold the same nodes in the order of asking. */
  fields: ReadonlyMap<string, FormNode>;
  groups: FieldGroup[];
  /** What further properties are made of, where the schema lets people add them. */
  extra?: FormNode | undefined;
  /** Some field here or below has a condition, so what is submitted may be less than what is held. */
  conditional: boolean;
}

export interface ArrayNode extends NodeBase {
  kind: "array";
  /** A tuple's fixed places, before the items. */
  prefix: FormNode[];
  /** None: the list cannot grow beyond its fixed places. */
  item?: FormNode | undefined;
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
  /** Where nobody chooses: the first branch whose case holds is the one. */
  cases?: Visibility[];
  conditional: boolean;
}

/** Free-form JSON: what no field fits, and what anything is allowed in. */
export interface JsonNode extends NodeBase {
  kind: "json";
  expects?: "object" | "array";
}

/** A node that is compiled when somebody gets there: recursion, and what is beyond the size compiled at once. */
export interface LazyNode extends NodeBase {
  kind: "lazy";
  /** There may be conditions in what is not compiled yet. */
  conditional: true;
  resolve(): FormNode;
  /** Somebody got there. */
  isResolved(): boolean;
}

export type FormNode = LeafNode | ConstNode | ObjectNode | ArrayNode | MapNode | UnionNode | JsonNode | LazyNode;

/** What a schema, or a spec over it, compiles to: the one thing that forms are drawn and filled from. */
export interface FormModel {
  root: FormNode;
  /** The contract that whole documents are checked against. */
  schema: JsonSchema | boolean;
  title?: string | undefined;
  description?: string | undefined;
  submitLabel?: string | undefined;
  /** Fields to which the spec adds rules of its own, which the schema does not know. */
  checks: { path: string[]; node: FormNode }[];
  /** What in the spec fits no property of the schema, in words for a developer. */
  problems: string[];
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
