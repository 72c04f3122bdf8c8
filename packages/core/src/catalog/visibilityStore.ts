import type { ToolRegistration } from "../tool/registry.ts";

/** That a tenant has switched a tool on or off. */
export interface ToolSwitch {
  tenantId: string;
  slug: string;
  enabled: boolean;
}

/**
 * What is known of tenants' tools: the place of a database. Each method is asked with a tenant and the default tenant
 * at once.
 */
export interface VisibilityStore {
  switchesOf(tenantIds: readonly string[]): readonly ToolSwitch[] | Promise<readonly ToolSwitch[]>;
  /** The bundles that these tenants have installed. */
  bundlesOf(tenantIds: readonly string[]): readonly string[] | Promise<readonly string[]>;
  /** The tools that a tenant has written itself. */
  toolsOf?(tenantId: string): readonly ToolRegistration[] | Promise<readonly ToolRegistration[]>;
}

/** A store of switches and bundles that lives as long as the process. */
export interface MemoryVisibility extends VisibilityStore {
  /** Switches a tool on or off for a tenant; null takes the row away. */
  setEnabled(tenantId: string, slug: string, enabled: boolean | null): void;
  install(tenantId: string, bundle: string): void;
  uninstall(tenantId: string, bundle: string): void;
}

/**
 * Makes a store of switches and bundles in memory.
 * @example
 * ```ts
 * const visibility = createMemoryVisibility([{ tenantId: DEFAULT_TENANT_ID, slug: "generate-image", enabled: true }]);
 * ```
 */
export function createMemoryVisibility(rows: readonly ToolSwitch[] = []): MemoryVisibility {
  const switches = new Map<string, Map<string, boolean>>();
  const bundles = new Map<string, Set<string>>();
  const of = <Value>(table: Map<string, Value>, tenantId: string, make: () => Value): Value => {
    const found = table.get(tenantId) ?? make();
    table.set(tenantId, found);
    return found;
  };
  const setEnabled = (tenantId: string, slug: string, enabled: boolean | null) => {
    const own = of(switches, tenantId, () => new Map<string, boolean>());
    if (enabled === null) own.delete(slug);
    else own.set(slug, enabled);
  };
  for (const { tenantId, slug, enabled } of rows) setEnabled(tenantId, slug, enabled);
  return {
    setEnabled,
    install: (tenantId, bundle) => void of(bundles, tenantId, () => new Set<string>()).add(bundle),
    uninstall: (tenantId, bundle) => void bundles.get(tenantId)?.delete(bundle),
    switchesOf: (tenantIds) =>
      tenantIds.flatMap((tenantId) =>
        [...(switches.get(tenantId) ?? [])].map(([slug, enabled]) => ({ tenantId, slug, enabled })),
      ),
    bundlesOf: (tenantIds) => tenantIds.flatMap((tenantId) => [...(bundles.get(tenantId) ?? [])]),
  };
}
