import { json, readJson, wholeNumber, type Kernel, type ModuleRoute, type RouteRequest } from "@callboard/server";
import { ifMatchOf } from "../rows/revision.ts";
import { readKeptAs, readViewChanges, readViewDraft } from "./readView.ts";
import type { Views } from "./views.ts";

/** `/api/views`: views that are written, published, kept, and put back as they were. */
export function viewRoutes({ maxBodyBytes }: Pick<Kernel, "maxBodyBytes">, views: Views): readonly ModuleRoute[] {
  const bodyOf = ({ request }: RouteRequest) => readJson(request, maxBodyBytes);
  const slugOf = ({ params }: RouteRequest) => params["slug"] ?? "";
  const editorOf = async (request: RouteRequest) => ({
    context: await request.context(),
    ifMatch: ifMatchOf(request.request),
  });
  const tagged = (view: { revision: string }, status = 200, headers: Record<string, string> = {}) =>
    json(view, status, { etag: `"${view.revision}"`, "cache-control": "no-store", ...headers });

  return [
    {
      method: "GET",
      path: "/api/views",
      permission: "views.team.read",
      async handle(request) {
        const { query } = request;
        const page = {
          limit: wholeNumber(query.get("limit"), "limit", { min: 1, max: 200, fallback: 50 }),
          offset: wholeNumber(query.get("offset"), "offset", { min: 0, max: 1_000_000, fallback: 0 }),
        };
        return json(await views.list(await request.context(), page), 200, { "cache-control": "no-store" });
      },
    },
    {
      method: "POST",
      path: "/api/views",
      permission: "views.team.create",
      async handle(request) {
        const view = await views.create(readViewDraft(await bodyOf(request)), await editorOf(request));
        return tagged(view, 201, { location: `/api/views/${view.slug}` });
      },
    },
    {
      method: "GET",
      path: "/api/views/:slug",
      permission: "views.team.read",
      handle: async (request) => tagged(await views.get(await request.context(), slugOf(request))),
    },
    {
      method: "PATCH",
      path: "/api/views/:slug",
      permission: "views.team.update",
      async handle(request) {
        const changes = readViewChanges(await bodyOf(request));
        return tagged(await views.update(slugOf(request), changes, await editorOf(request)));
      },
    },
    {
      method: "DELETE",
      path: "/api/views/:slug",
      permission: "views.team.delete",
      async handle(request) {
        await views.remove(slugOf(request), await editorOf(request));
        return new Response(null, { status: 204 });
      },
    },
    {
      method: "POST",
      path: "/api/views/:slug/keep",
      permission: "views.team.create",
      async handle(request) {
        const as = readKeptAs(await bodyOf(request));
        return tagged(await views.keep(slugOf(request), as, await request.context()));
      },
    },
    {
      method: "GET",
      path: "/api/views/:slug/versions",
      permission: "views.team.read",
      handle: async (request) => json(await views.versions(await request.context(), slugOf(request))),
    },
    {
      method: "POST",
      path: "/api/views/:slug/versions/:version/restore",
      permission: "views.team.update",
      async handle(request) {
        const { version = "" } = request.params;
        return tagged(await views.restore(slugOf(request), version, await editorOf(request)));
      },
    },
  ];
}
