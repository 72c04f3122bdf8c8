import { TENANT_ROLE } from "../db/database.ts";

/**
 * The step of the schema that makes documents searchable by their words. A tsvector holds at most 1 MB, which a long
 * document can exceed: then only its beginning is indexed, rather than the document refused.
 */
export const DOCUMENT_SEARCH_SQL = `
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
export const NOTES_SQL = `
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
