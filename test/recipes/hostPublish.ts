import type { Registry } from "@callboard/core";
import { embedFiles } from "@callboard/embed/files";
import { createHost, type Actor, type Store } from "@callboard/server";

export function hostThatPublishes(registry: Registry, store: Store, actor: (request: Request) => Promise<Actor>) {
  const mayPublish = ({ permissions }: Actor) => permissions.includes("publish-tools");
  return createHost({ registry, store, actor, embed: { files: embedFiles, mayPublish } });
}
