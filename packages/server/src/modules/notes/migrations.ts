import { HOST_ROLE, TENANT_ROLE } from "../../db/database.ts";
import { tenantRows, type Migration } from "../../db/migration.ts";

const DOCUMENTS_SQL = `
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
`;

/**
 * Makes documents searchable by their words. A tsvector holds at most 1 MB, which a long document can exceed: then only
 * its beginning is indexed, rather than the document refused.
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

/** Published notes: insert-only, and one note a call. */
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

export const KNOWLEDGE_MIGRATIONS: readonly Migration[] = [
  { version: 1, before: 1, name: "documents", sql: DOCUMENTS_SQL },
  { version: 2, before: 3, name: "documents by their words", sql: DOCUMENT_SEARCH_SQL },
  { version: 3, before: 4, name: "notes, one a call", sql: NOTES_SQL },
];
