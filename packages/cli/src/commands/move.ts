import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createKnowledge } from "@callboard/knowledge";
import { createMcpServers, serveMcp } from "@callboard/mcp";
import { moveStore } from "@callboard/server";
import { KEY_FILE, rowsOf } from "./backupFolder.ts";
import { UsageError, type Command } from "./command.ts";
import { dataFolder } from "./dataFolder.ts";

/** What hosts of `callboard serve` keep tables for; that of servers has some where `--mcp` was given once. */
const modules = () => [createKnowledge(), createMcpServers({ servers: [] }), serveMcp()];

export const command: Command = {
  usage: [
    "callboard move --data <folder> --to <postgres url> [--json]",
    "",
    "Moves what an embedded database holds into a PostgreSQL, in one transaction, and compares hashes of all rows: everything is there",
    "afterwards, or nothing is. Stop the host first. The folder stays as it is.",
    "",
    "  --data   the data folder; CALLBOARD_DATA or .callboard unless given",
    "  --to     a database of its own: postgres://user:password@host/database; DATABASE_URL unless given",
    "",
    "Exits with 1 where nothing was moved.",
  ].join("\n"),
  async run(args, { out, err }) {
    const options = { data: { type: "string" }, to: { type: "string" }, json: { type: "boolean" } } as const;
    const { values } = parseArgs({ args: [...args], options });
    const dataDir = dataFolder(values.data);
    const databaseUrl = values.to ?? process.env["DATABASE_URL"];
    if (!databaseUrl) throw new UsageError("Name the PostgreSQL with --to, or in DATABASE_URL.");
    if (!existsSync(join(dataDir, "database"))) {
      throw new UsageError(`There is no embedded database in ${dataDir}. Name the data folder with --data.`);
    }
    try {
      const moved = await moveStore({ dataDir, databaseUrl, modules: modules() });
      const rows = rowsOf(moved);
      if (values.json) out(JSON.stringify({ rows, tables: moved }, null, 2));
      else {
        out(`Moved: ${rows} rows of ${Object.keys(moved).length} tables, each the same in both databases by its hash.`);
        out(`Start hosts with DATABASE_URL, and with the key of ${join(dataDir, KEY_FILE)} in CALLBOARD_SECRET_KEY:`);
        out(`  CALLBOARD_SECRET_KEY="$(cat ${join(dataDir, KEY_FILE)})" DATABASE_URL=… npx callboard serve tools`);
      }
      return 0;
    } catch (error) {
      err(`Nothing was moved. ${error instanceof Error ? error.message : String(error)}`);
      return 1;
    }
  },
};
