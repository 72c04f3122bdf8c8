import { ToolError, type JsonSchema, type ToolContext, type ToolDefinition, type ViewSpec } from "@callboard/core";
import { toolGroups } from "@callboard/core/access";
import type { KeptView } from "@callboard/core/client";
import { blockTypes } from "@callboard/core/view";
import { objectSchema } from "../tools/objectSchema.ts";
import { said } from "../tools/said.ts";
import { readKeptAs, readViewChanges, readViewDraft } from "./readView.ts";
import type { Views } from "./views.ts";
import { messages } from "./words.ts";

/** The permission that each tool of views needs; `manageView` needs that of its action besides. */
export const VIEW_TOOL_PERMISSIONS = {
  manageView: "views.team.read",
  inspectViews: "views.team.read",
  generateView: "views.team.create",
  saveTransientView: "views.team.create",
} as const;

/** What the tools of views have in common: agents have them by their group, and people have pages. */
export const shared = {
  group: toolGroups.view,
  category: "views",
  origin: "platform",
  available: ({ tenantId, source }: ToolContext) => !!tenantId && source !== "web",
  messages,
} as const;

const text = (title: string, maxLength: number, description?: string): JsonSchema => ({
  type: "string",
  title,
  maxLength,
  ...(description !== undefined && { description }),
});
const slugField = text("Address", 64, "As inspectViews gives it.");
const titleField: JsonSchema = { ...text("Title", 200), minLength: 1 };

const specField: JsonSchema = {
  type: "object",
  title: "What it shows",
  description:
    'From the top to the bottom: blocks that draw a part of `data` by its `key`, `{ "type": "tool", "tool": slug }` for a tool that people fill ' +
    'in there, `{ "type": "entities", "entityTypeSlug": … }` for entities as they are then.',
  properties: {
    blocks: {
      type: "array",
      title: "Blocks",
      items: {
        type: "object",
        properties: {
          type: {
            type: "string",
            title: "Kind",
            enum: [...blockTypes.filter((type) => type !== "custom"), "tool", "entities"],
            description: "What draws it.",
          },
          key: {
            type: "string",
            title: "Part of the data",
            description: "Of a block: the part of data that it draws, such as sales.rows.",
          },
          label: { type: "string", title: "Heading", description: "Stands above it." },
          config: {
            type: "object",
            title: "Settings",
            description: "Of a block: variant, x and series of a chart; columns of a table; fields of a summary.",
          },
          tool: { type: "string", title: "Tool", description: "Of a tool: its slug." },
          defaultValue: {
            type: "object",
            title: "In its form at first",
            description: "Of a tool: what its form holds at first.",
          },
          entityTypeSlug: {
            type: "string",
            title: "Type of entities",
            description: "Of entities: their type, as listEntityTypes gives it.",
          },
          filters: {
            type: "array",
            title: "Conditions",
            items: { type: "object" },
            description: "Of entities: as filterEntities takes them.",
          },
          sortBy: { type: "string", title: "Sorted by", description: "Of entities: a field, title or created_at." },
          sortOrder: { type: "string", title: "Order", enum: ["asc", "desc"], description: "Of entities: which way." },
          limit: { type: "integer", title: "At most", description: "Of entities: at most so many, 1 to 200." },
          columns: {
            type: "array",
            title: "Fields",
            items: { type: "string" },
            description: "Of entities: the fields that are shown.",
          },
        },
        required: ["type"],
      },
    },
    data: { type: "object", title: "Data" },
  },
  required: ["blocks"],
};

const summarySchema: JsonSchema = {
  type: "object",
  title: "View",
  properties: {
    slug: { type: "string", title: "Address" },
    title: { type: "string", title: "Title" },
    description: { type: "string", title: "Description" },
    href: { type: "string", title: "Page" },
    isPublished: { type: "boolean", title: "Published" },
    expiresAt: { type: ["string", "null"], format: "date-time", title: "There until" },
    revision: { type: "string", title: "Revision" },
    updatedAt: { type: "string", format: "date-time", title: "Changed" },
    updatedBy: { type: ["string", "null"], title: "Changed by" },
    spec: { type: "object", title: "What it shows" },
  },
  required: ["slug", "title", "href", "isPublished"],
};

export const viewOutput: JsonSchema = {
  type: "object",
  properties: { view: summarySchema },
  required: ["view"],
};

/** A view on a card: the app draws it whole where it has registered its block, else what there is to know of it. */
export const viewCard: ViewSpec = {
  inChat: "open",
  blocks: [
    {
      type: "custom",
      key: "view",
      label: "View",
      config: {
        columns: [
          { key: "title", label: "Title", format: "plain" },
          { key: "isPublished", label: "Published", format: "boolean" },
          { key: "updatedAt", label: "Changed", format: "datetime" },
        ],
      },
    },
  ],
  only: true,
};

/** What of a view an agent is told: what it may do with it says its permission. */
export const told = ({ may: _may, createdAt: _at, createdBy: _by, ...view }: KeptView) => ({ view });

const ACTIONS = ["create", "update", "publish", "unpublish", "delete"] as const;
type Action = (typeof ACTIONS)[number];

/** What each action cannot do without. */
const NEEDED: Readonly<Record<Action, readonly string[]>> = {
  create: ["title", "spec"],
  update: ["slug"],
  publish: ["slug"],
  unpublish: ["slug"],
  delete: ["slug"],
};

/** The permission of each action. */
const PERMISSIONS: Readonly<Record<Action, string>> = {
  create: "views.team.create",
  update: "views.team.update",
  publish: "views.team.update",
  unpublish: "views.team.update",
  delete: "views.team.delete",
};

interface Managed extends Record<string, unknown> {
  action: Action;
  slug?: string;
  revision?: string;
}

/** The tools of views that need no model. Each does what REST does, and takes the same permission. */
export function viewTools(views: Views): ToolDefinition[] {
  const manageView: ToolDefinition<Managed> = {
    ...shared,
    slug: "manageView",
    name: "Manage View",
    requiredPermission: VIEW_TOOL_PERMISSIONS.manageView,
    permissionPolicy: "always_ask",
    description:
      "Creates, changes, publishes or deletes a view: a page of this workspace that draws data, lists entities and has tools to fill in. `create` needs " +
      "title and spec and makes a draft; `update` takes only what is to change; `publish` shows it to everybody of the workspace. Read it with " +
      "inspectViews first, and prefer generateView where the person describes what they want to see. A person approves each call.",
    userDescription: "Creates, changes, publishes or deletes a view.",
    icon: "layout-grid",
    inputSchema: objectSchema(
      {
        action: { type: "string", enum: [...ACTIONS], title: "Action" },
        slug: slugField,
        title: titleField,
        description: text("Description", 2_000),
        spec: specField,
        revision: text("Revision", 40, "As read: refused where it has changed since."),
      },
      ["action"],
    ),
    outputSchema: {
      type: "object",
      properties: { view: summarySchema, deleted: { type: "string", title: "Deleted" } },
    },
    viewSpec: {
      blocks: [
        { ...viewCard.blocks[0], type: "summary", config: { fields: viewCard.blocks[0]?.config?.columns ?? [] } },
        { type: "callout", key: "deleted", label: "Deleted" },
      ],
      only: true,
    },
    summary: ({ action, title, slug }) => {
      const what = typeof title === "string" ? title : slug;
      return what === undefined ? action : { template: "{action} {what}", values: { action, what } };
    },
    phrases: ["{action} {what}"],
    execute: (input, context) => manage(views, input, context),
  };

  const inspectViews: ToolDefinition<{ slug?: string; limit?: number; offset?: number }> = {
    ...shared,
    slug: "inspectViews",
    name: "Inspect Views",
    requiredPermission: VIEW_TOOL_PERMISSIONS.inspectViews,
    description:
      "Lists the views of this workspace, those that changed last first; with a `slug`, reads one whole, with what it shows and its revision. Look here " +
      "before you make a view, so that nothing is there twice, and before you change one.",
    userDescription: "Lists views, or shows one.",
    icon: "layout-grid",
    inputSchema: objectSchema({
      slug: text("Address", 64, "Of one view; all unless given."),
      limit: { type: "integer", minimum: 1, maximum: 200, default: 50, title: "Number of results" },
      offset: { type: "integer", minimum: 0, maximum: 1_000_000, default: 0, title: "Skip" },
    }),
    outputSchema: {
      type: "object",
      properties: {
        views: { type: "array", title: "Views", items: summarySchema },
        total: { type: "integer", title: "In all" },
      },
      required: ["views", "total"],
    },
    viewSpec: {
      blocks: [
        {
          type: "table",
          key: "views",
          label: "Views",
          config: {
            columns: [
              { key: "title", label: "Title", format: "plain" },
              { key: "description", label: "Description", format: "plain" },
              { key: "isPublished", label: "Published", format: "boolean" },
              { key: "updatedAt", label: "Changed", format: "datetime" },
            ],
          },
        },
        { type: "summary", label: "Found", config: { fields: [{ key: "total", label: "In all", format: "number" }] } },
      ],
      only: true,
    },
    summary: ({ slug }) => slug ?? "",
    execute: async ({ slug, limit = 50, offset = 0 }, context) => {
      if (!slug) return said(views.list(context, { limit, offset }));
      const { view } = told(await said(views.get(context, slug)));
      return { views: [view], total: 1 };
    },
  };

  const saveTransientView: ToolDefinition<{ slug: string; as?: string; title?: string }> = {
    ...shared,
    slug: "saveTransientView",
    name: "Save Transient View",
    requiredPermission: VIEW_TOOL_PERMISSIONS.saveTransientView,
    description:
      "Saves a transient view that generateView made, so that it stays: as a draft, under an address of its own. Use it where the person wants to keep " +
      "what they see. Publishing it is manageView's.",
    userDescription: "Saves a transient view, so that it stays.",
    icon: "presentation",
    inputSchema: objectSchema(
      {
        slug: text("Transient view", 64, "As generateView gave it."),
        as: text("New address", 64, "Made from the title unless given."),
        title: titleField,
      },
      ["slug"],
    ),
    outputSchema: viewOutput,
    viewSpec: viewCard,
    summary: ({ title, slug }) => title ?? slug,
    execute: async ({ slug, as, title }, context) =>
      told(
        await said(async () =>
          views.keep(slug, readKeptAs({ ...(as && { slug: as }), ...(title && { title }) }), context),
        ),
      ),
  };

  return [manageView, inspectViews, saveTransientView] as ToolDefinition[];
}

async function manage(views: Views, { action, ...given }: Managed, context: ToolContext): Promise<unknown> {
  const { slug = "", revision, ...rest } = given;
  const missing = NEEDED[action].find((field) => given[field] === undefined || given[field] === "");
  if (missing !== undefined) throw new ToolError(`manageView.${action} requires '${missing}'`, { path: `/${missing}` });
  if (!context.permissions?.includes(PERMISSIONS[action])) {
    throw new ToolError(`This takes the permission ${PERMISSIONS[action]}. Ask whoever gives permissions here.`);
  }
  const editor = { context, ifMatch: revision || "*" };
  return said(async () => {
    switch (action) {
      case "create":
        return told(await views.create(readViewDraft({ ...(slug && { slug }), ...rest }), editor));
      case "update":
        return told(await views.update(slug, readViewChanges(rest), editor));
      case "publish":
      case "unpublish":
        return told(await views.update(slug, { isPublished: action === "publish" }, editor));
      case "delete":
        return { deleted: (await views.remove(slug, editor)).title };
    }
  });
}
