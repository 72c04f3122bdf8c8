import type { Registry } from "@callboard/core";
import { embedFiles } from "@callboard/embed/files";
import { createHost, type Store } from "@callboard/server";

export const hostOf = (registry: Registry, store: Store) =>
  createHost({ registry, store, embed: { files: embedFiles }, allowedHosts: ["tools.example.com"] });
