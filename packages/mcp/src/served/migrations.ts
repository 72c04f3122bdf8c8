import { hostRows, tenantRows, type Migration } from "@callboard/server";

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
  {
    version: 2,
    name: "calls that MCP clients left waiting, and the links by which they are decided",
    sql: `
      create table callboard.mcp_waiting (
        tenant_id uuid not null references callboard.tenants,
        -- Whose call it is, and what it was asked with.
        caller text not null,
        fingerprint text not null,
        call_id text not null,
        session_id text not null,
        created_at bigint not null,
        primary key (tenant_id, caller, fingerprint)
      );
      ${tenantRows("mcp_waiting", "select, insert, update, delete")}

      create table callboard.mcp_links (
        -- Whoever holds the link is found by its hash, before it is known of which tenant it is.
        hash text primary key,
        tenant_id uuid not null references callboard.tenants,
        session_id text not null,
        call_id text not null,
        ask_id text not null,
        -- For whom the call runs, as JSON: with no more than their rights it is decided.
        actor text not null,
        client text not null,
        created_at bigint not null,
        expires_at bigint not null
      );
      create index mcp_links_by_end on callboard.mcp_links (expires_at);
      ${hostRows("mcp_links", "select, insert, delete")}
    `,
  },
  {
    version: 3,
    name: "whose credential the calls of links were asked with",
    sql: `
      -- Null for links of before: those end by their time alone.
      alter table callboard.mcp_links add column caller text;
    `,
  },
  {
    version: 4,
    name: "calls that clients follow as tasks",
    sql: `
      create table callboard.mcp_tasks (
        tenant_id uuid not null references callboard.tenants,
        -- The call's id is the task's; nobody but its caller sees it.
        call_id text not null,
        session_id text not null,
        caller text not null,
        created_at bigint not null,
        primary key (tenant_id, call_id)
      );
      create index mcp_tasks_by_age on callboard.mcp_tasks (tenant_id, created_at);
      ${tenantRows("mcp_tasks", "select, insert, delete")}
    `,
  },
];
