import type { JsonSchema } from "@callboard/core";
import { isRecord } from "../../isRecord.ts";
import { isRecordAnswer } from "./answerContent.ts";

/** One of the few answers that a question takes. */
export interface AnswerOption {
  /** A yes or a no is said in the reader's language. */
  words: string | boolean;
  /** What the answer is, as the question takes it. */
  content: unknown;
}

export interface FewAnswers {
  /** What the question calls its answer, where it says more than that it is one. */
  title: string | null;
  help: string | null;
  options: readonly AnswerOption[];
}

/** As many answers stand beside one another as buttons; more are a list. */
const most = 5;
const longest = 48;

/** The answers of a question that takes one of a few words; null where it takes anything else. */
export function fewAnswers(schema: JsonSchema): FewAnswers | null {
  if (!isRecordAnswer(schema)) return fewOf(schema, (value) => value);
  if (!isRecord(schema.properties)) return null;
  const [only, ...more] = Object.entries(schema.properties);
  if (!only || more.length > 0 || !isRecord(only[1])) return null;
  const [name, field] = only;
  return fewOf(field as JsonSchema, (value) => ({ [name]: value }));
}

function fewOf(field: JsonSchema, contentOf: (value: unknown) => unknown): FewAnswers | null {
  const options = optionsOf(field);
  if (!options || options.length < 2 || options.length > most) return null;
  if (options.some(([words]) => typeof words === "string" && (words === "" || words.length > longest))) return null;
  return {
    title: typeof field.title === "string" && field.title !== "" ? field.title : null,
    help: typeof field.description === "string" && field.description !== "" ? field.description : null,
    options: options.map(([words, value]) => ({ words, content: contentOf(value) })),
  };
}

/** The options of a field, each with its words; null where a value is no word. */
function optionsOf(field: JsonSchema): [words: string | boolean, value: unknown][] | null {
  if (field.type === "boolean" && field.enum === undefined && field.const === undefined)
    return [
      [true, true],
      [false, false],
    ];
  const listed = field.enum
    ? field.enum.map((value: unknown) => ({ const: value, title: undefined as unknown }))
    : (field.oneOf ?? field.anyOf);
  if (!Array.isArray(listed)) return null;
  const options = listed.map((option: unknown): [string | boolean, unknown] | null => {
    if (!isRecord(option) || !("const" in option)) return null;
    const { const: value, title } = option;
    if (typeof title === "string" && title !== "") return [title, value];
    return typeof value === "string" || typeof value === "boolean"
      ? [value, value]
      : typeof value === "number"
        ? [String(value), value]
        : null;
  });
  return options.every((option) => option !== null) ? options : null;
}
