import type { JsonSchema } from "@callboard/core";
import type { EntityTypeDefinition } from "../entities/entities.ts";
import { claimsSchema } from "./claims.ts";
import { SUMMARY_TASKS } from "./summaryTasks.ts";

/** What a tenant installs to have executive summaries. */
export const SUMMARY_BUNDLE = "executive-summary";

/** The slug of their type of entities. */
export const SUMMARY_TYPE = "executive-summary";

export const LANGUAGES = ["en", "de", "ar"] as const;

/** A language that a brief is written in. */
export type BriefLanguage = (typeof LANGUAGES)[number];

/** What languages call themselves. */
export const LANGUAGE_NAMES: Readonly<Record<BriefLanguage, string>> = { en: "English", de: "Deutsch", ar: "العربية" };

/** The fields that tasks fill in, each with the slug of its task. */
const extracted: Record<string, JsonSchema> = Object.fromEntries(
  SUMMARY_TASKS.map(({ slug, field, name }) => [
    field,
    field === "citations"
      ? {
          type: "object",
          title: name,
          extraction_task_slug: slug,
          properties: {
            claims: { type: "integer", title: "Statements checked" },
            sources: { type: "integer", title: "Sources cited" },
          },
          required: ["claims", "sources"],
          additionalProperties: false,
        }
      : claimsSchema(name, { extraction_task_slug: slug }),
  ]),
);

/** The type of executive summaries: fields that tasks fill in, and what was said of it when it was made. */
export const summaryType: EntityTypeDefinition = {
  slug: SUMMARY_TYPE,
  name: "Executive summary",
  pluralName: "Executive summaries",
  description: "A brief that is written from what an engagement is connected with; each statement names its sources.",
  icon: "file-text",
  bundle: SUMMARY_BUNDLE,
  jsonSchema: {
    type: "object",
    properties: {
      engagement_id: { type: "string", title: "Engagement" },
      source_entity_ids: { type: "array", title: "Sources", items: { type: "string" } },
      language: { type: "string", enum: [...LANGUAGES], title: "Language" },
      composed_by: { type: "string", enum: ["model", "script"], title: "Written by" },
      status: { type: "string", enum: ["composing", "complete"], title: "State" },
      run_id: { type: "string", title: "Run" },
      disclaimer: { type: "string", title: "Disclaimer" },
      classification: { type: "string", title: "Classification" },
      ...extracted,
    },
    required: ["engagement_id", "source_entity_ids", "language", "composed_by", "status", "run_id"],
    additionalProperties: false,
  },
};
