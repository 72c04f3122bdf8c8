import type { ConnectionDraft, ConnectionKind } from "@callboard/core";
import { connectionKinds } from "@callboard/core/fields";
import type { ModuleRoute } from "../../kernel/module.ts";
import { HttpError, json } from "../../http/httpError.ts";
import { isId } from "../../db/storable.ts";
import { readFields } from "../../http/readFields.ts";
import { readJson } from "../../http/readJson.ts";
import { HostRefusal } from "../../hostRefusal.ts";
import type { Connections } from "./connections.ts";

/** `/api/connections`: a tenant's saved destinations. A request may carry a secret; no response does. */
export function connectionRoutes(connections: Connections, maxBodyBytes: number): readonly ModuleRoute[] {
  return [
    {
      method: "GET",
      path: "/api/connections",
      authority: "tenant",
      handle: async ({ actor }) => json(await connections.list(actor.tenantId)),
    },
    {
      method: "POST",
      path: "/api/connections",
      permission: "connections.team.create",
      async handle({ request, actor }) {
        const body = await readJson(request, maxBodyBytes);
        const draft = checkDraft(
          readFields(body, { name: "string", kind: "string", address: "string", secret: "string?" }),
        );
        const connection = await connections.create(actor.tenantId, actor.userId, draft);
        if (!connection) {
          throw new HostRefusal("name_taken", `There is a connection "${draft.name}" already. Choose another name.`, {
            path: "/name",
          });
        }
        return json(connection, 201, { location: `/api/connections/${connection.id}` });
      },
    },
    {
      method: "DELETE",
      path: "/api/connections/:id",
      permission: "connections.team.delete",
      async handle({ params: { id = "" }, actor }) {
        const removed = isId(id) && (await connections.remove(actor.tenantId, id));
        if (!removed) throw new HostRefusal("connection_not_found", "There is no such connection here.");
        return new Response(null, { status: 204 });
      },
    },
  ];
}

const invalid = (path: string, message: string): HttpError =>
  new HttpError(422, "invalid_connection", message, { path });

/** An error message never repeats a secret that was sent. */
function checkDraft(draft: {
  name: string;
  kind: string;
  address: string;
  secret: string | undefined;
}): ConnectionDraft {
  const name = draft.name.trim().replace(/\s+/g, " ");
  if (name === "" || name.length > 120) throw invalid("/name", "A name has 1 to 120 characters.");
  if (!isKind(draft.kind)) {
    throw invalid("/kind", `The kind has to be one of ${connectionKinds.join(", ")}.`);
  }
  const address = URL.canParse(draft.address.trim()) ? new URL(draft.address.trim()) : undefined;
  if (!address || !/^https?:$/.test(address.protocol) || draft.address.length > 2_000) {
    throw invalid("/address", "The address has to be a full one, such as https://example.com.");
  }
  if (address.username !== "" || address.password !== "") {
    throw invalid("/address", "Leave the user and password out of the address: a secret has a field of its own.");
  }
  const secret = draft.secret === "" ? undefined : draft.secret;
  if (secret !== undefined && secret.length > 8_000) throw invalid("/secret", "A secret has at most 8,000 characters.");
  return { name, kind: draft.kind, address: address.href, ...(secret !== undefined && { secret }) };
}

const isKind = (kind: string): kind is ConnectionKind => (connectionKinds as readonly string[]).includes(kind);
