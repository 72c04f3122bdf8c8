import { humanizeFieldName } from "../../schema/humanize.ts";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import type { Condition } from "../../field/condition.ts";
import type { FieldDefinition } from "../../field/field.ts";
import { detailsOf } from "../../field/fieldExtension.ts";
import type { Scope } from "./conditions.ts";
import type { FormModel, FormNode, NodeBase } from "./model.ts";
import { asRecord } from "../../json/record.ts";

/** The parts of a compilation that every node shares. */
export interface Compilation {
  root: JsonSchema | boolean;
  findNamed: (name: string) => unknown;
  /** Compiles what stands below; given from above, because schemas hold schemas. */
  compile: (schema: unknown, place: Place) => FormNode;
  nodes: number;
  checks: FormModel["checks"];
}

/** Where a schema stands. */
export interface Place {
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
  /** Which yes or no a union's branches differ by; what is chosen with the branch need not be asked again. */
  toldApartBy?: ReadonlySet<string> | undefined;
  /** The value here is chosen with a union's branch. */
  tellsBranch?: boolean | undefined;
  /** The title was given where the property stands, not by a definition that it shares with others. */
  label?: string | undefined;
}

/** The place of what stands one step below. */
export function below(place: Place, key: string, required: boolean): Place {
  return {
    key,
    required,
    depth: place.depth + 1,
    nesting: place.nesting + 1,
    refs: place.refs,
    here: [],
    scopes: place.scopes,
    tellsBranch: place.toldApartBy?.has(key) === true,
  };
}

/** Label, help, default and the like: the spec's word first, then that of the place, then the definition's. */
export function baseOf(schema: JsonSchema, source: JsonSchema, place: Place): NodeBase {
  const { field } = place;
  const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
  const example: unknown = Array.isArray(schema["examples"]) ? schema["examples"][0] : undefined;
  return {
    label:
      field?.label ??
      place.label ??
      text(source.title) ??
      (place.key ? humanizeFieldName(place.key) : (text(schema.title) ?? "")),
    help: field?.help ?? text(source.description) ?? text(schema.description),
    placeholder:
      field?.placeholder ?? (typeof example === "string" || typeof example === "number" ? String(example) : undefined),
    required: place.required || field?.required === true,
    nullable: schema["nullable"] === true,
    default: field && "default" in field ? field.default : schema.default,
    variant: field?.variant,
    details: field && detailsOf(field),
    audience: field?.audience,
    ...((schema["readOnly"] === true || asRecord(field?.schema)["readOnly"] === true) && { readOnly: true }),
    schema: field ? { ...schema, ...ownRules(field) } : schema,
  };
}

const rules = ["minimum", "maximum", "minLength", "maxLength", "pattern"] as const;

/** The keywords of a spec's field. */
function ownRules(field: Omit<FieldDefinition, "key">): JsonSchema {
  const keywords: JsonSchema = {};
  for (const rule of rules) if (field[rule] !== undefined) keywords[rule] = field[rule];
  return keywords;
}

/** Whether a spec's field asks for more than its schema does. */
export function addsRules(field: Omit<FieldDefinition, "key">, node: FormNode): boolean {
  return (
    field.required === true ||
    rules.some((rule) => field[rule] !== undefined) ||
    (field.options !== undefined && node.kind === "leaf")
  );
}
