import { bearerOf } from "../../actor.ts";
import { HostRefusal } from "../../hostRefusal.ts";
import { HttpError } from "../../http/httpError.ts";
import { isOperator } from "../../kernel/operator.ts";
import type { HostModule } from "../../kernel/module.ts";

/** `POST /api/backup`: the embedded database as a file, for whoever holds the host's key. */
export const backupModule: HostModule = {
  name: "backup",
  open({ store }) {
    let copying: Promise<Blob> | undefined;
    return {
      openRoutes: [
        {
          method: "POST",
          path: "/api/backup",
          async handle({ request }) {
            if (!isOperator(bearerOf(request) ?? "", store.secrets)) {
              const message = "A backup takes the host's own key: run callboard backup beside it.";
              throw new HostRefusal("not_permitted", message);
            }
            if (!store.copy) {
              const message = "This host keeps its data in PostgreSQL. Back that up, such as by pg_dump.";
              throw new HttpError(409, "not_embedded", message);
            }
            // A copy is the whole database in memory: those who ask at once get the same one.
            copying ??= store.copy().finally(() => (copying = undefined));
            return new Response(await copying, {
              headers: { "content-type": "application/gzip", "cache-control": "no-store" },
            });
          },
        },
      ],
    };
  },
};
