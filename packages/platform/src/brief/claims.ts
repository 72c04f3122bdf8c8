import type { JsonSchema } from "@callboard/core";
import { isRecord } from "@callboard/core/host";

/** One thing that a brief says, with the entities that say so. */
export interface Claim {
  text: string;
  source_entity_ids: string[];
}

export const MOST_CLAIMS = 8;
const LONGEST_CLAIM = 1_200;
const MOST_SOURCES_OF_CLAIM = 20;

/** The schema of a list of claims, for a field of an entity and for a model's answer. */
export const claimsSchema = (title: string, more: object = {}): JsonSchema => ({
  type: "array",
  title,
  ...more,
  items: {
    type: "object",
    properties: {
      text: { type: "string", title: "Statement" },
      source_entity_ids: { type: "array", title: "Sources", items: { type: "string" } },
    },
    required: ["text", "source_entity_ids"],
    additionalProperties: false,
  },
});

/** What is wrong with a list of claims, in sentences by which its writer can mend it; none where it is right. */
export function citationProblems(claims: unknown, known: ReadonlySet<string>): string[] {
  if (!Array.isArray(claims) || claims.length === 0 || claims.length > MOST_CLAIMS)
    return [`There have to be 1 to ${MOST_CLAIMS} claims in a list.`];
  return claims.flatMap((claim: unknown, index) => {
    const name = `Claim ${index + 1}`;
    if (!isRecord(claim)) return [`${name} is no object with text and source_entity_ids.`];
    const { text, source_entity_ids: ids } = claim;
    const problems: string[] = [];
    if (typeof text !== "string" || text.trim() === "" || text.length > LONGEST_CLAIM)
      problems.push(`${name} has no text of 1 to ${LONGEST_CLAIM} characters.`);
    if (!Array.isArray(ids)) return [...problems, `${name} has no list of source_entity_ids.`];
    if (ids.length === 0) problems.push(`${name} has no source: a claim without one is not made.`);
    if (ids.length > MOST_SOURCES_OF_CLAIM) problems.push(`${name} has more than ${MOST_SOURCES_OF_CLAIM} sources.`);
    if (new Set(ids).size < ids.length) problems.push(`${name} names a source twice.`);
    for (const id of new Set(ids as unknown[])) {
      // An id is one whole text, as it was given: nothing near it counts.
      if (typeof id === "string" && known.has(id)) continue;
      problems.push(`${name} names a source that was not given: ${shown(id)}.`);
    }
    return problems;
  });
}

/** Whether a value is a list of claims, each with its sources among those that are known. */
export const areClaims = (value: unknown, known: ReadonlySet<string>): value is Claim[] =>
  citationProblems(value, known).length === 0;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
