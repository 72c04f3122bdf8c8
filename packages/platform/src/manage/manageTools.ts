import { ToolError, type CallContext, type JsonSchema, type RegisteredTool, type ToolContext } from "@callboard/core";
import { toRegisteredTool } from "@callboard/core/catalog";
import type { ToolPreview } from "@callboard/core/client";
import { isRecord, OTHER_PREVIEW } from "@callboard/core/host";
import type { Authoring, ToolChange } from "../tools/authoring.ts";
import { readDraft } from "../tools/readDraft.ts";
import { said } from "../tools/said.ts";
import { MANAGE_WORDS } from "./words.ts";

const ACTIONS = ["create", "update", "delete", "list", "get"] as const;
type Action = (typeof ACTIONS)[number];

interface Managed extends Record<string, unknown> {
  action: Action;
  slug?: string;
  revision?: string;
}

/** What each action cannot do without. */
const NEEDED: Readonly<Record<Action, readonly string[]>> = {
  create: ["slug", "name", "description", "executionSpec"],
  update: ["slug"],
  delete: ["slug"],
  list: [],
  get: ["slug"],
};

/** The permission of each action. */
const PERMISSIONS: Readonly<Record<Action, string>> = {
  create: "tools.tenant.create",
  update: "tools.tenant.update",
  delete: "tools.tenant.delete",
  list: "tools.tenant.read",
  get: "tools.tenant.read",
};

/**
 * `manageTools`: an agent writes, changes and takes away tools of its person's tenant, each time with that person's
 * approval. Its input is one flat object, which every client of MCP reads.
 */
export function manageTools(authoring: Authoring): RegisteredTool {
  return toRegisteredTool({
    slug: "manageTools",
    name: "Manage Tools",
    userDescription: "Writes, changes or takes away a tool of this workspace.",
    description:
      "Manages the tools of this workspace: `create` a tool that people and agents then have, `update` or `delete` one, `list` all, `get` one with its " +
      "execution. Use it only where the person asks for a tool to be made or changed; `get` a tool before you update it, and send only what is to change. " +
      "A new tool needs slug, name, description, fields (or inputSchema) and executionSpec; a prompt names fields as {{field}}. A person approves each call.",
    category: "administration",
    icon: "settings",
    origin: "platform",
    permissionPolicy: "always_ask",
    requiredPermission: "tools.tenant.read",
    // People have a page for it.
    available: ({ source }) => source !== "web",
    examples: ["Make a tool that writes a product description", "List the tools of this workspace"],
    inputSchema: INPUT,
    outputSchema: {
      type: "object",
      properties: {
        tool: { type: "object", title: "Tool" },
        tools: { type: "array", items: { type: "object" }, title: "Tools" },
        deleted: { type: "string", title: "Deleted" },
      },
    },
    summary: (input) => {
      const { action, slug } = input as Managed;
      return slug === undefined ? action : { template: "{action} {slug}", values: { action, slug } };
    },
    phrases: ["{action} {slug}", OTHER_PREVIEW],
    preview: (input, context) => said(() => previewOf(authoring, input as Managed, context)),
    execute: (input, context) => said(() => manage(authoring, input as Managed, context)),
    messages: MANAGE_WORDS,
  });
}

async function manage(authoring: Authoring, managed: Managed, context: CallContext): Promise<unknown> {
  const { action, slug = "" } = managed;
  const change = changeOf(managed, context);
  // What was shown to whoever approved it is what is written, or nothing is.
  const shown = isRecord(context.preview) ? context.preview["revision"] : undefined;
  const author = { context, ifMatch: typeof shown === "string" ? shown : (managed.revision ?? "*") };
  switch (change?.act) {
    case "create":
      return { tool: await authoring.createTenantTool(change.draft, author) };
    case "update":
      return { tool: await authoring.updateTenantTool(slug, change.changes, author) };
    case "delete":
      await authoring.deleteTenantTool(slug, author);
      return { deleted: slug };
    default:
  }
  if (action === "get") return { tool: await authoring.resolve(slug, context) };
  const tools = await authoring.resolveAll(context);
  return {
    tools: tools.map(({ slug: name, name: title, kind, category, isOn }) => ({
      slug: name,
      name: title,
      kind,
      category,
      isOn,
    })),
  };
}

/** What a call would change, for whoever approves it; nothing of one that only reads. */
async function previewOf(
  authoring: Authoring,
  managed: Managed,
  context: ToolContext,
): Promise<ToolPreview | undefined> {
  const change = changeOf(managed, context);
  return change && authoring.preview(change, { context, ifMatch: managed.revision ?? "*" });
}

/**
 * The change that a call asks for; nothing where it only reads.
 * @throws ToolError where it lacks something, or its person may not do that. @throws HostRefusal where it is no tool.
 */
function changeOf({ action, revision: _revision, ...given }: Managed, context: ToolContext): ToolChange | undefined {
  assertActionFields(action, given);
  if (!context.permissions?.includes(PERMISSIONS[action])) {
    throw new ToolError(`This takes the permission ${PERMISSIONS[action]}. Ask whoever gives permissions here.`);
  }
  const { slug = "", ...rest } = given;
  switch (action) {
    case "create":
      return { act: action, draft: readDraft({ category: "custom", icon: "wrench", slug, ...rest }, { isNew: true }) };
    case "update":
      return { act: action, slug, changes: readDraft(rest, { isNew: false }) };
    case "delete":
      return { act: action, slug };
    default:
      return undefined;
  }
}

/** @throws ToolError where an action lacks a field that it needs. */
function assertActionFields(action: Action, given: Readonly<Record<string, unknown>>): void {
  const missing = NEEDED[action].find((field) => given[field] === undefined || given[field] === "");
  const needed =
    missing ?? (action === "create" && !given["fields"] && !given["inputSchema"] ? "inputSchema" : undefined);
  if (needed !== undefined) throw new ToolError(`manageTools.${action} requires '${needed}'`, { path: `/${needed}` });
}

const text = (title: string, description?: string): JsonSchema => ({
  type: "string",
  title,
  ...(description !== undefined && { description }),
});

const INPUT: JsonSchema = {
  type: "object",
  properties: {
    action: { type: "string", enum: [...ACTIONS], title: "Action" },
    slug: { ...text("Address", "The tool's slug: letters, digits, - and _."), maxLength: 64 },
    name: text("Name"),
    description: text("When agents use it"),
    userDescription: text("What people read"),
    category: text("Category"),
    icon: text("Icon", "The name of a Lucide icon, such as pencil."),
    fields: {
      type: "array",
      title: "Fields of the input",
      items: {
        type: "object",
        properties: {
          key: text("Key"),
          type: {
            type: "string",
            enum: [
              "text",
              "number",
              "boolean",
              "date",
              "enum",
              "url",
              "email",
              "phone",
              "media",
              "relation",
              "object",
              "array",
            ],
            title: "Type",
          },
          label: text("Label"),
          help: text("Help"),
          required: { type: "boolean", title: "Required" },
          options: {
            type: "array",
            title: "Choices",
            items: {
              type: "object",
              properties: { value: text("Value"), label: text("Label") },
              required: ["value", "label"],
            },
          },
        },
        required: ["key", "type"],
      },
    },
    inputSchema: { type: "object", title: "Input as JSON Schema", description: "In the place of fields." },
    outputSchema: { type: "object", title: "Output as JSON Schema", description: "Text unless given." },
    executionSpec: {
      type: "object",
      title: "Execution",
      properties: {
        kind: { type: "string", enum: ["prompt", "task", "composition"], title: "Kind" },
        mode: { type: "string", enum: ["direct", "skill", "agent"], title: "Mode" },
        prompt_template: text("Prompt", "Fields of the input stand in two braces: {{field}}."),
        skill: text("Skill"),
        agent: text("Agent"),
        task: text("Task"),
        wait: { type: "boolean", title: "Waits" },
        steps: {
          type: "array",
          title: "Steps",
          items: {
            type: "object",
            properties: {
              id: text("Id"),
              tool: text("Tool"),
              input: {
                type: "object",
                title: "Input",
                description: 'A value { "$from": "input" or a step\'s id, "path": "/field" } takes a result.',
              },
              depends_on: {
                type: "array",
                items: { type: "string" },
                title: "Waits for",
                description: "Ids of earlier steps. Steps that wait for none of each other run at once.",
              },
              retry: {
                type: "object",
                title: "Runs again",
                description: "Only of a step that may run twice.",
                properties: {
                  attempts: { type: "integer", minimum: 2, maximum: 10, title: "Runs at most" },
                  delay_seconds: { type: "number", minimum: 0, maximum: 3600, title: "Seconds between" },
                },
                required: ["attempts"],
              },
            },
            required: ["id", "tool"],
          },
        },
        output: { type: "object", title: "Output" },
      },
      required: ["kind"],
    },
    permissionPolicy: { type: "string", enum: ["auto", "always_ask"], title: "Whether agents ask" },
    requiredPermission: text("Needed permission"),
    enabled: { type: "boolean", title: "Switched on" },
    revision: text("Revision", "What `get` gave: the update is refused where the tool has changed since."),
  },
  required: ["action"],
  additionalProperties: false,
};
