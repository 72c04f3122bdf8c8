import { clip, codeSpan, markdownText, passagesOf, plainLine, questionStems } from "./passages.ts";
import { isReading, recordsOf, type ToolOutcome, type Turn } from "./readPrompt.ts";
import { bareText } from "./requestParts.ts";
import type { Parameter, PlannedCall, ToolShape } from "./toolShape.ts";
import { labelOf, wordsOf } from "./words.ts";

const MOST_ROWS = 6;
const MOST_COLUMNS = 5;
const MOST_HITS = 5;

/** A sentence that says what is done next. */
export function sayCalls(calls: readonly PlannedCall[], turn: Turn): string {
  const phrases = calls.map(({ tool, input }) => phraseOf(tool, input));
  const start = turn.outcomes.length === 0 ? "I’ll" : "Next I’ll";
  const asks = calls.find(({ tool }) => tool.asks);
  const approval = asks ? " It waits for your approval first." : "";
  if (phrases.length === 1) return `${start} ${phrases[0]}.${approval}`;
  const shown = phrases.slice(0, 3);
  const more = phrases.length > 3 ? ` and ${phrases.length - 3} more` : "";
  const list = more ? `${shown.join(", ")}${more}` : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
  return `${start} ${list}, side by side.${approval}`;
}

const VERB =
  /^(?:search|find|read|list|analy[sz]e|publish|get|create|convert|send|open|delete|update|count|fetch|compare|survey|show)$/;

function phraseOf(tool: ToolShape, input: Record<string, unknown>): string {
  const [verb = "", ...rest] = tool.label.split(" ");
  const path = input["path"];
  const object =
    typeof path === "string"
      ? ` ${codeSpan(path)}${typeof input["offset"] === "number" && input["offset"] > 0 ? ` from character ${number(input["offset"])}` : ""}`
      : subject(tool, input);
  if (!VERB.test(verb.toLowerCase())) return `use the ${inSentence(tool.label)}${object ? ` for${object}` : ""}`;
  if (typeof path === "string") return `${verb.toLowerCase()}${object}`;
  return `${verb.toLowerCase()} ${rest.join(" ") || "it"}${object ? ` for${object}` : ""}`.replace(
    /publish note for/,
    "publish the note",
  );
}

function subject(tool: ToolShape, input: Record<string, unknown>): string {
  const key = tool.parameters.find(
    ({ role, name }) => /query|glob|title/.test(role) && typeof input[name] === "string",
  )?.name;
  return key ? ` ${quoted(String(input[key]))}` : "";
}

/** What was asked for, in an answer's sentence. */
function quoted(text: string): string {
  return /[*?{[]|\w\/\w/.test(text) ? codeSpan(clip(text, 80)) : `*${markdownText(clip(text, 80))}*`;
}

function inSentence(label: string): string {
  return label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}

/** The answer: what the calls really gave, and in words what did not come to be. */
export function sayAnswer(turn: Turn, tools: readonly ToolShape[], skipped: readonly ToolShape[] = []): string {
  const parts: string[] = [];
  const stems = questionStems(
    bareText(turn.request),
    turn.outcomes.flatMap(({ tool }) => wordsOf(tool)),
  );
  const last = turn.outcomes.at(-1);
  const reads = turn.outcomes.filter(isReading);
  const answeredPaths = new Set<string>();
  let said = new Set<ToolOutcome>();

  if (reads.length > 0) {
    parts.push(...sayReadings(reads, stems, turn));
    said = new Set(reads);
  }
  for (const { input } of turn.outcomes) if (typeof input["path"] === "string") answeredPaths.add(input["path"]);
  const others: string[] = [];
  for (const outcome of turn.outcomes) {
    if (said.has(outcome)) continue;
    // What an analyst searched for is a step of its reading.
    if (Object.keys(turn.facts).length > 0 && outcome.kind === "output" && outcome.input["query"] !== undefined)
      continue;
    const isStep = outcome.kind === "output" && isHits(outcome.value) && wasFollowed(outcome, turn);
    if (isStep) {
      const more = sayOtherHits(outcome, answeredPaths);
      if (more) others.push(more);
    } else if (!wasMended(outcome, turn)) parts.push(sayOutcome(outcome, tools));
  }
  parts.push(...others);
  for (const tool of skipped) {
    parts.push(`I did not ${sentenceOf(tool)}, for the steps before it found nothing to do it with.`);
  }
  if (turn.budget && /no calls are left/i.test(turn.budget)) {
    parts.push("The calls of this turn are used up, so I stopped here; ask again to go on.");
  } else if (last && turn.outcomes.length >= 16) {
    parts.push("I stopped after that many calls; ask again to go on.");
  }
  return parts.join("\n\n");
}

function isHits(value: unknown): boolean {
  const records = recordsOf(value);
  return records.length > 0 ? "path" in records[0]! : Array.isArray((value as { results?: unknown } | null)?.results);
}

/** Whether a later call took up one of the documents that a search found. */
function wasFollowed({ value }: ToolOutcome, turn: Turn): boolean {
  const paths = new Set(recordsOf(value).map(({ path }) => path));
  return turn.outcomes.some(({ input }) => typeof input["path"] === "string" && paths.has(input["path"]));
}

function sentenceOf(tool: ToolShape): string {
  const [verb = "", ...rest] = tool.label.split(" ");
  if (!VERB.test(verb.toLowerCase())) return `use the ${inSentence(tool.label)}`;
  return rest.length > 0 ? `${verb.toLowerCase()} a ${rest.join(" ").replace(/s$/, "")}` : verb.toLowerCase();
}

function wasMended(outcome: ToolOutcome, turn: Turn): boolean {
  const meant = outcome.kind === "error" ? /Did you mean "([^"]+)"/.exec(outcome.words)?.[1] : undefined;
  return (
    meant !== undefined &&
    turn.outcomes.some(({ tool, input }) => tool === outcome.tool && Object.values(input).includes(meant))
  );
}

interface Reading {
  path: string;
  title: string;
  text: string;
  total?: number;
  next?: number | null;
}

function sayReadings(reads: readonly ToolOutcome[], stems: readonly string[], turn: Turn | null): string[] {
  const isAnalyst = turn !== null && Object.keys(turn.facts).length > 0;
  const byPath = new Map<string, Reading[]>();
  for (const { value } of reads) {
    const reading = value as Reading;
    byPath.set(reading.path, [...(byPath.get(reading.path) ?? []), reading]);
  }
  return [...byPath.values()].map((readings) => {
    const { path, title } = readings[0]!;
    const text = readings.map((reading) => reading.text).join("");
    const question = stems.filter((stem) => !questionStems(path).includes(stem));
    const found = question.length > 0 ? passagesOf(text, question, isAnalyst ? 4 : 3) : [];
    const snippet = found.length === 0 && question.length > 0 ? snippetFor(path, turn) : undefined;
    const quotable = found.length > 0 ? found : snippet ? [{ text: snippet }] : passagesOf(text, [], 2);
    const end = readings.at(-1)!;
    const reach =
      turn && typeof end.next === "number" && end.total
        ? ` I read the first ${number(end.next)} of its ${number(end.total)} characters.`
        : "";
    const name = `**${markdownText(title || path)}** (${codeSpan(path)})`;
    if (quotable.length === 0) return `${name} has no text that I could quote.${reach}`;
    const quotes = quotable.map((passage) => `> ${markdownText(passage.text)}`).join("\n>\n");
    const opening =
      question.length > 0 && found.length === 0 && !snippet
        ? `I found nothing in ${name} about that. It begins:`
        : question.length > 0
          ? `${name} says:`
          : `${name} begins:`;
    return `${opening}\n\n${quotes}${reach ? `\n\n${reach.trim()}` : ""}`;
  });
}

/** What a search showed of a document, where the part that was read does not have it. */
function snippetFor(path: string, turn: Turn | null): string | undefined {
  for (const { value } of turn?.outcomes ?? []) {
    const hit = recordsOf(value).find((each) => each["path"] === path && typeof each["snippet"] === "string");
    if (hit?.["snippet"]) return String(hit["snippet"]);
  }
  return undefined;
}

function sayOtherHits({ value }: ToolOutcome, without: ReadonlySet<string>): string {
  const hits = recordsOf(value).filter(({ path }) => typeof path === "string" && !without.has(path));
  if (hits.length === 0) return "";
  const list = hits.slice(0, 3).map(({ path }) => codeSpan(String(path)));
  return `Also found: ${list.join(", ")}.`;
}

function sayOutcome(outcome: ToolOutcome, tools: readonly ToolShape[]): string {
  const label = tools.find(({ slug }) => slug === outcome.tool)?.label ?? labelOf(outcome.tool);
  const words = markdownText(clip(outcome.words, 400));
  switch (outcome.kind) {
    case "error":
      return `**${label}** failed: ${words || "it did not say why."}`;
    case "denied":
      return `You denied **${label}**${words ? `: “${words}”` : ""}, so it did not happen.`;
    case "expired":
      return `Nobody approved **${label}** in time, so it did not happen.`;
    case "cancelled":
      return `**${label}** was cancelled${words ? `: ${words}` : "."}`;
    case "interrupted":
      return `**${label}** was interrupted while it ran, so I don’t know whether it had an effect. I did not repeat it.`;
    case "output":
      return sayOutput(label, outcome);
  }
}

function sayOutput(label: string, { value, input }: ToolOutcome): string {
  if (typeof value === "string") return value.trim() ? value.trim() : `**${label}** gave an empty text.`;
  if (value === null || typeof value !== "object") return `**${label}**: ${scalar(value)}`;
  const records = recordsOf(value);
  const isNothing = records.length === 0 && (value as { total?: unknown }).total === 0;
  if (isHits(value) || isNothing) return sayHits(value as Record<string, unknown>, records, input);
  const facts = factsOf(value);
  const parts: string[] = [];
  const list = facts.map(([key, fact]) => `- ${labelOf(key)}: **${fact}**`).join("\n");
  parts.push(facts.length > 0 ? `**${label}**\n\n${list}` : `**${label}**`);
  if (records.length > 0) parts.push(tableOf(records));
  else if (Array.isArray(value) || facts.length === 0) {
    const items = (Array.isArray(value) ? value : Object.values(value).find(Array.isArray)) as unknown[] | undefined;
    parts.push(
      items?.length
        ? items
            .slice(0, MOST_ROWS)
            .map((item) => `- ${scalar(item)}`)
            .join("\n")
        : "There is nothing in its result.",
    );
  }
  return parts.join("\n\n");
}

function sayHits(
  value: Record<string, unknown>,
  records: Record<string, unknown>[],
  input: Record<string, unknown>,
): string {
  const asked = [input["query"], input["name"]].find((each) => typeof each === "string" && each !== "");
  const about = asked ? ` for ${quoted(String(asked))}` : "";
  const note = typeof value["note"] === "string" ? ` ${markdownText(value["note"])}` : "";
  if (records.length === 0) return `I found nothing${about}.${note}`;
  const total = typeof value["total"] === "number" ? value["total"] : records.length;
  const shown = records.slice(0, MOST_HITS);
  const head = `I found **${number(total)}** ${total === 1 ? "document" : "documents"}${about}${total > shown.length ? `; the first ${shown.length}:` : ":"}${note}`;
  const lines = shown.map((hit) => {
    const title = typeof hit["title"] === "string" ? `**${markdownText(clip(hit["title"], 80))}**, ` : "";
    const snippet =
      typeof hit["snippet"] === "string" && hit["snippet"]
        ? `: “${markdownText(clip(plainLine(hit["snippet"]), 160))}”`
        : "";
    return `- ${title}${codeSpan(String(hit["path"]))}${snippet}`;
  });
  return `${head}\n\n${lines.join("\n")}`;
}

/** The single values of an output and of its parts, in order. */
function factsOf(value: object): [string, string][] {
  const found: [string, string][] = [];
  for (const [key, each] of Object.entries(value)) {
    if (Array.isArray(value)) break;
    if (typeof each === "object" && each !== null) {
      if (Array.isArray(each)) continue;
      for (const [inner, fact] of Object.entries(each))
        if (typeof fact !== "object" || fact === null) found.push([inner, scalar(fact)]);
    } else if (!/^id$|Id$/.test(key)) found.push([key, scalar(each)]);
  }
  return found.slice(0, 10);
}

function tableOf(records: readonly Record<string, unknown>[]): string {
  const keys = [...new Set(records.slice(0, MOST_ROWS).flatMap((record) => Object.keys(record)))]
    .filter((key) => !/^id$|Id$/.test(key) && records.some((record) => typeof record[key] !== "object"))
    .slice(0, MOST_COLUMNS);
  const row = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const isNumber = (key: string) =>
    records.every((record) => record[key] === undefined || record[key] === null || typeof record[key] === "number");
  const lines = [
    row(keys.map(labelOf)),
    row(keys.map((key) => (isNumber(key) ? "---:" : "---"))),
    ...records.slice(0, MOST_ROWS).map((record) => row(keys.map((key) => scalar(record[key], 80)))),
  ];
  const more = records.length - MOST_ROWS;
  return `${lines.join("\n")}${more > 0 ? `\n\n… and ${number(more)} more ${more === 1 ? "row" : "rows"}.` : ""}`;
}

function scalar(value: unknown, most = 200): string {
  if (typeof value === "number") return number(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value === null || value === undefined) return "–";
  if (typeof value === "string") return value === "" ? "–" : markdownText(clip(dated(value), most));
  return markdownText(clip(JSON.stringify(value), most));
}

function dated(value: string): string {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value) ? `${value.slice(0, 16).replace("T", " ")} UTC` : value;
}

function number(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: Math.abs(value) >= 100 ? 2 : 6 });
}

/** What was found, as a note that stands by itself; nothing where nothing was found. */
export function noteText(pool: readonly ToolOutcome[], stems: readonly string[]): string | undefined {
  const outputs = pool.filter(({ kind }) => kind === "output");
  const reads = outputs.filter(isReading);
  const telling = reads.filter(({ value }) => {
    const { text, path } = value as Reading;
    const question = stems.filter((stem) => !questionStems(path).includes(stem));
    return question.length === 0 || passagesOf(text, question, 1).length > 0;
  });
  if (telling.length > 0) return sayReadings(telling.slice(-4), stems, null).join("\n\n");
  if (reads.length > 0) return undefined;
  const last = outputs.at(-1);
  if (!last || (isHits(last.value) && recordsOf(last.value).length === 0)) return undefined;
  return sayOutput(labelOf(last.tool), last);
}

/** What the request leaves open. */
export function sayMissing(missing: readonly { tool: ToolShape; parameters: readonly Parameter[] }[]): string {
  return missing
    .map(({ tool, parameters }) => {
      const names = parameters.map(({ title }) => `**${markdownText(title.toLowerCase())}**`);
      const list = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0];
      return `For **${tool.label}** I need the ${list}. For example: ${exampleOf(tool)}`;
    })
    .join("\n\n");
}

/** What can be asked here: three tools by what they do, each with something to say. */
export function sayAbilities(tools: readonly ToolShape[], because: "greeting" | "unfit" | "nothing found"): string {
  if (tools.length === 0) return "I have no tools here, so there is nothing I can look up or work out.";
  const rank = (tool: ToolShape) => {
    const roles = tool.parameters.filter(({ required }) => required).map(({ role }) => role);
    if (roles.includes("query")) return 0;
    if (tool.parameters.filter(({ kind }) => kind === "number" || kind === "enum").length >= 3) return 1;
    if (tool.asks) return 2;
    return 3;
  };
  const chosen: ToolShape[] = [];
  for (const wanted of [0, 1, 2, 3, 1, 2, 3, 0]) {
    const tool = tools.find((each) => rank(each) === wanted && !chosen.includes(each));
    if (tool && chosen.length < 3) chosen.push(tool);
  }
  const lines = chosen.map((tool) => `- **${tool.label}**: ${markdownText(tool.does)}. Try: ${exampleOf(tool)}`);
  const opening = {
    greeting: "Hello! I work with the tools of this host.",
    unfit: "None of the tools here fits that.",
    "nothing found": "There is nothing here yet to do that with.",
  }[because];
  return `${opening} I can, for example:\n\n${lines.join("\n")}`;
}

/** A message that the tool understands, made from its own examples and defaults. */
function exampleOf(tool: ToolShape): string {
  const [verb = "", ...rest] = tool.label.split(" ");
  const sample = ({ sample: value }: Parameter) =>
    typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  const by = (role: Parameter["role"]) => tool.parameters.find((parameter) => parameter.role === role);
  const query = by("query");
  const path = by("path");
  const glob = by("glob");
  if (query?.required) return `“${tool.label} for ${plainLine(sample(query) ?? "getting started")}”`;
  if (path) return `“${verb} ${sample(path) ?? "zod/README.md"}${by("question") ? ": what is it for?" : ""}”`;
  if (glob?.required) return `“${verb} ${rest.join(" ")} ${sample(glob) ?? "**/README.md"}”`.replace(/ by name/, "");
  if (by("title") && by("text")) return `“${verb} a ${rest.join(" ") || "text"} about ${"tree shaking"}”`;
  const values = tool.parameters
    .flatMap((parameter) => {
      const value = sample(parameter);
      return parameter.kind === "number" || parameter.kind === "enum"
        ? value
          ? [`${parameter.title.toLowerCase()} ${value}`]
          : []
        : [];
    })
    .slice(0, 3);
  if (VERB.test(verb.toLowerCase())) return `“${tool.label}”`;
  return `“Use the ${inSentence(tool.label)}${values.length > 0 ? ` with ${values.join(", ")}` : ""}”`;
}
