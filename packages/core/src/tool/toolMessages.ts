import { isRecord } from "../json/record.ts";
import { dataKeywords, schemaMaps } from "../schema/schemasIn.ts";

/** A text for each plural form that a language has, chosen by the value `count`. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/**
 * The words of a tool in one language: each as its definition has them, and what stands in their place. A template's
 * words name its values in braces, in any order, and may have plural forms.
 */
export type ToolMessages = Record<string, string | PluralForms>;

/** The parts of a tool that hold words which people read. */
const worded = [
  "name",
  "userDescription",
  "description",
  "locked",
  "examples",
  "inputSchema",
  "outputSchema",
  "formSpec",
  "viewSpec",
  "aggregateViewSpec",
  "outputSections",
] as const;

type Worded = { [Part in (typeof worded)[number]]?: unknown } & { messages?: Record<string, ToolMessages> };

/** The properties whose texts are words, in schemas, fields, sections and blocks alike. */
const wordKeys = new Set(
  "title description label help placeholder unit submitLabel none topLeft topRight bottomLeft bottomRight".split(" "),
);

/**
 * What becomes of a text; and of the phrases that a text of the output may be, which `x-phrases` of its schema lists.
 */
interface Replace {
  (text: string): string;
  phrases(list: readonly string[]): unknown;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** Copies a part of a tool with each of its texts replaced; a part without a text to replace stays the same object. */
function mapWords<Value>(value: Value, replace: Replace, isNames?: boolean): Value;
function mapWords(value: unknown, replace: Replace, isNames = false): unknown {
  if (Array.isArray(value)) {
    const parts = value.map((part: unknown) => mapWords(part, replace));
    return parts.some((part, index) => part !== value[index]) ? parts : value;
  }
  if (!isRecord(value)) return value;
  let copy: Record<string, unknown> | undefined;
  for (const [key, part] of Object.entries(value)) {
    let next = part;
    if (isNames) next = mapWords(part, replace);
    else if (key === "x-phrases") next = isTexts(part) ? replace.phrases(part) : part;
    else if (typeof part === "string") next = wordKeys.has(key) ? replace(part) : part;
    // The values of a choice and a ranking's `config.label` are data: keys of the output, or what is submitted.
    else if (key === "config" && isRecord(part)) {
      const { label, ...rest } = part;
      const words = mapWords(rest, replace);
      next = words === rest ? part : label === undefined ? words : { ...words, label };
    } else if (!dataKeywords.has(key)) next = mapWords(part, replace, schemaMaps.has(key));
    if (next !== part) (copy ??= { ...value })[key] = next;
  }
  return copy ?? value;
}

function mapTool<Tool extends Worded>(tool: Tool, replace: Replace): Tool {
  const words: Record<string, unknown> = {};
  for (const part of worded) {
    const value = tool[part];
    const next =
      typeof value === "string"
        ? replace(value)
        : part === "examples" && Array.isArray(value)
          ? (value as string[]).map((text) => replace(text))
          : mapWords(value, replace);
    if (next !== value) words[part] = next;
  }
  return Object.keys(words).length === 0 ? tool : { ...tool, ...words };
}

/** Every text of a tool that people read, each once: what its `messages` translate. */
export function textsOfTool(tool: Worded): string[] {
  const words = new Set<string>();
  const add = (text: string): string => {
    if (text !== "") words.add(text);
    return text;
  };
  mapTool(tool, Object.assign(add, { phrases: (list: readonly string[]) => (list.forEach(add), list) }));
  return [...words];
}

/** The catalogue for a language: its own, else that of the language without region. */
function messagesFor(tool: Worded, locale: string): ToolMessages | undefined {
  const { messages } = tool;
  if (!messages) return undefined;
  const names = [locale, locale.split("-")[0]!];
  const name = names.find((one) => Object.hasOwn(messages, one));
  return name === undefined ? undefined : messages[name];
}

const translated = new WeakMap<object, Map<string, object>>();

/**
 * A tool, its listing or its detail with its words in a reader's language, from the tool's own `messages`; a word
 * without a translation stays as it is, and a tool without that language is itself. The same object for the same tool
 * and language.
 */
export function translateTool<Tool extends Worded>(tool: Tool, locale: string): Tool {
  const messages = messagesFor(tool, locale);
  if (!messages) return tool;
  const known = translated.get(tool) ?? new Map<string, object>();
  translated.set(tool, known);
  let result = known.get(locale) as Tool | undefined;
  if (!result) {
    const phrases = (list: readonly string[]): unknown => {
      const known = list.filter((phrase) => Object.hasOwn(messages, phrase));
      return known.length > 0 ? Object.fromEntries(known.map((phrase) => [phrase, messages[phrase]])) : list;
    };
    result = mapTool(
      tool,
      Object.assign((text: string) => wordFor(messages, text), { phrases }),
    );
    known.set(locale, result);
  }
  return result;
}

/**
 * The word for a tool's category in a reader's language, where the tool's `messages` have one. The category itself
 * stays what it is filtered by.
 */
export function translateCategory(tool: { category: string; messages?: Worded["messages"] }, locale: string): string {
  const messages = messagesFor(tool, locale);
  return messages ? wordFor(messages, tool.category) : tool.category;
}

function wordFor(messages: ToolMessages, text: string): string {
  const own = Object.hasOwn(messages, text) ? messages[text] : undefined;
  return typeof own === "string" ? own : text;
}

/** A template in a reader's language, from the tool's `messages`; the template itself where they do not have it. */
export function translateTemplate(
  tool: { messages?: Worded["messages"] } | undefined,
  template: string,
  locale: string,
): string | PluralForms {
  const messages = tool && messagesFor(tool, locale);
  return messages && Object.hasOwn(messages, template) ? messages[template]! : template;
}

/** The `messages` that translate only these texts, for a listing; undefined where none is left. */
export function messagesOf(tool: Worded, texts: readonly string[]): Record<string, ToolMessages> | undefined {
  const kept = Object.entries(tool.messages ?? {}).flatMap(([locale, messages]) => {
    const own = texts.filter((text) => Object.hasOwn(messages, text)).map((text) => [text, messages[text]!] as const);
    return own.length > 0 ? [[locale, Object.fromEntries(own)] as const] : [];
  });
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

const pluralRules = new Set("zero one two few many other".split(" "));

function isPluralForms(value: unknown): value is PluralForms {
  if (!isRecord(value) || typeof value["other"] !== "string") return false;
  return Object.entries(value).every(([rule, text]) => pluralRules.has(rule) && typeof text === "string");
}

/** @throws where a tool's `messages` are not texts by language and text. */
export function refuseMessages(slug: string, messages: unknown): void {
  if (messages === undefined) return;
  const isCatalogue = (value: unknown) =>
    isRecord(value) && Object.values(value).every((text) => typeof text === "string" || isPluralForms(text));
  if (isRecord(messages) && Object.values(messages).every(isCatalogue)) return;
  throw new Error(
    `The messages of the tool "${slug}" have to be texts by language and by the text they stand for: ` +
      '{ de: { "Bill": "Rechnung" } }.',
  );
}
