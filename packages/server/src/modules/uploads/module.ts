import type { HostModule } from "../../kernel/module.ts";
import { UPLOADS_MIGRATIONS } from "./migrations.ts";
import { previewRoute, signRoute } from "./previews.ts";
import { uploadRoutes } from "./routes.ts";
import { UPLOAD_LIMITS, type UploadLimits } from "./uploadLimits.ts";
import { createUploads, STALE_MS } from "./uploads.ts";

/** Files that people upload: 20 MB a file and 2 GB a tenant, where `limits` says nothing else. */
export function uploadsModule(limits: Partial<UploadLimits> = {}): HostModule {
  return {
    name: "uploads",
    migrations: UPLOADS_MIGRATIONS,
    refusals: { upload_not_found: 404, storage_full: 507 },
    open({ store, onProblem }) {
      const uploads = createUploads(store.database);
      const sweep = (age: number) =>
        uploads
          .sweep(Date.now() - age)
          .catch((error: unknown) => onProblem("Files that came in only in part could not be deleted.", error));
      let timer: ReturnType<typeof setInterval> | undefined;
      return {
        async start() {
          // On the embedded database no other process can be writing one.
          await sweep(store.database.kind === "pglite" ? 0 : STALE_MS);
          timer = setInterval(() => void sweep(STALE_MS), STALE_MS);
          timer.unref();
        },
        close: () => clearInterval(timer),
        routes: [...uploadRoutes(uploads, { ...UPLOAD_LIMITS, ...limits }), signRoute(uploads, store.secrets)],
        openRoutes: [previewRoute(uploads, store.secrets)],
      };
    },
  };
}
