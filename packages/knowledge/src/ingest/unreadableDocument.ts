import type { KnowledgeReason } from "@callboard/core/client";
import { fillTemplate } from "@callboard/core/host";
import { fitPhrase, type PhraseWords } from "@callboard/core/view";

/** What may be said of a document that could not be read, or not all of it, by the code that goes with it. */
export const PROBLEMS = {
  unknown_kind: `Files such as "{name}" are not read: {endings} are.`,
  too_large: "It has {size} MB, and files of up to {most} MB are read. Split it.",
  empty: "It is empty.",
  zero_bytes: "It is no text: it holds zero bytes.",
  no_text: "It has no text: its pages are pictures. Recognize their text first.",
  no_picture: "It is no picture of a kind that browsers show.",
  no_rows: "It has no rows.",
  open_quote: "Row {row} has a quote that is not closed.",
  broken_archive: "It is no whole archive: {problem}.",
  empty_archive: "It is no file of its kind: nothing is packed in it.",
  swollen_archive:
    "It unpacks to more than {most} MB or {files} files, and no document is that large. Save it again without what swells it.",
  pages_cut: "Of its {pages} pages the first {most} are read.",
  tables_cut: "Of {tables} the first {rows} rows and {columns} columns are read.",
} as const;

export type ProblemCode = keyof typeof PROBLEMS;
type Values = Readonly<Record<string, string | number>>;

/** A problem in words. */
export const sayProblem = (code: ProblemCode, values: Values = {}): string => fillTemplate(PROBLEMS[code], values);

/** Why a document cannot be read, in a sentence. */
export class UnreadableDocument extends Error {
  override readonly name = "UnreadableDocument";

  constructor(code: ProblemCode, values?: Values) {
    super(sayProblem(code, values));
  }
}

const CODES: PhraseWords = Object.fromEntries(Object.entries(PROBLEMS).map(([code, phrase]) => [phrase, code]));

/** A problem that was said in words by its code; undefined where a library said it. */
export function reasonOf(problem: string): KnowledgeReason | undefined {
  const found = fitPhrase(CODES, problem);
  return typeof found?.words === "string" ? { code: found.words, values: found.values } : undefined;
}
