import type { JsonSchema } from "@callboard/core";
import { isRecord } from "../../isRecord.ts";
import { visibleText } from "../../text/visibleText.ts";
import { isSecretive } from "../asksForSecrets.ts";
import { answerOptions } from "./answerOptions.ts";
import { sameJson } from "@callboard/core/form";

interface WordsOf {
  locale: string;
  yes: string;
  no: string;
}

/** More of an answer is read where it is unfolded. */
const longest = 80;

/** An answer in the words of a line; null where it holds a secret, or more than a line says. */
export function answerWords(content: unknown, schema: JsonSchema | undefined, words: WordsOf): string | null {
  if (content === undefined || isSecretive(schema)) return null;
  const chosen = schema && answerOptions(schema)?.find((option) => sameJson(option.content, content));
  const leaves = chosen ? [chosen.words] : isRecord(content) ? Object.values(content) : [content];
  const said = leaves.map((leaf) => leafWords(leaf, words));
  if (said.includes(null)) return null;
  const line = said.filter(Boolean).join(" · ");
  return line === "" || line.length > longest || line.includes("\n") ? null : visibleText(line);
}

function leafWords(leaf: unknown, words: WordsOf): string | null {
  if (leaf === null || leaf === undefined) return "";
  if (typeof leaf === "string") return leaf.trim();
  if (typeof leaf === "boolean") return leaf ? words.yes : words.no;
  if (typeof leaf === "number") return new Intl.NumberFormat(words.locale, { maximumFractionDigits: 20 }).format(leaf);
  const isList = Array.isArray(leaf) && leaf.every((one) => typeof one === "string");
  return isList ? new Intl.ListFormat(words.locale).format(leaf) : null;
}
