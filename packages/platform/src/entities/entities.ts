import type { ToolContext } from "@callboard/core";
import type {
  Entity,
  EntityChange,
  EntityChanges,
  EntityDraft,
  EntitySummary,
  EntityType,
  EntityTypeDraft,
  FilterEntitiesInput,
  FilterResult,
} from "@callboard/core/client";
import { canonicalJson } from "@callboard/core/host";
import { HostRefusal, storable } from "@callboard/server";
import { createHash, randomUUID } from "node:crypto";
import { checkMatch, movedOn } from "../rows/revision.ts";
import { isSlug, slugOfTitle } from "../rows/slug.ts";
import { diffJson } from "../tools/diffJson.ts";
import type { EntityDocuments } from "./documents.ts";
import type { EntityContent, EntityRow, EntityRows, TypeContent, TypeRow } from "./entityRows.ts";
import { contentIssues, invalidEntity } from "./readEntity.ts";

/** Who asks, and what of the state they have seen: a revision, `*` for any. */
export interface Editor {
  context: ToolContext;
  ifMatch?: string | undefined;
}

/** A type of entities that the code gives to every tenant, or to those that have installed what it comes with. */
export interface EntityTypeDefinition extends EntityTypeDraft {
  /** The bundle that it comes with: it is not there where that is not installed. */
  bundle?: string;
}

export interface EntitiesOptions {
  rows: EntityRows;
  types: readonly EntityTypeDefinition[];
  documents: EntityDocuments | undefined;
}

const MOST_HISTORY = 200;
const MOST_RELATIONS = 500;
const MOST_DOCUMENTS = 200;
const MOST_FOUND = 200;
/** How many entities a changed schema is tried on, and how many that do not fit are named. */
const MOST_TRIED = 1_000;
const MOST_NAMED = 50;

/** What a schema refuses of the entities that there are. */
export interface Misfits {
  misfits: { id: string; title: string; href: string; why: string }[];
  /** How many do not fit, of those that were tried. */
  count: number;
  tried: number;
  total: number;
}

/** Entities and their types as REST, pages and tools all read and change them. */
export type Entities = ReturnType<typeof createEntities>;

/** A type as it is now, and the tenant's row of it where there is one. */
interface KnownType extends TypeContent {
  slug: string;
  row: TypeRow | undefined;
  revision: string;
}

export function createEntities({ rows, types: inCode, documents }: EntitiesOptions) {
  const code = inCode.map((type) => ({ bundle: type.bundle, type: knownType(type) }));

  async function typesOf(context: ToolContext): Promise<ReadonlyMap<string, KnownType>> {
    const own = await rows.types(tenantOf(context));
    const isThere = (bundle: string | undefined) => bundle === undefined || !!context.bundles?.includes(bundle);
    return new Map([
      ...code.filter(({ bundle }) => isThere(bundle)).map(({ type }): [string, KnownType] => [type.slug, type]),
      ...own.map((row): [string, KnownType] => [row.slug, { ...row, row, revision: `${row.revision}` }]),
    ]);
  }

  async function typeOf(context: ToolContext, slug: string): Promise<KnownType> {
    const types = await typesOf(context);
    const type = types.get(slug);
    if (type) return type;
    const known = [...types.keys()].slice(0, 20).join(", ");
    const message = `There is no type of entities "${slug.slice(0, 64)}" here. ${known === "" ? "Make one first." : `There are: ${known}.`}`;
    throw new HostRefusal("entity_type_not_found", message, { path: "/entityTypeSlug" });
  }

  async function found(tenantId: string, id: string): Promise<EntityRow> {
    const row = UUID.test(id) ? await rows.find(tenantId, id) : undefined;
    if (row) return row;
    throw new HostRefusal("entity_not_found", `There is no entity "${id.slice(0, 80)}" here.`, { path: "/id" });
  }

  async function whole(context: ToolContext, row: EntityRow, type?: KnownType): Promise<Entity> {
    const tenantId = tenantOf(context);
    const [known, relations, attached] = await Promise.all([
      type ?? typesOf(context).then((types) => types.get(row.typeSlug)),
      rows.relations(tenantId, row.id, MOST_RELATIONS),
      rows.documentsOf(tenantId, [row.id]),
    ]);
    const ids = attached.get(row.id) ?? [];
    const described = new Map(
      (ids.length > 0 && documents ? await documents.describe(context, ids) : []).map((one) => [one.documentId, one]),
    );
    return {
      ...summaryOf(row, known),
      revision: `${row.revision}`,
      createdAt: new Date(row.createdAt).toISOString(),
      createdBy: row.createdBy,
      updatedAt: new Date(row.updatedAt).toISOString(),
      updatedBy: row.updatedBy,
      relations: relations.map(({ id, kind, direction, otherId, title, typeSlug }) => ({
        id,
        kind,
        direction,
        entity: { id: otherId, title, typeSlug, href: hrefOf(typeSlug, otherId) },
      })),
      documents: ids.map(
        (documentId) => described.get(documentId) ?? { documentId, title: documentId, status: "missing", href: null },
      ),
    };
  }

  async function summaries(context: ToolContext, all: readonly EntityRow[]): Promise<EntitySummary[]> {
    const types = await typesOf(context);
    return all.map((row) => summaryOf(row, types.get(row.typeSlug)));
  }

  function checkContent(type: KnownType, content: Record<string, unknown>): void {
    const issues = contentIssues(type.jsonSchema, content);
    if (issues.length > 0) throw invalidEntity(issues);
  }

  async function write(row: EntityRow, changes: EntityChanges, { context }: Editor): Promise<Entity> {
    const tenantId = tenantOf(context);
    const type = await typeOf(context, row.typeSlug);
    const next: EntityContent = {
      title: changes.title ?? row.title,
      slug: changes.slug ?? row.slug,
      content: changes.content ?? row.content,
      tags: [...(changes.tags ?? row.tags)],
    };
    if (changes.content) checkContent(type, changes.content);
    const { title, slug, content, tags } = row;
    if (canonicalJson(next) === canonicalJson({ title, slug, content, tags })) return whole(context, row, type);
    const updated = await rows.update(tenantId, row, next, context.userId);
    if (updated === "taken") throw slugTaken(next.slug);
    if (updated === "moved") throw movedOn(row.title);
    return whole(context, updated, type);
  }

  return {
    async types(context: ToolContext): Promise<EntityType[]> {
      const tenantId = tenantOf(context);
      const [types, counts] = await Promise.all([typesOf(context), rows.counts(tenantId)]);
      return [...types.values()]
        .toSorted((one, other) => one.pluralName.localeCompare(other.pluralName, "en"))
        .map((type) => toType(type, counts.get(type.slug) ?? 0));
    },

    async type(context: ToolContext, slug: string): Promise<EntityType> {
      const tenantId = tenantOf(context);
      const [type, counts] = await Promise.all([typeOf(context, slug), rows.counts(tenantId)]);
      return toType(type, counts.get(slug) ?? 0);
    },

    async createType(draft: EntityTypeDraft, { context }: Editor): Promise<EntityType> {
      const tenantId = tenantOf(context);
      const taken = () =>
        new HostRefusal("slug_taken", `There is a type "${draft.slug}" already. Choose another slug.`, {
          path: "/slug",
        });
      if (code.some(({ type }) => type.slug === draft.slug)) throw taken();
      const row = await rows.insertType(tenantId, draft.slug, knownType(draft), context.userId);
      if (!row) throw taken();
      return this.type(context, draft.slug);
    },

    /** Changes a type. Its entities stay as they are: the schema is asked of what is written from then on. */
    async updateType(
      slug: string,
      changes: Partial<Omit<EntityTypeDraft, "slug">>,
      { context, ifMatch }: Editor,
    ): Promise<EntityType> {
      const tenantId = tenantOf(context);
      const type = await typeOf(context, slug);
      checkMatch(type.name, ifMatch, type.revision);
      const { name, pluralName, description, icon, jsonSchema } = { ...type, ...changes };
      const next: TypeContent = { name, pluralName, description, icon, jsonSchema };
      // What the code gives becomes the tenant's own.
      const row = type.row
        ? await rows.updateType(tenantId, type.row, next, context.userId)
        : await rows.insertType(tenantId, slug, next, context.userId);
      if (!row) throw movedOn(type.name);
      return this.type(context, slug);
    },

    /**
     * The entities of a type whose content its schema refuses, each with the first reason: the newest are tried, and
     * the first that do not fit are named.
     */
    async misfits(context: ToolContext, slug: string): Promise<Misfits> {
      const tenantId = tenantOf(context);
      const type = await typeOf(context, slug);
      const query = { typeSlug: slug, filters: [], sortBy: "created_at", sortOrder: "desc" as const, offset: 0 };
      const { rows: tried, total } = await rows.filter(tenantId, { ...query, limit: MOST_TRIED });
      const unfit = tried.flatMap((row) => {
        const [first] = contentIssues(type.jsonSchema, row.content);
        return first ? [{ row, why: `${first.path.replace(/^\/content\/?/, "")}: ${first.message}` }] : [];
      });
      const named = unfit.slice(0, MOST_NAMED).map(({ row: { id, title }, why }) => ({
        id,
        title,
        href: hrefOf(slug, id),
        why,
      }));
      return { misfits: named, count: unfit.length, tried: tried.length, total };
    },

    async search(
      context: ToolContext,
      asked: { query: string; typeSlug: string | undefined; limit: number; offset: number },
    ): Promise<{ results: EntitySummary[]; total: number }> {
      const tenantId = tenantOf(context);
      if (asked.typeSlug !== undefined) await typeOf(context, asked.typeSlug);
      const query = storable(asked.query).trim();
      const words = query.match(/[\p{L}\p{M}\p{N}]+/gu)?.slice(0, 20) ?? [];
      const { rows: all, total } = await rows.search(tenantId, { ...asked, query, words });
      return { results: await summaries(context, all), total };
    },

    async executeFilterEntities(context: ToolContext, input: FilterEntitiesInput): Promise<FilterResult> {
      const tenantId = tenantOf(context);
      const type = await typeOf(context, input.entityTypeSlug);
      const { filters, sortBy = "created_at", limit = 50, offset = 0 } = input;
      const { sortOrder = sortBy === "created_at" ? "desc" : "asc" } = input;
      const query = { typeSlug: type.slug, filters, sortBy, sortOrder, offset };
      const { rows: all, total } = await rows.filter(tenantId, { ...query, limit: Math.min(limit, MOST_FOUND) });
      return { results: all.map((row) => summaryOf(row, type)), total, appliedFilters: filters.length };
    },

    async get(context: ToolContext, id: string): Promise<Entity> {
      return whole(context, await found(tenantOf(context), id));
    },

    async getBySlug(context: ToolContext, typeSlug: string, slug: string): Promise<Entity> {
      const isNamed = isSlug(typeSlug) && isSlug(slug);
      const row = isNamed ? await rows.findBySlug(tenantOf(context), typeSlug, slug) : undefined;
      if (row) return whole(context, row);
      throw new HostRefusal("entity_not_found", `There is no "${slug.slice(0, 80)}" among ${typeSlug.slice(0, 64)}.`, {
        path: "/slug",
      });
    },

    /** Those of some ids that there are. */
    async byIds(context: ToolContext, ids: readonly string[]): Promise<EntitySummary[]> {
      const tenantId = tenantOf(context);
      return summaries(
        context,
        await rows.byIds(
          tenantId,
          ids.filter((id) => UUID.test(id)),
        ),
      );
    },

    async create(draft: EntityDraft, { context }: Editor): Promise<Entity> {
      const tenantId = tenantOf(context);
      const type = await typeOf(context, draft.entityTypeSlug);
      const { title, content = {}, tags = [] } = draft;
      checkContent(type, content);
      const made = slugOfTitle(title) || type.slug;
      const insert = (slug: string) =>
        rows.insert(tenantId, type.slug, { title, slug, content, tags: [...tags] }, context.userId);
      const row =
        (await insert(draft.slug ?? made)) ??
        // A slug that nobody has chosen gives way to one that is there.
        (draft.slug === undefined ? await insert(`${made}-${randomUUID().slice(0, 8)}`) : undefined);
      if (!row) throw slugTaken(draft.slug ?? made);
      return whole(context, row, type);
    },

    async update(id: string, changes: EntityChanges, editor: Editor): Promise<Entity> {
      const row = await found(tenantOf(editor.context), id);
      checkMatch(row.title, editor.ifMatch, `${row.revision}`);
      return write(row, changes, editor);
    },

    /** Changes fields of the content alone: those that are named; null takes one away. */
    async patch(id: string, changes: EntityChanges, editor: Editor): Promise<Entity> {
      const row = await found(tenantOf(editor.context), id);
      checkMatch(row.title, editor.ifMatch, `${row.revision}`);
      const merged = Object.entries({ ...row.content, ...changes.content }).filter(([, value]) => value !== null);
      return write(row, { ...changes, ...(changes.content && { content: Object.fromEntries(merged) }) }, editor);
    },

    async remove(id: string, { context, ifMatch }: Editor): Promise<EntitySummary> {
      const tenantId = tenantOf(context);
      const row = await found(tenantId, id);
      checkMatch(row.title, ifMatch, `${row.revision}`);
      if (!(await rows.remove(tenantId, row, context.userId))) throw movedOn(row.title);
      const [summary] = await summaries(context, [row]);
      return summary ?? summaryOf(row, undefined);
    },

    async history(context: ToolContext, id: string): Promise<EntityChange[]> {
      const all = UUID.test(id) ? await rows.history(tenantOf(context), id, MOST_HISTORY + 1) : [];
      if (all.length === 0) {
        throw new HostRefusal("entity_not_found", `There is no entity "${id.slice(0, 80)}" here.`, { path: "/id" });
      }
      return all.slice(0, MOST_HISTORY).map(({ number, snapshot, changedAt, changedBy }, index) => ({
        revision: `${number}`,
        changedAt: new Date(changedAt).toISOString(),
        changedBy,
        act: snapshot === null ? "deleted" : number === 1 ? "created" : "changed",
        changes: snapshot === null ? [] : diffJson(all[index + 1]?.snapshot, snapshot),
      }));
    },

    async relate(id: string, { entityId, kind }: { entityId: string; kind: string }, context: ToolContext) {
      const tenantId = tenantOf(context);
      const [row, other] = await Promise.all([found(tenantId, id), found(tenantId, entityId)]);
      if (row.id === other.id) {
        const message = "An entity stands in no relation to itself. Name another one.";
        throw new HostRefusal("invalid_relation", message, { path: "/entityId" });
      }
      const there = await rows.relations(tenantId, row.id, MOST_RELATIONS);
      if (there.length >= MOST_RELATIONS) {
        throw new HostRefusal(
          "invalid_relation",
          `An entity has at most ${MOST_RELATIONS} relations. Remove one first.`,
        );
      }
      const relationId = await rows.relate(tenantId, row.id, other.id, kind, context.userId);
      if (relationId === undefined) throw new HostRefusal("entity_not_found", "One of the two was deleted meanwhile.");
      return { relationId, entity: await whole(context, row) };
    },

    async unrelate(id: string, relationId: string, context: ToolContext): Promise<Entity> {
      const tenantId = tenantOf(context);
      const row = await found(tenantId, id);
      if (!UUID.test(relationId) || !(await rows.unrelate(tenantId, row.id, relationId))) {
        throw new HostRefusal("relation_not_found", `“${row.title}” has no relation "${relationId.slice(0, 80)}".`);
      }
      return whole(context, row);
    },

    async attach(id: string, documentId: string, context: ToolContext): Promise<Entity> {
      const tenantId = tenantOf(context);
      const row = await found(tenantId, id);
      // What the person cannot read is not there for them.
      const [document] = documents ? await documents.describe(context, [storable(documentId)]) : [];
      if (!document) {
        const message = documents
          ? `There is no document "${documentId.slice(0, 80)}" here. Find its id among the documents.`
          : "This host has no documents. Give the entities module the documents of a knowledge module.";
        throw new HostRefusal("document_not_found", message, { path: "/documentId" });
      }
      const there = (await rows.documentsOf(tenantId, [row.id])).get(row.id) ?? [];
      if (there.length >= MOST_DOCUMENTS) {
        throw new HostRefusal(
          "invalid_relation",
          `An entity has at most ${MOST_DOCUMENTS} documents. Remove one first.`,
        );
      }
      await rows.attach(tenantId, row.id, document.documentId, context.userId);
      // It may have been deleted meanwhile.
      return whole(context, await found(tenantId, row.id));
    },

    async detach(id: string, documentId: string, context: ToolContext): Promise<Entity> {
      const tenantId = tenantOf(context);
      const row = await found(tenantId, id);
      await rows.detach(tenantId, row.id, storable(documentId));
      return whole(context, row);
    },

    async stats(context: ToolContext, typeSlug: string | undefined) {
      const tenantId = tenantOf(context);
      const types = await typesOf(context);
      if (typeSlug !== undefined) await typeOf(context, typeSlug);
      const week = 7 * 24 * 3600_000;
      const { types: counted, tags } = await rows.stats(tenantId, typeSlug, Date.now() - week);
      const byType = counted.map(({ typeSlug: slug, count, changed }) => ({
        type: types.get(slug)?.pluralName ?? slug,
        typeSlug: slug,
        count,
        changedThisWeek: changed,
      }));
      return { total: byType.reduce((sum, { count }) => sum + count, 0), byType, tags };
    },

    /** The ids of entities' documents, in one query. */
    documentsOf: (context: ToolContext, ids: readonly string[]) => rows.documentsOf(tenantOf(context), ids),

    /** Whether a tenant has a type; undefined where nobody's tenant is known. */
    hasType: async (context: ToolContext, slug: string) => !!context.tenantId && (await typesOf(context)).has(slug),
  };
}

function knownType({ slug, name, jsonSchema, ...more }: EntityTypeDefinition): KnownType {
  const { pluralName = name, description = name, icon = "package" } = more;
  const content: TypeContent = { name, pluralName, description, icon, jsonSchema };
  const revision = createHash("sha256").update(canonicalJson(content)).digest("hex").slice(0, 16);
  return { slug, ...content, row: undefined, revision };
}

const toType = ({ row, slug, name, pluralName, description, icon, jsonSchema, revision }: KnownType, count: number) => {
  const origin: EntityType["origin"] = row ? "tenant" : "code";
  return { slug, name, pluralName, description, icon, jsonSchema, origin, revision, count };
};

function summaryOf(row: EntityRow, type: Pick<KnownType, "name"> | undefined): EntitySummary {
  const { id, slug, title, typeSlug, tags, content } = row;
  return { id, slug, title, type: type?.name ?? typeSlug, typeSlug, href: hrefOf(typeSlug, id), tags, content };
}

const hrefOf = (typeSlug: string, id: string): string => `/entities/${typeSlug}/${id}`;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const slugTaken = (slug: string): HostRefusal =>
  new HostRefusal("slug_taken", `There is an entity "${slug}" of this type already. Choose another slug.`, {
    path: "/slug",
  });

function tenantOf({ tenantId }: ToolContext): string {
  if (tenantId) return tenantId;
  throw new Error("Entities belong to tenants, and this context has none. Run this through a host.");
}
