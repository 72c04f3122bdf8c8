import { DOCUMENT_SEARCH_SQL, NOTES_SQL } from "../knowledge/searchSchema.ts";
import { HOST_ROLE, TENANT_ROLE } from "./database.ts";

/** One step of the schema. Steps are only ever added: an applied one is never edited. */
export interface Migration {
  version: number;
  name: string;
  sql: string;
}

/** What makes a table's rows visible to their tenant alone, whatever a route forgets to ask. */
function tenantRows(table: string, grants: string): string {
  const own = "tenant_id = nullif(current_setting('callboard.tenant_id', true), '')::uuid";
  return `
    alter table callboard.${table} enable row level security;
    alter table callboard.${table} force row level security;
    create policy tenant_rows on callboard.${table} for all to ${TENANT_ROLE} using (${own}) with check (${own});
    grant ${grants} on callboard.${table} to ${TENANT_ROLE};`;
}

/** What the host itself may do with a table, across tenants. */
function hostRows(table: string, grants: string): string {
  return `
    alter table callboard.${table} enable row level security;
    alter table callboard.${table} force row level security;
    create policy host_rows on callboard.${table} for all to ${HOST_ROLE} using (true) with check (true);
    grant ${grants} on callboard.${table} to ${HOST_ROLE};`;
}

export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: "tenants, sessions, events, calls, workers, documents",
    sql: `
      grant usage on schema callboard to ${TENANT_ROLE}, ${HOST_ROLE};

      create table callboard.tenants (
        id uuid primary key,
        slug text not null unique,
        created_at bigint not null
      );
      ${hostRows("tenants", "select, insert")}

      create table callboard.tokens (
        hash text primary key,
        tenant_id uuid not null references callboard.tenants,
        user_id text not null,
        permissions text not null,
        created_at bigint not null
      );
      ${hostRows("tokens", "select, insert, delete")}

      create table callboard.workers (
        id text primary key,
        lease_until bigint not null,
        started_at bigint not null
      );
      ${hostRows("workers", "select, insert, update, delete")}

      create table callboard.sessions (
        id text primary key,
        tenant_id uuid not null references callboard.tenants,
        user_id text,
        last_seq bigint not null default 0,
        created_at bigint not null,
        unique (id, tenant_id)
      );
      ${tenantRows("sessions", "select, insert, update")}

      -- Append-only: nobody is granted update or delete. Bodies are text: jsonb refuses \\u0000 and reorders keys.
      create table callboard.session_events (
        session_id text not null,
        seq bigint not null,
        tenant_id uuid not null,
        at bigint not null,
        type text not null,
        body text not null,
        primary key (session_id, seq),
        foreign key (session_id, tenant_id) references callboard.sessions (id, tenant_id)
      );
      ${tenantRows("session_events", "select, insert")}

      -- A projection of the events, written in their transaction.
      create table callboard.calls (
        session_id text not null,
        call_id text not null,
        tenant_id uuid not null,
        tool text not null,
        status text not null,
        source text not null,
        user_id text,
        agent_id text,
        summary text,
        input text,
        error text,
        requested_at bigint not null,
        started_at bigint,
        ended_at bigint,
        duration_ms double precision,
        worker_id text,
        epoch integer not null default 1,
        primary key (session_id, call_id),
        foreign key (session_id, tenant_id) references callboard.sessions (id, tenant_id)
      );
      create index calls_by_tool on callboard.calls (tenant_id, tool, requested_at desc, call_id desc);
      create index calls_by_id on callboard.calls (tenant_id, call_id);
      create index calls_open on callboard.calls (worker_id) where status in ('requested', 'ready', 'running');
      ${tenantRows("calls", "select, insert, update")}
      create policy host_rows on callboard.calls for select to ${HOST_ROLE} using (true);
      grant select (session_id, call_id, tenant_id, status, worker_id) on callboard.calls to ${HOST_ROLE};

      create table callboard.documents (
        tenant_id uuid not null references callboard.tenants,
        id text not null,
        source text not null,
        path text not null,
        title text not null,
        characters integer not null,
        bytes integer not null,
        modified_at bigint not null,
        hash text not null,
        text text not null,
        primary key (tenant_id, id),
        unique (tenant_id, path)
      );
      ${tenantRows("documents", "select, insert, update, delete")}
      create policy host_rows on callboard.documents for select to ${HOST_ROLE} using (true);
      grant select (tenant_id) on callboard.documents to ${HOST_ROLE};
    `,
  },
  {
    version: 2,
    name: "chats: who drives a session's agents, and how each of them is",
    sql: `
      alter table callboard.sessions add column title text;
      alter table callboard.sessions add column updated_at bigint not null default 0;
      -- The worker that makes the moves of the session's agents; null when there are none to make.
      alter table callboard.sessions add column driver_id text;
      create index sessions_chats on callboard.sessions (tenant_id, updated_at desc) where title is not null;
      create policy host_reads on callboard.sessions for select to ${HOST_ROLE} using (true);
      create policy host_drives on callboard.sessions for update to ${HOST_ROLE} using (true);
      grant select (id, tenant_id, driver_id), update (driver_id) on callboard.sessions to ${HOST_ROLE};

      -- A projection of the events, written in their transaction.
      create table callboard.agents (
        session_id text not null,
        agent_id text not null,
        tenant_id uuid not null,
        parent_call_id text,
        status text not null,
        -- Run by the host from the log, not by a handler by itself.
        driven boolean not null,
        primary key (session_id, agent_id),
        foreign key (session_id, tenant_id) references callboard.sessions (id, tenant_id)
      );
      create index agents_by_id on callboard.agents (tenant_id, agent_id);
      create index agents_running on callboard.agents (session_id) where status = 'running';
      ${tenantRows("agents", "select, insert, update")}
      create policy host_rows on callboard.agents for select to ${HOST_ROLE} using (true);
      grant select (session_id, status, driven) on callboard.agents to ${HOST_ROLE};
    `,
  },
  { version: 3, name: "documents by their words", sql: DOCUMENT_SEARCH_SQL },
  { version: 4, name: "notes, one a call", sql: NOTES_SQL },
  {
    version: 5,
    name: "how far a session was driven, when it is due, and which answer of an agent may still write",
    sql: `
      alter table callboard.agents add column epoch integer not null default 0;
      -- The last event that a driver had seen when it gave the session back with nothing left to do.
      alter table callboard.sessions add column settled_seq bigint not null default 0;
      -- Epoch milliseconds of what is to be written though nobody does anything: an approval that expires.
      alter table callboard.sessions add column due_at bigint;
      create index sessions_driven on callboard.sessions (driver_id) where driver_id is not null;
      create index sessions_due on callboard.sessions (due_at) where due_at is not null;
      grant select (last_seq, settled_seq, due_at) on callboard.sessions to ${HOST_ROLE};
    `,
  },
  {
    version: 6,
    name: "uploaded files and saved connections",
    sql: `
      create table callboard.uploads (
        id text primary key,
        tenant_id uuid not null references callboard.tenants,
        user_id text,
        name text not null,
        media_type text not null,
        bytes bigint not null default 0,
        -- False while it comes in: nobody is given half a file.
        complete boolean not null default false,
        created_at bigint not null,
        unique (id, tenant_id)
      );
      create index uploads_by_tenant on callboard.uploads (tenant_id, complete);
      ${tenantRows("uploads", "select, insert, update, delete")}

      create table callboard.upload_chunks (
        upload_id text not null,
        seq integer not null,
        tenant_id uuid not null,
        data bytea not null,
        primary key (upload_id, seq),
        foreign key (upload_id, tenant_id) references callboard.uploads (id, tenant_id)
      );
      ${tenantRows("upload_chunks", "select, insert, delete")}

      create table callboard.connections (
        id text primary key,
        tenant_id uuid not null references callboard.tenants,
        user_id text,
        name text not null,
        kind text not null,
        address text not null,
        secret text,
        created_at bigint not null
      );
      create unique index connections_by_name on callboard.connections (tenant_id, lower(name));
      ${tenantRows("connections", "select, insert, delete")}
    `,
  },
  {
    version: 7,
    name: "connections' secrets encrypted",
    // What was kept in plain text stays readable in files and copies, so it is not carried over: it has to be changed.
    sql: `
      alter table callboard.connections drop column secret;
      alter table callboard.connections add column sealed_secret text;
    `,
  },
];
