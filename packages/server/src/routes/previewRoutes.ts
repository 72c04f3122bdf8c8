import { Hono } from "hono";
import { isId } from "../db/storable.ts";
import { HttpError, json } from "../http/httpError.ts";
import { HostRefusal } from "../hostRefusal.ts";
import { fileResponse } from "./fileResponse.ts";
import type { HostEnvironment, Services } from "./environment.ts";

/** How long a signed address opens its file, in milliseconds. */
const TTL = 10 * 60 * 1000;
const PLACE = "preview";

interface Signed {
  tenantId: string;
  id: string;
  expiresAt: number;
}

/** `POST /api/uploads/:id/preview`: an address that opens one file without credentials for ten minutes, to whoever may read it. */
export function signRoutes(): Hono<HostEnvironment> {
  const routes = new Hono<HostEnvironment>();
  routes.post("/:id/preview", async (c) => {
    const { uploads, store } = c.var.services;
    const { tenantId } = c.var.actor;
    const id = c.req.param("id");
    const file = isId(id) ? await uploads.find(tenantId, id) : undefined;
    if (!file) throw new HostRefusal("upload_not_found", "There is no such file here.");
    if (!store.secrets) {
      throw new HostRefusal(
        "no_secret_key",
        "This host signs no addresses: its operator has to set CALLBOARD_SECRET_KEY.",
      );
    }
    const signed: Signed = { tenantId, id, expiresAt: Date.now() + TTL };
    const token = store.secrets.seal(JSON.stringify(signed), PLACE).replaceAll("+", "-").replaceAll("/", "_");
    const url = `/api/previews/${token.replace(/=+$/, "")}/${encodeURIComponent(file.name)}`;
    return json({ url, expiresInMs: TTL });
  });
  return routes;
}

/** `GET /api/previews/:token/:name`: a file by its signed address, which is all its credentials. */
export function previewRoutes(services: (request: Request) => Promise<Services>): Hono<HostEnvironment> {
  const routes = new Hono<HostEnvironment>();
  routes.get("/:token/:name", async (c) => {
    const { store, uploads } = await services(c.req.raw);
    const signed = readToken(store.secrets, c.req.param("token"));
    const file = signed && (await uploads.find(signed.tenantId, signed.id));
    if (!file)
      throw new HttpError(404, "preview_not_found", "This address has expired, or never was one. Ask for it again.");
    return fileResponse(file, c.req.method === "HEAD" ? null : uploads.read(signed.tenantId, signed.id), true);
  });
  return routes;
}

function readToken(secrets: Services["store"]["secrets"], token: string): Signed | null {
  try {
    const signed = JSON.parse(secrets!.open(token.replaceAll("-", "+").replaceAll("_", "/"), PLACE)) as Signed;
    return signed.expiresAt > Date.now() ? signed : null;
  } catch {
    return null;
  }
}
