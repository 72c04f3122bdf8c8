import type { Registry } from "@callboard/core";
import { toolSessionsModule } from "@callboard/platform";
import { createHost, type Store } from "@callboard/server";

export const togetherHost = (registry: Registry, store: Store) =>
  createHost({ registry, store, modules: [toolSessionsModule] });
