import type { Registry } from "@callboard/core";
import { createHost, type ResolveActor, type Store } from "@callboard/server";

export function namedHost(registry: Registry, store: Store) {
  // #region names
  return createHost({ registry, store, allowedHosts: ["tools.example.com", ".internal.example", "desk.lan:4600"] });
  // #endregion
}

export function openHost(registry: Registry, store: Store) {
  // #region anonymous
  return createHost({ registry, store, allowedHosts: ["tools.example.com"], anonymous: true });
  // #endregion
}

interface Directory {
  permissionsOf(tenantId: string, userId: string): Promise<readonly string[]>;
}

export function permittingHost(registry: Registry, store: Store, actor: ResolveActor, directory: Directory) {
  // #region permissions
  return createHost({
    registry,
    store,
    actor,
    permissionsOf: ({ userId, tenantId }) => directory.permissionsOf(tenantId, userId),
  });
  // #endregion
}
