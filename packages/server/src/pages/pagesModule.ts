import { PAGES_STATE, type PagesState } from "@callboard/core/host";
import type { HostModule } from "../kernel/module.ts";

/**
 * What the standard pages ask before they draw: whether there is a model, who may publish, which tools did not load.
 */
export function pagesModule(state: () => PagesState): HostModule {
  return {
    name: "pages",
    open: () => ({
      openRoutes: [
        {
          method: "GET",
          path: PAGES_STATE,
          handle: () => Response.json(state(), { headers: { "cache-control": "no-store" } }),
        },
      ],
    }),
  };
}
