import type { Entity } from "@callboard/core/client";

/** The parts of a brief that have a heading, in the order in which they are read. */
export const BRIEF_PARTS = ["situation", "key_findings", "opportunities", "risks", "recommendations"] as const;

const FIELDS = ["headline", ...BRIEF_PARTS] as const;

/** A field of claims. */
export type BriefField = (typeof FIELDS)[number];

export interface BriefClaim {
  text: string;
  sourceIds: readonly string[];
}

/** A brief as its page draws it. */
export interface Brief {
  title: string;
  engagementId: string;
  sourceIds: readonly string[];
  runId: string;
  language: string;
  isComplete: boolean;
  isScripted: boolean;
  disclaimer: string | undefined;
  classification: string | undefined;
  /** What is written so far. */
  claims: ReadonlyMap<BriefField, readonly BriefClaim[]>;
  /** How many of its parts are written, and of how many: the check of the sources is one. */
  progress: { done: number; all: number };
}

/** The type of entities that are briefs. */
export const BRIEF_TYPE = "executive-summary";

/** Reads an entity as a brief, whatever somebody has made of it; undefined of another type. */
export function readBrief({
  title,
  typeSlug,
  content,
}: Pick<Entity, "title" | "typeSlug" | "content">): Brief | undefined {
  if (typeSlug !== BRIEF_TYPE) return undefined;
  const textOf = (field: string) => {
    const value = content[field];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const claims = new Map(
    FIELDS.flatMap((field) => (Array.isArray(content[field]) ? [[field, claimsOf(content[field])]] : [])),
  );
  const isChecked = content["citations"] !== undefined;
  return {
    title,
    engagementId: textOf("engagement_id") ?? "",
    sourceIds: textsOf(content["source_entity_ids"]),
    runId: textOf("run_id") ?? "",
    language: textOf("language") ?? "en",
    isComplete: content["status"] === "complete",
    isScripted: content["composed_by"] === "script",
    disclaimer: textOf("disclaimer"),
    classification: textOf("classification"),
    claims,
    progress: { done: claims.size + (isChecked ? 1 : 0), all: FIELDS.length + 1 },
  };
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];

const claimsOf = (value: readonly unknown[]): BriefClaim[] =>
  value.flatMap((claim) => {
    if (typeof claim !== "object" || claim === null || !("text" in claim) || typeof claim.text !== "string") return [];
    return [{ text: claim.text, sourceIds: "source_entity_ids" in claim ? textsOf(claim.source_entity_ids) : [] }];
  });
