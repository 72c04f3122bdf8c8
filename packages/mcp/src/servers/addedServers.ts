import { randomUUID } from "node:crypto";
import { HostRefusal, storable, tenantRows, type Migration, type Store } from "@callboard/server";
import { isRecord } from "../isRecord.ts";
import type { McpServer } from "./mcpServer.ts";

/** A server that a tenant has added by a page: an address, never a program. */
export interface AddedServer {
  id: string;
  tenantId: string;
  server: McpServer;
}

/** What a tenant adds. */
export interface NewServer {
  name: string;
  title: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
}

/** The servers that tenants have added. What opens them is kept encrypted, and comes out only to connect. */
export interface AddedServers {
  /** Those of all tenants, and why others cannot be read. */
  all(): Promise<{ servers: AddedServer[]; problems: string[] }>;
  /** @throws HostRefusal where the tenant has one of this name, or as many as it may have. */
  add(tenantId: string, userId: string | null, server: NewServer): Promise<AddedServer>;
  remove(tenantId: string, name: string): Promise<boolean>;
}

export const ADDED_SERVERS_MIGRATION: Migration = {
  version: 2,
  name: "servers that tenants have added, and the tools that they have switched off",
  sql: `
    create table callboard.mcp_servers (
      id text primary key,
      tenant_id uuid not null references callboard.tenants,
      name text not null,
      title text not null,
      -- Without what it asks for, which may hold a key and stands among the secrets.
      url text not null,
      sealed_secrets text,
      added_by text,
      added_at bigint not null,
      unique (tenant_id, name)
    );
    ${tenantRows("mcp_servers", "select, insert, delete")}
    create policy host_reads on callboard.mcp_servers for select to callboard_host using (true);
    grant select on callboard.mcp_servers to callboard_host;

    create table callboard.mcp_switched_off (
      tenant_id uuid not null references callboard.tenants,
      server text not null,
      tool text not null,
      by_user text,
      primary key (tenant_id, server, tool)
    );
    ${tenantRows("mcp_switched_off", "select, insert, delete")}`,
};

const MOST_OF_TENANT = 50;
const NO_KEY =
  "This host has no key to keep secrets with. Its operator has to set one (CALLBOARD_SECRET_KEY); until then add servers without secrets.";

interface Row {
  id: string;
  tenant_id: string;
  name: string;
  title: string;
  url: string;
  sealed_secrets: string | null;
}

export function createAddedServers({ database, secrets }: Pick<Store, "database" | "secrets">): AddedServers {
  const seal = (tenantId: string, id: string, text: string) => {
    if (!secrets) throw new HostRefusal("no_secret_key", NO_KEY, { path: "/headers" });
    return secrets.seal(text, placeOf(tenantId, id));
  };
  const toServer = ({ id, tenant_id: tenantId, name, title, url, sealed_secrets: sealed }: Row): AddedServer => {
    if (sealed === null) return { id, tenantId, server: { name, title, transport: { url } } };
    if (!secrets) throw new Error(NO_KEY);
    const { search, headers } = readSecrets(secrets.open(sealed, placeOf(tenantId, id)));
    return { id, tenantId, server: { name, title, transport: { url: url + search, headers } } };
  };
  return {
    async all() {
      const rows = await database.asHost((tx) =>
        tx.query<Row>(
          "select id, tenant_id, name, title, url, sealed_secrets from callboard.mcp_servers order by added_at, id",
        ),
      );
      const servers: AddedServer[] = [];
      const problems: string[] = [];
      for (const row of rows) {
        try {
          servers.push(toServer(row));
        } catch {
          problems.push(
            `The secrets of the MCP server "${row.name}" cannot be read with this host's key. Remove it and add it anew, or start the host with the key that it was added with (CALLBOARD_SECRET_KEY).`,
          );
        }
      }
      return { servers, problems };
    },
    async add(tenantId, userId, { name, title, url, headers }) {
      const id = `server_${randomUUID()}`;
      const hasSecrets = url.search !== "" || Object.keys(headers).length > 0;
      const sealed = hasSecrets ? seal(tenantId, id, JSON.stringify({ search: url.search, headers })) : null;
      const rows = await database.asTenant(tenantId, async (tx) => {
        const [held] = await tx.query<{ held: number }>("select count(*)::int as held from callboard.mcp_servers");
        if (held && held.held >= MOST_OF_TENANT) {
          const message = `There are ${MOST_OF_TENANT} added servers here, which is the most. Remove one that is not used.`;
          throw new HostRefusal("too_many_servers", message);
        }
        return await tx.query<Row>(
          `insert into callboard.mcp_servers (id, tenant_id, name, title, url, sealed_secrets, added_by, added_at)
           values ($1, $2::uuid, $3, $4, $5, $6, $7, $8) on conflict do nothing
           returning id, tenant_id, name, title, url, sealed_secrets`,
          [
            id,
            tenantId,
            name,
            storable(title),
            storable(url.origin + url.pathname),
            sealed,
            userId && storable(userId),
            Date.now(),
          ],
        );
      });
      if (rows[0]) return toServer(rows[0]);
      throw new HostRefusal("server_exists", `There is a server "${title}" already. Choose another name.`, {
        path: "/title",
      });
    },
    async remove(tenantId, name) {
      const rows = await database.asTenant(tenantId, async (tx) => {
        await tx.query(
          "delete from callboard.mcp_switched_off where server = $1 and exists (select 1 from callboard.mcp_servers where name = $1)",
          [name],
        );
        const gone = await tx.query<{ id: string }>("delete from callboard.mcp_servers where name = $1 returning id", [
          name,
        ]);
        for (const { id } of gone) await tx.query("delete from callboard.mcp_sign_ins where server = $1", [id]);
        return gone;
      });
      return rows.length > 0;
    },
  };
}

/** A sealed secret is worth nothing in another tenant's row, or in another row of its own tenant. */
const placeOf = (tenantId: string, id: string): string => `mcp/${tenantId}/${id}`;

function readSecrets(text: string): { search: string; headers: Record<string, string> } {
  const read: unknown = JSON.parse(text);
  const { search, headers } = isRecord(read) ? read : {};
  return {
    search: typeof search === "string" ? search : "",
    headers: isRecord(headers)
      ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
      : {},
  };
}
