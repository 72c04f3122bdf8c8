import type { HostModule } from "@callboard/server";
import { createGuests } from "./guests.ts";
import { TOOL_SESSIONS_MIGRATIONS } from "./migrations.ts";
import { toolSessionRoutes } from "./routes.ts";
import { createToolSessionRows } from "./toolSessionRows.ts";
import { createToolSessions } from "./toolSessions.ts";

/**
 * Sessions in which several people fill in one tool and read one result, with links for guests: for tools that are
 * `collaborative`.
 * @example
 * ```ts
 * const host = createHost({ registry, store, modules: [toolSessionsModule] });
 * ```
 */
export const toolSessionsModule: HostModule = {
  name: "tool-sessions",
  migrations: TOOL_SESSIONS_MIGRATIONS,
  refusals: {
    session_link_not_found: 404,
    session_link_not_in_scope: 403,
    not_collaborative: 422,
    session_ended: 409,
    tool_session_not_found: 404,
  },
  open(kernel) {
    const rows = createToolSessionRows(kernel.store);
    const guests = createGuests(kernel, rows);
    return {
      authenticate: guests.authenticate,
      roleIn: guests.roleIn,
      routes: toolSessionRoutes(kernel, createToolSessions(kernel, rows, guests)),
      close: guests.close,
    };
  },
};
