import type { McpWire } from "@callboard/core/client";
import { HostRefusal, json, storable, type Actor, type ModuleRoute } from "@callboard/server";
import { isRecord } from "../isRecord.ts";
import { callCopies } from "./callCopies.ts";
import type { KeptWires } from "./keptWires.ts";
import type { OpenServers } from "./openServers.ts";
import { writeMcpSession } from "./mcpSession.ts";
import { forManagers } from "./serverRoutes.ts";

export interface WireRoutesOptions {
  open: OpenServers;
  wires: KeptWires;
  mayManage: (actor: Actor) => boolean;
}

/**
 * `GET /api/mcp/calls/:id/wire`: what was spoken in a call, and the call as others run it;
 * `GET /api/mcp/servers/:name/session`: all that was done with a server, as a file.
 */
export function wireRoutes({ open, wires, mayManage }: WireRoutesOptions): readonly ModuleRoute[] {
  const managed = forManagers(mayManage);
  const ofCall: ModuleRoute = {
    method: "GET",
    path: "/api/mcp/calls/:id/wire",
    authority: "tenant",
    handle: managed(async ({ actor, params: { id = "" } }) => {
      const { tenantId } = actor;
      const servers = open.of(actor);
      const running = servers.find(({ tap }) => tap?.of(tenantId, id));
      // A call that has asked has spoken before.
      const kept = await wires.of(tenantId, storable(id));
      const server = running ?? servers.find(({ server: { name } }) => name === kept?.server);
      if (!running && !kept)
        throw new HostRefusal("wire_not_found", "Nothing is kept of what was spoken in that call.");
      const messages = [...(kept?.messages ?? []), ...(running?.tap?.of(tenantId, id) ?? [])];
      const revision = server?.connection.state().about?.revision ?? "";
      const wire: McpWire = {
        server: server?.server.title ?? server?.server.name ?? kept?.server ?? "",
        isOver: !running,
        isCut: kept?.isCut ?? false,
        messages,
        copies: server ? callCopies(server.server, messages, revision) : null,
      };
      return json(wire);
    }),
  };
  const ofServer: ModuleRoute = {
    method: "GET",
    path: "/api/mcp/servers/:name/session",
    authority: "tenant",
    handle: managed(async ({ actor, params: { name = "" } }) => {
      const found = open.of(actor).find(({ server }) => server.name === name);
      if (!found) throw new HostRefusal("server_not_found", `There is no server "${name.slice(0, 80)}" here.`);
      const { server, connection, tools } = found;
      const defined = tools().map(({ definition }) => (isRecord(definition["tool"]) ? definition["tool"] : {}));
      const { about = null } = connection.state();
      const text = writeMcpSession(server, about, defined, await wires.ofServer(actor.tenantId, server.name));
      return new Response(text, {
        headers: {
          "content-type": "application/json",
          "content-disposition": `attachment; filename="${server.name}.mcp-session.json"`,
          "cache-control": "no-store",
        },
      });
    }),
  };
  return [ofCall, ofServer];
}
