import { canUse, type PermissionPolicy, type ToolContext, type ValidationIssue } from "@callboard/core";
import type { ResolvedTool, ToolCatalog } from "@callboard/core/catalog";
import type { AuthoredTool, ToolBundle, ToolPreview, ToolVersion } from "@callboard/core/client";
import { validateExecutionSpec, type ExecutionSpec, type SpecTool } from "@callboard/core/execution";
import { sameJson } from "@callboard/core/host";
import { DEFAULT_TENANT_ID, HostRefusal, type AgentCatalog } from "@callboard/server";
import { contentHash, contentOf, NO_CONTENT, type RowKind, type ToolContent, type ToolRow } from "../rows/toolRow.ts";
import type { Skill } from "../execution/executeSpec.ts";
import { isText } from "../execution/runPrompt.ts";
import { MOST_DEPTH } from "../execution/steps.ts";
import { checkMatch, movedOn } from "../rows/revision.ts";
import type { RowState, ToolRows } from "../rows/toolRows.ts";
import { diffJson } from "./diffJson.ts";
import { invalidTool, issue, newState, type ReadDraft } from "./readDraft.ts";
import { OVERRIDABLE, revisionOf, ROWS_SOURCE, type RowTools } from "./rowTools.ts";

/** Who writes a tool, and what of its state they have seen. */
export interface Author {
  context: ToolContext;
  /** The revision that they have seen; `*` for any. */
  ifMatch?: string | undefined;
}

/** A change of a tool that somebody is asked about before it is made. */
export type ToolChange =
  | { act: "create"; draft: ReadDraft }
  | { act: "update"; slug: string; changes: ReadDraft }
  | { act: "delete"; slug: string };

/** Writing, switching and reading tools of a tenant: what REST, pages and `manageTools` all call. */
export interface Authoring {
  /** Every tool that a tenant could have, with what it has changed and switched. */
  resolveAll(context: ToolContext): Promise<AuthoredTool[]>;
  /** @throws HostRefusal where there is none. */
  resolve(slug: string, context: ToolContext): Promise<AuthoredTool>;
  /** What a change would come to, by the same checks. @throws HostRefusal where it would be refused. */
  preview(change: ToolChange, author: Author): Promise<ToolPreview>;
  createTenantTool(draft: ReadDraft, author: Author): Promise<AuthoredTool>;
  updateTenantTool(slug: string, changes: ReadDraft, author: Author): Promise<AuthoredTool>;
  deleteTenantTool(slug: string, author: Author): Promise<void>;
  versionsOf(slug: string, context: ToolContext): Promise<ToolVersion[]>;
  restoreVersion(slug: string, version: string, author: Author): Promise<AuthoredTool>;
  /** The bundles that tools of the host come with, by name. */
  bundles(context: ToolContext): Promise<ToolBundle[]>;
  /** Installs a bundle for a tenant, or takes it back. @throws HostRefusal where no tool comes with it. */
  setBundle(bundle: string, isInstalled: boolean, context: ToolContext): Promise<ToolBundle>;
  /** A tool that is written and not saved, ready to be tried. @throws HostRefusal with every field that is wrong. */
  checkedContent(slug: string, draft: ReadDraft, context: ToolContext): Promise<ToolContent>;
}

export interface AuthoringOptions {
  catalog: ToolCatalog;
  agents: AgentCatalog;
  rows: ToolRows;
  rowTools: RowTools;
  skills: Readonly<Record<string, Skill>>;
}

export function createAuthoring({ catalog, agents, rows, rowTools, skills }: AuthoringOptions): Authoring {
  /** The tenant's tool of a slug with its row, whichever kind it is. */
  async function found(slug: string, context: ToolContext): Promise<{ tool: ResolvedTool; row: ToolRow | undefined }> {
    const tool = await catalog.find(slug, context);
    if (!tool || !isOfTenant(tool, context)) throw noSuchTool(slug);
    return { tool, row: await rows.find({ tenantId: tenantOf(context), ...nameInRows(tool) }) };
  }

  async function bundles(context: ToolContext): Promise<ToolBundle[]> {
    const tenantId = tenantOf(context);
    const [tools, own, forAll] = await Promise.all([
      catalog.allFor(context),
      rows.bundlesOf([tenantId]),
      rows.bundlesOf([DEFAULT_TENANT_ID]),
    ]);
    const byName = new Map<string, ToolBundle["tools"][number][]>();
    for (const tool of tools) {
      if (tool.bundle === undefined || !isOfTenant(tool, context)) continue;
      byName.set(tool.bundle, [...(byName.get(tool.bundle) ?? []), { slug: tool.slug, name: tool.name }]);
    }
    const isElsewhere = tenantId !== DEFAULT_TENANT_ID;
    return [...byName]
      .map(([bundle, theirs]) => ({
        bundle,
        tools: theirs,
        isInstalled: own.includes(bundle),
        isForAll: isElsewhere && forAll.includes(bundle),
      }))
      .toSorted((one, other) => (one.bundle < other.bundle ? -1 : 1));
  }

  /** The refusal of a content that cannot be a tool, or whose execution cannot run. */
  async function check(slug: string, content: ToolContent, context: ToolContext): Promise<void> {
    const issues: ValidationIssue[] = [];
    try {
      rowTools.toolOf(slug, content, "draft");
    } catch (error) {
      issues.push(issue("", error instanceof Error ? error.message : String(error)));
    }
    const problems = await validateExecutionSpec(content.executionSpec, {
      slug,
      inputSchema: content.inputSchema ?? { type: "object" },
      tool: async (name) => specToolOf(await catalog.find(name, context), context),
      agent: async (name) => (await agents.find(name, context)) !== undefined,
      skill: (name) => Object.hasOwn(skills, name),
      depth: MOST_DEPTH,
    });
    if (
      content.executionSpec?.kind === "prompt" &&
      content.executionSpec.mode !== "direct" &&
      !isText(content.outputSchema ?? undefined)
    ) {
      issues.push(issue("/outputSchema", "An agent answers with text: let the output be a text."));
    }
    issues.push(...problems.map(({ path, code, message }) => issue(`/executionSpec${path}`, message, code)));
    if (issues.length > 0) throw invalidTool(issues);
  }

  async function resolve(slug: string, context: ToolContext): Promise<AuthoredTool> {
    const { tool, row } = await found(slug, context);
    return toAuthored(tool, row, context);
  }

  /** Reads again what a request has read before it changed something. */
  const afresh = (slug: string, context: ToolContext) => resolve(slug, { ...context });

  async function write(slug: string, row: ToolRow, state: RowState, { context }: Author): Promise<AuthoredTool> {
    const updated = await rows.update(row, state, context.userId);
    if (!updated) throw movedOn(slug);
    return afresh(slug, withSwitch(context, slug, updated.enabled));
  }

  /** The row of a new tool, once nothing stands against it. */
  async function planNew(draft: ReadDraft, context: ToolContext): Promise<RowState & { slug: string }> {
    const { slug = "" } = draft;
    const state = newState(draft);
    if (await catalog.find(slug, context)) throw slugTaken(slug);
    await check(slug, state.content, context);
    return { slug, ...state };
  }

  /** The row of a changed tool, once nothing stands against it. */
  async function planChange(slug: string, changes: ReadDraft, { context, ifMatch }: Author) {
    const { tool, row } = await found(slug, context);
    checkMatch(slug, ifMatch, row ? revisionOf(row) : tool.version);
    const { enabled = row?.enabled ?? null, slug: _slug, ...content } = changes;
    if (tool.source === ROWS_SOURCE) {
      if (!row) throw noSuchTool(slug);
      const next = { ...contentOf(row), ...content };
      if (Object.keys(content).length > 0) await check(slug, next, context);
      return { tool, row, content, state: { content: next, enabled } };
    }
    checkOverride(tool, content, rowTools.policyBefore(tool, context));
    // Asking no more than its code does is no change: were it kept, it would outlast a code that asks later.
    const said = content.permissionPolicy === "auto" ? { ...content, permissionPolicy: null } : content;
    const next = { ...contentOf(row ?? NO_CONTENT), ...withoutSame(said, tool, row) };
    return { tool, row, content, state: { content: next, enabled } };
  }

  /** A tool that may be taken away, which those in code may not be. */
  async function planRemoval(
    slug: string,
    { context, ifMatch }: Author,
  ): Promise<{ tool: ResolvedTool; row: ToolRow }> {
    const { tool, row } = await found(slug, context);
    if (!row) {
      const message = `"${slug}" is a tool in code: it cannot be deleted here. Switch it off instead.`;
      throw new HostRefusal("tool_in_code", message);
    }
    checkMatch(slug, ifMatch ?? "*", revisionOf(row));
    return { tool, row };
  }

  return {
    bundles,
    async setBundle(bundle, isInstalled, context) {
      const found = (await bundles(context)).find((each) => each.bundle === bundle);
      if (!found) {
        const message = `No tool here comes with a bundle "${bundle.slice(0, 80)}".`;
        throw new HostRefusal("bundle_not_found", message);
      }
      await rows.setBundle(tenantOf(context), bundle, isInstalled);
      return { ...found, isInstalled };
    },
    async resolveAll(context) {
      const [tools, all] = await Promise.all([catalog.allFor(context), rowTools.rowsOf(context)]);
      const keyOf = ({ kind, slug }: { kind: RowKind; slug: string }) => `${kind} ${slug}`;
      const own = new Map(
        all.filter(({ tenantId }) => tenantId === context.tenantId).map((row) => [keyOf(row), row] as const),
      );
      return tools
        .filter((tool) => isOfTenant(tool, context))
        .map((tool) => toAuthored(tool, own.get(keyOf(nameInRows(tool))), context));
    },
    resolve,

    async preview(change, author) {
      const { context } = author;
      if (change.act === "create") {
        const { slug, content, enabled } = await planNew(change.draft, context);
        const tool = previewed(slug, content, enabled !== false);
        return { kind: "tool", act: "create", tool, changes: [], revision: null };
      }
      const { slug } = change;
      if (change.act === "delete") {
        const { tool, row } = await planRemoval(slug, author);
        const was = toAuthored(tool, row, context);
        const shown = previewed(slug, contentOf(was), was.isOn);
        return { kind: "tool", act: "delete", tool: shown, changes: [], revision: was.revision };
      }
      const { tool, row, content, state } = await planChange(slug, change.changes, author);
      const was = toAuthored(tool, row, context);
      const isSwitched = state.enabled !== (row?.enabled ?? null);
      const isOn = isSwitched ? (state.enabled ?? tool.origin !== "system") : was.isOn;
      const before = contentOf(was);
      const next = { ...before, ...content };
      return {
        kind: "tool",
        act: "update",
        tool: previewed(slug, next, isOn),
        changes: diffJson({ ...before, isOn: was.isOn }, { ...next, isOn }),
        revision: was.revision,
      };
    },

    async createTenantTool(draft, { context }) {
      const { slug, ...state } = await planNew(draft, context);
      const row = await rows.insert(
        { tenantId: tenantOf(context), slug, kind: "tenant_custom" },
        state,
        context.userId,
      );
      if (!row) throw slugTaken(slug);
      return afresh(slug, withSwitch(context, slug, row.enabled));
    },

    async updateTenantTool(slug, changes, author) {
      const { context } = author;
      const { tool, row, state } = await planChange(slug, changes, author);
      if (row) return write(slug, row, state, author);
      const { content, enabled } = state;
      if (enabled === null && Object.values(content).every((value) => value === null)) return resolve(slug, context);
      const name = { tenantId: tenantOf(context), ...nameInRows(tool) };
      const inserted = await rows.insert(name, state, context.userId);
      if (!inserted) throw movedOn(slug);
      return afresh(slug, withSwitch(context, slug, enabled));
    },

    async deleteTenantTool(slug, author) {
      const { tool, row } = await planRemoval(slug, author);
      if (!(await rows.remove(row))) throw movedOn(tool.slug);
    },

    async versionsOf(slug, context) {
      const { tool } = await found(slug, context);
      const kept = await rows.versions({ tenantId: tenantOf(context), ...nameInRows(tool) });
      return kept.map(({ version, content, createdAt, createdBy }, index) => ({
        version,
        createdAt,
        createdBy,
        changes: diffJson(kept[index + 1]?.content ?? NO_CONTENT, content),
      }));
    },

    async restoreVersion(slug, version, author) {
      const { context, ifMatch } = author;
      const { tool, row } = await found(slug, context);
      const kept = await rows.versions({ tenantId: tenantOf(context), ...nameInRows(tool) });
      const wanted = kept.find((each) => each.version === version);
      if (!wanted) {
        throw new HostRefusal(
          "version_not_found",
          `"${slug}" has no version "${version.slice(0, 64)}". Choose one of those that are listed.`,
        );
      }
      if (!row) throw noSuchTool(slug);
      checkMatch(slug, ifMatch ?? "*", revisionOf(row));
      const { content } = wanted;
      if (tool.source === ROWS_SOURCE) await check(slug, content, context);
      return write(slug, row, { content, enabled: row.enabled }, author);
    },

    async checkedContent(slug, draft, context) {
      const { content } = newState(draft);
      await check(slug, content, context);
      return content;
    },
  };
}

/** A tool as an author sees it. */
function toAuthored(tool: ResolvedTool, row: ToolRow | undefined, context: ToolContext): AuthoredTool {
  const isOwn = tool.source === ROWS_SOURCE;
  const { why } = canUse(tool, { ...context, permissions: tool.requiredPermission ? [tool.requiredPermission] : [] });
  return {
    slug: tool.slug,
    name: tool.name,
    description: tool.description,
    userDescription: tool.userDescription ?? null,
    category: tool.category,
    icon: tool.icon,
    kind: tool.kind,
    origin: tool.origin,
    inputSchema: tool.inputJsonSchema,
    outputSchema: tool.outputJsonSchema ?? {},
    outputSections: tool.outputSections ?? null,
    executionSpec: isOwn ? (tool.execution as ExecutionSpec) : null,
    permissionPolicy: tool.permissionPolicy,
    requiredPermission: tool.requiredPermission ?? null,
    enabled: row?.enabled ?? null,
    isOn: !OFF.has(why?.code ?? ""),
    version: isOwn && row ? contentHash(row) : tool.version,
    revision: row ? revisionOf(row) : tool.version,
    changed: isOwn || !row ? [] : OVERRIDABLE.filter((name) => row[name] !== null),
    updatedAt: row?.updatedAt ?? null,
    updatedBy: row?.updatedBy ?? null,
  };
}

/** What of a tool its preview draws. */
function previewed(slug: string, content: ToolContent, isOn: boolean): ToolPreview["tool"] {
  const { name, description, userDescription, category, icon, inputSchema } = content;
  return {
    slug,
    name: name ?? slug,
    description: description ?? "",
    userDescription,
    category: category ?? "",
    icon: icon ?? "",
    inputSchema: inputSchema ?? {},
    isOn,
  };
}

const OFF: ReadonlySet<string> = new Set(["switched_off", "not_enabled", "not_installed"]);

/** Whether a tool could be the tenant's: one for other tenants does not exist for it. */
function isOfTenant({ tenantSlugs }: ResolvedTool, { tenantSlug }: ToolContext): boolean {
  return !tenantSlugs || tenantSlugs.length === 0 || (!!tenantSlug && tenantSlugs.includes(tenantSlug));
}

/** The row that a tool has: in the catalog a tenant's own may stand under its source's name. */
function nameInRows({ slug, source }: ResolvedTool): { slug: string; kind: RowKind } {
  if (source !== ROWS_SOURCE) return { slug, kind: "system_override" };
  const prefix = `${ROWS_SOURCE}__`;
  return { slug: slug.startsWith(prefix) ? slug.slice(prefix.length) : slug, kind: "tenant_custom" };
}

function specToolOf(tool: ResolvedTool | undefined, context: ToolContext): SpecTool | undefined {
  if (!tool || !canUse(tool, context).see) return undefined;
  return { inputSchema: tool.inputJsonSchema, outputSchema: tool.outputJsonSchema, execution: tool.execution };
}

/** @throws HostRefusal where a tenant may not change that of a tool in code. */
function checkOverride(
  tool: ResolvedTool,
  changes: Omit<ReadDraft, "slug" | "enabled">,
  policy: PermissionPolicy,
): void {
  const allowed: readonly string[] = OVERRIDABLE;
  const issues = Object.keys(changes)
    .filter((name) => !allowed.includes(name))
    .map((name) =>
      issue(`/${name}`, `"${tool.slug}" is a tool in code, which keeps this. A tenant changes ${allowed.join(", ")}.`),
    );
  if (changes.permissionPolicy === "auto" && policy === "always_ask") {
    const message = `"${tool.slug}" asks by its code or for all tenants, which no tenant takes away. Leave it out.`;
    issues.push(issue("/permissionPolicy", message));
  }
  if (issues.length > 0) throw invalidTool(issues);
}

/** What is said anew: a value that the code has already is no change, unless the row says another. */
function withoutSame(changes: ReadDraft, tool: ResolvedTool, row: ToolRow | undefined): Partial<ToolContent> {
  const entries = Object.entries(changes).filter(
    ([name, value]) =>
      (row && row[name as keyof ToolContent] !== null) || !sameJson(value, tool[name as keyof ResolvedTool]),
  );
  return Object.fromEntries(entries) as Partial<ToolContent>;
}

/** A context that knows of a switch that was just made. */
function withSwitch(context: ToolContext, slug: string, enabled: boolean | null): ToolContext {
  const { switches } = context;
  const without = (slugs: Iterable<string> = []) => [...slugs].filter((each) => each !== slug);
  return {
    ...context,
    switches: {
      enabled: [...without(switches?.enabled), ...(enabled === true ? [slug] : [])],
      disabled: [...without(switches?.disabled), ...(enabled === false ? [slug] : [])],
    },
  };
}

const slugTaken = (slug: string): HostRefusal =>
  new HostRefusal("slug_taken", `There is a tool "${slug}" already. Choose another slug.`, { path: "/slug" });

const noSuchTool = (slug: string): HostRefusal =>
  new HostRefusal("not_found", `There is no tool "${slug.slice(0, 64)}" here.`);

function tenantOf({ tenantId }: ToolContext): string {
  if (tenantId) return tenantId;
  throw new Error("Tools are written for a tenant, and this context has none.");
}
