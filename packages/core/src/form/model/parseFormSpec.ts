import { checkFields } from "../../field/fieldProblems.ts";
import { isCondition } from "../../field/fieldExtension.ts";
import { fieldVariants } from "../../field/fieldVariants.ts";
import type { FieldDefinition, FieldType } from "../../field/field.ts";
import { childPointer, type Pointer } from "../../json/pointer.ts";
import { isRecord } from "../../json/record.ts";
import { jsonKey } from "../../json/jsonKey.ts";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { compileForm } from "./compile.ts";
import { conditionProblems } from "./conditionProblems.ts";
import type { FormSection, FormSpec } from "./formSpec.ts";
import { fitsType } from "./leaf.ts";
import { resolveNode, type FormNode, type LazyNode } from "./model.ts";
import { fieldParts, optionParts, readElsewhere, sectionParts, specParts, type Parts } from "./specParts.ts";
import { hint } from "./specWords.ts";
import { no, shown } from "./formSpecProblem.ts";

/** Something in a FormSpec that has not the effect that whoever wrote it has in mind. */
export interface FormSpecProblem {
  /** Where it is written: `sections[0].fields[2].variant`; empty for the spec as a whole. */
  at: string;
  /** What is wrong, why, and how to mend it. */
  message: string;
  /** The drawn field that it is said beside, and on which side; without it, it is said above the form. */
  place?: { path: Pointer; side: "before" | "after" };
  /** The type has no such variant. An app's own component for the field may know it. */
  variantOf?: FieldType;
}

/** A FormSpec from anywhere: what can be drawn of it, and what is wrong with it. */
export interface ParsedFormSpec {
  /** What can be drawn; undefined where nothing can. */
  spec: FormSpec | undefined;
  problems: FormSpecProblem[];
}

/** So many of a field's values are named where another one is written. */
const mostNamed = 20;

type Node = Exclude<FormNode, LazyNode>;
type Place = FormSpecProblem["place"];
type Raw = Record<string, unknown>;
/** What is known of the object that fields stand in. */
interface Around {
  path: Pointer;
  /** Below lists there are many places; what is wrong is said by the list. */
  isMany: boolean;
  node: Node | undefined;
  /** The names that a condition may start with. */
  names: readonly string[];
}

/** Holds a FormSpec against the schema that it is for; without a schema, its fields are the contract. */
export function parseFormSpec(given: unknown, schema?: JsonSchema | boolean): ParsedFormSpec {
  const problems: FormSpecProblem[] = [];
  if (!isRecord(given)) {
    return { spec: undefined, problems: [{ at: "", message: no.spec(given) }] };
  }
  const say = (at: string, message: string, place: Place, variantOf?: FieldType): void => {
    problems.push({ at, message, ...(place && { place }), ...(variantOf && { variantOf }) });
  };
  const tell = (at: string, words: string, place: Place, variantOf?: FieldType): void =>
    say(at, `${at} ${words}`, place, variantOf);
  const root = schema === undefined ? undefined : resolveNode(compileForm(schema).root);
  const lists = [
    given["fields"],
    ...listIn(given["sections"]).map((section) => isRecord(section) && section["fields"]),
  ];
  const keys = lists.flatMap(listIn).flatMap((field) => (isRecord(field) && isKey(field["key"]) ? [field["key"]] : []));
  const around: Around = { path: "", isMany: false, node: root, names: [...namesIn(root), ...keys] };
  const placed = new Set<string>();

  const spec: Raw = parts(given, specParts, "", undefined);
  if (isGiven(given["fields"])) spec["fields"] = fieldList(given["fields"], "fields", around, placed, undefined);
  if (isGiven(given["sections"])) spec["sections"] = sectionList(given["sections"]);
  if (root && keys.length > 0 && !["object", "json", "map"].includes(root.kind)) {
    problems.push({
      at: "",
      message: "Its fields have nothing to fill: a FormSpec is for a schema that describes an object with properties.",
    });
  }
  return { spec: spec as FormSpec, problems };

  /** The valid ones of the parts that are no fields; what is null is left out. */
  function parts(from: Raw, known: Parts, at: string, place: Place): Raw {
    const valid: Raw = {};
    for (const [name, value] of Object.entries(from)) {
      const here = at === "" ? name : `${at}.${name}`;
      const expected = Object.hasOwn(known, name) ? known[name] : undefined;
      if (!isGiven(value) || expected === readElsewhere) continue;
      if (expected === undefined) {
        tell(here, `is nothing that is known here.${hint(name, Object.keys(known))}`, place);
      } else if (expected.is(value)) valid[name] = value;
      else tell(here, `is ${shown(value)} and has to be ${expected.words}.`, place);
    }
    return valid;
  }

  function sectionList(list: unknown): FormSection[] {
    if (!Array.isArray(list)) {
      say("sections", no.list(list, "sections"), undefined);
      return [];
    }
    return list.flatMap((section: unknown, index): FormSection[] => {
      const at = `sections[${index}]`;
      if (!isRecord(section)) {
        say(at, no.section(section, at), undefined);
        return [];
      }
      const first = drawn(listIn(section["fields"]), around, placed)[0];
      const place: Place = first === undefined ? undefined : { path: first, side: "before" };
      const valid = parts(section, sectionParts, at, place);
      takeCondition(section, valid, at, around, place);
      return [{ ...valid, fields: fieldList(section["fields"], `${at}.fields`, around, placed, place) }];
    });
  }

  function fieldList(
    list: unknown,
    at: string,
    inside: Around,
    taken: Set<string>,
    otherwise: Place,
  ): FieldDefinition[] {
    if (!Array.isArray(list)) {
      say(at, no.list(list, at), otherwise);
      return [];
    }
    /** Beside the field before, else the one that follows, else where the list as a whole is spoken of. */
    let place: Place = inside.isMany ? otherwise : undefined;
    const following = (index: number): Place => {
      const [next] = inside.isMany ? [] : drawn(list.slice(index + 1), inside, taken);
      return next === undefined ? otherwise : { path: next, side: "before" };
    };
    return list.flatMap((field: unknown, index): FieldDefinition[] => {
      const here = `${at}[${index}]`;
      const around = place ?? following(index);
      if (!isRecord(field)) {
        say(here, no.field(field, here), around);
        return [];
      }
      const { key } = field;
      if (!isKey(key)) {
        say(`${here}.key`, no.key(key, here), around);
        return [];
      }
      const [path] = drawn([field], inside, new Set());
      if (path !== undefined && !inside.isMany) place = { path, side: "after" };
      const beside = path === undefined ? around : place;
      if (taken.has(key)) tell(`${here}.key`, `is "${key}" again; a field is drawn where it stands first.`, beside);
      taken.add(key);
      if (!isProperty(key, inside.node)) tell(`${here}.key`, unknownKey(key, inside.node), beside);
      return [{ key, ...part(field, here, childPointer(inside.path, key), childOf(inside.node, key), inside, beside) }];
    });
  }

  /** What a field and the element of a list have in common. */
  function part(given: Raw, at: string, path: Pointer, node: Node | undefined, inside: Around, place: Place): Raw {
    const { key: _key, fields, item, options, ...rest } = given;
    const valid: Raw = parts(rest, fieldParts, at, place);
    if (given["key"] !== undefined) takeCondition(given, valid, at, inside, place);
    const asked = valid["type"] as FieldType | undefined;
    if (asked !== undefined && !isTypeOf(asked, node)) {
      const words = `is "${asked}", but the schema says that it is ${kindWords(node!)}. Leave it out, or change the schema.`;
      tell(`${at}.type`, words, place);
      delete valid["type"];
    }
    const known =
      (valid["type"] as FieldType | undefined) ?? typeOf(node) ?? (options === undefined ? undefined : "enum");
    checkVariant(valid, known, at, place);
    if (isGiven(options)) {
      const list = optionList(options, `${at}.options`, node, place);
      if (list) valid["options"] = list;
    }
    const isChoice = node?.kind === "leaf" && node.options !== undefined;
    if (asked === "enum" && !listIn(valid["options"]).length && !isChoice) {
      tell(`${at}.type`, 'is "enum", which takes options: [{ value: "a", label: "A" }].', place);
      delete valid["type"];
    }
    const names = [...inside.names, ...namesIn(node)];
    if (isGiven(fields)) {
      const own = listIn(fields).flatMap((one) => (isRecord(one) && isKey(one["key"]) ? [one["key"]] : []));
      const within: Around = { path, isMany: inside.isMany, node, names: [...names, ...own] };
      valid["fields"] = fieldList(fields, `${at}.fields`, within, new Set(), place);
    }
    if (isRecord(item)) {
      const element = node?.kind === "array" && node.item ? resolveNode(node.item) : undefined;
      const within: Around = { path, isMany: true, node: element, names };
      // An element has no name of its own.
      valid["item"] = part({ ...item, key: undefined }, `${at}.item`, path, element, within, place);
    } else if (isGiven(item)) say(`${at}.item`, no.record(item, `${at}.item`), place);
    for (const problem of ruleProblems(valid, node)) tell(`${at}${problem.at}`, problem.words, place);
    return valid;
  }

  function checkVariant(field: Raw, type: FieldType | undefined, at: string, place: Place): void {
    const { variant } = field;
    if (variant === undefined) return;
    const variants: readonly string[] = type ? fieldVariants[type] : Object.values(fieldVariants).flat();
    if (variants.includes(variant as string)) return;
    const are = type ? ` A field of type "${type}" is drawn as ${variants.join(", ")}.` : "";
    const words = `is ${shown(variant)}, which there is not.${are}${hint(variant as string, variants)}`;
    tell(`${at}.variant`, words, place, type ?? "text");
  }

  function optionList(given: unknown, at: string, node: Node | undefined, place: Place): unknown[] | undefined {
    if (!Array.isArray(given)) {
      say(at, no.list(given, at), place);
      return undefined;
    }
    const allowed = node?.kind === "leaf" && node.type !== "boolean" ? node.options : undefined;
    const allowedKeys = new Set(allowed?.map((one) => jsonKey(one.value)));
    return given.flatMap((option: unknown, index) => {
      const here = `${at}[${index}]`;
      if (!isRecord(option)) {
        say(here, no.option(option, here), place);
        return [];
      }
      const { value, ...words } = option;
      const valid = { value, label: shown(value), ...parts(words, optionParts, here, place) };
      if (value === undefined) {
        tell(`${here}.value`, "is missing and has to be what the choice stands for.", place);
        return [];
      }
      if (allowed && !allowedKeys.has(jsonKey(value))) {
        const values = allowed.slice(0, mostNamed).map((one) => shown(one.value));
        if (allowed.length > mostNamed) values.push(`and ${allowed.length - mostNamed} more`);
        const words = `is ${shown(value)}, which the schema does not allow; it allows ${values.join(", ")}.`;
        tell(`${here}.value`, words, place);
      }
      return [valid];
    });
  }

  function takeCondition(from: Raw, valid: Raw, at: string, inside: Around, place: Place): void {
    const condition = from["visibleWhen"];
    if (!isGiven(condition)) return;
    conditionProblems(condition, `${at}.visibleWhen`, inside.names, (here, message) => say(here, message, place));
    if (isCondition(condition)) valid["visibleWhen"] = condition;
  }
}

/** What the editor of field definitions finds in one too: limits, patterns, choices and defaults. */
function ruleProblems(valid: Raw, node: Node | undefined): { at: string; words: string }[] {
  const { item: _item, fields: _fields, visibleWhen: _when, ...field } = valid as Partial<FieldDefinition>;
  // Of what kind a default has to be, the schema says where there is one.
  if (node) delete field.default;
  return checkFields([{ ...field, key: "field" }]).flatMap(({ path, code, params = {} }) => {
    const words =
      code === "pattern"
        ? `is ${shown(params["pattern"])} and no regular expression.`
        : code === "order"
          ? "is less than the least."
          : code === "optionTaken"
            ? `have ${shown(params["value"])} twice.`
            : code === "defaultType"
              ? `is ${shown(field.default)}, which is of another type than the field.`
              : code === "defaultOption"
                ? `is ${shown(field.default)}, which is none of the options.`
                : undefined;
    return words === undefined ? [] : [{ at: path.slice(2).replaceAll("/", "."), words }];
  });
}

/** Null is what JSON has for a part that is left out. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
const isKey = (key: unknown): key is string => typeof key === "string" && key !== "";
const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const namesIn = (node: Node | undefined): string[] => (node?.kind === "object" ? [...node.fields.keys()] : []);

/** The fields of a list that are drawn, each by its pointer. */
function drawn(list: readonly unknown[], inside: Around, taken: ReadonlySet<string>): Pointer[] {
  return list.flatMap((field) => {
    const key = isRecord(field) ? field["key"] : undefined;
    if (!isKey(key) || taken.has(key)) return [];
    const isDrawn = isProperty(key, inside.node) || inside.node?.schema.additionalProperties !== false;
    return isDrawn ? [childPointer(inside.path, key)] : [];
  });
}

/** Whether a schema has a property, or says that it may have any. */
function isProperty(key: string, node: Node | undefined): boolean {
  if (node?.kind !== "object" || node.fields.has(key)) return true;
  return node.extra !== undefined || node.schema.additionalProperties === true || node.fields.size === 0;
}

function unknownKey(key: string, node: Node | undefined): string {
  const names = namesIn(node);
  const are = names.length > 12 ? `${names.slice(0, 12).join(", ")} and ${names.length - 12} more` : names.join(", ");
  return `is "${key}", and the schema has no such property.${hint(key, names)} It has ${are}.`;
}

function childOf(node: Node | undefined, key: string): Node | undefined {
  const child = node?.kind === "object" ? node.fields.get(key) : undefined;
  return child && resolveNode(child);
}

function typeOf(node: Node | undefined): FieldType | undefined {
  if (node?.kind === "leaf") return node.type;
  return node?.kind === "object" || node?.kind === "array" ? node.kind : undefined;
}

function isTypeOf(asked: FieldType, node: Node | undefined): boolean {
  const type = typeOf(node);
  if (!node || type === undefined || asked === type) return true;
  if (node.kind === "object" || node.kind === "array" || type === "array") return false;
  // Choices are drawn as choices, whatever type is asked for.
  if (node.kind === "leaf" && node.options) return asked !== "object" && asked !== "array";
  const given = type === "number" || type === "boolean" ? type : "string";
  return fitsType(asked, given);
}

const kindWords = (node: Node): string => {
  const type = typeOf(node);
  return type === "object"
    ? "an object"
    : type === "array"
      ? "a list"
      : type === "number" || type === "boolean"
        ? `a ${type}`
        : "a text";
};
