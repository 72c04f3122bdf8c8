import type { HostModule } from "../../kernel/module.ts";
import { connectionChoices } from "./connectionChoices.ts";
import { createConnections } from "./connections.ts";
import { CONNECTIONS_MIGRATIONS } from "./migrations.ts";
import { connectionRoutes } from "./routes.ts";

/** Tenants' saved destinations, for tools that publish somewhere and for the fields in which people pick one. */
export const connectionsModule: HostModule = {
  name: "connections",
  migrations: CONNECTIONS_MIGRATIONS,
  refusals: { connection_not_found: 404, name_taken: 409 },
  open({ store, maxBodyBytes }) {
    const connections = createConnections(store);
    return {
      routes: connectionRoutes(connections, maxBodyBytes),
      choices: { connection: connectionChoices(connections) },
    };
  },
};
