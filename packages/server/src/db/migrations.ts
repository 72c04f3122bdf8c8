import { HOST_ROLE, TENANT_ROLE } from "./database.ts";
import { hostRows, tenantRows, type Migration } from "./migration.ts";

/**
 * The steps of the kernel's own tables. The numbers that are missing were steps of what modules keep now; each names
 * the number that it had as `before`.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: "tenants, sessions, events, calls, workers",
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
    version: 8,
    name: "approvals of calls",
    // JSON: the approval that a call asked for last, with its state, and the ids of all that it asked for.
    sql: "alter table callboard.calls add column approvals text;",
  },
  {
    version: 9,
    name: "a session can be deleted whole",
    // Nobody may delete single events: a session takes all of its rows along, which the database does by itself.
    sql: `
      ${["session_events", "calls", "agents"]
        .map(
          (table) => `
      alter table callboard.${table} drop constraint ${table}_session_id_tenant_id_fkey;
      alter table callboard.${table} add foreign key (session_id, tenant_id)
        references callboard.sessions (id, tenant_id) on delete cascade;`,
        )
        .join("")}
      grant delete on callboard.sessions to ${TENANT_ROLE};
    `,
  },
  {
    version: 10,
    name: "large outputs beside the log",
    // Written in the transaction of the event that refers to them, and never changed; a session takes them along.
    sql: `
      create table callboard.outputs (
        id text primary key,
        tenant_id uuid not null references callboard.tenants,
        session_id text not null,
        call_id text not null,
        media_type text not null,
        bytes bigint not null,
        created_at bigint not null,
        unique (id, tenant_id),
        foreign key (session_id, tenant_id) references callboard.sessions (id, tenant_id) on delete cascade
      );
      create index outputs_by_session on callboard.outputs (session_id);
      ${tenantRows("outputs", "select, insert")}

      create table callboard.output_chunks (
        output_id text not null,
        seq integer not null,
        tenant_id uuid not null,
        data text not null,
        primary key (output_id, seq),
        foreign key (output_id, tenant_id) references callboard.outputs (id, tenant_id) on delete cascade
      );
      ${tenantRows("output_chunks", "select, insert")}
    `,
  },
  {
    version: 11,
    name: "each tenant has its own sessions' ids",
    // A client may choose its chat's id. As a key without the tenant, it told who else had one, and was lost to all but
    // the first.
    sql: `
      alter table callboard.sessions drop constraint sessions_pkey;
      alter table callboard.sessions alter column id set not null;
      ${[
        ["session_events", "seq"],
        ["calls", "call_id"],
        ["agents", "agent_id"],
      ]
        .map(
          ([table, column]) => `
      alter table callboard.${table} drop constraint ${table}_pkey;
      alter table callboard.${table} add primary key (session_id, tenant_id, ${column});`,
        )
        .join("")}
      grant select (tenant_id) on callboard.agents to ${HOST_ROLE};
    `,
  },
  {
    version: 12,
    name: "how a call's summary is made",
    // JSON: the template and values of the summary, so that a history is read in each reader's language.
    sql: "alter table callboard.calls add column wording text;",
  },
  {
    version: 13,
    name: "calls that wait for answers",
    // Whoever starts looks for them: some have a time after which nobody may answer.
    sql: "create index calls_asking on callboard.calls (session_id) where status = 'awaiting-input';",
  },
  {
    version: 16,
    name: "modules keep steps of their own",
    sql: `
      alter table callboard.migrations add column module text not null default '';
      alter table callboard.migrations drop constraint migrations_pkey;
      alter table callboard.migrations add primary key (module, version);
    `,
  },
  {
    version: 17,
    name: "calls that wait for approvals without an agent",
    // Whoever starts looks for them, as for those that wait for answers.
    sql: "create index calls_to_approve on callboard.calls (session_id) where status = 'awaiting-approval';",
  },
  {
    version: 18,
    name: "a tenant's calls by time, and which of them does another one again",
    // Each list of a tenant's calls, and each sum over what models answered, reads along one of these.
    sql: `
      alter table callboard.calls add column retry_of text;
      ${[
        ["calls_by_time", "tenant_id", ""],
        ["calls_by_person", "tenant_id, user_id", ""],
        ["calls_unended", "tenant_id", "where ended_at is null"],
        ["calls_ended_badly", "tenant_id", "where status in ('failed', 'interrupted')"],
      ]
        .map(
          ([name, columns, which]) => `
      create index ${name} on callboard.calls (${columns}, requested_at desc, call_id desc, session_id desc) ${which};`,
        )
        .join("")}
      create index calls_retried on callboard.calls (tenant_id, retry_of) where retry_of is not null;
      create index answers_by_time on callboard.session_events (tenant_id, at desc)
        where type in ('agent.step_completed', 'agent.failed');
    `,
  },
  {
    version: 19,
    name: "calls whose work goes on without the process that began it",
    // Whoever starts looks for what is still to be done.
    sql: `
      alter table callboard.agents add column works boolean not null default false;
      create index agents_at_work on callboard.agents (session_id) where works and status = 'running';
      grant select (agent_id, parent_call_id, works) on callboard.agents to ${HOST_ROLE};`,
  },
  {
    version: 20,
    name: "calls that wait for their turn, or have it",
    // JSON: the turn with its limits. Whoever starts looks for them.
    sql: `
      alter table callboard.calls add column turn text;
      create index calls_at_turn on callboard.calls (session_id) where turn is not null;
      grant select (tool, turn) on callboard.calls to ${HOST_ROLE};`,
  },
];
