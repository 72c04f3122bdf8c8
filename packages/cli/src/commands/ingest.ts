import { stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { folderDocuments, ingestDocuments } from "@callboard/knowledge";
import { createStore } from "@callboard/server";
import { UsageError, type Command } from "./command.ts";
import { dataFolder } from "./dataFolder.ts";

const usage = [
  "callboard ingest <folder> [--source <name>] [--space <id>] [--data <folder>]",
  "",
  "Brings the documents of a folder in, so that people and agents browse, search and read them. Run again, it reads what has changed, and takes",
  "out what is gone; one that was cut off goes on where it stopped. A document that cannot be read is named with why.",
  "",
  "  --source   what the folder is called among the sources; default: its own name",
  "  --space    the space that has the documents; default: everybody",
  "  --data     where they are kept; default: CALLBOARD_DATA or .callboard. DATABASE_URL names a PostgreSQL instead, which hosts may use meanwhile",
  "",
  "Exits with 1 where a document could not be read.",
].join("\n");

const SAY_EVERY_MS = 1_000;

export const command: Command = {
  usage,
  async run(args, { out, err }) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { source: { type: "string" }, space: { type: "string" }, data: { type: "string" } },
    });
    const [named, ...others] = positionals;
    if (named === undefined || others.length > 0) throw new UsageError("Name one folder of documents.");
    const folder = resolve(named);
    if (!(await stat(folder).catch(() => undefined))?.isDirectory()) {
      throw new UsageError(
        `There is no folder ${relative(process.cwd(), folder) || "."}. Name the folder of your documents.`,
      );
    }
    const databaseUrl = process.env["DATABASE_URL"] || undefined;
    const dataDir = dataFolder(values.data);
    const store = await createStore(databaseUrl ? { databaseUrl } : { dataDir }).catch((error: unknown) => {
      throw error instanceof Error ? new UsageError(error.message) : error;
    });
    try {
      let said = Date.now();
      const source = folderDocuments(folder, values.source === undefined ? {} : { name: values.source });
      const result = await ingestDocuments(store, source, {
        ...(values.space !== undefined && { spaceId: values.space }),
        onProgress({ done, total }) {
          if (Date.now() - said < SAY_EVERY_MS) return;
          said = Date.now();
          out(`${done} of ${total}`);
        },
      });
      for (const { path, problem } of result.failed) err(`${path} was not read: ${problem}`);
      out(
        `${source.name}: ${result.total} documents, ${result.written} new or changed, ${result.removed} removed, ${result.failed.length} not read`,
      );
      return result.failed.length > 0 ? 1 : 0;
    } finally {
      await store.close();
    }
  },
};
