import { fillArguments, topicOf } from "./fillArguments.ts";
import { noteText } from "./sayResults.ts";
import { passagesOf, questionStems } from "./passages.ts";
import { recordsOf, type ToolOutcome, type Turn } from "./readPrompt.ts";
import { bareText, clausesOf, numbersIn, pathsIn, quotedIn, REFERENCE } from "./requestParts.ts";
import { createToolMatch, FITS } from "./toolMatch.ts";
import type { Parameter, ToolShape } from "./toolShape.ts";
import { stemsOf, wordsOf } from "./words.ts";

/** A call that is to be made now. */
export interface PlannedCall {
  tool: ToolShape;
  input: Record<string, unknown>;
}

/** What comes next: calls, or the answer; `missing` says what the answer has to ask for. */
export interface Plan {
  calls: PlannedCall[];
  /** Whether any tool fits the request at all. */
  understood: boolean;
  missing: { tool: ToolShape; parameters: Parameter[] }[];
}

/** One call that the request asks for, made or not. */
interface Goal {
  tool: ToolShape;
  text: string;
  /** It is to wait for what comes before it. */
  follows: boolean;
  /** What it takes from the steps before: a document that they found, or all that they found. */
  needs: "nothing" | "hit" | "material";
  path?: string;
}

const MOST_CALLS = 16;
const MOST_RANGES = 4;
const RANGE = 8000;

/** What to call next. Pure: the same turn has the same plan. */
export function planCalls(turn: Turn, tools: readonly ToolShape[]): Plan {
  const goals = goalsOf(turn, tools);
  const understood = goals.length > 0 || turn.outcomes.length > 0;
  const done: Plan = { calls: [], understood, missing: [] };
  if (tools.length === 0 || turn.outcomes.length >= MOST_CALLS || /no calls are left/i.test(turn.budget ?? ""))
    return done;
  if (turn.outcomes.some(({ kind }) => kind === "cancelled" || kind === "interrupted")) return done;

  const mended = mendedCalls(turn, tools);
  if (mended.length > 0) return { ...done, calls: mended };
  const further = furtherRange(turn, tools);
  if (further) return { ...done, calls: [further] };

  const left = [...turn.outcomes];
  const calls: PlannedCall[] = [];
  let waiting = false;
  for (const [index, goal] of goals.entries()) {
    const made = left.findIndex(
      (outcome) =>
        outcome.tool === goal.tool.slug &&
        (!goal.path || outcome.input["path"] === goal.path || mendedFrom(turn, outcome, goal.path)),
    );
    if (made >= 0) {
      left.splice(made, 1);
      continue;
    }
    if ((goal.follows || goal.needs !== "nothing") && (waiting || calls.length > 0) && index > 0) {
      waiting = true;
      continue;
    }
    const filled = callsFor(goal, turn, goals, index);
    if (filled === null) continue;
    if (filled.missing.length > 0) done.missing.push({ tool: goal.tool, parameters: filled.missing });
    else calls.push(...filled.calls);
  }
  return { ...done, calls: withoutRepeats(calls, turn) };
}

function callsFor(
  goal: Goal,
  turn: Turn,
  goals: readonly Goal[],
  index: number,
): { calls: PlannedCall[]; missing: Parameter[] } | null {
  const { tool, text } = goal;
  const pool = [...turn.earlier, ...turn.outcomes];
  const topic = topicBefore(turn, goals, index);
  const paths = goal.path ? [goal.path] : goal.needs === "hit" ? hitsOf(pool, text) : [undefined];
  // A step that it builds on found nothing: there is nothing to do it with.
  if (goal.needs === "hit" && paths.length === 0) return null;
  const note = goal.needs === "material" ? noteText(pool, questionStems(`${turn.request} ${topic ?? ""}`)) : undefined;
  if (goal.needs === "material" && !note) return null;
  const calls: PlannedCall[] = [];
  for (const path of paths) {
    const material = { facts: turn.facts, topic, text: note, ...(path === undefined ? {} : { path }) };
    const clause = path !== undefined && goal.path ? withOnly(text, path) : text;
    const { input, missing } = fillArguments(tool, clause, material);
    if (missing.length > 0) return { calls: [], missing };
    if (isReader(tool) && isSubAgent(turn)) Object.assign(input, rangeOf(tool, 0));
    calls.push({ tool, input });
  }
  return { calls, missing: [] };
}

/** What a request asks for, call by call, with the steps that have to come before. */
function goalsOf(turn: Turn, tools: readonly ToolShape[]): Goal[] {
  const match = createToolMatch(tools);
  const searcher = tools.find((tool) => tool.parameters.some(({ role, required }) => role === "query" && required));
  const reader = tools.find(isReader);
  const goals: Goal[] = [];
  const add = (tool: ToolShape, text: string, follows: boolean, needs: Goal["needs"] = "nothing", path?: string) =>
    goals.push({ tool, text, follows, needs, ...(path === undefined ? {} : { path }) });

  if (isSubAgent(turn) && reader && typeof turn.facts["path"] === "string") {
    const path = turn.facts["path"];
    add(reader, path, false, "nothing", path);
    if (searcher && !hasOwnPath(searcher) && topicOf(searcher, turn.request)) add(searcher, turn.request, false);
    for (const { text } of clausesOf(turn.request)) {
      const writer = match(bareText(text)).find(({ tool }) => needsText(tool));
      if (writer && writer.score >= FITS && writer.tool === match(bareText(text))[0]?.tool)
        add(writer.tool, text, true, "material");
    }
    return goals;
  }

  let unmatched = "";
  for (const clause of clausesOf(turn.request)) {
    const text = unmatched ? `${unmatched} ${clause.text}` : clause.text;
    const tool = toolFor(clause.text, match) ?? (unmatched ? toolFor(text, match) : undefined);
    if (!tool) {
      const last = goals.at(-1);
      if (last && !/\?/.test(clause.text)) last.text += ` ${clause.text}`;
      else unmatched = text;
      continue;
    }
    const last = goals.at(-1);
    if (last?.tool === tool && !startsAnew(clause.text, tool)) {
      last.text += ` ${clause.text}`;
      continue;
    }
    unmatched = "";
    const follows = clause.follows && goals.length > 0;
    const paths = hasOwnPath(tool) ? pathsIn(text).filter(({ isGlob }) => !isGlob) : [];
    if (paths.length > 0) for (const { path } of paths) add(tool, text, follows, "nothing", path);
    else if (hasOwnPath(tool) && !pathsIn(text).length) {
      if (!(
        goals.some(({ tool: before }) => findsPaths(before)) ||
        (REFERENCE.test(text) && hitsOf(turn.earlier, text).length > 0)
      )) {
        if (searcher) add(searcher, text, follows);
      }
      add(tool, text, true, "hit");
    } else if (
      needsText(tool) &&
      fillArguments(tool, text, { facts: {} }).missing.some(({ role }) => role === "text")
    ) {
      if (goals.length === 0 && !(REFERENCE.test(text) && turn.earlier.some(({ kind }) => kind === "output"))) {
        if (searcher && topicOf(searcher, text.replace(/^.*?\b(?:about|on)\b/i, ""))) {
          add(searcher, text, follows);
          if (reader) add(reader, text, true, "hit");
        }
      }
      add(tool, text, true, "material");
    } else {
      add(tool, text, follows);
      const asks = /\?\s*$|^(?:what|how|why|explain)\b/i.test(text);
      if (tool === searcher && reader && asks) add(reader, text, true, "hit");
    }
  }
  // A question that is about no tool is one for the documents.
  const open = unmatched || (goals.length === 0 ? turn.request : "");
  if (goals.length === 0 && searcher && isAboutSomething(open) && topicOf(searcher, open)) {
    add(searcher, open, false);
    if (reader) add(reader, open, true, "hit");
  }
  return goals;
}

function toolFor(text: string, match: ReturnType<typeof createToolMatch>): ToolShape | undefined {
  const paths = pathsIn(text);
  const bare = bareText(text);
  const numbers = numbersIn(text).length;
  const [best, next] = match(bare)
    .map(({ tool, score }) => {
      const wantsPath = hasOwnPath(tool);
      let evidence = score;
      if (paths.some(({ isGlob }) => !isGlob)) evidence += wantsPath ? 2 : -0.5;
      if (paths.some(({ isGlob }) => isGlob))
        evidence += tool.parameters.some(({ role, required }) => role === "glob" && required) ? 3 : 0;
      const enums = tool.parameters.filter(({ kind, required }) => kind === "enum" && !required).length;
      if (numbers > 0 && tool.parameters.some(({ kind, role }) => kind === "number" && role === "other")) {
        const filled = Object.keys(fillArguments(tool, text, { facts: {} }).input).length;
        if (filled >= 2) evidence += Math.min(2, filled * 0.5) + (enums >= 2 ? 1 : 0);
      }
      return { tool, score: evidence };
    })
    .sort((a, b) => b.score - a.score);
  if (!best || best.score < FITS) return undefined;
  // Asked in general, a tool is meant only where it stands out.
  if (best.score < FITS * 1.4 && next && next.score > best.score * 0.95) return undefined;
  return best.tool;
}

const IMPERATIVE =
  /^(?:please\s+|can you\s+|could you\s+|now\s+|also\s+)*(?:search|find|look|read|open|show|list|compute|calculate|convert|count|analy[sz]e|publish|summari[sz]e|score|prioriti[sz]e|what|which|how)\b/i;

/** Whether a clause is another call of the same tool, rather than more about the last. */
function startsAnew(text: string, tool: ToolShape): boolean {
  if (!IMPERATIVE.test(text)) return false;
  const { input, missing } = fillArguments(tool, text, { facts: {} });
  return (
    missing.length === 0 &&
    Object.keys(input).length > 0 &&
    (pathsIn(text).length > 0 || quotedIn(text).length > 0 || /^\W*(?:\w+)/.test(text))
  );
}

function hasOwnPath(tool: ToolShape): boolean {
  return tool.parameters.some(({ role }) => role === "path");
}

function isReader(tool: ToolShape): boolean {
  return hasOwnPath(tool) && wordsOf(tool.slug).some((word) => /^(?:read|open|get|fetch|view)$/.test(word));
}

function needsText(tool: ToolShape): boolean {
  return tool.parameters.some(({ role, required }) => role === "text" && required);
}

function findsPaths(tool: ToolShape): boolean {
  return tool.parameters.some(({ role, required }) => (role === "query" || role === "glob") && required);
}

function isSubAgent(turn: Turn): boolean {
  return Object.keys(turn.facts).length > 0;
}

function isAboutSomething(text: string): boolean {
  const asks =
    /\?|^\s*(?:what|how|why|when|where|which|who|explain|describe|tell|is|are|does|do|can)\b|\babout\b/i.test(text);
  const itself = /\b(?:you|your|yourself)\b/i.test(text) && stemsOf(text).length < 2;
  return asks && !itself;
}

/** The path of what an earlier step found; several where the request says so. */
function hitsOf(pool: readonly ToolOutcome[], text: string): string[] {
  for (const { kind, value, input } of [...pool].reverse()) {
    if (kind !== "output") continue;
    const paths = recordsOf(value).flatMap(({ path }) => (typeof path === "string" ? [path] : []));
    const own = (value as { path?: unknown } | null)?.path ?? (typeof value === "string" ? input["path"] : undefined);
    if (paths.length === 0) {
      if (typeof own === "string") return [own];
      continue;
    }
    const counted = /\b(?:top|first|best)\s+(two|three|2|3)\b/i.exec(text)?.[1]?.toLowerCase();
    if (counted) return paths.slice(0, /two|2/.test(counted) ? 2 : 3);
    if (/\bboth\b/i.test(text)) return paths.slice(0, 2);
    if (/\b(?:each|all of)\b/i.test(text)) return paths.slice(0, 3);
    const ordinal = ["first", "second", "third", "fourth", "fifth"].findIndex((word) =>
      new RegExp(`\\b${word}\\b`, "i").test(text),
    );
    if (/\blast\s+(?:hit|one|result|document)\b/i.test(text)) return paths.slice(-1);
    return [paths[Math.max(0, ordinal)] ?? paths[0]!];
  }
  return [];
}

function topicBefore(turn: Turn, goals: readonly Goal[], index: number): string | undefined {
  const said = turn.facts["question"] ? topicOf(null, turn.request) : "";
  if (said) return said;
  for (const { tool, text } of goals.slice(0, index + 1)) {
    const topic = topicOf(tool, text);
    if (topic) return topic;
  }
  for (const { input } of [...turn.earlier, ...turn.outcomes].reverse()) {
    const query = input["query"] ?? input["question"];
    if (typeof query === "string") return query;
  }
  return undefined;
}

function withOnly(text: string, path: string): string {
  return pathsIn(text).reduce((rest, each) => (each.path === path ? rest : rest.replace(each.path, " ")), text);
}

/** A name that was not right, where the error names the right one. */
function mendedCalls(turn: Turn, tools: readonly ToolShape[]): PlannedCall[] {
  return turn.outcomes.flatMap((outcome): PlannedCall[] => {
    const meant = outcome.kind === "error" ? /Did you mean "([^"]+)"/.exec(outcome.words)?.[1] : undefined;
    const tool = tools.find(({ slug }) => slug === outcome.tool);
    if (!meant || !tool) return [];
    const [key] =
      Object.entries(outcome.input).find(
        ([, value]) => typeof value === "string" && outcome.words.includes(`"${value}"`),
      ) ?? [];
    if (key === undefined || turn.outcomes.some((other) => other.tool === outcome.tool && other.input[key] === meant))
      return [];
    return [{ tool, input: { ...outcome.input, [key]: meant } }];
  });
}

function mendedFrom(turn: Turn, outcome: ToolOutcome, path: string): boolean {
  return turn.outcomes.some(
    ({ kind, words, input }) =>
      kind === "error" && input["path"] === path && words.includes(`Did you mean "${String(outcome.input["path"])}"`),
  );
}

/** An analyst reads on while the document goes on and what it read does not answer yet. */
function furtherRange(turn: Turn, tools: readonly ToolShape[]): PlannedCall | null {
  if (!isSubAgent(turn)) return null;
  const reads = turn.outcomes.filter(
    (outcome) => outcome.kind === "output" && tools.some((tool) => tool.slug === outcome.tool && isReader(tool)),
  );
  const last = reads.at(-1);
  const tool = tools.find(({ slug }) => slug === last?.tool);
  const value = last?.value as { next?: unknown; path?: unknown } | undefined;
  if (!last || !tool || typeof value?.next !== "number" || reads.length >= MOST_RANGES) return null;
  if (
    turn.outcomes.at(-1) !== last &&
    turn.outcomes.some(({ tool: other }) => needsText(tools.find(({ slug }) => slug === other) ?? tool))
  )
    return null;
  const question = questionStems(turn.request, wordsOf(String(value.path ?? "")));
  const text = reads.map(({ value: read }) => String((read as { text?: unknown }).text ?? "")).join("\n");
  const enough = question.length > 0 && passagesOf(text, question, 3).filter(({ score }) => score > 0.75).length >= 2;
  return enough ? null : { tool, input: { ...last.input, ...rangeOf(tool, value.next) } };
}

function rangeOf(tool: ToolShape, offset: number): Record<string, number> {
  const range: Record<string, number> = {};
  for (const { name, kind, maximum } of tool.parameters) {
    if (kind === "number" && name === "offset") range["offset"] = offset;
    if (kind === "number" && name === "length") range["length"] = Math.min(RANGE, maximum);
  }
  return range;
}

/** The same call again would only give the same. */
function withoutRepeats(calls: readonly PlannedCall[], turn: Turn): PlannedCall[] {
  const made = new Set(turn.outcomes.map(({ tool, input }) => JSON.stringify([tool, input])));
  return calls.filter(({ tool, input }) => {
    const key = JSON.stringify([tool.slug, input]);
    if (made.has(key)) return false;
    made.add(key);
    return true;
  });
}
