import type { KnowledgeReason } from "@callboard/core/client";
import { fillTemplate } from "@callboard/core/host";
import { localeOf, type Language } from "../shell/language.ts";
import type { Words } from "../shell/words/english.ts";

/** Why a document could not be read, in the reader's words where there are some, else as the host says it. */
export function knowledgeProblem(
  words: Words,
  language: Language,
  { problem, reason }: { problem: string | null; reason?: KnowledgeReason },
): string {
  const template = Object.entries(words).find(([key]) => reason && key === `knowledge.problem.${reason.code}`)?.[1];
  if (template === undefined || !reason) return problem ?? "";
  const numbers = new Intl.NumberFormat(localeOf(language));
  const values = Object.entries(reason.values).map(([name, value]) => [
    name,
    typeof value === "number" ? numbers.format(value) : value,
  ]);
  return fillTemplate(template, Object.fromEntries(values));
}
