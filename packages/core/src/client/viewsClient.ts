import type { FilterCondition } from "../field/filter.ts";
import type { BlockSpec, ColumnConfig } from "../view/viewSpec.ts";
import type { VersionChange } from "./authoredTools.ts";
import type { RequestOptions, Transport } from "./transport.ts";

/** A tool in a view: its form, and the result of a run below it. */
export interface ToolPart {
  type: "tool";
  /** Its slug. */
  tool: string;
  /** What it is called here; default: the tool's name. */
  label?: string;
  /** What its form holds at first. */
  defaultValue?: Record<string, unknown>;
}

/** Entities in a view, as they are whenever it is read. */
export interface EntitiesPart {
  type: "entities";
  entityTypeSlug: string;
  label?: string;
  filters?: readonly FilterCondition[];
  /** A field of the content, `title` or `created_at`. */
  sortBy?: string;
  sortOrder?: "asc" | "desc";
  /** 1 to 200; default: 20. */
  limit?: number;
  /** The fields of the content that are shown beside the title; default: the type's first ones. */
  columns?: readonly ColumnConfig[];
}

/** A part of a view: a block that draws some of its data, a tool, or entities. */
export type ViewPart = BlockSpec | ToolPart | EntitiesPart;

/** What a view shows. Plain data. */
export interface KeptViewSpec {
  /** From the top to the bottom. */
  blocks: readonly ViewPart[];
  /** What the blocks take their `key` from. */
  data?: Record<string, unknown>;
}

/** What whoever asks may do with a view. */
export type ViewAct = "update" | "delete" | "keep";

/** A view as lists and agents have it. Times are ISO 8601. */
export interface ViewSummary {
  slug: string;
  title: string;
  description: string;
  /** Its page. */
  href: string;
  /** Whether everybody of the tenant sees it; a draft is its maker's, and of those who may change views. */
  isPublished: boolean;
  /** When a transient view goes, which its maker alone sees; null of a view that stays. */
  expiresAt: string | null;
  /** Names this state of it, for `If-Match`. */
  revision: string;
  createdAt: string;
  createdBy: string | null;
  updatedAt: string;
  updatedBy: string | null;
}

/** A whole view. */
export interface KeptView extends ViewSummary {
  spec: KeptViewSpec;
  may: readonly ViewAct[];
}

/** A view as it is written: a draft until it is published. */
export interface ViewDraft {
  /** Default: made from the title. */
  slug?: string;
  title: string;
  description?: string;
  spec: KeptViewSpec;
}

/** What of a view is to be another: what is left out stays. */
export type ViewChanges = Partial<Pick<ViewDraft, "title" | "description" | "spec"> & { isPublished: boolean }>;

/** Views, those that changed last first, and how many there are in all. */
export interface ViewListing {
  views: ViewSummary[];
  total: number;
}

/** A state that a view has had, with what was changed against the one before it. */
export interface ViewVersion {
  version: string;
  /** Epoch milliseconds. */
  createdAt: number;
  createdBy: string | null;
  changes: VersionChange[];
}

/** A tenant's views, for whoever has the permissions `views.team.…`. */
export interface ViewsClient {
  list(options?: RequestOptions & { limit?: number; offset?: number }): Promise<ViewListing>;
  get(slug: string, options?: RequestOptions): Promise<KeptView>;
  create(draft: ViewDraft, options?: RequestOptions): Promise<KeptView>;
  /** Refused with status 412 where the view is not what `revision` names any more. */
  update(slug: string, revision: string, changes: ViewChanges, options?: RequestOptions): Promise<KeptView>;
  /** Makes a transient view one that stays, under its own slug. */
  keep(slug: string, as?: Partial<Pick<ViewDraft, "slug" | "title">>, options?: RequestOptions): Promise<KeptView>;
  remove(slug: string, revision: string, options?: RequestOptions): Promise<void>;
  /** The newest first. */
  versions(slug: string, options?: RequestOptions): Promise<ViewVersion[]>;
  restore(slug: string, revision: string, version: string, options?: RequestOptions): Promise<KeptView>;
}

/** The client of a host's views. */
export function viewsClient(transport: Transport): ViewsClient {
  const at = (slug: string, ...rest: string[]) => ["/api/views", ...[slug, ...rest].map(encodeURIComponent)].join("/");
  const matching = (revision: string) => ({ headers: { "if-match": `"${revision}"` } });
  return {
    list: ({ signal, limit, offset } = {}) => transport.json("/api/views", { signal, query: { limit, offset } }),
    get: (slug, { signal } = {}) => transport.json(at(slug), { signal, cache: "no-store" }),
    create: (draft, { signal } = {}) => transport.json("/api/views", { method: "POST", json: draft, signal }),
    update: (slug, revision, changes, { signal } = {}) =>
      transport.json(at(slug), { method: "PATCH", json: changes, signal, ...matching(revision) }),
    keep: (slug, as = {}, { signal } = {}) => transport.json(at(slug, "keep"), { method: "POST", json: as, signal }),
    remove: (slug, revision, { signal } = {}) =>
      transport.send(at(slug), { method: "DELETE", signal, ...matching(revision) }),
    versions: (slug, { signal } = {}) => transport.json(at(slug, "versions"), { signal, cache: "no-store" }),
    restore: (slug, revision, version, { signal } = {}) =>
      transport.json(at(slug, "versions", version, "restore"), { method: "POST", signal, ...matching(revision) }),
  };
}
