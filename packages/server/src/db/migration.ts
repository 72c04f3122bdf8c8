import { HOST_ROLE, TENANT_ROLE } from "./database.ts";

/** One step of a schema. Steps are only ever added: an applied one is never edited. */
export interface Migration {
  /** From 1 upwards, within its module. */
  version: number;
  name: string;
  sql: string;
  /**
   * The version under which one list for all kept this step, before modules had lists of their own. A database that has
   * that version has the step.
   */
  before?: number;
}

/** The steps of one module. */
export interface ModuleMigrations {
  name: string;
  migrations?: readonly Migration[];
}

/**
 * Statements that show a table's rows to their tenant alone, also where a query forgets to ask for it. The table has a
 * `tenant_id`.
 * @param table Its name in the schema `callboard`.
 * @param grants What the host does with its rows as that tenant: `select, insert`.
 */
export function tenantRows(table: string, grants: string): string {
  const own = "tenant_id = nullif(current_setting('callboard.tenant_id', true), '')::uuid";
  return `
    alter table callboard.${table} enable row level security;
    alter table callboard.${table} force row level security;
    create policy tenant_rows on callboard.${table} for all to ${TENANT_ROLE} using (${own}) with check (${own});
    grant ${grants} on callboard.${table} to ${TENANT_ROLE};`;
}

/**
 * Statements that show some rows of a table to every tenant, beside its own: to read, and not to change.
 * @param which What these rows are, in SQL: `tenant_id = '…'`.
 */
export function rowsForAll(table: string, which: string): string {
  return `create policy rows_for_all on callboard.${table} for select to ${TENANT_ROLE} using (${which});`;
}

/** Statements that let the host itself use a table, across tenants. */
export function hostRows(table: string, grants: string): string {
  return `
    alter table callboard.${table} enable row level security;
    alter table callboard.${table} force row level security;
    create policy host_rows on callboard.${table} for all to ${HOST_ROLE} using (true) with check (true);
    grant ${grants} on callboard.${table} to ${HOST_ROLE};`;
}
