import type { HostModule } from "../../kernel/module.ts";
import { SHARES_MIGRATIONS } from "./migrations.ts";
import { sharedRoute, shareRoutes } from "./routes.ts";
import { createBuilds } from "./builds.ts";
import { createShares } from "./shares.ts";

/** Sessions as files, and read-only links of them. */
export const sharesModule: HostModule = {
  name: "shares",
  migrations: SHARES_MIGRATIONS,
  refusals: { share_not_found: 404 },
  open(kernel) {
    const shares = createShares(kernel.store.database);
    const builds = createBuilds();
    return { routes: shareRoutes(kernel, shares, builds), openRoutes: [sharedRoute(kernel, shares, builds)] };
  },
};
