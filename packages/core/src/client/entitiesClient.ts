import type { FilterCondition } from "../field/filter.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import type { VersionChange } from "./authoredTools.ts";
import type { RequestOptions, Transport } from "./transport.ts";

/** A kind of entities, such as opportunities: what each of them says, as a JSON Schema. Times are ISO 8601. */
export interface EntityType {
  slug: string;
  name: string;
  /** What several are called. */
  pluralName: string;
  description: string;
  /** A Lucide icon's name. */
  icon: string;
  /** The schema of the content: an object. */
  jsonSchema: JsonSchema;
  /** Whether the code gives it, and the tenant has changed nothing of it. */
  origin: "code" | "tenant";
  /** Names this state of it, for `If-Match`. */
  revision: string;
  /** How many entities there are of it. */
  count: number;
}

/** A type as it is written. */
export type EntityTypeDraft = Pick<EntityType, "slug" | "name" | "jsonSchema"> &
  Partial<Pick<EntityType, "pluralName" | "description" | "icon">>;

/** An entity as lists, filters and agents have it. */
export interface EntitySummary {
  id: string;
  slug: string;
  title: string;
  /** Its type's name. */
  type: string;
  typeSlug: string;
  /** Its page. */
  href: string;
  tags: string[];
  content: Record<string, unknown>;
}

/** A relation as one of its two entities sees it. */
export interface EntityRelation {
  id: string;
  /** What the other is to this one, such as `customer`. */
  kind: string;
  /** `from` where this entity names the other, `to` where the other names this one. */
  direction: "from" | "to";
  entity: Pick<EntitySummary, "id" | "title" | "typeSlug" | "href">;
}

/** A document that is attached to an entity. */
export interface EntityDocument {
  documentId: string;
  title: string;
  /** `ready` where it can be searched. */
  status: "ready" | "reading" | "failed" | "missing";
  href: string | null;
}

/** A whole entity. Times are ISO 8601. */
export interface Entity extends EntitySummary {
  /** Names this state of it, for `If-Match`. */
  revision: string;
  createdAt: string;
  createdBy: string | null;
  updatedAt: string;
  updatedBy: string | null;
  relations: EntityRelation[];
  documents: EntityDocument[];
}

/** An entity as it is written. */
export interface EntityDraft {
  entityTypeSlug: string;
  title: string;
  /** Made from the title unless given. */
  slug?: string;
  content?: Record<string, unknown>;
  tags?: readonly string[];
}

/** What of an entity is to be another: what is left out stays, and `content` is the whole content. */
export type EntityChanges = Partial<Omit<EntityDraft, "entityTypeSlug">>;

/** One step of an entity's history. */
export interface EntityChange {
  revision: string;
  changedAt: string;
  changedBy: string | null;
  act: "created" | "changed" | "deleted";
  /** Against the step before it. */
  changes: VersionChange[];
}

/** Which entities are asked for: every condition has to hold. */
export interface FilterEntitiesInput {
  entityTypeSlug: string;
  filters: readonly FilterCondition[];
  /** A field of the content, `title` or `created_at`; `created_at` unless given. */
  sortBy?: string;
  /** `desc` for `created_at`, else `asc`, unless given. */
  sortOrder?: "asc" | "desc";
  /** 1 to 200; 50 unless given. */
  limit?: number;
  offset?: number;
}

/** The entities that were asked for, how many there are in all, and by how many conditions. */
export interface FilterResult {
  results: EntitySummary[];
  total: number;
  appliedFilters: number;
}

/** What is looked for by words, in titles before contents. */
export interface EntitySearch extends RequestOptions {
  query?: string;
  entityTypeSlug?: string;
  limit?: number;
  offset?: number;
}

/** A tenant's entities and their types, for whoever has the permissions `entities.team.…` and `entity_types.team.…`. */
export interface EntitiesClient {
  types(options?: RequestOptions): Promise<EntityType[]>;
  type(slug: string, options?: RequestOptions): Promise<EntityType>;
  createType(draft: EntityTypeDraft, options?: RequestOptions): Promise<EntityType>;
  updateType(
    slug: string,
    revision: string,
    changes: Partial<Omit<EntityTypeDraft, "slug">>,
    options?: RequestOptions,
  ): Promise<EntityType>;
  search(search?: EntitySearch): Promise<{ results: EntitySummary[]; total: number }>;
  filter(input: FilterEntitiesInput, options?: RequestOptions): Promise<FilterResult>;
  get(id: string, options?: RequestOptions): Promise<Entity>;
  create(draft: EntityDraft, options?: RequestOptions): Promise<Entity>;
  /** Refused with status 412 where the entity is not what `revision` names any more. */
  update(id: string, revision: string, changes: EntityChanges, options?: RequestOptions): Promise<Entity>;
  remove(id: string, revision: string, options?: RequestOptions): Promise<void>;
  /** The newest first. */
  history(id: string, options?: RequestOptions): Promise<EntityChange[]>;
  relate(id: string, to: { entityId: string; kind: string } & RequestOptions): Promise<Entity>;
  unrelate(id: string, relationId: string, options?: RequestOptions): Promise<Entity>;
  attach(id: string, documentId: string, options?: RequestOptions): Promise<Entity>;
  detach(id: string, documentId: string, options?: RequestOptions): Promise<Entity>;
}

/** The client of a host's entities. */
export function entitiesClient(transport: Transport): EntitiesClient {
  const at = (id: string, ...rest: string[]) => ["/api/entities", ...[id, ...rest].map(encodeURIComponent)].join("/");
  const typeAt = (slug: string) => `/api/entity-types/${encodeURIComponent(slug)}`;
  const matching = (revision: string) => ({ headers: { "if-match": `"${revision}"` } });
  return {
    types: ({ signal } = {}) => transport.json("/api/entity-types", { signal }),
    type: (slug, { signal } = {}) => transport.json(typeAt(slug), { signal }),
    createType: (draft, { signal } = {}) =>
      transport.json("/api/entity-types", { method: "POST", json: draft, signal }),
    updateType: (slug, revision, changes, { signal } = {}) =>
      transport.json(typeAt(slug), { method: "PATCH", json: changes, signal, ...matching(revision) }),
    search: ({ signal, query, entityTypeSlug, limit, offset } = {}) =>
      transport.json("/api/entities", { signal, query: { q: query, type: entityTypeSlug, limit, offset } }),
    filter: (input, { signal } = {}) =>
      // It reads alone: it may be sent again.
      transport.json("/api/entities/filter", { method: "POST", json: input, signal, repeatable: true }),
    get: (id, { signal } = {}) => transport.json(at(id), { signal, cache: "no-store" }),
    create: (draft, { signal } = {}) => transport.json("/api/entities", { method: "POST", json: draft, signal }),
    update: (id, revision, changes, { signal } = {}) =>
      transport.json(at(id), { method: "PATCH", json: changes, signal, ...matching(revision) }),
    remove: (id, revision, { signal } = {}) =>
      transport.send(at(id), { method: "DELETE", signal, ...matching(revision) }),
    history: (id, { signal } = {}) => transport.json(at(id, "history"), { signal, cache: "no-store" }),
    relate: (id, { entityId, kind, signal }) =>
      transport.json(at(id, "relations"), { method: "POST", json: { entityId, kind }, signal }),
    unrelate: (id, relationId, { signal } = {}) =>
      transport.json(at(id, "relations", relationId), { method: "DELETE", signal }),
    attach: (id, documentId, { signal } = {}) =>
      transport.json(at(id, "documents", documentId), { method: "PUT", json: {}, signal }),
    detach: (id, documentId, { signal } = {}) =>
      transport.json(at(id, "documents", documentId), { method: "DELETE", signal }),
  };
}
