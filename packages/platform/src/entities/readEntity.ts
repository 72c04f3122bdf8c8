import type { JsonSchema, ValidationIssue } from "@callboard/core";
import { createAjvValidator } from "@callboard/core/ajv";
import type { EntityChanges, EntityDraft, EntityTypeDraft } from "@callboard/core/client";
import { canonicalJson, createRecent, isRecord } from "@callboard/core/host";
import { HostRefusal, readFields, storable } from "@callboard/server";
import type { Validator } from "@callboard/core/validator";
import { isStorableJson } from "../rows/isStorable.ts";
import { isSlug, SLUG_RULE } from "../rows/slug.ts";
import { issue, schemaProblem } from "../tools/readDraft.ts";

const LONGEST_TITLE = 300;
const LONGEST_CONTENT = 200_000;
const MOST_TAGS = 50;
const LONGEST_TAG = 60;

const NOT_STORABLE = "A text holds the character NUL, or half of one. Take it out.";

/**
 * Reads an entity as somebody wrote it. What its type says of the content is not looked at yet.
 * @throws HostRefusal `invalid_entity`, with every field that is wrong.
 */
export function readEntityDraft(body: unknown): EntityDraft {
  const kinds = { entityTypeSlug: "any", title: "any", slug: "any?", content: "any?", tags: "any?" } as const;
  const given = readFields(body, kinds);
  const issues: ValidationIssue[] = [];
  if (!isSlug(given.entityTypeSlug)) issues.push(issue("/entityTypeSlug", `It names a type. ${SLUG_RULE}`));
  const changes = readParts(given, issues);
  const { title } = changes;
  if (issues.length > 0 || title === undefined || !isSlug(given.entityTypeSlug)) throw invalidEntity(issues);
  return { ...changes, title, entityTypeSlug: given.entityTypeSlug };
}

/**
 * Reads what of an entity is to be another.
 * @throws HostRefusal `invalid_entity`, with every field that is wrong.
 */
export function readEntityChanges(body: unknown): EntityChanges {
  const given = readFields(body, { title: "any?", slug: "any?", content: "any?", tags: "any?" });
  const issues: ValidationIssue[] = [];
  const changes = readParts(given, issues);
  if (issues.length > 0) throw invalidEntity(issues);
  return changes;
}

type Parts = Record<"title" | "slug" | "content" | "tags", unknown>;

function readParts({ title, slug, content, tags }: Parts, issues: ValidationIssue[]): EntityChanges {
  const changes: EntityChanges = {};
  if (title !== undefined) {
    const line = typeof title === "string" ? storable(title).replace(/\s+/g, " ").trim() : "";
    if (line === "" || line.length > LONGEST_TITLE)
      issues.push(issue("/title", `It has 1 to ${LONGEST_TITLE} characters.`));
    else changes.title = line;
  }
  if (slug !== undefined) {
    if (isSlug(slug)) changes.slug = slug;
    else issues.push(issue("/slug", SLUG_RULE));
  }
  if (content !== undefined) {
    const written = JSON.stringify(content);
    if (!isRecord(content)) issues.push(issue("/content", "It has to be an object."));
    else if (written.length > LONGEST_CONTENT)
      issues.push(issue("/content", `It has at most ${LONGEST_CONTENT.toLocaleString("en")} characters as JSON.`));
    else if (!isStorableJson(written)) issues.push(issue("/content", NOT_STORABLE));
    else changes.content = content;
  }
  if (tags !== undefined) {
    if (!isTags(tags))
      issues.push(issue("/tags", `It is a list of up to ${MOST_TAGS} texts of 1 to ${LONGEST_TAG} characters.`));
    else changes.tags = [...new Set(tags.map((tag) => storable(tag).trim()))];
  }
  return changes;
}

const isTags = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length <= MOST_TAGS &&
  value.every((tag) => typeof tag === "string" && tag.trim() !== "" && tag.length <= LONGEST_TAG);

/**
 * Reads a type as somebody wrote it, or what of it is to be another.
 * @throws HostRefusal `invalid_entity_type`, with every field that is wrong.
 */
export function readTypeDraft(body: unknown): EntityTypeDraft;
export function readTypeDraft(body: unknown, changes: { isNew: false }): Partial<Omit<EntityTypeDraft, "slug">>;
export function readTypeDraft(body: unknown, { isNew } = { isNew: true }): Partial<EntityTypeDraft> {
  const own = { name: "any?", pluralName: "any?", description: "any?", icon: "any?", jsonSchema: "any?" } as const;
  const given: Partial<Record<keyof EntityTypeDraft, unknown>> = isNew
    ? readFields(body, { slug: "any", ...own })
    : readFields(body, own);
  const issues: ValidationIssue[] = [];
  const draft: Partial<EntityTypeDraft> = {};
  if (isNew && !isSlug(given.slug)) issues.push(issue("/slug", SLUG_RULE));
  else if (isSlug(given.slug)) draft.slug = given.slug;
  for (const [name, most, isNeeded] of TEXTS) {
    const value = given[name];
    if (value === undefined && !(isNew && isNeeded)) continue;
    const text = typeof value === "string" ? storable(value).trim() : "";
    if (text === "" || text.length > most) issues.push(issue(`/${name}`, `It has 1 to ${most} characters.`));
    else draft[name] = text;
  }
  if (given.jsonSchema !== undefined || isNew) {
    const { jsonSchema } = given;
    const problem =
      schemaProblem(jsonSchema, true) ?? (isStorableJson(JSON.stringify(jsonSchema)) ? undefined : NOT_STORABLE);
    if (problem !== undefined) issues.push(issue("/jsonSchema", problem));
    else if (isRecord(jsonSchema)) draft.jsonSchema = jsonSchema;
  }
  const [first] = issues;
  if (first) {
    throw new HostRefusal("invalid_entity_type", `The type cannot be saved. ${first.path.slice(1)}: ${first.message}`, {
      path: first.path,
      issues,
    });
  }
  return draft;
}

const TEXTS = [
  ["name", 80, true],
  ["pluralName", 80, false],
  ["description", 2_000, false],
  ["icon", 60, false],
] as const;

/** How many schemas are kept ready. */
const KEPT = 200;
const validators = createRecent<Validator>(KEPT);

/** What is wrong with a content, by its fields. */
export function contentIssues(jsonSchema: JsonSchema, content: Record<string, unknown>): ValidationIssue[] {
  const validator = validators.of(canonicalJson(jsonSchema), () => createAjvValidator(jsonSchema));
  return validator.validate(content).map((each) => ({ ...each, path: `/content${each.path}` }));
}

/** The refusal of an entity with these errors, of which the message says the first. */
export function invalidEntity(issues: readonly ValidationIssue[]): HostRefusal {
  const [first] = issues;
  const where = first?.path ? `${first.path.slice(1)}: ` : "";
  return new HostRefusal("invalid_entity", `The entity cannot be saved. ${where}${first?.message ?? ""}`, {
    path: first?.path,
    issues,
  });
}
