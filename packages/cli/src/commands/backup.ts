import { existsSync } from "node:fs";
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { checkCopy, copyDatabase } from "@callboard/server";
import { copyOf, DATABASE_FILE, KEY_FILE, rowsOf, sha256Of, writeRecord } from "./backupFolder.ts";
import { UsageError, type Command } from "./command.ts";
import { dataFolder } from "./dataFolder.ts";
import { hostOptions, hostUsage, reachHost } from "./reachHost.ts";
import { announcedHost } from "./runningHost.ts";

export const command: Command = {
  usage: [
    "callboard backup <folder> [--with-key] [--host <url>] [--data <folder>] [--json]",
    "",
    "Keeps a copy of a host's embedded database in a new folder, while the host runs or when none does. The copy is opened and every row of it",
    "is read before the command says that it is there; backup.json keeps what each table holds.",
    "",
    "  --with-key         keeps the key too: without it saved connections cannot be read, and with it whoever has the backup reads them",
    hostUsage,
    "",
    "Exits with 1 where the copy could not be made or does not hold: then nothing is left of it.",
  ].join("\n"),
  async run(args, { out, err }) {
    const options = { ...hostOptions, "with-key": { type: "boolean" } } as const;
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
    const [to, ...others] = positionals;
    if (to === undefined || others.length > 0) throw new UsageError("Name one new folder for the backup.");
    const folder = resolve(to);
    if (existsSync(folder)) throw new UsageError(`${to} is there already. Name a folder that is not.`);
    const data = dataFolder(values.data);
    const key = join(data, KEY_FILE);
    const hasKey = values["with-key"] ?? false;
    if (hasKey && !existsSync(key)) throw new UsageError(`There is no key at ${key} to be kept.`);
    const isServed = values.host !== undefined || (await announcedHost(data)) !== undefined;
    if (!isServed && !existsSync(join(data, "database"))) {
      throw new UsageError(`There is no embedded database in ${data}. Name the data folder with --data.`);
    }
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      const copy = isServed ? await (await reachHost(values)).ask(({ backup }) => backup()) : await copyDatabase(data);
      const bytes = new Uint8Array(await copy.arrayBuffer());
      await writeFile(join(folder, DATABASE_FILE), bytes, { flush: true });
      const tables = await checkCopy(copyOf(bytes), folder);
      if (hasKey) await copyFile(key, join(folder, KEY_FILE));
      const createdAt = new Date().toISOString();
      await writeRecord(folder, { format: 1, createdAt, sha256: sha256Of(bytes), bytes: bytes.length, tables, hasKey });
      const rows = rowsOf(tables);
      if (values.json) out(JSON.stringify({ folder, createdAt, bytes: bytes.length, rows, tables, hasKey }, null, 2));
      else {
        out(
          `Kept and read again: ${rows} rows of ${Object.keys(tables).length} tables, ${bytes.length} bytes, in ${to}.`,
        );
        out(
          hasKey
            ? "The key is in it: keep the backup where nobody else reads it."
            : `The key is not in it (${key}): keep it elsewhere, for saved connections cannot be read without it. --with-key keeps both.`,
        );
        out("Documents and tools that lie in folders of their own are not in it.");
      }
      return 0;
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      if (error instanceof UsageError) throw error;
      err(`No backup was made. ${error instanceof Error ? error.message : String(error)}`);
      return 1;
    }
  },
};
