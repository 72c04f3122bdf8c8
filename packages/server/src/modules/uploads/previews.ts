import { isId } from "../../db/storable.ts";
import { HttpError, json } from "../../http/httpError.ts";
import { HostRefusal } from "../../hostRefusal.ts";
import { fileResponse } from "./fileResponse.ts";
import type { SecretBox } from "../../db/secretBox.ts";
import type { ModuleRoute, OpenRoute } from "../../kernel/module.ts";
import { uploadNotFound } from "./routes.ts";
import type { Uploads } from "./uploads.ts";

/** How long a signed address opens its file, in milliseconds. */
const TTL = 10 * 60 * 1000;
const PLACE = "preview";

interface Signed {
  tenantId: string;
  id: string;
  expiresAt: number;
}

/**
 * `POST /api/uploads/:id/preview`: an address that opens one file without credentials for ten minutes, to whoever may
 * read it.
 */
export function signRoute(uploads: Uploads, secrets: SecretBox | null): ModuleRoute {
  return {
    method: "POST",
    path: "/api/uploads/:id/preview",
    authority: "tenant",
    async handle({ params: { id = "" }, actor: { tenantId } }) {
      const file = isId(id) ? await uploads.find(tenantId, id) : undefined;
      if (!file) throw uploadNotFound();
      if (!secrets) {
        throw new HostRefusal(
          "no_secret_key",
          "This host signs no addresses: its operator has to set CALLBOARD_SECRET_KEY.",
        );
      }
      const signed: Signed = { tenantId, id, expiresAt: Date.now() + TTL };
      const token = secrets.seal(JSON.stringify(signed), PLACE).replaceAll("+", "-").replaceAll("/", "_");
      const url = `/api/previews/${token.replace(/=+$/, "")}/${encodeURIComponent(file.name)}`;
      return json({ url, expiresInMs: TTL });
    },
  };
}

/**
 * `GET /api/previews/:token/:name`: a file by its signed address, which is all its credentials. Pictures and players
 * send none.
 */
export function previewRoute(uploads: Uploads, secrets: SecretBox | null): OpenRoute {
  return {
    method: "GET",
    path: "/api/previews/:token/:name",
    async handle({ request, params: { token = "" } }) {
      const signed = readToken(secrets, token);
      const file = signed && (await uploads.find(signed.tenantId, signed.id));
      if (!file)
        throw new HttpError(404, "preview_not_found", "This address has expired, or never was one. Ask for it again.");
      return fileResponse(file, request.method === "HEAD" ? null : uploads.read(signed.tenantId, signed.id), true);
    },
  };
}

function readToken(secrets: SecretBox | null, token: string): Signed | null {
  try {
    const signed = JSON.parse(secrets!.open(token.replaceAll("-", "+").replaceAll("_", "/"), PLACE)) as Signed;
    return signed.expiresAt > Date.now() ? signed : null;
  } catch {
    return null;
  }
}
