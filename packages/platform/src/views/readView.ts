import type { ValidationIssue } from "@callboard/core";
import type { KeptViewSpec, ViewChanges, ViewDraft, ViewPart } from "@callboard/core/client";
import { isRecord } from "@callboard/core/host";
import { blocksProblem } from "@callboard/core/view";
import { HostRefusal, readFields, storable } from "@callboard/server";
import { isStorableJson } from "../rows/isStorable.ts";
import { isSlug, SLUG_RULE } from "../rows/slug.ts";
import { issue } from "../tools/readDraft.ts";

const LONGEST_TITLE = 200;
const LONGEST_DESCRIPTION = 2_000;
/** Characters of a spec as JSON. */
const LONGEST_SPEC = 200_000;
const MOST_PARTS = 60;
/** A page asks the host once for each of these. */
const MOST_LIVE_PARTS = 10;

/**
 * Reads a view as somebody wrote it.
 * @throws HostRefusal `invalid_view`, with every field that is wrong.
 */
export function readViewDraft(body: unknown): ViewDraft {
  const kinds = { slug: "any?", title: "any", description: "any?", spec: "any" } as const;
  const { slug, ...given } = readFields(body, kinds);
  const issues: ValidationIssue[] = [];
  if (slug !== undefined && !isSlug(slug)) issues.push(issue("/slug", SLUG_RULE));
  const { title, description, spec } = readParts(given, issues);
  if (issues.length > 0 || title === undefined || spec === undefined) throw invalidView(issues);
  return { title, spec, ...(isSlug(slug) && { slug }), ...(description !== undefined && { description }) };
}

/**
 * Reads what of a view is to be another.
 * @throws HostRefusal `invalid_view`, with every field that is wrong.
 */
export function readViewChanges(body: unknown): ViewChanges {
  const kinds = { title: "any?", description: "any?", spec: "any?", isPublished: "any?" } as const;
  const { isPublished, ...given } = readFields(body, kinds);
  const issues: ValidationIssue[] = [];
  const changes: ViewChanges = readParts(given, issues);
  if (typeof isPublished === "boolean") changes.isPublished = isPublished;
  else if (isPublished !== undefined) issues.push(issue("/isPublished", "It is true or false."));
  if (issues.length > 0) throw invalidView(issues);
  return changes;
}

/**
 * Reads what a transient view is to be called where it stays.
 * @throws HostRefusal `invalid_view`, with every field that is wrong.
 */
export function readKeptAs(body: unknown): Partial<Pick<ViewDraft, "slug" | "title">> {
  const { slug, title } = readFields(body, { slug: "any?", title: "any?" });
  const issues: ValidationIssue[] = [];
  if (slug !== undefined && !isSlug(slug)) issues.push(issue("/slug", SLUG_RULE));
  const { title: read } = readParts({ title }, issues);
  if (issues.length > 0) throw invalidView(issues);
  return { ...(isSlug(slug) && { slug }), ...(read !== undefined && { title: read }) };
}

/** What is wrong with a spec, each part by its place; nothing where it can be kept. */
export function specIssues(spec: unknown): ValidationIssue[] {
  if (!isRecord(spec)) return [issue("/spec", 'It is an object: { "blocks": […], "data": {…} }.')];
  const { blocks, data, ...more } = spec;
  const [unknown] = Object.keys(more);
  if (unknown !== undefined) {
    return [issue("/spec", `There is no "${unknown.slice(0, 80)}" in a view: it has "blocks" and "data".`)];
  }
  const written = JSON.stringify(spec);
  if (written.length > LONGEST_SPEC) {
    return [issue("/spec", `It has at most ${LONGEST_SPEC.toLocaleString("en")} characters as JSON.`)];
  }
  if (!isStorableJson(written)) return [issue("/spec", "A text holds the character NUL, or half of one. Take it out.")];
  if (data !== undefined && !isRecord(data)) return [issue("/spec/data", "It is an object.")];
  if (!Array.isArray(blocks) || blocks.length === 0 || blocks.length > MOST_PARTS) {
    return [issue("/spec/blocks", `It is a list of 1 to ${MOST_PARTS} blocks.`)];
  }
  if (blocks.filter(isLive).length > MOST_LIVE_PARTS) {
    return [issue("/spec/blocks", `A view has at most ${MOST_LIVE_PARTS} tools and lists of entities.`)];
  }
  return blocks.flatMap((block: unknown, index) => {
    const problem = partProblem(block);
    return problem === undefined ? [] : [issue(`/spec/blocks/${index}`, problem)];
  });
}

const isLive = (block: unknown): boolean =>
  isRecord(block) && (block["type"] === "tool" || block["type"] === "entities");

function partProblem(block: unknown): string | undefined {
  if (!isRecord(block)) return 'A block is an object: { "type": "table", "key": "rows" }.';
  const { type, label } = block;
  if (label !== undefined && (typeof label !== "string" || label.length > LONGEST_TITLE)) {
    return `Its label has up to ${LONGEST_TITLE} characters.`;
  }
  if (type === "tool") return toolProblem(block);
  if (type === "entities") return entitiesProblem(block);
  if (type === "custom") return "A view draws no block of an app's own. Choose another type.";
  return blocksProblem([block], "blocks")?.replaceAll("blocks[0]", "this block");
}

function toolProblem({ tool, defaultValue }: Record<string, unknown>): string | undefined {
  if (typeof tool !== "string" || tool === "" || tool.length > 200) return '"tool" is the slug of a tool.';
  if (defaultValue !== undefined && !isRecord(defaultValue))
    return '"defaultValue" is an object of the form\'s fields.';
  return undefined;
}

function entitiesProblem(part: Record<string, unknown>): string | undefined {
  const { entityTypeSlug, filters, sortBy, sortOrder, limit, columns } = part;
  if (!isSlug(entityTypeSlug)) return '"entityTypeSlug" is the slug of a type of entities.';
  if (filters !== undefined && !Array.isArray(filters)) return '"filters" is a list of conditions.';
  if (sortBy !== undefined && typeof sortBy !== "string") return '"sortBy" is the name of a field.';
  if (sortOrder !== undefined && sortOrder !== "asc" && sortOrder !== "desc") return '"sortOrder" is "asc" or "desc".';
  if (limit !== undefined && !(typeof limit === "number" && Number.isInteger(limit) && limit >= 1 && limit <= 200)) {
    return '"limit" is 1 to 200.';
  }
  if (columns !== undefined && !(Array.isArray(columns) && columns.every(isColumn))) {
    return '"columns" is a list of fields, each its key or { "key", "label" }.';
  }
  return undefined;
}

const isColumn = (column: unknown): boolean =>
  typeof column === "string" || (isRecord(column) && typeof column["key"] === "string");

function readParts(
  { title, description, spec }: { title?: unknown; description?: unknown; spec?: unknown },
  issues: ValidationIssue[],
): Partial<Pick<ViewDraft, "title" | "description" | "spec">> {
  const read: Partial<Pick<ViewDraft, "title" | "description" | "spec">> = {};
  if (title !== undefined) {
    const line = typeof title === "string" ? storable(title).replace(/\s+/g, " ").trim() : "";
    if (line === "" || line.length > LONGEST_TITLE)
      issues.push(issue("/title", `It has 1 to ${LONGEST_TITLE} characters.`));
    else read.title = line;
  }
  if (description !== undefined) {
    if (typeof description !== "string" || description.length > LONGEST_DESCRIPTION) {
      issues.push(issue("/description", `It has up to ${LONGEST_DESCRIPTION} characters.`));
    } else read.description = storable(description).trim();
  }
  if (spec !== undefined) {
    const wrong = specIssues(spec);
    issues.push(...wrong);
    if (wrong.length === 0 && isSpec(spec)) read.spec = spec;
  }
  return read;
}

/** What has no issues is a spec. */
const isSpec = (spec: unknown): spec is KeptViewSpec =>
  isRecord(spec) && Array.isArray(spec["blocks"]) && spec["blocks"].every((part): part is ViewPart => isRecord(part));

/** The refusal of a view with these errors, of which the message says the first. */
function invalidView(issues: readonly ValidationIssue[]): HostRefusal {
  const [first] = issues;
  const where = first?.path ? `${first.path.slice(1)}: ` : "";
  return new HostRefusal("invalid_view", `The view cannot be saved. ${where}${first?.message ?? ""}`, {
    path: first?.path,
    issues,
  });
}
