import type { PermissionPolicy, RegisteredTool, ToolContext } from "@callboard/core";
import { oncePerContext, toRegisteredTool, type ToolSource } from "@callboard/core/catalog";
import { createRecent } from "@callboard/core/host";
import { executeSpec, type SpecEngine } from "../execution/executeSpec.ts";
import { DEFAULT_TENANT_ID } from "@callboard/server";
import type { ToolRows } from "../rows/toolRows.ts";
import type { ToolContent, ToolRow } from "../rows/toolRow.ts";

/** The tools of rows, as a source of the catalog: a tenant's own, and what it has changed of those before. */
export interface RowTools {
  source: ToolSource;
  /** A context's rows, read once. */
  rowsOf(context: ToolContext): Promise<readonly ToolRow[]>;
  /** A tool that a content describes. @throws where it cannot be one: why, and how to mend it. */
  toolOf(slug: string, content: ToolContent, revision: string): RegisteredTool;
  /** What a tool in code asks without the tenant's own row, once its catalog has found it for this context. */
  policyBefore(tool: RegisteredTool, context: ToolContext): PermissionPolicy;
}

/** The name of the source: what stands before a tool whose slug one in code has too. */
export const ROWS_SOURCE = "platform";

/** How many tools are kept ready. */
const KEPT = 1_000;

export function createRowTools(
  rows: Pick<ToolRows, "list">,
  engine: SpecEngine,
  onProblem: (message: string) => void,
): RowTools {
  const made = createRecent<RegisteredTool | null>(KEPT);
  const policiesBefore = new WeakMap<ToolContext, Map<string, PermissionPolicy>>();
  const overridden = new WeakMap<RegisteredTool, Map<string, RegisteredTool>>();

  function toolOf(slug: string, content: ToolContent, revision: string): RegisteredTool {
    const { inputSchema, outputSchema, executionSpec } = content;
    if (!inputSchema || !executionSpec) throw new Error(`The tool "${slug}" has no inputSchema or no executionSpec.`);
    const owner = { slug, name: content.name ?? slug, inputSchema, outputSchema: outputSchema ?? undefined };
    return toRegisteredTool(
      {
        slug,
        name: content.name ?? slug,
        description: content.description ?? "",
        ...(content.userDescription !== null && { userDescription: content.userDescription }),
        category: content.category ?? "custom",
        icon: content.icon ?? "wrench",
        origin: "custom",
        inputSchema,
        ...(outputSchema && { outputSchema }),
        ...(content.outputSections && { outputSections: [...content.outputSections] }),
        permissionPolicy: content.permissionPolicy ?? "auto",
        ...(content.requiredPermission !== null && { requiredPermission: content.requiredPermission }),
        execution: executionSpec,
        revision,
        available: ({ facts }) =>
          executionSpec.kind !== "prompt" ||
          executionSpec.mode !== "direct" ||
          facts?.["model"] !== false || { reason: NEEDS_MODEL, needs: "model" },
        messages: NEEDS_MODEL_WORDS,
        execute: (input, context, callbacks) => executeSpec(engine, executionSpec, owner, input, context, callbacks),
      },
      { kind: "tenant_custom" },
    );
  }

  const rowsOf = oncePerContext(async ({ tenantId }): Promise<readonly ToolRow[]> =>
    tenantId ? rows.list(tenantId) : [],
  );
  const list = oncePerContext(async (context): Promise<readonly RegisteredTool[]> => {
    const own = (await rowsOf(context)).filter(({ kind }) => kind === "tenant_custom");
    return own.flatMap((row) => {
      const tool = made.of(stateOf(row), () => {
        try {
          return toolOf(row.slug, row, revisionOf(row));
        } catch (error) {
          onProblem(`A tool of the tenant ${row.tenantId} is left out. ${String(error)}`);
          return null;
        }
      });
      return tool ? [tool] : [];
    });
  });

  /** A tool of the code as its tenant has changed it, after what the default tenant has. */
  async function override(tool: RegisteredTool, context: ToolContext, slug: string): Promise<RegisteredTool> {
    const all = (await rowsOf(context)).filter((row) => row.kind === "system_override" && row.slug === slug);
    if (all.length === 0) return tool;
    const inOrder = all.toSorted((row) => (row.tenantId === DEFAULT_TENANT_ID ? -1 : 1));
    const own = all.find(({ tenantId }) => tenantId === context.tenantId);
    const others = inOrder.flatMap((row) => (row === own ? [] : (row.permissionPolicy ?? [])));
    const policies = policiesBefore.get(context) ?? new Map<string, PermissionPolicy>();
    policiesBefore.set(context, policies.set(slug, others.at(-1) ?? tool.permissionPolicy));
    const key = inOrder.map(stateOf).join(" ");
    const known = overridden.get(tool) ?? new Map<string, RegisteredTool>();
    overridden.set(tool, known);
    const changed = known.get(key) ?? changedTool(tool, inOrder, own);
    if (!known.has(key)) known.clear();
    known.set(key, changed);
    return changed;
  }

  return {
    rowsOf,
    toolOf,
    policyBefore: (tool, context) => policiesBefore.get(context)?.get(tool.slug) ?? tool.permissionPolicy,
    source: {
      name: ROWS_SOURCE,
      list,
      find: async (slug, context) => (await list(context)).find((tool) => tool.slug === slug),
      override,
    },
  };
}

function changedTool(tool: RegisteredTool, rows: readonly ToolRow[], own: ToolRow | undefined): RegisteredTool {
  const said = rows.map(changesOf);
  const isChanged = said.some((changes) => Object.keys(changes).length > 0);
  const changes = Object.assign({}, ...said) as Partial<RegisteredTool>;
  return Object.freeze({
    ...tool,
    ...changes,
    ...(isChanged && { kind: "system_override" as const }),
    ...(own && { revision: revisionOf(own) }),
  });
}

/**
 * What a tenant may change of a tool in code. Its words in other languages are those of the code's, so a text that it
 * changes is its own in all.
 */
export const OVERRIDABLE = [
  "name",
  "description",
  "userDescription",
  "category",
  "icon",
  "permissionPolicy",
  "outputSections",
] as const;

function changesOf(row: ToolRow): Partial<RegisteredTool> {
  const entries = OVERRIDABLE.map((name) => [name, row[name]] as const).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as Partial<RegisteredTool>;
}

/** A state of a row among those of all tenants. */
const stateOf = ({ id, revision }: ToolRow): string => `${id}.${revision}`;

/** Names a state of a row, for `If-Match`: a tool that was removed and written again has another. */
export const revisionOf = ({ id, revision }: Pick<ToolRow, "id" | "revision">): string =>
  `${id.slice(0, 8)}.${revision}`;

const NEEDS_MODEL = "It needs a model, and none is connected to this host.";
const NEEDS_MODEL_WORDS = {
  de: { [NEEDS_MODEL]: "Es braucht ein Modell, und mit diesem Host ist keines verbunden." },
  ar: { [NEEDS_MODEL]: "تحتاج إلى نموذج، ولا يوجد نموذج متصل بهذا المضيف." },
};
