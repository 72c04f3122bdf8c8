import type { ModuleMigrations } from "../db/migration.ts";
import { CONNECTIONS_MIGRATIONS } from "./connections/migrations.ts";
import { EMBEDS_MIGRATIONS } from "./embeds/migrations.ts";
import { KNOWLEDGE_MIGRATIONS } from "./notes/migrations.ts";
import { SHARES_MIGRATIONS } from "./shares/migrations.ts";
import { UPLOADS_MIGRATIONS } from "./uploads/migrations.ts";

/** The tables of the modules that every store has, so that they can be used beside a host and before it starts. */
export const STANDARD_MIGRATIONS: readonly ModuleMigrations[] = [
  { name: "uploads", migrations: UPLOADS_MIGRATIONS },
  { name: "connections", migrations: CONNECTIONS_MIGRATIONS },
  { name: "knowledge", migrations: KNOWLEDGE_MIGRATIONS },
  { name: "shares", migrations: SHARES_MIGRATIONS },
  { name: "embeds", migrations: EMBEDS_MIGRATIONS },
];
