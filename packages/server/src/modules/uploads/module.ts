import type { HostModule } from "../../kernel/module.ts";
import { UPLOADS_MIGRATIONS } from "./migrations.ts";
import { previewRoute, signRoute } from "./previews.ts";
import { uploadRoutes } from "./routes.ts";
import { UPLOAD_LIMITS, type UploadLimits } from "./uploadLimits.ts";
import { createUploads } from "./uploads.ts";

/** Files that people upload: 20 MB a file and 2 GB a tenant, where `limits` says nothing else. */
export function uploadsModule(limits: Partial<UploadLimits> = {}): HostModule {
  return {
    name: "uploads",
    migrations: UPLOADS_MIGRATIONS,
    refusals: { upload_not_found: 404, storage_full: 507 },
    open({ store }) {
      const uploads = createUploads(store.database);
      return {
        routes: [...uploadRoutes(uploads, { ...UPLOAD_LIMITS, ...limits }), signRoute(uploads, store.secrets)],
        openRoutes: [previewRoute(uploads, store.secrets)],
      };
    },
  };
}
