import { tenantRows, type Migration } from "@callboard/server";

/** Types of entities, entities, what holds between them, their documents, and how all that was before. */
export const ENTITIES_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: "entities, their types, relations, documents and history",
    // A type may be in code alone, so an entity's type is no foreign key. The search column is what words are found in.
    sql: `
      create table callboard.entity_types (
        tenant_id uuid not null references callboard.tenants,
        slug text not null,
        name text not null,
        plural_name text not null,
        description text not null,
        icon text not null,
        json_schema jsonb not null,
        revision integer not null default 1,
        updated_at bigint not null,
        updated_by text,
        primary key (tenant_id, slug)
      );
      ${tenantRows("entity_types", "select, insert, update, delete")}

      create table callboard.entities (
        tenant_id uuid not null references callboard.tenants,
        id uuid not null,
        type_slug text not null,
        slug text not null,
        title text not null,
        content jsonb not null,
        tags jsonb not null,
        revision integer not null default 1,
        created_at bigint not null,
        created_by text,
        updated_at bigint not null,
        updated_by text,
        search tsvector generated always as (
          setweight(to_tsvector('simple', title), 'A') ||
          setweight(jsonb_to_tsvector('simple', tags, '["string"]'), 'B') ||
          jsonb_to_tsvector('simple', content, '["string", "numeric"]')
        ) stored,
        primary key (tenant_id, id),
        unique (tenant_id, type_slug, slug)
      );
      create index entities_by_type on callboard.entities (tenant_id, type_slug, created_at desc);
      create index entities_by_words on callboard.entities using gin (search);
      ${tenantRows("entities", "select, insert, update, delete")}

      create table callboard.entity_relations (
        tenant_id uuid not null,
        id uuid not null,
        from_id uuid not null,
        to_id uuid not null,
        kind text not null,
        created_at bigint not null,
        created_by text,
        primary key (tenant_id, id),
        unique (tenant_id, from_id, to_id, kind),
        foreign key (tenant_id, from_id) references callboard.entities on delete cascade,
        foreign key (tenant_id, to_id) references callboard.entities on delete cascade
      );
      create index entity_relations_to on callboard.entity_relations (tenant_id, to_id);
      ${tenantRows("entity_relations", "select, insert, delete")}

      create table callboard.entity_documents (
        tenant_id uuid not null,
        entity_id uuid not null,
        document_id text not null,
        created_at bigint not null,
        created_by text,
        primary key (tenant_id, entity_id, document_id),
        foreign key (tenant_id, entity_id) references callboard.entities on delete cascade
      );
      ${tenantRows("entity_documents", "select, insert, delete")}

      create table callboard.entity_history (
        tenant_id uuid not null references callboard.tenants,
        owner_kind text not null check (owner_kind in ('entity', 'type')),
        owner text not null,
        number integer not null,
        snapshot jsonb,
        changed_at bigint not null,
        changed_by text,
        primary key (tenant_id, owner_kind, owner, number)
      );
      ${tenantRows("entity_history", "select, insert")}
    `,
  },
];
