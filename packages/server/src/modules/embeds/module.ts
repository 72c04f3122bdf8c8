import type { EmbedFiles } from "@callboard/core/host";
import type { Actor } from "../../actor.ts";
import type { HostModule } from "../../kernel/module.ts";
import {
  authorizeEmbed,
  embedTokenOf,
  hasSecretInAddress,
  permissionsOfVisitor,
  secretInAddress,
} from "./embedGuard.ts";
import { createEmbeds } from "./embeds.ts";
import { EMBEDS_MIGRATIONS } from "./migrations.ts";
import { embedPages } from "./pages.ts";
import { embedRoutes } from "./routes.ts";

export interface EmbedsOptions {
  /** The scripts and styles of the page in a frame: with them published tools are served at `/embed`. */
  files?: EmbedFiles | undefined;
  /** Who of a tenant's people may publish its tools and see how they are used; without it that takes the host's key. */
  mayPublish?: ((actor: Actor) => boolean | Promise<boolean>) | undefined;
}

/** Tools in other people's pages: keys, tokens, frames. Needs the tables of shares, whose links end with their key. */
export function embedsModule({ files, mayPublish }: EmbedsOptions = {}): HostModule {
  return {
    name: "embeds",
    migrations: EMBEDS_MIGRATIONS,
    refusals: { embed_not_found: 404, embed_not_in_scope: 403, origin_not_allowed: 403 },
    open(kernel) {
      const embeds = createEmbeds(kernel.store, kernel.onProblem);
      const host = { kernel, embeds, files, mayPublish };
      return {
        close: embeds.close,
        permissionsOf: (person) => permissionsOfVisitor(person, host),
        openRoutes: [...embedRoutes(host), ...(files ? embedPages(host) : [])],
        async authenticate(request, route) {
          if (hasSecretInAddress(request)) throw secretInAddress();
          const token = embedTokenOf(request);
          return token === undefined ? undefined : await authorizeEmbed(request, token, route, host);
        },
      };
    },
  };
}
