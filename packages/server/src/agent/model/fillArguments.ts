import { bareText, numbersIn, pathsIn, quotedIn, type NumberMention } from "./requestParts.ts";
import type { Parameter, ToolShape } from "./toolShape.ts";
import { isStopWord, stemOf, stemsOf, wordsOf } from "./words.ts";

/** What the arguments may be taken from besides the words of the request. */
export interface Material {
  facts: Readonly<Record<string, unknown>>;
  /** The path that an earlier step found. */
  path?: string;
  /** What the conversation is about, for titles and questions that the request leaves open. */
  topic?: string;
  /** The title of what was read, where the request has no topic. */
  title?: string;
  /** What was found so far, as the text of a note. */
  text?: string;
}

export interface Filled {
  input: Record<string, unknown>;
  /** Required parameters, and a path, for which there is nothing. */
  missing: Parameter[];
}

/** Arguments for a tool from a part of the request. Only what the request, or a step before it, gives is filled in. */
export function fillArguments(tool: ToolShape, text: string, material: Material): Filled {
  const input: Record<string, unknown> = {};
  const { parameters } = tool;
  const quotes = quotedIn(text).map((quote) => ({ ...quote, taken: false }));
  const paths = pathsIn(text);
  const bare = bareText(text);
  const set = (parameter: Parameter, value: unknown) => {
    if (value !== undefined && value !== "" && !Object.hasOwn(input, parameter.name)) input[parameter.name] = value;
  };

  for (const parameter of parameters) {
    const fact = material.facts[parameter.name];
    if (fact !== undefined && typeof fact === typeOf(parameter)) set(parameter, fact);
    if (parameter.kind === "list" && parameter.items.length > 0) set(parameter, listOf(parameter, text));
    if (parameter.kind === "boolean") set(parameter, booleanOf(parameter, bare));
  }
  fillEnums(parameters, bare, set);
  const listed = parameters.some((parameter) => parameter.kind === "list" && input[parameter.name] !== undefined);
  if (!listed) fillNumbers(tool, text, set);

  for (const parameter of parameters.filter(({ kind }) => kind === "string")) {
    const named = quotes.find((quote) => !quote.taken && namesBefore(parameter, text.slice(0, quote.index)));
    if (!named) continue;
    named.taken = true;
    set(parameter, fit(parameter, named.text));
  }
  for (const parameter of parameters.filter(({ kind }) => kind === "string")) {
    if (parameter.format === "date") set(parameter, /\b\d{4}-\d{2}-\d{2}\b/.exec(text)?.[0]);
    if (parameter.format === "email") set(parameter, /[\w.+-]+@[\w-]+\.[\w.-]+\w/.exec(text)?.[0]);
    if (parameter.format === "uri") set(parameter, /https?:\/\/[^\s"'<>]+[\w/]/.exec(text)?.[0]);
    if (parameter.role === "path") set(parameter, paths.find(({ isGlob }) => !isGlob)?.path ?? material.path);
    if (parameter.role === "glob") {
      const glob = paths.find(({ isGlob }) => isGlob)?.path;
      set(parameter, glob ?? (parameter.required ? (paths[0]?.path ?? undefined) : undefined));
    }
  }
  for (const parameter of parameters) {
    const isNarrowing = parameter.kind === "string" && parameter.role === "other" && !parameter.required;
    if (isNarrowing) set(parameter, partOf(parameter, bare));
  }
  const order: Parameter["role"][] = ["query", "question", "text", "title", "glob", "other"];
  const open = parameters
    .filter(
      ({ kind, name, role, required }) =>
        kind === "string" && !Object.hasOwn(input, name) && (required || role === "text" || role === "query"),
    )
    .sort((a, b) => order.indexOf(a.role) - order.indexOf(b.role));
  for (const parameter of open) {
    const quote = quotes.find((each) => !each.taken);
    if (quote && parameter.role !== "question") {
      quote.taken = true;
      set(parameter, fit(parameter, quote.text));
      continue;
    }
    set(parameter, fit(parameter, wordsFor(tool, parameter, text, material)));
  }
  const missing = parameters.filter(
    (parameter) => (parameter.required || parameter.role === "path") && !Object.hasOwn(input, parameter.name),
  );
  return { input, missing };
}

function typeOf(parameter: Parameter): string {
  return parameter.kind === "number" || parameter.kind === "boolean" ? parameter.kind : "string";
}

function fit(parameter: Parameter, text: string | undefined): string | undefined {
  if (!text) return undefined;
  return text.length > parameter.maxLength ? `${text.slice(0, parameter.maxLength - 1)}…` : text;
}

/** "titled "…"", "a note called "…"", "saying "…"": the word before a quote says which parameter it is for. */
function namesBefore(parameter: Parameter, before: string): boolean {
  const words = wordsOf(before).slice(-3).map(stemOf);
  const synonyms: Partial<Record<Parameter["role"], string[]>> = {
    title: ["titl", "call", "nam", "headl"],
    text: ["say", "text", "read", "content", "stat", "writ"],
    query: ["for", "about"],
    question: ["question", "ask"],
  };
  const names = [...parameter.names, ...(synonyms[parameter.role] ?? [])];
  return words.slice(-2).some((word) => names.includes(word));
}

function wordsFor(tool: ToolShape, parameter: Parameter, text: string, material: Material): string | undefined {
  switch (parameter.role) {
    case "query":
    case "glob":
      return topicOf(tool, text) || material.topic;
    case "question":
      return questionOf(tool, text, material.topic);
    case "title":
      return capitalised(aboutOf(text) ?? material.topic ?? material.title ?? "") || undefined;
    case "text":
      return parameter.required ? material.text : undefined;
    default:
      return parameter.required ? topicOf(tool, text) || undefined : undefined;
  }
}

/** "the react packages", "with react in their name": the part of a name that a list is narrowed by. */
function partOf(parameter: Parameter, bare: string): string | undefined {
  if (!/\bpart of\b|\bcontain/i.test(`${parameter.title} ${parameter.description}`)) return undefined;
  const words = bare.match(/[\p{L}\p{N}@][\p{L}\p{N}@._/-]*/gu) ?? [];
  const isName = (word: string | undefined): word is string =>
    word !== undefined && !isStopWord(word) && !COMMANDS.has(stemOf(word)) && !parameter.names.has(stemOf(word));
  const at = words.findIndex((word, index) => parameter.names.has(stemOf(word)) && isName(words[index - 1]));
  if (at > 0) return words[at - 1];
  const named = /\b(?:with|containing|like|named|called)\s+([\p{L}\p{N}@][\p{L}\p{N}@._/-]*)/iu.exec(bare)?.[1];
  return isName(named) ? named : undefined;
}

const COMMANDS = new Set(
  "search find look lookup read open list show publish post analyze summarize explain describe document documentation package library note handle work mean mention happen question answer file page topic content information info describe understand know compare write create draft word"
    .split(" ")
    .map(stemOf),
);

/** The words that say what a request is about, as they are written. */
export function topicOf(tool: ToolShape | null, text: string): string {
  const own = new Set(tool ? wordsOf(tool.slug).map(stemOf) : []);
  const words = bareText(text).match(/[\p{L}\p{N}@][\p{L}\p{N}_.$@/-]*[\p{L}\p{N}]|[\p{L}\p{N}]/gu) ?? [];
  const kept = words.filter((word) => {
    const stem = stemOf(word);
    return !isStopWord(word) && !own.has(stem) && !COMMANDS.has(stem) && !/^(?:\d)$/.test(word);
  });
  return [...new Set(kept)].slice(0, 8).join(" ");
}

/** What follows "about" or "on", as a few words. */
function aboutOf(text: string): string | undefined {
  const found = /\b(?:about|on|regarding|concerning)\s+([^.;!?\n]{3,100})/i.exec(text)?.[1]?.trim();
  const topic = found?.replace(/^what .{1,20} (?:says?|said|found|wrote) (?:on|about) /i, "").replace(/[,:]+$/, "");
  return topic && !/^(?:it|that|this|them|those|what)\b/i.test(topic) ? topic : undefined;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function questionOf(tool: ToolShape, text: string, topic: string | undefined): string | undefined {
  const afterColon = /:\s+(.{5,})$/s.exec(text)?.[1];
  if (afterColon) return capitalised(afterColon.trim());
  const [path] = pathsIn(text);
  if (/\?\s*$/.test(text))
    return text
      .replace(path?.path ?? "", "the document")
      .replace(/\s+/g, " ")
      .trim();
  const about = aboutOf(text);
  const rest = about ?? topicOf(tool, text);
  if (rest && stemsOf(rest).length > 0) return `What does it say about ${rest}?`;
  return topic ? `What does it say about ${topic}?` : "What is this document about, and what are its main points?";
}

function booleanOf(parameter: Parameter, bare: string): boolean | undefined {
  const words = wordsOf(bare);
  const stems = words.map(stemOf);
  const names = [...parameter.names];
  if (names.length === 0 || !names.every((name) => stems.includes(name))) return undefined;
  const at = stems.indexOf(names[0]!);
  return !words.slice(Math.max(0, at - 3), at).some((word) => /^(?:no|not|without|never|don't|dont|off)$/.test(word));
}

type Setter = (parameter: Parameter, value: unknown) => void;

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  "°c": "celsius",
  "°f": "fahrenheit",
  km: "kilometre",
  cm: "centimetre",
  mm: "millimetre",
  m: "metre",
  mi: "mile",
  ft: "foot",
  feet: "foot",
  inches: "inch",
  lb: "pound",
  lbs: "pound",
  oz: "ounce",
  kg: "kilogram",
  kilo: "kilogram",
  kilos: "kilogram",
  g: "gram",
  l: "litre",
  ml: "millilitre",
  mph: "mile-per-hour",
  "km/h": "kilometre-per-hour",
  "m/s": "metre-per-second",
  kb: "kilobyte",
  mb: "megabyte",
  gb: "gigabyte",
  k: "kelvin",
};

/** Members of an enumeration that the text names. Parameters with the same members share them: by preposition, else in order. */
function fillEnums(parameters: readonly Parameter[], bare: string, set: Setter): void {
  const groups = new Map<string, Parameter[]>();
  for (const parameter of parameters) {
    if (parameter.kind !== "enum") continue;
    const key = parameter.members.join("\0");
    groups.set(key, [...(groups.get(key) ?? []), parameter]);
  }
  for (const group of groups.values()) {
    const mentions = mentionsOf(group[0]!.members, bare);
    const left = [...group];
    const take = (parameter: Parameter | undefined, member: string) => {
      if (!parameter) return;
      set(parameter, member);
      left.splice(left.indexOf(parameter), 1);
    };
    const rest: typeof mentions = [];
    for (const mention of mentions) {
      const before = bare.slice(0, mention.index).toLowerCase();
      const named = left.find((parameter) =>
        new RegExp(`\\b${escaped(parameter.name.toLowerCase())}\\s*[:=]?\\s*$`).test(before),
      );
      if (named) take(named, mention.member);
      else rest.push(mention);
    }
    // "26.2 miles" is what is given; "in kilometres" and "how many kilometres" is what is asked for.
    for (const mention of rest.sort((a, b) => Number(b.counted) - Number(a.counted) || a.index - b.index)) {
      if (left.length === 0) break;
      if (group.length === 1 || mention.counted || left.length === 1) take(left[0], mention.member);
      else
        take(/\b(?:in|into|as|many)\s+$/i.test(bare.slice(0, mention.index)) ? left.at(-1) : left[0], mention.member);
    }
  }
}

function mentionsOf(members: readonly string[], bare: string): { member: string; index: number; counted: boolean }[] {
  const found: { member: string; index: number; end: number; counted: boolean }[] = [];
  const byStem = new Map(members.map((member) => [wordsOf(member).map(stemOf).join(" "), member]));
  const words = [...bare.matchAll(/°[CF]\b|[\p{L}]+(?:\/[a-z]+)?/gu)];
  for (let index = 0; index < words.length; index++) {
    for (const length of [3, 2, 1]) {
      const run = words.slice(index, index + length);
      if (run.length < length) continue;
      const text = run.map(([word]) => word).join(" ");
      const abbreviated = length === 1 ? ABBREVIATIONS[text.toLowerCase()] : undefined;
      const before = bare.slice(0, run[0]!.index);
      const counted = /\d\s?$/.test(before);
      // A letter or two is a unit only behind a number or a preposition.
      const short = text.length <= 2 && !counted && !/\b(?:in|into|to|from|as|many)\s+$/i.test(before);
      const member =
        byStem.get(wordsOf(text).map(stemOf).join(" ")) ??
        (abbreviated && !short && members.includes(abbreviated) ? abbreviated : undefined);
      if (!member) continue;
      found.push({ member, index: run[0]!.index, end: run.at(-1)!.index + run.at(-1)![0].length, counted });
      index += length - 1;
      break;
    }
  }
  return found;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Numbers go to the parameters whose names and descriptions speak of what stands around them. */
function fillNumbers({ slug, parameters }: ToolShape, text: string, set: Setter): void {
  const own = new Set(wordsOf(slug).map(stemOf));
  const mentions = numbersIn(text);
  const fields = parameters.filter(({ kind }) => kind === "number");
  const pairs = mentions
    .flatMap((mention) => fields.map((field) => ({ mention, field, score: nearness(mention, field, own) })))
    .filter(({ score, mention, field }) => score > 0 && takes(field, mention.value))
    .sort((a, b) => b.score - a.score);
  const used = new Set<NumberMention>();
  const filled = new Set<Parameter>();
  const assign = (mention: NumberMention, field: Parameter) => {
    used.add(mention);
    filled.add(field);
    set(field, mention.value);
  };
  for (const { mention, field } of pairs) if (!used.has(mention) && !filled.has(field)) assign(mention, field);
  // A tool that reckons takes the remaining numbers in its order; any other leaves them to its words.
  const looks = parameters.some(({ role }) => role === "path" || role === "query");
  const reckons = !looks && fields.length * 3 >= parameters.length;
  for (const mention of mentions) {
    if (used.has(mention)) continue;
    const field = fields.find(
      (each) =>
        !filled.has(each) && takes(each, mention.value) && (reckons || each.required) && mention.unit !== "percent",
    );
    if (field) assign(mention, field);
  }
}

function takes(field: Parameter, value: number): boolean {
  return value >= field.minimum && value <= field.maximum && (!field.integer || Number.isInteger(value));
}

const LIMIT_NAMES = /^(?:limit|count|max|top|n|size|maxFiles)$|at most/i;

function nearness({ unit, before, after }: NumberMention, field: Parameter, own: ReadonlySet<string>): number {
  const about = `${field.name} ${field.title} ${field.description}`.toLowerCase();
  const isRate = /\bper ?cent|percent|%|\brate\b/.test(about);
  const isYears = field.names.has("year") && field.integer;
  let score = 0;
  if (unit === "percent") score += isRate ? 4 : -4;
  else if (isRate && !field.names.has("rat")) score -= 2;
  if (unit === "years") score += isYears ? 4 : -3;
  for (const stem of new Set([...before.slice(-3), ...after.slice(0, 2)])) {
    if (stem.length < 3 || own.has(stem) || isStopWord(stem) || (stem === "year" && stem !== before.at(-1))) continue;
    if (field.names.has(stem)) score += 2;
    else if (field.words.has(stem)) score += 1;
  }
  // "years 5": the name stands right before it.
  if (before.length > 0 && field.names.has(before.at(-1)!)) score += 2;
  if (field.names.size > 0 && [...field.names].every((name) => before.includes(name))) score += 1;
  // "a year", "annually": what comes each year.
  if (/^(?:a|per|each|every) year/.test(after.join(" ")) && /annual|\byear/.test(about) && !isYears) score += 1;
  const limit = LIMIT_NAMES.test(field.name) || LIMIT_NAMES.test(field.title);
  if (
    limit &&
    (/(?:top|first|most|newest|latest|last|best|only|up to)$/.test(before.join(" ")) ||
      /^(?:result|hit|document|match|item|not|sourc|fil|packag)/.test(after[0] ?? ""))
  ) {
    score += 3;
  }
  return score;
}

/** "Faster checkout: impact 9, effort 4; Dark mode (impact 3, effort 3)": one item a piece, if each gives a number. */
function listOf(parameter: Parameter, text: string): Record<string, unknown>[] | undefined {
  const name = parameter.items.find(({ kind }) => kind === "string");
  const numbers = parameter.items.filter(({ kind }) => kind === "number");
  if (!name || numbers.length === 0) return undefined;
  const keys = numbers.map(({ name: key }) => escaped(key)).join("|");
  const item = new RegExp(
    `([^,;:()\\n]*?[\\p{L}][^,;:()\\n]*?)[\\s:(,]+((?:(?:${keys})\\s*[:=]?\\s*\\d+(?:\\.\\d+)?[\\s,)]*(?:and\\s+)?)+)`,
    "giu",
  );
  const items = [...text.matchAll(item)].map(([, label = "", values = ""]) => {
    const found: Record<string, unknown> = { [name.name]: label.replace(/^\s*(?:and|with|of|on|for)\s+/i, "").trim() };
    for (const [, key = "", value] of values.matchAll(new RegExp(`(${keys})\\s*[:=]?\\s*(\\d+(?:\\.\\d+)?)`, "gi"))) {
      const field = numbers.find((each) => each.name.toLowerCase() === key.toLowerCase())!;
      found[field.name] = Number(value);
    }
    return found;
  });
  return items.length > 0 ? items : undefined;
}
