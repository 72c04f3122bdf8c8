import type { Registry } from "@callboard/core";
import { createEmbeds, DEFAULT_TENANT_ID, type Store } from "@callboard/server";

export async function publish(registry: Registry, store: Store) {
  // #region publish
  const { key, secretKey } = await createEmbeds(store).publish({
    tool: registry.get("tip-splitter")!,
    tenantId: DEFAULT_TENANT_ID,
    origins: ["https://www.example.com"],
  });
  // #endregion
  return { key, secretKey };
}
