import { fillArguments, topicOf } from "./fillArguments.ts";
import { hitsOf } from "./hits.ts";
import { questionStems } from "./passages.ts";
import type { Turn } from "./readPrompt.ts";
import { bareText, clausesOf, numbersIn, pathsIn, quotedIn, REFERENCE } from "./requestParts.ts";
import { createToolMatch, FITS } from "./toolMatch.ts";
import type { ToolShape } from "./toolShape.ts";
import { stemOf, stemsOf, wordsOf } from "./words.ts";

/** One call that the request asks for, made or not. */
export interface Goal {
  tool: ToolShape;
  text: string;
  /** It is to wait for what comes before it. */
  follows: boolean;
  /** What it takes from the steps before: a document that they found, or all that they found. */
  needs: "nothing" | "hit" | "material";
  path?: string;
}

/** What a request asks for, call by call, with the steps that have to come before. */
export function goalsOf(turn: Turn, tools: readonly ToolShape[]): Goal[] {
  const match = createToolMatch(tools);
  const searcher = tools.find((tool) => tool.parameters.some(({ role, required }) => role === "query" && required));
  const reader = tools.find(isReader);
  const goals: Goal[] = [];
  const add = (tool: ToolShape, text: string, follows: boolean, needs: Goal["needs"] = "nothing", path?: string) =>
    goals.push({ tool, text, follows, needs, ...(path === undefined ? {} : { path }) });

  if (isSubAgent(turn) && reader && typeof turn.facts["path"] === "string") {
    const path = turn.facts["path"];
    add(reader, path, false, "nothing", path);
    if (searcher && !hasOwnPath(searcher) && questionStems(turn.request).length > 0) add(searcher, turn.request, false);
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
    else if (hasOwnPath(tool)) {
      const isFound = goals.some(({ tool: before }) => findsPaths(before));
      const isKnown = isFound || (REFERENCE.test(text) && hitsOf(turn.earlier, text).length > 0);
      const canSearch = searcher !== undefined && topicOf(searcher, text) !== "";
      if (!isKnown && canSearch) add(searcher, text, follows);
      add(tool, text, true, isKnown || canSearch ? "hit" : "nothing");
    } else if (
      needsText(tool) &&
      fillArguments(tool, text, { facts: {} }).missing.some(({ role }) => role === "text")
    ) {
      const isKnown = goals.length > 0 || (REFERENCE.test(text) && turn.earlier.some(({ kind }) => kind === "output"));
      const canSearch = searcher !== undefined && topicOf(searcher, text.replace(/^.*?\b(?:about|on)\b/i, "")) !== "";
      if (!isKnown && canSearch) {
        add(searcher, text, follows);
        if (reader) add(reader, text, true, "hit");
      }
      add(tool, text, true, isKnown || canSearch ? "material" : "nothing");
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

/** The tool that a clause asks for; none where none stands out. */
function toolFor(text: string, match: ReturnType<typeof createToolMatch>): ToolShape | undefined {
  const [best, next] = match(bareText(text))
    .filter(({ tool }) => mayMean(tool, text))
    .map(({ tool, score }) => ({ tool, score: score + evidenceFor(tool, text) }))
    .sort((a, b) => b.score - a.score);
  if (!best || best.score < FITS) return undefined;
  if (pathsIn(text).length > 0 && hasOwnPath(best.tool)) {
    return next && isReader(next.tool) && next.score > best.score - 0.5 ? next.tool : best.tool;
  }
  if (best.score < FITS * 1.4 && next && next.score > best.score * 0.95) return undefined;
  return best.tool;
}

const READS =
  /^(?:search|find|list|read|get|fetch|view|open|show|analy[sz]e|count|compare|look|check|describe|explain)$/;
const ASKS = /^\W*(?:which|what|who|where|when|why|how|is|are|were|was|did|does|do|show|list|have)\b/i;

/** A tool that has an effect is meant only where its own verb is said, and not by a question about what is there. */
function mayMean(tool: ToolShape, text: string): boolean {
  if (!tool.asks && !needsText(tool)) return true;
  const [verb = ""] = wordsOf(tool.slug);
  if (READS.test(verb) || (!tool.asks && !/_/.test(tool.slug))) return true;
  const stems = new Set(wordsOf(text).map(stemOf));
  return stems.has(stemOf(verb)) && !(ASKS.test(text) && !/:/.test(text));
}

/** What a clause gives for a tool's parameters speaks for the tool. */
function evidenceFor(tool: ToolShape, text: string): number {
  const paths = pathsIn(text);
  let evidence = 0;
  if (paths.some(({ isGlob }) => !isGlob)) evidence += hasOwnPath(tool) ? 2 : -0.5;
  if (tool.parameters.some(({ role, required }) => role === "glob" && required)) {
    if (paths.some(({ isGlob }) => isGlob)) evidence += 3;
    else if (!/\b(?:names?|named|called|paths?|files?|filenames?|globs?|patterns?)\b/i.test(text)) evidence -= 2.5;
  }
  const values = tool.parameters.filter(({ kind, role }) => kind === "enum" || (kind === "number" && role === "other"));
  if (values.length >= 2 && numbersIn(text).length > 0) {
    const filled = Object.keys(fillArguments(tool, text, { facts: {} }).input).length;
    if (filled >= 2) evidence += Math.min(2, filled * 0.5);
  }
  return evidence;
}

const IMPERATIVE =
  /^(?:please\s+|can you\s+|could you\s+|now\s+|also\s+)*(?:search|find|look|read|open|show|list|compute|calculate|convert|count|analy[sz]e|publish|summari[sz]e|score|prioriti[sz]e|what|which|how)\b/i;

/** Whether a clause is another call of the same tool, rather than more about the last. */
function startsAnew(text: string, tool: ToolShape): boolean {
  if (!IMPERATIVE.test(text) && !/^\d/.test(text)) return false;
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

export function isReader(tool: ToolShape): boolean {
  return hasOwnPath(tool) && wordsOf(tool.slug).some((word) => /^(?:read|open|get|fetch|view)$/.test(word));
}

export function needsText(tool: ToolShape): boolean {
  return tool.parameters.some(({ role, required }) => role === "text" && required);
}

function findsPaths(tool: ToolShape): boolean {
  return tool.parameters.some(({ role, required }) => (role === "query" || role === "glob") && required);
}

export function isSubAgent(turn: Turn): boolean {
  return Object.keys(turn.facts).length > 0;
}

function isAboutSomething(text: string): boolean {
  const asks =
    /\?|^\s*(?:what|how|why|when|where|which|who|explain|describe|tell|is|are|does|do|can)\b|\babout\b/i.test(text);
  const itself = /\b(?:you|your|yourself)\b/i.test(text) && stemsOf(text).length < 2;
  return asks && !itself;
}
