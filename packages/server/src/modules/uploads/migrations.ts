import { tenantRows, type Migration } from "../../db/migration.ts";

export const UPLOADS_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    before: 6,
    name: "uploaded files",
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
    `,
  },
];
