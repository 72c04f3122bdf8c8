import { hostRows, tenantRows, type Migration } from "../../db/migration.ts";

export const SHARES_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    before: 14,
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
];
