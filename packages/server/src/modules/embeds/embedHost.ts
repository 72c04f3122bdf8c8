import type { EmbedFiles } from "@callboard/core/host";
import type { Actor } from "../../actor.ts";
import type { Kernel } from "../../kernel/kernel.ts";
import type { Embeds } from "./embeds.ts";

/** What the routes of embeds share. */
export interface EmbedHost {
  kernel: Kernel;
  embeds: Embeds;
  /** Undefined where the host serves no frames. */
  files: EmbedFiles | undefined;
  /** Who of a tenant's people may publish its tools; nobody unless given. */
  mayPublish: ((actor: Actor) => boolean | Promise<boolean>) | undefined;
}
