import { randomUUID } from "node:crypto";
import type { ToolContext } from "@callboard/core";
import type {
  KeptView,
  ViewAct,
  ViewChanges,
  ViewDraft,
  ViewListing,
  ViewSummary,
  ViewVersion,
} from "@callboard/core/client";
import { sameJson } from "@callboard/core/host";
import { HostRefusal } from "@callboard/server";
import { checkMatch, movedOn } from "../rows/revision.ts";
import { isSlug, slugOfTitle } from "../rows/slug.ts";
import { diffJson } from "../tools/diffJson.ts";
import { readViewDraft } from "./readView.ts";
import type { ListedView, Viewer, ViewRow, ViewRows } from "./viewRows.ts";

/** Who asks, and what of the state they have seen: a revision, `*` for any. */
export interface ViewEditor {
  context: ToolContext;
  ifMatch?: string | undefined;
}

/** How long a transient view is there, in milliseconds. */
export const TRANSIENT_MS = 24 * 3_600_000;

/** Views as REST, pages and tools all read and change them. */
export type Views = ReturnType<typeof createViews>;

export function createViews(rows: ViewRows) {
  async function found(context: ToolContext, slug: string): Promise<ViewRow> {
    const row = isSlug(slug) ? await rows.find(viewerOf(context), slug) : undefined;
    if (row) return row;
    throw new HostRefusal("view_not_found", `There is no view "${slug.slice(0, 64)}" here.`, { path: "/slug" });
  }

  /** A slug that somebody has chosen is refused where it is taken; one made from the title gives way. */
  async function insert(context: ToolContext, { slug, title, description = "", spec }: ViewDraft): Promise<ViewRow> {
    const { tenantId, userId } = viewerOf(context);
    const made = slugOfTitle(title) || "view";
    const put = (as: string) => rows.insert(tenantId, as, { title, description, spec }, { by: userId });
    const row = (await put(slug ?? made)) ?? (slug === undefined ? await put(withEnd(made)) : undefined);
    if (!row) throw slugTaken(slug ?? made);
    return row;
  }

  async function write(row: ViewRow, changes: ViewChanges, { context }: ViewEditor): Promise<KeptView> {
    const { tenantId, userId } = viewerOf(context);
    const { title, description, spec, isPublished } = row;
    const before = { title, description, spec, isPublished };
    const next = { ...before, ...changes };
    if (row.expiresAt !== null && next.isPublished) {
      const message = `"${row.title}" is transient. Save it first; then it can be published.`;
      throw new HostRefusal("view_transient", message, { path: "/isPublished" });
    }
    if (sameJson(before, next)) return whole(row, context);
    const updated = await rows.update(tenantId, row, next, userId);
    if (!updated) throw movedOn(row.title);
    return whole(updated, context);
  }

  /** Its own: a slug may have been another view's before. */
  async function versionsOf(context: ToolContext, { slug, createdAt }: ViewRow) {
    const kept = await rows.versions(viewerOf(context).tenantId, slug);
    return kept.filter((each) => each.createdAt >= createdAt);
  }

  return {
    async list(context: ToolContext, page: { limit: number; offset: number }): Promise<ViewListing> {
      const { rows: all, total } = await rows.list(viewerOf(context), page);
      return { views: all.map(summaryOf), total };
    },

    get: async (context: ToolContext, slug: string): Promise<KeptView> => whole(await found(context, slug), context),

    create: async (draft: ViewDraft, { context }: ViewEditor): Promise<KeptView> =>
      whole(await insert(context, draft), context),

    /** A view that its maker alone sees, and that goes by itself unless it is kept. */
    async createTransient(draft: Omit<ViewDraft, "slug">, context: ToolContext): Promise<KeptView> {
      const { title, description = "", spec } = readViewDraft(draft);
      const { tenantId, userId } = viewerOf(context);
      if (userId === null) {
        const message = "A transient view is its maker's, and this call is nobody's. Create a view instead.";
        throw new HostRefusal("invalid_view", message);
      }
      const slug = withEnd(slugOfTitle(title) || "view");
      const until = { by: userId, expiresAt: Date.now() + TRANSIENT_MS };
      const row = await rows.insert(tenantId, slug, { title, description, spec }, until);
      if (!row) throw slugTaken(slug);
      return whole(row, context);
    },

    async update(slug: string, changes: ViewChanges, editor: ViewEditor): Promise<KeptView> {
      const row = await found(editor.context, slug);
      checkMatch(row.title, editor.ifMatch, `${row.revision}`);
      return write(row, changes, editor);
    },

    async keep(slug: string, as: { slug?: string; title?: string }, context: ToolContext): Promise<KeptView> {
      const { tenantId, userId } = viewerOf(context);
      const row = await found(context, slug);
      if (row.expiresAt === null) throw new HostRefusal("view_kept", `"${row.title}" is saved already.`);
      const title = as.title ?? row.title;
      const made = slugOfTitle(title) || "view";
      const stay = (name: string) => rows.stay(tenantId, row, { slug: name, title }, userId);
      const first = await stay(as.slug ?? made);
      const kept = first === "taken" && as.slug === undefined ? await stay(withEnd(made)) : first;
      if (kept === "taken") throw slugTaken(as.slug ?? made);
      if (kept === "moved") throw movedOn(row.title);
      return whole(kept, context);
    },

    async remove(slug: string, { context, ifMatch }: ViewEditor): Promise<ViewSummary> {
      const row = await found(context, slug);
      checkMatch(row.title, ifMatch, `${row.revision}`);
      if (!(await rows.remove(viewerOf(context).tenantId, row))) throw movedOn(row.title);
      return summaryOf(row);
    },

    async versions(context: ToolContext, slug: string): Promise<ViewVersion[]> {
      const kept = await versionsOf(context, await found(context, slug));
      return kept.map(({ version, content, createdAt, createdBy }, index) => ({
        version,
        createdAt,
        createdBy,
        changes: diffJson(kept[index + 1]?.content ?? {}, content),
      }));
    },

    async restore(slug: string, version: string, editor: ViewEditor): Promise<KeptView> {
      const row = await found(editor.context, slug);
      checkMatch(row.title, editor.ifMatch, `${row.revision}`);
      const kept = await versionsOf(editor.context, row);
      const wanted = kept.find((each) => each.version === version);
      if (wanted) return write(row, wanted.content, editor);
      throw new HostRefusal(
        "version_not_found",
        `"${row.title}" has no version "${version.slice(0, 64)}". Choose one of those that are listed.`,
      );
    },
  };
}

const withEnd = (slug: string): string => `${slug}-${randomUUID().slice(0, 8)}`;

const has = ({ permissions = [] }: ToolContext, act: string): boolean => permissions.includes(`views.team.${act}`);

function viewerOf(context: ToolContext): Viewer {
  const { tenantId, userId } = context;
  if (tenantId) return { tenantId, userId, seesDrafts: has(context, "update") };
  throw new Error("Views belong to tenants, and this context has none. Run this through a host.");
}

function whole(row: ViewRow, context: ToolContext): KeptView {
  const acts: readonly (readonly [ViewAct, boolean])[] = [
    ["update", has(context, "update")],
    ["delete", has(context, "delete")],
    ["keep", row.expiresAt !== null && has(context, "create")],
  ];
  return { ...summaryOf(row), spec: row.spec, may: acts.flatMap(([act, may]) => (may ? [act] : [])) };
}

function summaryOf({ slug, title, description, isPublished, ...row }: ListedView): ViewSummary {
  return {
    slug,
    title,
    description,
    href: `/views/${slug}`,
    isPublished,
    expiresAt: row.expiresAt === null ? null : new Date(row.expiresAt).toISOString(),
    revision: `${row.revision}`,
    createdAt: new Date(row.createdAt).toISOString(),
    createdBy: row.createdBy,
    updatedAt: new Date(row.updatedAt).toISOString(),
    updatedBy: row.updatedBy,
  };
}

const slugTaken = (slug: string): HostRefusal =>
  new HostRefusal("slug_taken", `There is a view "${slug}" already. Choose another slug.`, { path: "/slug" });
