import { tenantRows, type Migration } from "@callboard/server";

/**
 * One id space for folders, documents, sections and chunks. A tenant's revision counts its commits without a gap,
 * because whoever writes holds its row: what has a larger one than an index knows is what the index lacks.
 */
const CORPUS_SQL = `
  create table callboard.corpus_revisions (
    tenant_id uuid not null primary key references callboard.tenants,
    revision bigint not null
  );
  ${tenantRows("corpus_revisions", "select, insert, update")}

  create table callboard.corpus_sources (
    tenant_id uuid not null references callboard.tenants,
    source_id uuid not null,
    name text not null,
    space_id text,
    primary key (tenant_id, source_id)
  );
  ${tenantRows("corpus_sources", "select, insert, update, delete")}

  create table callboard.corpus_parts (
    tenant_id uuid not null,
    path_part_id uuid not null,
    source_id uuid not null,
    parent_id uuid,
    document_id uuid,
    kind text not null check (kind in ('FOLDER', 'DOCUMENT', 'SECTION')),
    name text not null,
    path text not null,
    position integer not null default 0,
    depth integer not null default 0,
    first_chunk integer,
    chunks integer,
    characters integer,
    primary key (tenant_id, path_part_id),
    foreign key (tenant_id, source_id) references callboard.corpus_sources on delete cascade,
    foreign key (tenant_id, document_id) references callboard.corpus_parts (tenant_id, path_part_id) on delete cascade
  );
  create index corpus_parts_below on callboard.corpus_parts (tenant_id, parent_id, kind, position, name);
  create index corpus_parts_of_document on callboard.corpus_parts (tenant_id, document_id, position);
  create index corpus_parts_of_source on callboard.corpus_parts (tenant_id, source_id, kind);
  ${tenantRows("corpus_parts", "select, insert, update, delete")}

  create table callboard.corpus_documents (
    tenant_id uuid not null,
    path_part_id uuid not null,
    title text not null,
    media_type text not null,
    language text not null default '',
    bytes bigint not null,
    modified_at bigint not null,
    hash text not null,
    text text not null,
    state text not null check (state in ('reading', 'whole', 'failed')),
    problem text,
    revision bigint not null,
    primary key (tenant_id, path_part_id),
    foreign key (tenant_id, path_part_id) references callboard.corpus_parts on delete cascade
  );
  create index corpus_documents_by_revision on callboard.corpus_documents (tenant_id, revision);
  ${tenantRows("corpus_documents", "select, insert, update, delete")}

  create table callboard.corpus_removed (
    tenant_id uuid not null references callboard.tenants,
    path_part_id uuid not null,
    revision bigint not null,
    primary key (tenant_id, path_part_id)
  );
  create index corpus_removed_by_revision on callboard.corpus_removed (tenant_id, revision);
  ${tenantRows("corpus_removed", "select, insert, update, delete")}

  create table callboard.corpus_chunks (
    tenant_id uuid not null,
    path_part_id uuid not null,
    document_id uuid not null,
    section_id uuid not null,
    position integer not null,
    start_at integer not null,
    text text not null,
    primary key (tenant_id, path_part_id),
    unique (tenant_id, document_id, position),
    foreign key (tenant_id, document_id) references callboard.corpus_parts (tenant_id, path_part_id) on delete cascade
  );
  ${tenantRows("corpus_chunks", "select, insert, update, delete")}

  create table callboard.corpus_images (
    tenant_id uuid not null,
    chunk_id uuid not null,
    media_type text not null,
    caption text not null,
    data text not null,
    primary key (tenant_id, chunk_id),
    foreign key (tenant_id, chunk_id) references callboard.corpus_chunks (tenant_id, path_part_id) on delete cascade
  );
  ${tenantRows("corpus_images", "select, insert, update, delete")}
`;

/** The tables that documents hold, a row an object by the names of the columns. */
const TABLES_SQL = `
  create table callboard.corpus_tables (
    tenant_id uuid not null,
    table_id uuid not null,
    document_id uuid not null,
    position integer not null,
    name text not null,
    columns text not null,
    rows integer not null,
    primary key (tenant_id, table_id),
    foreign key (tenant_id, document_id) references callboard.corpus_parts (tenant_id, path_part_id) on delete cascade
  );
  create index corpus_tables_of_document on callboard.corpus_tables (tenant_id, document_id);
  ${tenantRows("corpus_tables", "select, insert, update, delete")}

  create table callboard.corpus_rows (
    tenant_id uuid not null,
    table_id uuid not null,
    position integer not null,
    data jsonb not null,
    primary key (tenant_id, table_id, position),
    foreign key (tenant_id, table_id) references callboard.corpus_tables on delete cascade
  );
  ${tenantRows("corpus_rows", "select, insert, update, delete")}
`;

/** The meaning of chunks by models, as 32-bit numbers in Base64. */
const VECTORS_SQL = `
  create table callboard.corpus_vectors (
    tenant_id uuid not null,
    chunk_id uuid not null,
    model text not null,
    vector text not null,
    revision bigint not null,
    primary key (tenant_id, chunk_id, model),
    foreign key (tenant_id, chunk_id) references callboard.corpus_chunks (tenant_id, path_part_id) on delete cascade
  );
  create index corpus_vectors_by_revision on callboard.corpus_vectors (tenant_id, model, revision);
  ${tenantRows("corpus_vectors", "select, insert, update, delete")}
`;

export const CORPUS_MIGRATIONS: readonly Migration[] = [
  { version: 1, name: "sources, folders, documents, sections and chunks", sql: CORPUS_SQL },
  { version: 2, name: "tables and their rows", sql: TABLES_SQL },
  { version: 3, name: "vectors of chunks", sql: VECTORS_SQL },
];
