import { operators } from "../../field/condition.ts";
import { isCondition } from "../../field/fieldExtension.ts";
import { fieldTypes } from "../../field/fieldVariants.ts";
import { isRecord } from "../../json/record.ts";

/**
 * The first part of a FormSpec that keeps a form from being compiled, and what it has to be: a sentence for whoever
 * wrote it. `parseFormSpec` finds everything that has not the effect that was meant.
 */
export function formSpecProblem(spec: unknown): string | undefined {
  if (!isRecord(spec)) return no.spec(spec);
  const { fields = [], sections = [] } = spec;
  return (
    listProblem(fields, "fields", fieldProblem) ??
    listProblem(sections, "sections", (section, at) =>
      isRecord(section)
        ? (listProblem(section.fields, `${at}.fields`, fieldProblem) ?? conditionProblem(section, at))
        : no.section(section, at),
    )
  );
}

/** What is said of a part that is not what it has to be. */
export const no = {
  spec: (value: unknown) => `It is ${shown(value)}; a FormSpec is an object with sections or fields.`,
  list: (value: unknown, at: string) => `${at} is ${shown(value)} and has to be a list.`,
  record: (value: unknown, at: string) => `${at} is ${shown(value)} and has to be an object.`,
  section: (value: unknown, at: string) =>
    `${at} is ${shown(value)}; a section is an object: { title: "Address", fields: […] }.`,
  field: (value: unknown, at: string) =>
    `${at} is ${shown(value)}; a field is an object that says which property it fills: { key: ${
      typeof value === "string" ? JSON.stringify(value) : '"name"'
    } }.`,
  key: (value: unknown, at: string) =>
    `${at}.key is ${shown(value)} and has to be the name of the property that the field fills.`,
  option: (value: unknown, at: string) => `${at} is ${shown(value)}; an option is an object: { value: …, label: "…" }.`,
  type: (value: unknown, at: string) => `${at}.type is ${shown(value)}; the types are ${fieldTypes.join(", ")}.`,
  condition: (value: unknown, at: string) =>
    `${at} is ${shown(value)}; a condition is { field, operator, value }, { all: […] }, { any: […] } or { not: … }, and the operators are ${operators.join(", ")}.`,
};

type Check = (value: unknown, at: string) => string | undefined;

function listProblem(list: unknown, at: string, check: Check): string | undefined {
  if (!Array.isArray(list)) return no.list(list, at);
  for (const [index, value] of list.entries()) {
    const problem = check(value, `${at}[${index}]`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const fieldProblem: Check = (field, at) =>
  !isRecord(field)
    ? no.field(field, at)
    : typeof field.key !== "string" || field.key === ""
      ? no.key(field.key, at)
      : partsProblem(field, at);

/** What a field and the element of a list have in common. */
const partsProblem: Check = (field, at) => {
  if (!isRecord(field)) return no.record(field, at);
  const { type, fields, item, options } = field;
  if (type !== undefined && !(fieldTypes as unknown[]).includes(type)) return no.type(type, at);
  return (
    (fields === undefined ? undefined : listProblem(fields, `${at}.fields`, fieldProblem)) ??
    (item === undefined ? undefined : partsProblem(item, `${at}.item`)) ??
    (options === undefined ? undefined : listProblem(options, `${at}.options`, optionProblem)) ??
    conditionProblem(field, at)
  );
};

const optionProblem: Check = (option, at) => (isRecord(option) ? undefined : no.option(option, at));

const conditionProblem = ({ visibleWhen }: Record<string, unknown>, at: string): string | undefined =>
  visibleWhen === undefined || isCondition(visibleWhen) ? undefined : no.condition(visibleWhen, `${at}.visibleWhen`);

/** A value in few words: what somebody who wrote it finds again. */
export function shown(value: unknown): string {
  if (value === undefined) return "missing";
  if (typeof value === "function") return "a function";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
