import { sameJson } from "@callboard/core/host";
import { isRecord } from "../isRecord.ts";

/** One part of a definition that is not what it was. */
export interface DefinitionChange {
  /** Where it stands: `description`, `inputSchema/properties/path/description`. */
  place: string;
  /** Undefined where there was none, or is none any more. */
  before?: unknown;
  after?: unknown;
}

/** What of a definition is not as it was, part by part, in the order of the old one and then of what is new. */
export function definitionChanges(before: unknown, after: unknown, place = ""): DefinitionChange[] {
  if (sameJson(before, after)) return [];
  if (!isRecord(before) || !isRecord(after)) return [{ place, before, after }];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    definitionChanges(before[key], after[key], place === "" ? key : `${place}/${key}`),
  );
}

/** The most parts that are said, and the most characters of each side of one. */
const MOST_SAID = 6;
const LONGEST_SIDE = 240;

/** Changes in few words: each part with what it said and what it says. */
export function saidChanges(changes: readonly DefinitionChange[]): string {
  const said = changes.slice(0, MOST_SAID).map(({ place, before, after }) => {
    const [old, now] = sides(textOf(before), textOf(after));
    return `${place}: ${old} → ${now}`;
  });
  if (changes.length > MOST_SAID) said.push(`+${changes.length - MOST_SAID}`);
  return said.join("; ");
}

/** Both sides from a little before where they part, so that what differs in a long text is among what is said. */
function sides(before: string | undefined, after: string | undefined): [string, string] {
  let same = 0;
  while (before !== undefined && after !== undefined && same < before.length && before[same] === after[same]) same++;
  const from = Math.max(0, same - 40);
  const side = (text: string | undefined) => {
    if (text === undefined) return "∅";
    const start = text.length <= LONGEST_SIDE ? 0 : from;
    const cut = text.slice(start, start + LONGEST_SIDE);
    return `“${start > 0 ? "…" : ""}${cut}${start + LONGEST_SIDE < text.length ? "…" : ""}”`;
  };
  return [side(before), side(after)];
}

const textOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === "string" ? value : JSON.stringify(value);
