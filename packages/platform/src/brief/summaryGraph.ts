import { humanizeFieldName, ToolError, type ToolContext } from "@callboard/core";
import type { Entity } from "@callboard/core/client";
import { HostRefusal } from "@callboard/server";
import { setTimeout as pause } from "node:timers/promises";
import type { Entities } from "../entities/entities.ts";
import { refusedCall } from "../tools/refusedCall.ts";
import type { Claim } from "./claims.ts";
import type { Material } from "./composeClaims.ts";
import type { BriefSource } from "./scriptedClaims.ts";
import { CLAIM_FIELDS } from "./summaryTasks.ts";
import { LANGUAGES, SUMMARY_TYPE, type BriefLanguage } from "./summaryType.ts";

/** The most entities that a brief is written from: the first that its engagement was connected with. */
export const MOST_SOURCES = 100;

/** Tasks of a layer write to one entity at once: whoever comes second writes again. */
const MOST_WRITES = 20;

/** The ids of what an engagement is connected with, each once; other briefs are no sources. */
export function sourceIdsOf({ id, relations }: Pick<Entity, "id" | "relations">): string[] {
  const connected = relations.filter(({ entity }) => entity.typeSlug !== SUMMARY_TYPE && entity.id !== id);
  return [...new Set(connected.map(({ entity }) => entity.id))];
}

/** A brief as its tasks read it. */
export interface Summary extends Material {
  id: string;
  /** The ids that its claims may name. */
  sourceIds: ReadonlySet<string>;
}

/** @throws ToolError where there is no such brief for this context. */
export async function readSummary(entities: Entities, context: ToolContext, id: string): Promise<Summary> {
  const summary = await entities.get(context, id).catch((error: unknown) => {
    throw refusedCall(error);
  });
  const { typeSlug, content } = summary;
  const sourceIds = listOf(content["source_entity_ids"]);
  if (typeSlug !== SUMMARY_TYPE || sourceIds.length === 0)
    throw new ToolError(`“${summary.title}” is no executive summary. Have one made first.`, { path: "/summaryId" });
  const { engagement_id: engagementId } = content;
  const asked = typeof engagementId === "string" ? [engagementId, ...sourceIds] : sourceIds;
  const found = new Map((await entities.byIds(context, asked)).map((one) => [one.id, one]));
  const sources = sourceIds.flatMap((sourceId): BriefSource[] => {
    const source = found.get(sourceId);
    if (!source) return [];
    const { title, type, typeSlug, content } = source;
    // What the host's code calls its types is not known here.
    return [{ id: source.id, title, type: type === typeSlug ? humanizeFieldName(typeSlug) : type, content }];
  });
  const language = LANGUAGES.find((each) => each === content["language"]) ?? LANGUAGES[0];
  return {
    id,
    title: (typeof engagementId === "string" && found.get(engagementId)?.title) || summary.title,
    sources,
    sourceIds: new Set(sourceIds),
    written: Object.fromEntries(
      CLAIM_FIELDS.flatMap((field) => (field in content ? [[field, content[field] as Claim[]]] : [])),
    ),
    language,
    composedBy: content["composed_by"] === "script" ? "script" : "model",
  };
}

/** Writes fields of a brief, also while other tasks write others. */
export async function writeFields(
  entities: Entities,
  context: ToolContext,
  id: string,
  content: Record<string, unknown>,
): Promise<void> {
  for (let writes = 1; ; writes++) {
    try {
      await entities.patch(id, { content }, { context, ifMatch: "*" });
      return;
    } catch (error) {
      const isRaced = error instanceof HostRefusal && error.code === "precondition_failed";
      if (!isRaced || writes >= MOST_WRITES) throw refusedCall(error);
      await pause(5 * writes * Math.random());
    }
  }
}

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];

export const titleOf: Readonly<Record<BriefLanguage, (title: string) => string>> = {
  en: (title) => `Executive summary: ${title}`,
  de: (title) => `Kurzfassung: ${title}`,
  ar: (title) => `ملخص تنفيذي: ${title}`,
};
