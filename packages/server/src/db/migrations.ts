import { HOST_ROLE, TENANT_ROLE } from "./database.ts";

/** One step of the schema. Steps are only ever added: an applied one is never edited. */
export interface Migration {
  version: number;
  name: string;
  sql: string;
}

/** Statements that show a table's rows to their tenant alone, also where a query forgets to ask for it. */
function tenantRows(table: string, grants: string): string {
  const own = "tenant_id = nullif(current_setting('callboard.tenant_id', true), '')::uuid";
  return `
    alter table callboard.${table} enable row level security;
    alter table callboard.${table} force row level security;
    create policy tenant_rows on callboard.${table} for all to ${TENANT_ROLE} using (${own}) with check (${own});
    grant ${grants} on callboard.${table} to ${TENANT_ROLE};`;
}

/** Statements that let the host itself use a table, across tenants. */
function hostRows(table: string, grants: string): string {
  return `
    alter table callboard.${table} enable row level security;
    alter table callboard.${table} force row level security;
    create policy host_rows on callboard.${table} for all to ${HOST_ROLE} using (true) with check (true);
    grant ${grants} on callboard.${table} to ${HOST_ROLE};`;
}

/**
 * The step of the schema that makes documents searchable by their words. A tsvector holds at most 1 MB, which a long
 * document can exceed: then only its beginning is indexed, rather than the document refused.
 */
const DOCUMENT_SEARCH_SQL = `
  create function callboard.words_of(title text, path text, body text) returns tsvector
  language plpgsql immutable parallel safe as $body$
  declare
    names tsvector :=
      setweight(to_tsvector('pg_catalog.english', left(title, 1000)), 'A') ||
      setweight(to_tsvector('pg_catalog.english', regexp_replace(left(path, 1000), '[^[:alnum:]]+', ' ', 'g')), 'B');
    size integer := 400000;
  begin
    loop
      begin
        return names || to_tsvector('pg_catalog.english', left(body, size));
      exception when program_limit_exceeded then
        size := size / 2;
      end;
    end loop;
  end
  $body$;

  alter table callboard.documents
    add column words tsvector generated always as (callboard.words_of(title, path, text)) stored;
`;

/** The step of the schema that keeps published notes: insert-only, and one note a call. */
const NOTES_SQL = `
  create table callboard.notes (
    tenant_id uuid not null references callboard.tenants,
    id text not null,
    session_id text not null,
    call_id text not null,
    user_id text,
    title text not null,
    text text not null,
    published_at bigint not null,
    primary key (tenant_id, id),
    unique (tenant_id, session_id, call_id)
  );
  create index notes_by_time on callboard.notes (tenant_id, published_at desc, id);
  alter table callboard.notes enable row level security;
  alter table callboard.notes force row level security;
  create policy tenant_rows on callboard.notes for all to ${TENANT_ROLE}
    using (tenant_id = nullif(current_setting('callboard.tenant_id', true), '')::uuid)
    with check (tenant_id = nullif(current_setting('callboard.tenant_id', true), '')::uuid);
  grant select, insert on callboard.notes to ${TENANT_ROLE};
`;

/**
 * The step of the schema that keeps what was published for other people's pages, and the tokens that such pages hold. They belong to the host:
 * who asks with one of them is of no tenant before it is found. Only hashes of secret keys and tokens are kept.
 */
const EMBEDS_SQL = `
  create table callboard.embed_keys (
    id text primary key,
    tenant_id uuid not null references callboard.tenants,
    tool text not null,
    -- The hash of the definition, and the definition as JSON, to say what has changed since.
    definition text not null,
    published text not null,
    -- JSON lists.
    origins text not null,
    actions text not null,
    per_minute integer not null,
    secret_hash text not null unique,
    -- Signs what a frame's page proves itself with.
    nonce_key text not null,
    tokens integer not null default 0,
    refusals integer not null default 0,
    created_at bigint not null,
    published_at bigint not null,
    revoked_at bigint
  );
  ${hostRows("embed_keys", "select, insert, update")}

  create table callboard.embed_tokens (
    hash text primary key,
    key_id text not null references callboard.embed_keys,
    origin text not null,
    subject text not null,
    actions text not null,
    -- What an anonymous page was given it for, once.
    nonce text unique,
    expires_at bigint not null
  );
  create index embed_tokens_by_end on callboard.embed_tokens (expires_at);
  ${hostRows("embed_tokens", "select, insert, delete")}
`;

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
    // A client may choose its chat's id. As a key without the tenant, it told who else had one, and was lost to all but the first.
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
    version: 14,
    name: "read-only links of sessions",
    // The host looks a link up by its hash before it knows whose it is; all else is done as the tenant.
    sql: `
      create table callboard.shares (
        id text primary key,
        hash text not null unique,
        tenant_id uuid not null references callboard.tenants,
        session_id text not null,
        user_id text not null,
        redacted boolean not null,
        created_at bigint not null,
        expires_at bigint not null,
        foreign key (session_id, tenant_id) references callboard.sessions (id, tenant_id) on delete cascade
      );
      create index shares_by_session on callboard.shares (session_id);
      ${tenantRows("shares", "select, insert, delete")}
      ${hostRows("shares", "select")}
    `,
  },
  { version: 15, name: "published embeds and their tokens", sql: EMBEDS_SQL },
];
