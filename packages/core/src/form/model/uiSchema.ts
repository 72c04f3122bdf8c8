import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { sameJson } from "../../json/sameJson.ts";
import type { FieldDefinition, FieldOption } from "../../field/field.ts";
import type { FormSpec } from "./formSpec.ts";
import { compileForm } from "./compile.ts";
import { resolveNode, type FormNode, type LeafNode } from "./model.ts";
import { childPointer, type Pointer } from "../../json/pointer.ts";
import { isRecord } from "../../json/record.ts";
import { looksOf } from "./uiSchemaWidgets.ts";

/** How a form is to look, in the words of react-jsonschema-form. */
export interface UiSchema {
  [key: string]: unknown;
}

type Field = Omit<FieldDefinition, "key">;

/** Deeper than this, nothing is translated: schemas that hold themselves have no end. */
const deepest = 32;

/**
 * Translates rjsf's uiSchema into a FormSpec over the same schema: order, widgets, titles, descriptions, help,
 * placeholders, names of choices, read-only fields and the submit button. What has no counterpart is in `untranslated`,
 * by pointer and key: `/tags ui:widget "stars"`.
 */
export function uiSchemaToFormSpec(
  schema: JsonSchema | boolean,
  uiSchema: UiSchema,
): { spec: FormSpec; untranslated: string[] } {
  const untranslated: string[] = [];
  const root = resolveNode(compileForm(schema).root);
  const { submitButtonOptions, ...ui } = options(uiSchema);
  const spec: FormSpec = {};
  if (typeof ui["title"] === "string") spec.title = ui["title"];
  if (typeof ui["description"] === "string") spec.description = ui["description"];
  if (isRecord(submitButtonOptions)) {
    const { submitText, ...rest } = submitButtonOptions;
    if (typeof submitText === "string") spec.submitLabel = submitText;
    for (const [key, value] of Object.entries(rest))
      if (!(key === "norender" && value === false) && !isEmpty(value))
        untranslated.push(` ui:submitButtonOptions.${key}`);
  }
  const name = naming("", untranslated);
  for (const key of Object.keys(ui)) {
    if (supported.has(key) && !(key === "help" || key === "placeholder" || key === "widget" || key === "enumNames"))
      continue;
    name(key, ui[key]);
  }
  const isReadOnly = ui["readonly"] === true || ui["disabled"] === true;
  if (root.kind === "object") spec.fields = fieldsOf(root, uiSchema, ui["order"], "", isReadOnly, untranslated, 0);
  else nameChildren(uiSchema, "", [], untranslated);
  return { spec, untranslated };
}

/** The options that have a counterpart, by the name they have without `ui:`. */
const supported = new Set([
  "title",
  "description",
  "help",
  "placeholder",
  "order",
  "widget",
  "enumNames",
  "readonly",
  "disabled",
  "inline",
  "inputType",
  "label",
]);

/** The options of `ui:` keys and `ui:options` together, without the prefix. */
function options(ui: UiSchema): Record<string, unknown> {
  const given: Record<string, unknown> = isRecord(ui["ui:options"]) ? { ...ui["ui:options"] } : {};
  for (const [key, value] of Object.entries(ui))
    if (key.startsWith("ui:") && key !== "ui:options") given[key.slice("ui:".length)] = value;
  return given;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || (isRecord(value) && Object.keys(value).length === 0);

/** Names an option that has no counterpart, with its value where that is short. */
const naming = (path: Pointer, untranslated: string[]) => (key: string, value: unknown) => {
  if (isEmpty(value) || isDefault(key, value)) return;
  const isShort = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  untranslated.push(`${path} ui:${key}${isShort ? ` ${JSON.stringify(value).slice(0, 60)}` : ""}`);
};

/** Options that ask for what the kit does anyway. */
const isDefault = (key: string, value: unknown): boolean =>
  (["addable", "orderable", "removable", "copyable", "label"].includes(key) && value === true) ||
  (key === "autofocus" && value === false) ||
  (key === "inline" && value === false) ||
  (["readonly", "disabled"].includes(key) && value === false);

function fieldsOf(
  node: Extract<FormNode, { kind: "object" }>,
  ui: UiSchema,
  order: unknown,
  path: Pointer,
  isReadOnly: boolean,
  untranslated: string[],
  depth: number,
): FieldDefinition[] {
  const keys = inOrder([...node.fields.keys()], order);
  nameChildren(ui, path, keys, untranslated);
  return keys.map((key) => ({
    key,
    ...fieldOf(
      node.fields.get(key)!,
      isRecord(ui[key]) ? ui[key] : {},
      childPointer(path, key),
      isReadOnly,
      untranslated,
      depth + 1,
    ),
  }));
}

/** `*` stands for all that is not named; without it they come last, for none may be lost. */
function inOrder(keys: readonly string[], order: unknown): string[] {
  if (!Array.isArray(order)) return [...keys];
  const named = order.filter((key, index) => keys.includes(key) && order.indexOf(key) === index) as string[];
  const rest = keys.filter((key) => !named.includes(key));
  const star = order.indexOf("*");
  if (star < 0) return [...named, ...rest];
  const before = named.filter((key) => order.indexOf(key) < star);
  return [...before, ...rest, ...named.slice(before.length)];
}

/** Parts of a uiSchema that have no field: branches, additional properties, properties that do not exist. */
function nameChildren(ui: UiSchema, path: Pointer, keys: readonly string[], untranslated: string[]): void {
  for (const [key, value] of Object.entries(ui))
    if (!key.startsWith("ui:") && !keys.includes(key) && !isEmpty(value)) untranslated.push(childPointer(path, key));
}

function fieldOf(
  given: FormNode,
  ui: UiSchema,
  path: Pointer,
  isOutsideReadOnly: boolean,
  untranslated: string[],
  depth: number,
): Field {
  // A recursive node is compiled only where the uiSchema has options below it.
  const node = given.kind === "lazy" && isEmpty(ui) ? given : resolveNode(given);
  const settings = options(ui);
  const name = naming(path, untranslated);
  const field: Field = {};
  const isReadOnly = flag(settings["readonly"], flag(settings["disabled"], isOutsideReadOnly));
  const text = (key: string): string | undefined => {
    const value = settings[key];
    if (typeof value === "string") return value;
    if (value !== undefined) name(key, value);
    return undefined;
  };
  const title = text("title");
  if (title !== undefined && title.trim() !== "") field.label = title;
  const help = [text("description"), text("help")].filter((part) => part !== undefined && part !== "");
  if (help.length > 0) field.help = help.join(" ");
  const placeholder = text("placeholder");
  if (placeholder !== undefined && placeholder !== "") field.placeholder = placeholder;
  const widget = settings["widget"] ?? (settings["inputType"] === undefined ? undefined : settings["inputType"]);
  if (widget !== undefined) {
    const looks = looksOf(node, widget);
    if (looks) Object.assign(field, looks);
    else name(settings["widget"] === undefined ? "inputType" : "widget", widget);
  }
  if (settings["inline"] === true) {
    if (field.variant === "radio") field.variant = "segmented";
    else if (!(node.kind === "leaf" && (node.type === "array" || node.type === "boolean"))) name("inline", true);
  }
  if (settings["enumNames"] !== undefined) {
    const named = node.kind === "leaf" && namedOptions(node, settings["enumNames"]);
    if (named) field.options = named;
    else name("enumNames", settings["enumNames"]);
  }
  if (settings["label"] === false) name("label", false);
  for (const [key, value] of Object.entries(settings)) if (!supported.has(key)) name(key, value);
  if (isReadOnly && node.kind !== "object" && node.kind !== "array") field.schema = { readOnly: true };
  if (depth > deepest) return field;
  if (node.kind === "object") {
    if (Object.keys(ui).length > 0 || isReadOnly)
      field.fields = fieldsOf(node, ui, settings["order"], path, isReadOnly, untranslated, depth);
  } else if (node.kind === "array") {
    const { items, ...rest } = ui;
    nameChildren(rest, path, [], untranslated);
    if (node.item && (isRecord(items) || isReadOnly))
      field.item = fieldOf(node.item, isRecord(items) ? items : {}, `${path}/*`, isReadOnly, untranslated, depth + 1);
    else if (!isEmpty(items)) untranslated.push(`${path}/items`);
  } else if (node.kind === "leaf" && node.type === "array") {
    const { items, ...rest } = ui;
    nameChildren(rest, path, [], untranslated);
    if (isRecord(items)) {
      const { enumNames, ...others } = options(items);
      const named = enumNames === undefined ? undefined : namedOptions(node, enumNames);
      if (named) field.item = { options: named };
      for (const [key, value] of Object.entries({ ...others, ...(!named && { enumNames }) }))
        naming(`${path}/*`, untranslated)(key, value);
    }
  } else nameChildren(ui, path, [], untranslated);
  return field;
}

const flag = (value: unknown, otherwise: boolean): boolean => (typeof value === "boolean" ? value : otherwise);

/** Choices by other names: a list in the schema's order, or a map from the value's text. */
function namedOptions(node: LeafNode, names: unknown): FieldOption[] | undefined {
  const members: unknown = node.schema.enum ?? (node.schema.items as JsonSchema | undefined)?.enum;
  if (!node.options || !(Array.isArray(names) || isRecord(names))) return undefined;
  return node.options.map((option, place) => {
    const index = Array.isArray(members) ? members.findIndex((member) => sameJson(member, option.value)) : place;
    const label: unknown = Array.isArray(names) ? names[index] : names[String(option.value)];
    return typeof label === "string" ? { ...option, label } : option;
  });
}
