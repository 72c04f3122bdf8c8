import type { Pointer, UnknownKey, ValidationIssue } from "@callboard/core/form";
import { pointerSegments } from "@callboard/core/form";
import { findNodeAtLocation, parseTree, printParseErrorCode, type Node, type ParseError } from "jsonc-parser";
import type { FormPartMessageKey } from "../messages/messages.ts";

/** One thing that is wrong in a JSON text, and where. */
export interface JsonIssue {
  /** From 1. */
  line: number;
  /** Characters from the start of the text. */
  start: number;
  end: number;
  /** The error of the text itself, or of the value in it, or a key that the schema has no field for. */
  problem: FormPartMessageKey | ValidationIssue | UnknownKey;
  /** It stops no submit. */
  isWarning: boolean;
}

/** Codes by which a validator refuses a key. */
const keyCodes: ReadonlySet<string> = new Set(["additionalProperties", "propertyNames"]);

const words: Readonly<Record<string, FormPartMessageKey>> = {
  CommaExpected: "form.json.comma",
  ColonExpected: "form.json.colon",
  ValueExpected: "form.json.value",
  PropertyNameExpected: "form.json.name",
  CloseBraceExpected: "form.json.brace",
  CloseBracketExpected: "form.json.bracket",
  UnexpectedEndOfString: "form.json.text",
  UnexpectedEndOfNumber: "form.json.number",
  InvalidNumberFormat: "form.json.number",
  EndOfFileExpected: "form.json.end",
};
const strict = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };
/** One typing error causes many issues; the first few are enough. */
const mostErrors = 3;

/** Why a text is no JSON, by line. */
export function syntaxIssues(text: string): JsonIssue[] {
  const errors: ParseError[] = [];
  parseTree(text, errors, strict);
  const lineAt = linesOf(text);
  const found = errors.map(({ error, offset, length }): JsonIssue => {
    const start = Math.min(offset, text.length);
    return {
      line: lineAt(start),
      start,
      end: start + length,
      problem: words[printParseErrorCode(error)] ?? "form.json.symbol",
      isWarning: false,
    };
  });
  return found
    .filter((issue, index) => found.findIndex((other) => other.line === issue.line) === index)
    .slice(0, mostErrors);
}

/**
 * Where in a JSON text the values stand that something is wrong with, and the keys that are unknown; what is missing is
 * shown at what it is missing from. A refused key is one issue, in the words of the unknown one.
 */
export function valueIssues(
  text: string,
  issues: readonly ValidationIssue[],
  unknown: readonly UnknownKey[],
): JsonIssue[] {
  if (issues.length === 0 && unknown.length === 0) return [];
  const tree = parseTree(text, [], strict);
  const lineAt = linesOf(text);
  const place = (path: Pointer, isKey: boolean): Pick<JsonIssue, "line" | "start" | "end"> => {
    const value = tree && nodeAt(tree, path);
    const node = (isKey ? value?.parent?.children?.[0] : undefined) ?? value;
    const start = node?.offset ?? 0;
    return { line: lineAt(start), start, end: start + (node?.length ?? 0) };
  };
  const keys = new Map(unknown.map((key) => [key.path, key]));
  const wrong = issues.map((issue): JsonIssue => {
    const refused = keyCodes.has(issue.code);
    const key = refused ? keys.get(issue.path) : undefined;
    return { ...place(issue.path, refused), problem: key ?? issue, isWarning: false };
  });
  const concerned = new Set(issues.map(({ path }) => path));
  const warned = unknown
    // What the validator might refuse is its to say.
    .filter(({ path, isRefused }) => !isRefused && !concerned.has(path))
    .map((problem): JsonIssue => ({ ...place(problem.path, true), problem, isWarning: true }));
  return [...wrong, ...warned].sort((a, b) => a.start - b.start);
}

function nodeAt(tree: Node, path: Pointer): Node {
  const segments = pointerSegments(path);
  let node = tree;
  for (const segment of segments) {
    const step = node.type === "array" ? Number(segment) : segment;
    // An index is no property name, and the library throws on a step of the wrong kind.
    const next =
      node.type === "object" || (typeof step === "number" && step >= 0) ? findNodeAtLocation(node, [step]) : undefined;
    if (!next) break;
    node = next;
  }
  return node;
}

/** The line of an offset, by halving, for texts of any length. */
function linesOf(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
