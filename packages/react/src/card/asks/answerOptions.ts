import type { FieldOption, JsonSchema } from "@callboard/core";
import { optionsOf } from "@callboard/core/form";
import { isRecord } from "../../isRecord.ts";
import { isRecordAnswer } from "./answerContent.ts";

/** One of the answers that a question takes. */
export interface AnswerOption {
  value: unknown;
  /** A yes or a no is said in the reader's language. */
  words: string | boolean;
  /** What the answer is, as the question takes it. */
  content: unknown;
  /** More of it than a button says. */
  description?: string | undefined;
}

interface ChosenAnswer {
  /** The field that is answered. */
  field: JsonSchema;
  options: readonly AnswerOption[];
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
  const chosen = chosenAnswer(schema);
  if (!chosen) return null;
  const { field, options } = chosen;
  if (options.length < 2 || options.length > most || !options.every(isShort)) return null;
  return {
    title: typeof field.title === "string" && field.title !== "" ? field.title : null,
    help: typeof field.description === "string" && field.description !== "" ? field.description : null,
    options,
  };
}

const isShort = ({ words, description }: AnswerOption): boolean =>
  description === undefined && (typeof words === "boolean" || (words !== "" && words.length <= longest));

/** The options of a question that takes one of them, each with its words; null where it takes anything else. */
export function answerOptions(schema: JsonSchema): readonly AnswerOption[] | null {
  return chosenAnswer(schema)?.options ?? null;
}

function chosenAnswer(schema: JsonSchema): ChosenAnswer | null {
  if (!isRecordAnswer(schema)) return chosenOf(schema, (value) => value);
  if (!isRecord(schema.properties)) return null;
  const [only, ...more] = Object.entries(schema.properties);
  if (!only || more.length > 0 || !isRecord(only[1])) return null;
  const [name, field] = only;
  return chosenOf(field as JsonSchema, (value) => ({ [name]: value }));
}

function chosenOf(field: JsonSchema, contentOf: (value: unknown) => unknown): ChosenAnswer | null {
  const choice = optionsOf(field);
  if (!choice && field.type === "boolean") {
    const options = [true, false].map((value) => ({ value, words: value, content: contentOf(value) }));
    return { field, options };
  }
  if (!choice || choice.nullable || !choice.options.every(isWord)) return null;
  const options = choice.options.map(({ value, label, description }) => ({
    value,
    words: typeof value === "boolean" && label === String(value) ? value : label,
    content: contentOf(value),
    description,
  }));
  return { field, options };
}

/** Whether an option has a word: a list or a record has none unless its schema gives it one. */
const isWord = ({ value, label }: FieldOption): boolean => typeof value !== "object" || label !== JSON.stringify(value);
