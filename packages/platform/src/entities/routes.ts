import {
  HttpError,
  json,
  readFields,
  readJson,
  storable,
  wholeNumber,
  type Kernel,
  type ModuleRoute,
  type RouteRequest,
} from "@callboard/server";
import { ifMatchOf } from "../rows/revision.ts";
import type { Entities } from "./entities.ts";
import { readEntityChanges, readEntityDraft, readTypeDraft } from "./readEntity.ts";
import { readFilterInput } from "./readFilterInput.ts";

const LONGEST_QUERY = 200;
const LONGEST_KIND = 60;

/** `/api/entities` and `/api/entity-types`. */
export function entityRoutes(
  { maxBodyBytes }: Pick<Kernel, "maxBodyBytes">,
  entities: Entities,
): readonly ModuleRoute[] {
  const bodyOf = ({ request }: RouteRequest) => readJson(request, maxBodyBytes);
  const idOf = ({ params }: RouteRequest) => params["id"] ?? "";
  const slugOf = ({ params }: RouteRequest) => params["slug"] ?? "";
  const editorOf = async (request: RouteRequest) => ({
    context: await request.context(),
    ifMatch: ifMatchOf(request.request),
  });
  const tagged = (body: { revision: string }, status = 200, headers: Record<string, string> = {}) =>
    json(body, status, { etag: `"${body.revision}"`, "cache-control": "no-store", ...headers });

  return [
    {
      method: "GET",
      path: "/api/entity-types",
      permission: "entity_types.team.read",
      handle: async (request) => json(await entities.types(await request.context())),
    },
    {
      method: "POST",
      path: "/api/entity-types",
      permission: "entity_types.team.create",
      async handle(request) {
        const type = await entities.createType(readTypeDraft(await bodyOf(request)), await editorOf(request));
        return tagged(type, 201, { location: `/api/entity-types/${type.slug}` });
      },
    },
    {
      method: "GET",
      path: "/api/entity-types/:slug",
      permission: "entity_types.team.read",
      handle: async (request) => tagged(await entities.type(await request.context(), slugOf(request))),
    },
    {
      method: "PATCH",
      path: "/api/entity-types/:slug",
      permission: "entity_types.team.update",
      async handle(request) {
        const changes = readTypeDraft(await bodyOf(request), { isNew: false });
        return tagged(await entities.updateType(slugOf(request), changes, await editorOf(request)));
      },
    },
    {
      method: "GET",
      path: "/api/entities",
      permission: "entities.team.read",
      async handle(request) {
        const { query } = request;
        const asked = {
          query: (query.get("q") ?? "").slice(0, LONGEST_QUERY),
          typeSlug: query.get("type") ?? undefined,
          limit: wholeNumber(query.get("limit"), "limit", { min: 1, max: 200, fallback: 50 }),
          offset: wholeNumber(query.get("offset"), "offset", { min: 0, max: 1_000_000, fallback: 0 }),
        };
        return json(await entities.search(await request.context(), asked));
      },
    },
    {
      method: "POST",
      path: "/api/entities",
      permission: "entities.team.create",
      async handle(request) {
        const entity = await entities.create(readEntityDraft(await bodyOf(request)), await editorOf(request));
        return tagged(entity, 201, { location: `/api/entities/${entity.id}` });
      },
    },
    {
      method: "POST",
      path: "/api/entities/filter",
      permission: "entities.team.read",
      async handle(request) {
        const input = readFilterInput(await bodyOf(request));
        return json(await entities.executeFilterEntities(await request.context(), input));
      },
    },
    {
      method: "GET",
      path: "/api/entities/:id",
      permission: "entities.team.read",
      handle: async (request) => tagged(await entities.get(await request.context(), idOf(request))),
    },
    {
      method: "PATCH",
      path: "/api/entities/:id",
      permission: "entities.team.update",
      async handle(request) {
        const changes = readEntityChanges(await bodyOf(request));
        return tagged(await entities.update(idOf(request), changes, await editorOf(request)));
      },
    },
    {
      method: "DELETE",
      path: "/api/entities/:id",
      permission: "entities.team.delete",
      async handle(request) {
        await entities.remove(idOf(request), await editorOf(request));
        return new Response(null, { status: 204 });
      },
    },
    {
      method: "GET",
      path: "/api/entities/:id/history",
      permission: "entities.team.read",
      handle: async (request) => json(await entities.history(await request.context(), idOf(request))),
    },
    {
      method: "POST",
      path: "/api/entities/:id/relations",
      permission: "entities.team.create",
      async handle(request) {
        const { entityId, kind } = readFields(await bodyOf(request), { entityId: "string", kind: "string" });
        const relation = { entityId, kind: readKind(kind) };
        return tagged((await entities.relate(idOf(request), relation, await request.context())).entity, 201);
      },
    },
    {
      method: "DELETE",
      path: "/api/entities/:id/relations/:relationId",
      permission: "entities.team.update",
      async handle(request) {
        const { relationId = "" } = request.params;
        return tagged(await entities.unrelate(idOf(request), relationId, await request.context()));
      },
    },
    {
      method: "PUT",
      path: "/api/entities/:id/documents/:documentId",
      permission: "entities.team.update",
      async handle(request) {
        const { documentId = "" } = request.params;
        return tagged(await entities.attach(idOf(request), documentId, await request.context()));
      },
    },
    {
      method: "DELETE",
      path: "/api/entities/:id/documents/:documentId",
      permission: "entities.team.update",
      async handle(request) {
        const { documentId = "" } = request.params;
        return tagged(await entities.detach(idOf(request), documentId, await request.context()));
      },
    },
  ];
}

/** What one entity is to another, as a line of text. */
export function readKind(kind: string): string {
  const line = storable(kind).replace(/\s+/g, " ").trim();
  if (line !== "" && line.length <= LONGEST_KIND) return line;
  throw new HttpError(400, "invalid_request", `"kind" has 1 to ${LONGEST_KIND} characters, such as "customer".`, {
    path: "/kind",
  });
}
