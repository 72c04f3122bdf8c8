import type { McpWire } from "@callboard/core/client";
import { HostRefusal, json, storable, type Actor, type ModuleRoute } from "@callboard/server";
import { callCopies } from "./callCopies.ts";
import type { KeptWires } from "./keptWires.ts";
import type { OpenServers } from "./openServers.ts";
import { forManagers } from "./serverRoutes.ts";

export interface WireRouteOptions {
  open: OpenServers;
  wires: KeptWires;
  mayManage: (actor: Actor) => boolean;
}

/** `GET /api/mcp/calls/:id/wire`: what was spoken in a call, and the call as others run it. */
export function wireRoute({ open, wires, mayManage }: WireRouteOptions): ModuleRoute {
  return {
    method: "GET",
    path: "/api/mcp/calls/:id/wire",
    authority: "tenant",
    handle: forManagers(mayManage)(async ({ actor, params: { id = "" } }) => {
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
}
