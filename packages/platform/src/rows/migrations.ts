import { DEFAULT_TENANT_ID, hostRows, rowsForAll, tenantRows, type Migration } from "@callboard/server";

/** Tools that tenants write, what they have changed and switched of those in code, and how all that was before. */
export const PLATFORM_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: "tools of tenants, and their versions",
    sql: `
      create table callboard.tools (
        id uuid primary key default gen_random_uuid(),
        tenant_id uuid not null references callboard.tenants,
        slug text not null,
        kind text not null check (kind in ('system_override', 'tenant_custom')),
        enabled boolean,
        name text,
        description text,
        user_description text,
        category text,
        icon text,
        input_schema jsonb,
        output_schema jsonb,
        output_sections jsonb,
        execution_spec jsonb,
        permission_policy text check (permission_policy in ('auto', 'always_ask')),
        required_permission text,
        revision integer not null default 1,
        created_at bigint not null default (extract(epoch from now()) * 1000)::bigint,
        updated_at bigint not null default (extract(epoch from now()) * 1000)::bigint,
        updated_by text,
        unique (tenant_id, slug, kind)
      );
      ${tenantRows("tools", "select, insert, update, delete")}
      ${rowsForAll("tools", `tenant_id = '${DEFAULT_TENANT_ID}' and kind = 'system_override'`)}

      create table callboard.schema_versions (
        tenant_id uuid not null references callboard.tenants,
        owner_kind text not null,
        owner text not null,
        number integer not null,
        version text not null,
        content jsonb not null,
        created_at bigint not null,
        created_by text,
        primary key (tenant_id, owner_kind, owner, number)
      );
      create index schema_versions_by_content on callboard.schema_versions (tenant_id, version);
      ${tenantRows("schema_versions", "select, insert")}

      create table callboard.tool_bundles (
        tenant_id uuid not null references callboard.tenants,
        bundle text not null,
        primary key (tenant_id, bundle)
      );
      ${tenantRows("tool_bundles", "select, insert, delete")}
      ${rowsForAll("tool_bundles", `tenant_id = '${DEFAULT_TENANT_ID}'`)}`,
  },
  {
    version: 2,
    name: "views",
    // The spec is json, which keeps the order of its keys: facts stand in it.
    sql: `
      create table callboard.views (
        tenant_id uuid not null references callboard.tenants,
        slug text not null,
        title text not null,
        description text not null,
        spec json not null,
        is_published boolean not null default false,
        expires_at bigint,
        revision integer not null default 1,
        created_at bigint not null,
        created_by text,
        updated_at bigint not null,
        updated_by text,
        primary key (tenant_id, slug)
      );
      create index views_by_time on callboard.views (tenant_id, updated_at desc);
      ${tenantRows("views", "select, insert, update, delete")}`,
  },
  {
    version: 3,
    name: "tools that run at times",
    // Whoever is up looks for what is due, of all tenants.
    sql: `
      create table callboard.schedules (
        id uuid primary key default gen_random_uuid(),
        tenant_id uuid not null references callboard.tenants,
        tool text not null,
        input jsonb not null,
        cron text not null,
        time_zone text not null,
        person jsonb not null,
        created_at bigint not null,
        is_paused boolean not null default false,
        next_at bigint,
        last jsonb,
        missed integer not null default 0
      );
      create index schedules_of_tenant on callboard.schedules (tenant_id, created_at, id);
      create index schedules_due on callboard.schedules (next_at) where next_at is not null;
      ${tenantRows("schedules", "select, insert, update, delete")}
      ${hostRows("schedules", "select, update")}`,
  },
  {
    version: 4,
    name: "what tenants teach agents, and say of them",
    sql: `
      create table callboard.agent_notes (
        tenant_id uuid not null references callboard.tenants,
        id uuid not null,
        agent text not null,
        kind text not null check (kind in ('lesson', 'correction')),
        wrong text,
        said text not null,
        session_id text,
        created_at bigint not null,
        created_by text,
        primary key (tenant_id, id)
      );
      create index agent_notes_of on callboard.agent_notes (tenant_id, agent, created_at desc);
      ${tenantRows("agent_notes", "select, insert, delete")}

      create table callboard.agent_configs (
        tenant_id uuid not null references callboard.tenants,
        agent text not null,
        config jsonb not null,
        revision integer not null default 1,
        updated_at bigint not null,
        updated_by text,
        primary key (tenant_id, agent)
      );
      ${tenantRows("agent_configs", "select, insert, update")}`,
  },
];
