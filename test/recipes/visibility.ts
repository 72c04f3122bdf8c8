import { executeTool, type Registry } from "@callboard/core";
import { createMemoryVisibility, DEFAULT_TENANT_ID, getTenantIdForTool } from "@callboard/core/access";
import { createHost, withToolContext, type HostToolRun, type Store } from "@callboard/server";

export function hostWithSwitches(registry: Registry, store: Store, tenantId: string) {
  // #region host
  const visibility = createMemoryVisibility([
    { tenantId: DEFAULT_TENANT_ID, slug: "generate-image", enabled: true },
    { tenantId, slug: "coverage-estimator", enabled: false },
  ]);
  visibility.install(tenantId, "consulting");
  const host = createHost({ registry, store, visibility });
  // #endregion
  return { host, visibility };
}

export async function nightly(tenantId: string) {
  // #region job
  const { output } = await withToolContext({ tenantId }, () => executeTool("nightly-report", {}, "api"));
  // In the tool: const tenantId = await getTenantIdForTool();
  // #endregion
  return output;
}

export const nightlyReport = {
  slug: "nightly-report",
  name: "Nightly Report",
  description: "Reports on a tenant.",
  category: "reports",
  icon: "moon",
  inputSchema: { type: "object", properties: {} },
  outputSchema: { type: "string" },
  execute: async () => `Report of ${await getTenantIdForTool()}`,
};

export function hostWithBudget(registry: Registry, store: Store, count: (run: HostToolRun) => void) {
  // #region budget
  const host = createHost({
    registry,
    store,
    budget: { calls: 30, warnAt: 5, depth: 2, time: 120_000, repeats: 3 },
    onToolRun: (run) => count(run),
  });
  // #endregion
  return host;
}
