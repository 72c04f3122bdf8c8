import type { AgentNote } from "@callboard/core/client";
import { HostRefusal, json, storable, type ModuleRoute } from "@callboard/server";
import type { AgentRows } from "./agentRows.ts";

const MOST_LISTED = 200;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `/api/agent-notes`: what people have taught agents, to read and to take back. */
export function teachingRoutes(rows: Pick<AgentRows, "notes" | "removeNote">): readonly ModuleRoute[] {
  return [
    {
      method: "GET",
      path: "/api/agent-notes",
      permission: "agents.tenant.teach",
      async handle({ query, actor }) {
        const agent = storable(query.get("agent") || "default").slice(0, 64);
        const notes = await rows.notes(actor.tenantId, agent, MOST_LISTED);
        const body: AgentNote[] = notes.map((note) => ({ ...note, createdAt: new Date(note.createdAt).toISOString() }));
        return json(body, 200, { "cache-control": "no-store" });
      },
    },
    {
      method: "DELETE",
      path: "/api/agent-notes/:id",
      permission: "agents.tenant.teach",
      async handle({ params, actor }) {
        const { id = "" } = params;
        if (!UUID.test(id) || !(await rows.removeNote(actor.tenantId, id))) {
          throw new HostRefusal("note_not_found", `Agents have learned no "${id.slice(0, 80)}" here.`);
        }
        return new Response(null, { status: 204 });
      },
    },
  ];
}
