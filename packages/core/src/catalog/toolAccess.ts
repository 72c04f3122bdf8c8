import type { ToolContext, ToolFacts } from "../tool/context.ts";
import { currentRegistry } from "../tool/defaultRegistry.ts";
import type { ToolMeta } from "../tool/definition.ts";
import { slugOf, toToolMeta, type RegisteredTool, type Registry, type ToolRegistration } from "../tool/registry.ts";
import { createCatalog, sourcesOf, type ToolCatalog } from "./catalog.ts";
import { createCodeSource } from "./codeSource.ts";
import { createTenantSource } from "./tenantSource.ts";
import type { SourcesFor, ToolSource } from "./toolSource.ts";
import { canUse, isStranger } from "../tool/visibility.ts";
import { DEFAULT_TENANT_ID } from "../events/defaultTenant.ts";
import { createMemoryVisibility, type VisibilityStore } from "./visibilityStore.ts";
import { activeScope, currentScope } from "../tool/withToolContext.ts";

export interface ToolAccessOptions {
  /** The default registry unless given. */
  registry?: Registry;
  /** Where tools come from beside the registry and the tenants' own. The list may grow. */
  sources?: readonly (ToolSource | SourcesFor)[];
  /** What tenants have switched and installed; in memory unless given. */
  store?: VisibilityStore;
  /**
   * Gathers what `available` of tools may ask as `context.facts`; nothing unless given. Called once for each context.
   */
  facts?: (context: ToolContext) => Promise<ToolFacts>;
  /** The platform's system tools, registered when tools are first asked for. */
  systemTools?: readonly ToolRegistration[] | (() => Promise<readonly ToolRegistration[]>);
}

/**
 * The tools of a registry, and of further sources, as callers may have them. Without a context it is the scope's
 * (`withToolContext`), else that of the request (`provideToolContext({ activeTenant })`), else a stranger's.
 */
export interface ToolAccess {
  /** A context with what its tenant has switched and installed: what `canUse` needs. Read once for each context. */
  contextFor(context?: Partial<ToolContext>): Promise<ToolContext>;
  /** One tool, if this context may see it. */
  getAvailableTool(slug: string, context?: Partial<ToolContext>): Promise<RegisteredTool | undefined>;
  /** The library of this context. */
  getAvailableToolMeta(context?: Partial<ToolContext>): Promise<ToolMeta[]>;
  /** System tools that the tenant, or the default tenant, has switched on. */
  getEnabledSystemToolSlugs(context?: Partial<ToolContext>): Promise<string[]>;
  /** Tools that the tenant, or the default tenant, has switched off. */
  getDisabledToolSlugs(context?: Partial<ToolContext>): Promise<string[]>;
  /** Registers the system tools, once. */
  ensureSystemToolsRegistered(): Promise<void>;
  /** The tools of all sources; of another registry than its own, where one is given. */
  catalogOf(registry?: Registry): ToolCatalog;
}

const STRANGER: ToolContext = { userId: null, spaceId: null, requestId: "" };
const NOTHING = [[], []] as const;

/**
 * Reads a registry through what tenants have switched on, switched off and installed.
 * @example
 * ```ts
 * const access = createToolAccess({ registry, store: createMemoryVisibility() });
 * const tools = await access.getAvailableToolMeta({ tenantId, tenantSlug: "acme" });
 * ```
 */
export function createToolAccess({
  registry,
  sources = [],
  store = createMemoryVisibility(),
  facts: gather,
  systemTools,
}: ToolAccessOptions = {}): ToolAccess {
  const filled = new WeakMap<object, Promise<ToolContext>>();
  const registryNow = () => registry ?? currentRegistry();
  const ofTenants = createTenantSource(store);
  const catalogs = new WeakMap<Registry, ToolCatalog>();
  const catalogOf = (code: Registry = registryNow()): ToolCatalog => {
    const known = catalogs.get(code);
    if (known) return known;
    const catalog = createCatalog([createCodeSource(code), ofTenants, (context) => sourcesOf(sources, context)]);
    catalogs.set(code, catalog);
    return catalog;
  };
  let registered: Promise<void> | undefined;

  async function fill(context: Partial<ToolContext>): Promise<ToolContext> {
    const tenantIds = [...new Set([context.tenantId, DEFAULT_TENANT_ID])].filter((id) => typeof id === "string");
    const [rows, bundles] = await read(tenantIds).catch((error: unknown) => {
      // A public embed may stand where no tenant can be asked for: its token says what it may show, and the rest stays
      // hidden.
      if (isStranger(context)) return NOTHING;
      throw error;
    });
    const slugs = (enabled: boolean) => new Set(rows.filter((row) => row.enabled === enabled).map(({ slug }) => slug));
    const known = { ...STRANGER, ...context, switches: { enabled: slugs(true), disabled: slugs(false) }, bundles };
    return gather ? { ...known, facts: { ...context.facts, ...(await gather(known)) } } : known;
  }

  const read = async (tenantIds: readonly string[]) =>
    Promise.all([store.switchesOf(tenantIds), store.bundlesOf(tenantIds)]);

  async function contextFor(given: Partial<ToolContext> | undefined = currentScope()): Promise<ToolContext> {
    return given ? filledOnce(given) : filledOnce((await activeScope()) ?? { ...STRANGER });
  }

  function filledOnce(given: Partial<ToolContext>): Promise<ToolContext> {
    const known = filled.get(given);
    if (known) return known;
    const context = fill(given);
    filled.set(given, context);
    // A store that failed once is asked again.
    context.then(
      (result) => filled.set(result, context),
      () => filled.delete(given),
    );
    return context;
  }

  async function register(): Promise<void> {
    const tools = typeof systemTools === "function" ? await systemTools() : (systemTools ?? []);
    for (const tool of tools) {
      const { get, register: add } = registryNow();
      if (!get(slugOf(tool))) add({ origin: "system", ...tool } as ToolRegistration);
    }
  }

  const ensureSystemToolsRegistered = () => {
    registered ??= register().catch((error: unknown) => {
      registered = undefined;
      throw error;
    });
    return registered;
  };

  // The scope is read before anything is awaited: where nothing can follow a function, it holds no longer.
  const ready = async (context?: Partial<ToolContext>): Promise<ToolContext> => {
    const [filled] = await Promise.all([contextFor(context), ensureSystemToolsRegistered()]);
    return filled;
  };

  return {
    contextFor,
    ensureSystemToolsRegistered,
    async getAvailableTool(slug, context) {
      const filled = await ready(context);
      const tool = await catalogOf().find(slug, filled);
      return tool && canUse(tool, filled).see ? tool : undefined;
    },
    getAvailableToolMeta: async (context) => (await catalogOf().toolsFor(await ready(context))).map(toToolMeta),
    async getEnabledSystemToolSlugs(context) {
      const { switches } = await ready(context);
      return [...(switches?.enabled ?? [])].filter((slug) => registryNow().get(slug)?.origin === "system");
    },
    getDisabledToolSlugs: async (context) => [...((await contextFor(context)).switches?.disabled ?? [])],
    catalogOf,
  };
}

let access = createToolAccess();

/**
 * Gives the default registry its store of switches and its system tools; a test gives them back by calling it with
 * nothing.
 */
export function provideToolAccess(options: Omit<ToolAccessOptions, "registry"> = {}): void {
  access = createToolAccess(options);
}

/** The access to the default registry. */
export function currentAccess(): ToolAccess {
  return access;
}

/** One tool of the default registry, if this context (else the scope's tenant) may see it. */
export const getAvailableTool: ToolAccess["getAvailableTool"] = (slug, context) =>
  access.getAvailableTool(slug, context);

/** The library of the default registry, as this context (else the scope's tenant) may see it. */
export const getAvailableToolMeta: ToolAccess["getAvailableToolMeta"] = (context) =>
  access.getAvailableToolMeta(context);

/** System tools of the default registry that the tenant, or the default tenant, has switched on. */
export const getEnabledSystemToolSlugs: ToolAccess["getEnabledSystemToolSlugs"] = (context) =>
  access.getEnabledSystemToolSlugs(context);

/** Tools that the tenant, or the default tenant, has switched off. */
export const getDisabledToolSlugs: ToolAccess["getDisabledToolSlugs"] = (context) =>
  access.getDisabledToolSlugs(context);

/** Registers the system tools that `provideToolAccess` was given, once. */
export const ensureSystemToolsRegistered: ToolAccess["ensureSystemToolsRegistered"] = () =>
  access.ensureSystemToolsRegistered();
