import { randomUUID } from "node:crypto";
import type { JsonSchema } from "@callboard/core";
import type { FilterCondition } from "@callboard/core/fields";
import type { Store, Transaction } from "@callboard/server";
import { applyContentFilters, likePattern, type Conditions } from "./contentFilters.ts";

/** What a history keeps of an entity. */
export interface EntityContent {
  slug: string;
  title: string;
  content: Record<string, unknown>;
  tags: string[];
}

/** An entity's row. */
export interface EntityRow extends EntityContent {
  id: string;
  typeSlug: string;
  revision: number;
  createdAt: number;
  createdBy: string | null;
  updatedAt: number;
  updatedBy: string | null;
}

/** What a history keeps of a type. */
export interface TypeContent {
  name: string;
  pluralName: string;
  description: string;
  icon: string;
  jsonSchema: JsonSchema;
}

/** A type's row. */
export interface TypeRow extends TypeContent {
  slug: string;
  revision: number;
}

export interface RelationRow {
  id: string;
  kind: string;
  direction: "from" | "to";
  otherId: string;
  title: string;
  typeSlug: string;
}

/** One step of a history; a snapshot of null where its owner was deleted. */
export interface HistoryRow<Snapshot> {
  number: number;
  snapshot: Snapshot | null;
  changedAt: number;
  changedBy: string | null;
}

export interface EntityQuery {
  typeSlug: string;
  filters: readonly FilterCondition[];
  sortBy: string;
  sortOrder: "asc" | "desc";
  limit: number;
  offset: number;
}

/** What the database holds of entities: each method sees and changes what is its tenant's. */
export type EntityRows = ReturnType<typeof createEntityRows>;

const COLUMNS = `id::text, type_slug as "typeSlug", slug, title, content, tags, revision, created_at as "createdAt",
  created_by as "createdBy", updated_at as "updatedAt", updated_by as "updatedBy"`;
const TYPE_COLUMNS =
  'slug, name, plural_name as "pluralName", description, icon, json_schema as "jsonSchema", revision';

export function createEntityRows({ database }: Pick<Store, "database">) {
  const asTenant = database.asTenant.bind(database);

  async function keep(
    tx: Transaction,
    tenantId: string,
    owner: { kind: "entity" | "type"; name: string; number: number },
    snapshot: EntityContent | TypeContent | null,
    by: string | null,
  ): Promise<void> {
    await tx.query(
      `insert into callboard.entity_history (tenant_id, owner_kind, owner, number, snapshot, changed_at, changed_by)
       values ($1::uuid, $2, $3, $4, $5::text::jsonb, $6, $7)`,
      [tenantId, owner.kind, owner.name, owner.number, snapshot && JSON.stringify(snapshot), Date.now(), by],
    );
  }
  const contentOf = ({ slug, title, content, tags }: EntityContent): EntityContent => ({ slug, title, content, tags });
  const typeOf = ({ name, pluralName, description, icon, jsonSchema }: TypeContent): TypeContent => ({
    name,
    pluralName,
    description,
    icon,
    jsonSchema,
  });

  /** The rows of a condition in an order, which may have parameters of its own, and how many there are in all. */
  async function page(
    tx: Transaction,
    conditions: Conditions,
    order: (place: (value: unknown) => string) => string,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ rows: EntityRow[]; total: number }> {
    const of = `from callboard.entities where ${conditions.where.join(" and ")}`;
    const params = [...conditions.params];
    const [counted] = await tx.query<{ total: number }>(`select count(*)::integer as total ${of}`, conditions.params);
    const inOrder = order((value) => `$${params.push(value)}`);
    const rows = await tx.query<EntityRow>(
      `select ${COLUMNS} ${of} order by ${inOrder} limit ${limit} offset ${offset}`,
      params,
    );
    return { rows, total: counted?.total ?? 0 };
  }

  return {
    types: (tenantId: string) =>
      asTenant(tenantId, (tx) =>
        tx.query<TypeRow>(`select ${TYPE_COLUMNS} from callboard.entity_types where tenant_id = $1::uuid`, [tenantId]),
      ),

    /** How many entities there are of each type. */
    async counts(tenantId: string): Promise<ReadonlyMap<string, number>> {
      const rows = await asTenant(tenantId, (tx) =>
        tx.query<{ slug: string; count: number }>(
          `select type_slug as slug, count(*)::integer as count from callboard.entities
           where tenant_id = $1::uuid group by type_slug`,
          [tenantId],
        ),
      );
      return new Map(rows.map(({ slug, count }) => [slug, count]));
    },

    /** Undefined where the tenant has a row of that slug already. */
    insertType: (tenantId: string, slug: string, type: TypeContent, by: string | null) =>
      asTenant(tenantId, async (tx) => {
        const [row] = await tx.query<TypeRow>(
          `insert into callboard.entity_types
             (tenant_id, slug, name, plural_name, description, icon, json_schema, updated_at, updated_by)
           values ($1::uuid, $2, $3, $4, $5, $6, $7::text::jsonb, $8, $9)
           on conflict do nothing returning ${TYPE_COLUMNS}`,
          [
            tenantId,
            slug,
            type.name,
            type.pluralName,
            type.description,
            type.icon,
            JSON.stringify(type.jsonSchema),
            Date.now(),
            by,
          ],
        );
        if (row) await keep(tx, tenantId, { kind: "type", name: slug, number: row.revision }, typeOf(row), by);
        return row;
      }),

    /** Undefined where it is not as `revision` says any more. */
    updateType: (tenantId: string, { slug, revision }: TypeRow, type: TypeContent, by: string | null) =>
      asTenant(tenantId, async (tx) => {
        const [row] = await tx.query<TypeRow>(
          `update callboard.entity_types
           set name = $4, plural_name = $5, description = $6, icon = $7, json_schema = $8::text::jsonb,
             updated_at = $9, updated_by = $10, revision = revision + 1
           where tenant_id = $1::uuid and slug = $2 and revision = $3::integer returning ${TYPE_COLUMNS}`,
          [
            tenantId,
            slug,
            revision,
            type.name,
            type.pluralName,
            type.description,
            type.icon,
            JSON.stringify(type.jsonSchema),
            Date.now(),
            by,
          ],
        );
        if (row) await keep(tx, tenantId, { kind: "type", name: slug, number: row.revision }, typeOf(row), by);
        return row;
      }),

    async find(tenantId: string, id: string): Promise<EntityRow | undefined> {
      const [row] = await asTenant(tenantId, (tx) =>
        tx.query<EntityRow>(`select ${COLUMNS} from callboard.entities where tenant_id = $1::uuid and id = $2::uuid`, [
          tenantId,
          id,
        ]),
      );
      return row;
    },

    async findBySlug(tenantId: string, typeSlug: string, slug: string): Promise<EntityRow | undefined> {
      const [row] = await asTenant(tenantId, (tx) =>
        tx.query<EntityRow>(
          `select ${COLUMNS} from callboard.entities where tenant_id = $1::uuid and type_slug = $2 and slug = $3`,
          [tenantId, typeSlug, slug],
        ),
      );
      return row;
    },

    byIds: (tenantId: string, ids: readonly string[]) =>
      asTenant(tenantId, (tx) =>
        tx.query<EntityRow>(
          `select ${COLUMNS} from callboard.entities where tenant_id = $1::uuid and id = any($2::text[]::uuid[])`,
          [tenantId, ids],
        ),
      ),

    /** Undefined where the type has an entity of that slug already. */
    insert: (tenantId: string, typeSlug: string, entity: EntityContent, by: string | null) =>
      asTenant(tenantId, async (tx) => {
        const [row] = await tx.query<EntityRow>(
          `insert into callboard.entities
             (tenant_id, id, type_slug, slug, title, content, tags, created_at, created_by, updated_at, updated_by)
           values ($1::uuid, $2::uuid, $3, $4, $5, $6::text::jsonb, $7::text::jsonb, $8::bigint, $9, $8::bigint, $9)
           on conflict do nothing returning ${COLUMNS}`,
          [
            tenantId,
            randomUUID(),
            typeSlug,
            entity.slug,
            entity.title,
            JSON.stringify(entity.content),
            JSON.stringify(entity.tags),
            Date.now(),
            by,
          ],
        );
        if (row) await keep(tx, tenantId, { kind: "entity", name: row.id, number: row.revision }, contentOf(row), by);
        return row;
      }),

    /** `moved` where it is not as `revision` says any more, `taken` where another has the slug. */
    update: (tenantId: string, { id, typeSlug, revision }: EntityRow, entity: EntityContent, by: string | null) =>
      asTenant(tenantId, async (tx): Promise<EntityRow | "moved" | "taken"> => {
        const [other] = await tx.query(
          `select 1 from callboard.entities
           where tenant_id = $1::uuid and type_slug = $2 and slug = $3 and id <> $4::uuid`,
          [tenantId, typeSlug, entity.slug, id],
        );
        if (other) return "taken";
        const [row] = await tx.query<EntityRow>(
          `update callboard.entities
           set slug = $4, title = $5, content = $6::text::jsonb, tags = $7::text::jsonb, updated_at = $8, updated_by = $9,
             revision = revision + 1
           where tenant_id = $1::uuid and id = $2::uuid and revision = $3::integer returning ${COLUMNS}`,
          [
            tenantId,
            id,
            revision,
            entity.slug,
            entity.title,
            JSON.stringify(entity.content),
            JSON.stringify(entity.tags),
            Date.now(),
            by,
          ],
        );
        if (!row) return "moved";
        await keep(tx, tenantId, { kind: "entity", name: id, number: row.revision }, contentOf(row), by);
        return row;
      }),

    /** False where it is not as `revision` says any more. Its relations and documents go with it; its history stays. */
    remove: (tenantId: string, { id, revision }: EntityRow, by: string | null) =>
      asTenant(tenantId, async (tx) => {
        const removed = await tx.query(
          `delete from callboard.entities where tenant_id = $1::uuid and id = $2::uuid and revision = $3::integer
           returning id`,
          [tenantId, id, revision],
        );
        if (removed.length === 0) return false;
        await keep(tx, tenantId, { kind: "entity", name: id, number: revision + 1 }, null, by);
        return true;
      }),

    /** The newest first. */
    history: (tenantId: string, id: string, limit: number) =>
      asTenant(tenantId, (tx) =>
        tx.query<HistoryRow<EntityContent>>(
          `select number, snapshot, changed_at as "changedAt", changed_by as "changedBy" from callboard.entity_history
           where tenant_id = $1::uuid and owner_kind = 'entity' and owner = $2 order by number desc limit $3`,
          [tenantId, id, limit],
        ),
      ),

    /** By words, in titles before contents; without any, the newest first. */
    search: (
      tenantId: string,
      { words, query, typeSlug, limit, offset }: SearchedWords & { typeSlug: string | undefined },
    ) =>
      asTenant(tenantId, async (tx) => {
        const conditions: Conditions = { where: ["tenant_id = $1::uuid"], params: [tenantId] };
        const place = (value: unknown) => `$${conditions.params.push(value)}`;
        if (typeSlug !== undefined) conditions.where.push(`type_slug = ${place(typeSlug)}`);
        if (query === "") return page(tx, conditions, () => "updated_at desc, id", { limit, offset });
        const inTitle = `title ilike ${place(likePattern(query))}`;
        if (words.length === 0) {
          conditions.where.push(inTitle);
          return page(tx, conditions, () => "lower(title), id", { limit, offset });
        }
        const asked = `to_tsquery('simple', ${place(words.map((word) => `'${word}':*`).join(" & "))})`;
        conditions.where.push(`(${inTitle} or search @@ ${asked})`);
        const order = `(${inTitle}) desc, ts_rank(search, ${asked}) desc, lower(title), id`;
        return page(tx, conditions, () => order, { limit, offset });
      }),

    filter: (tenantId: string, { typeSlug, filters, sortBy, sortOrder, limit, offset }: EntityQuery) =>
      asTenant(tenantId, async (tx) => {
        const where = ["tenant_id = $1::uuid", "type_slug = $2"];
        const conditions: Conditions = { where, params: [tenantId, typeSlug] };
        applyContentFilters(conditions, filters);
        return page(tx, conditions, (place) => orderOf(sortBy, sortOrder, place), { limit, offset });
      }),

    /** The entities that stand in a relation to one, the first ones of each direction. */
    relations: (tenantId: string, id: string, limit: number) =>
      asTenant(tenantId, (tx) =>
        tx.query<RelationRow>(
          `select r.id::text, r.kind, case when r.from_id = $2::uuid then 'from' else 'to' end as direction,
             e.id::text as "otherId", e.title, e.type_slug as "typeSlug"
           from callboard.entity_relations r
           join callboard.entities e on e.tenant_id = r.tenant_id
             and e.id = case when r.from_id = $2::uuid then r.to_id else r.from_id end
           where r.tenant_id = $1::uuid and (r.from_id = $2::uuid or r.to_id = $2::uuid)
           order by r.created_at, r.id limit $3`,
          [tenantId, id, limit],
        ),
      ),

    /** Once, however often it is said; undefined where one of the two is not there. */
    relate: (tenantId: string, fromId: string, toId: string, kind: string, by: string | null) =>
      asTenant(tenantId, async (tx) => {
        const both = await tx.query(
          "select id from callboard.entities where tenant_id = $1::uuid and id in ($2::uuid, $3::uuid) for key share",
          [tenantId, fromId, toId],
        );
        if (both.length !== 2) return undefined;
        const named = [tenantId, fromId, toId, kind];
        await tx.query(
          `insert into callboard.entity_relations (tenant_id, from_id, to_id, kind, id, created_at, created_by)
           values ($1::uuid, $2::uuid, $3::uuid, $4, $5::uuid, $6, $7) on conflict do nothing`,
          [...named, randomUUID(), Date.now(), by],
        );
        const [row] = await tx.query<{ id: string }>(
          `select id::text from callboard.entity_relations
           where tenant_id = $1::uuid and from_id = $2::uuid and to_id = $3::uuid and kind = $4`,
          named,
        );
        return row?.id;
      }),

    unrelate: (tenantId: string, entityId: string, id: string) =>
      asTenant(tenantId, async (tx) => {
        const removed = await tx.query(
          `delete from callboard.entity_relations
           where tenant_id = $1::uuid and id = $2::uuid and (from_id = $3::uuid or to_id = $3::uuid) returning id`,
          [tenantId, id, entityId],
        );
        return removed.length > 0;
      }),

    /** The ids of entities' documents, in one query. */
    async documentsOf(tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
      const rows = await asTenant(tenantId, (tx) =>
        tx.query<{ entityId: string; documentId: string }>(
          `select entity_id::text as "entityId", document_id as "documentId" from callboard.entity_documents
           where tenant_id = $1::uuid and entity_id = any($2::text[]::uuid[]) order by created_at, document_id`,
          [tenantId, ids],
        ),
      );
      const byEntity = new Map<string, string[]>(ids.map((id) => [id, []]));
      for (const { entityId, documentId } of rows) byEntity.get(entityId)?.push(documentId);
      return byEntity;
    },

    attach: (tenantId: string, id: string, documentId: string, by: string | null) =>
      asTenant(tenantId, (tx) =>
        tx.query(
          `insert into callboard.entity_documents (tenant_id, entity_id, document_id, created_at, created_by)
           select tenant_id, id, $3, $4::bigint, $5 from callboard.entities
           where tenant_id = $1::uuid and id = $2::uuid for key share on conflict do nothing`,
          [tenantId, id, documentId, Date.now(), by],
        ),
      ),

    detach: (tenantId: string, id: string, documentId: string) =>
      asTenant(tenantId, (tx) =>
        tx.query(
          `delete from callboard.entity_documents
           where tenant_id = $1::uuid and entity_id = $2::uuid and document_id = $3`,
          [tenantId, id, documentId],
        ),
      ),

    /** What there is of each type: how many, how many were changed since a time, and the most frequent tags. */
    stats: (tenantId: string, typeSlug: string | undefined, since: number) =>
      asTenant(tenantId, async (tx) => {
        const of = "from callboard.entities where tenant_id = $1::uuid and ($2::text is null or type_slug = $2)";
        const params = [tenantId, typeSlug ?? null];
        const types = await tx.query<{ typeSlug: string; count: number; changed: number }>(
          `select type_slug as "typeSlug", count(*)::integer as count,
             (count(*) filter (where updated_at >= $3::bigint))::integer as changed
           ${of} group by type_slug order by type_slug`,
          [...params, since],
        );
        const tags = await tx.query<{ tag: string; count: number }>(
          `select tag, count(*)::integer as count from (select jsonb_array_elements_text(tags) as tag ${of}) as t
           group by tag order by count desc, tag limit 10`,
          params,
        );
        return { types, tags };
      }),
  };
}

export interface SearchedWords {
  /** Letters and digits alone. */
  words: readonly string[];
  query: string;
  limit: number;
  offset: number;
}

/** Numbers before all else, which is compared as text; what has no value comes last either way. */
function orderOf(sortBy: string, sortOrder: "asc" | "desc", place: (value: unknown) => string): string {
  const direction = sortOrder === "desc" ? "desc" : "asc";
  if (sortBy === "created_at") return `created_at ${direction}, id ${direction}`;
  if (sortBy === "title") return `lower(title) collate "C" ${direction}, id`;
  const name = `${place(sortBy)}::text`;
  return `case jsonb_typeof(content -> ${name}) when 'number' then (content ->> ${name})::numeric end ${direction} nulls last,
    (content ->> ${name}) collate "C" ${direction} nulls last, id`;
}
