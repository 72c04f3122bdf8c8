import { hostRows, type Migration } from "@callboard/server";

export const SERVED_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: "keys of MCP clients",
    // They belong to the host: who asks with one of them is of no tenant before it is found. Only hashes are kept.
    sql: `
      create table callboard.mcp_keys (
        id text primary key,
        hash text not null unique,
        hint text not null,
        name text not null,
        tenant_id uuid not null references callboard.tenants,
        user_id text not null,
        space_id text,
        -- JSON lists; no list of tools stands for all of them.
        permissions text not null,
        tools text,
        created_at bigint not null,
        last_used_at bigint,
        revoked_at bigint
      );
      create index mcp_keys_by_person on callboard.mcp_keys (tenant_id, user_id);
      ${hostRows("mcp_keys", "select, insert, update")}
    `,
  },
];
