import { tenantRows, type Migration } from "../../db/migration.ts";

export const CONNECTIONS_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    before: 6,
    name: "saved connections",
    sql: `
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
    version: 2,
    before: 7,
    name: "connections' secrets encrypted",
    // What was kept in plain text stays readable in files and copies, so it is not carried over: it has to be changed.
    sql: `
      alter table callboard.connections drop column secret;
      alter table callboard.connections add column sealed_secret text;
    `,
  },
];
