import { existsSync } from "node:fs";
import { chmod, copyFile, constants } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { restoreCopy } from "@callboard/server";
import { KEY_FILE, readBackup, rowsOf } from "./backupFolder.ts";
import { UsageError, type Command } from "./command.ts";

export const command: Command = {
  usage: [
    "callboard restore <backup> --data <folder>",
    "",
    "Makes a data folder from a folder that callboard backup made, and reads all of it again: it holds what was kept, or is not made.",
    "",
    "  --data   a folder without a database; nothing is ever overwritten",
    "",
    "Exits with 1 where the backup does not hold.",
  ].join("\n"),
  async run(args, { out, err }) {
    const options = { data: { type: "string" } } as const;
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
    const [from, ...others] = positionals;
    if (from === undefined || others.length > 0) throw new UsageError("Name one backup.");
    if (values.data === undefined) throw new UsageError("Name the folder to make with --data.");
    const folder = resolve(values.data);
    const key = join(folder, KEY_FILE);
    const { record, copy } = await readBackup(resolve(from));
    if (record.hasKey && existsSync(key)) throw new UsageError(`${key} is there already. Name a new folder.`);
    try {
      await restoreCopy(copy, folder, record.tables);
    } catch (error) {
      err(`Nothing was restored. ${error instanceof Error ? error.message : String(error)}`);
      return 1;
    }
    if (record.hasKey) {
      await copyFile(join(resolve(from), KEY_FILE), key, constants.COPYFILE_EXCL);
      await chmod(key, 0o600);
    }
    out(`Restored and read again: ${rowsOf(record.tables)} rows of ${record.createdAt}, in ${values.data}.`);
    if (!record.hasKey) {
      out(
        `The backup has no key: put yours at ${key}, or in CALLBOARD_SECRET_KEY, before a host starts with this folder.`,
      );
    }
    return 0;
  },
};
