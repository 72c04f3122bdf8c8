import { hostRows, tenantRows, type Migration } from "@callboard/server";

export const TOOL_SESSIONS_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: "sessions of a tool that people share",
    // What was submitted is in the session's log; a row says who submitted a call. The host looks a link up by its
    // hash.
    sql: `
      create table callboard.tool_sessions (
        id text primary key,
        tenant_id uuid not null references callboard.tenants,
        tool_slug text not null,
        title text,
        status text not null check (status in ('active', 'completed', 'cancelled')),
        entity_ids text not null,
        config text not null,
        created_by text,
        created_at bigint not null,
        ended_at bigint,
        unique (id, tenant_id),
        foreign key (id, tenant_id) references callboard.sessions (id, tenant_id) on delete cascade
      );
      create index tool_sessions_by_tool on callboard.tool_sessions (tenant_id, tool_slug, created_at desc);
      ${tenantRows("tool_sessions", "select, insert, update")}

      create table callboard.tool_session_submissions (
        call_id text not null,
        session_id text not null,
        tenant_id uuid not null,
        user_id text not null,
        user_display_name text,
        created_at bigint not null,
        primary key (session_id, call_id),
        foreign key (session_id, tenant_id) references callboard.tool_sessions (id, tenant_id) on delete cascade
      );
      create index tool_session_submissions_by_session on callboard.tool_session_submissions (session_id, created_at);
      ${tenantRows("tool_session_submissions", "select, insert, delete")}

      create table callboard.tool_session_links (
        id text primary key,
        hash text not null unique,
        session_id text not null,
        tenant_id uuid not null,
        tenant_slug text not null,
        role text not null check (role in ('submit', 'watch')),
        created_by text not null,
        created_at bigint not null,
        expires_at bigint not null,
        foreign key (session_id, tenant_id) references callboard.tool_sessions (id, tenant_id) on delete cascade
      );
      create index tool_session_links_by_session on callboard.tool_session_links (session_id);
      ${tenantRows("tool_session_links", "select, insert, delete")}
      ${hostRows("tool_session_links", "select")}

      create table callboard.tool_session_presence (
        session_id text not null,
        tenant_id uuid not null,
        user_id text not null,
        user_display_name text,
        seen_at bigint not null,
        primary key (session_id, user_id),
        foreign key (session_id, tenant_id) references callboard.tool_sessions (id, tenant_id) on delete cascade
      );
      ${tenantRows("tool_session_presence", "select, insert, update, delete")}
    `,
  },
];
