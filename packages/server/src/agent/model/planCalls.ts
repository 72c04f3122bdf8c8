import { fillArguments, topicOf } from "./fillArguments.ts";
import { goalsOf, isReader, isSubAgent, needsText, type Goal } from "./goals.ts";
import { hitsOf, titleOfReading } from "./hits.ts";
import { clip, passagesOf, questionStems } from "./passages.ts";
import type { ToolOutcome, Turn } from "./readPrompt.ts";
import { pathsIn } from "./requestParts.ts";
import { noteText } from "./sayResults.ts";
import type { Parameter, PlannedCall, ToolShape } from "./toolShape.ts";
import { wordsOf } from "./words.ts";

/** What comes next: calls, or the answer; `missing` says what the answer has to ask for. */
export interface Plan {
  calls: PlannedCall[];
  /** Whether any tool fits the request at all. */
  understood: boolean;
  missing: { tool: ToolShape; parameters: Parameter[] }[];
  /** What was asked for and cannot be done, because the steps before it found nothing to do it with. */
  skipped: ToolShape[];
}

const MOST_CALLS = 16;
const MOST_RANGES = 4;
const RANGE = 8000;

/** What to call next. Pure: the same turn has the same plan. */
export function planCalls(turn: Turn, tools: readonly ToolShape[]): Plan {
  const goals = goalsOf(turn, tools);
  const understood = goals.length > 0 || turn.outcomes.length > 0;
  const done: Plan = { calls: [], understood, missing: [], skipped: [] };
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
    if (filled === null) {
      done.skipped.push(goal.tool);
      continue;
    }
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
  const about = questionStems(`${turn.request} ${topic ?? ""}`, wordsOf(tool.slug));
  const paths = goal.path ? [goal.path] : goal.needs === "hit" ? hitsOf(pool, text, about) : [undefined];
  // A step that it builds on found nothing: there is nothing to do it with.
  if (goal.needs === "hit" && paths.length === 0) return null;
  const note = goal.needs === "material" ? noteText(pool, about) : undefined;
  if (goal.needs === "material" && !note) return null;
  const calls: PlannedCall[] = [];
  for (const path of paths) {
    const title = goal.needs === "material" ? titleOfReading(pool) : undefined;
    const material = { facts: turn.facts, topic, title, text: note, ...(path === undefined ? {} : { path }) };
    const clause = path !== undefined && goal.path ? withOnly(text, path) : text;
    const { input, missing } = fillArguments(tool, clause, material);
    if (missing.length > 0) return { calls: [], missing };
    if (isReader(tool) && isSubAgent(turn)) Object.assign(input, rangeOf(tool, 0));
    if (goal.needs === "material" && isSubAgent(turn)) nameDocument(tool, input, pool);
    const glob = tool.parameters.find(({ role, required }) => role === "glob" && !required);
    if (glob && isSubAgent(turn) && typeof turn.facts["path"] === "string") input[glob.name] = turn.facts["path"];
    calls.push({ tool, input });
  }
  return { calls, missing: [] };
}

/** An analyst's note says in its title which document it is about. */
function nameDocument(tool: ToolShape, input: Record<string, unknown>, pool: readonly ToolOutcome[]): void {
  const parameter = tool.parameters.find(({ role }) => role === "title");
  const title = titleOfReading(pool);
  const said = parameter && input[parameter.name];
  if (!parameter || !title || typeof said !== "string" || said === title) return;
  input[parameter.name] = clip(`${said} in ${title}`, Math.min(parameter.maxLength, 80));
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
        ([, value]) => typeof value === "string" && outcome.words.includes(`"${value}"`) && isSlipOf(value, meant),
      ) ?? [];
    if (key === undefined || turn.outcomes.some((other) => other.tool === outcome.tool && other.input[key] === meant))
      return [];
    return [{ tool, input: { ...outcome.input, [key]: meant } }];
  });
}

/** Whether a name is another one mistyped, or a part of it. What is merely the nearest is not what was asked for. */
function isSlipOf(typed: string, meant: string): boolean {
  const [one, other] = [typed.toLowerCase(), meant.toLowerCase()];
  if (other.includes(one) || one.includes(other)) return true;
  if (Math.abs(one.length - other.length) > 2) return false;
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const now = [row + 1];
    for (let index = 0; index < other.length; index++) {
      now.push(Math.min(now[index]! + 1, before[index + 1]! + 1, before[index]! + (letter === other[index] ? 0 : 1)));
    }
    before = now;
  }
  return before[other.length]! <= 2;
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
