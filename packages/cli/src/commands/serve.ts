import { EventEmitter } from "node:events";
import { existsSync, watch } from "node:fs";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createRegistry, type Registry } from "@callboard/core";
import type { SessionViewer } from "@callboard/core/share";
import {
  allowedHostsOfEnvironment,
  closeOnSignal,
  createHost,
  createPages,
  createStore,
  DEMO_ACTOR,
  modelFromEnvironment,
  pagesModule,
  readClientFiles,
  serve,
  type Host,
} from "@callboard/server";
import { inFolder } from "@callboard/server/command";
import { followTools } from "../toolFolders/followTools.ts";
import { createToolFolders, type ToolFolders } from "../toolFolders/toolFolders.ts";
import { UsageError, type Command, type Output } from "./command.ts";
import { packagesFor } from "./packagesFor.ts";
import { announceHost } from "./runningHost.ts";

const usage = [
  "callboard serve [folder] [--port <number>] [--data <folder>] [--model <name>] [--title <name>]",
  "",
  "Serves a folder of tools, ./tools unless named: a library with a page a tool, a chat, run history, and embeds. A tool is a module that",
  "exports a definition, as tip-splitter.ts or tip-splitter/definition.ts, in TypeScript or JavaScript. Changes are taken up as they are saved.",
  "",
  "  --port        4600, or PORT, unless given; 0 takes any that is free",
  "  --hostname    the address to listen at; 127.0.0.1 unless given. At any other, list the names that people type: CALLBOARD_ALLOWED_HOSTS",
  "  --data        where runs and chats are kept; CALLBOARD_DATA or .callboard unless given. DATABASE_URL names a PostgreSQL instead",
  "  --model       the model that answers chats; OPENAI_MODEL unless given, with its key in OPENAI_API_KEY",
  "  --model-url   where it is, as an OpenAI-compatible API; OPENAI_BASE_URL or https://api.openai.com/v1 unless given",
  "  --title       what the pages are called, in the bar and in tabs; Callboard unless given",
  "  --no-watch    reads the tools once",
].join("\n");

export const command: Command = {
  usage,
  async run(args, output) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      allowNegative: true,
      options: {
        port: { type: "string" },
        hostname: { type: "string" },
        data: { type: "string" },
        model: { type: "string" },
        "model-url": { type: "string" },
        title: { type: "string" },
        watch: { type: "boolean" },
      },
    });
    if (positionals.length > 1) throw new UsageError("Name one folder of tools.");
    const folder = resolve(positionals[0] ?? "tools");
    if (!(await stat(folder).catch(() => undefined))?.isDirectory()) {
      throw new UsageError(
        `There is no folder ${shown(folder)}. Make it, with a tool in it, or name the folder of your tools.`,
      );
    }
    const hostname = values.hostname ?? "127.0.0.1";
    const { url, close } = await open({
      folder,
      port: portOf(values.port ?? (process.env["PORT"] || "4600")),
      hostname,
      dataDir: resolve(values.data ?? (process.env["CALLBOARD_DATA"] || ".callboard")),
      model: modelOf(values),
      isWatched: values.watch ?? true,
      title: values.title?.trim() || undefined,
      output,
    });
    output.out(`Callboard is ready: ${url}`);
    closeOnSignal(close);
    return await new Promise<never>(() => {});
  },
};

interface OpenOptions {
  folder: string;
  port: number;
  hostname: string;
  dataDir: string;
  model: ReturnType<typeof modelFromEnvironment>;
  isWatched: boolean;
  title: string | undefined;
  output: Output;
}

async function open({ folder, port, hostname, dataDir, model, isWatched, title, output }: OpenOptions) {
  const { embedFiles } = await import("@callboard/embed/files");
  const client = fileURLToPath(new URL("client/", import.meta.resolve("@callboard/pages")));
  const files = await readClientFiles(client, { title });
  const registry = createRegistry();
  const outDir = join(folder, ".callboard", "tools");
  await keepOutOfGit(join(folder, ".callboard"));
  const tools = createToolFolders({ folder, outDir, registry, log: output.out, packages: packagesFor(folder) });
  await tools.load();
  if (registry.all().length === 0) {
    output.out(
      `There is no tool in ${shown(folder)} yet. docs/tools.md says what one looks like; it appears here once it is saved.`,
    );
  }
  const databaseUrl = process.env["DATABASE_URL"] || undefined;
  const secretKey = process.env["CALLBOARD_SECRET_KEY"] || undefined;
  if (!databaseUrl) await keepOutOfGit(dataDir);
  const store = await createStore({ dataDir, ...(databaseUrl && { databaseUrl }), ...(secretKey && { secretKey }) });
  const isOwnMachine = hostname === "127.0.0.1" || hostname === "localhost" || hostname === "::1";
  // Where no other name leads here, whoever asks is at this machine, as is who started this.
  const mayPublish = isOwnMachine && [allowedHostsOfEnvironment()].flat().length === 0;
  const pages = createPages(files, { hasTool: (slug) => host.hasTool(slug, DEMO_ACTOR) });
  const viewer = async () => JSON.parse(await readFile(join(client, "viewer.json"), "utf8")) as SessionViewer;
  const host: Host = createHost({
    registry,
    store,
    ...(model && { model }),
    viewer,
    embed: { files: embedFiles, mayPublish: () => mayPublish },
    modules: [pagesModule(() => ({ hasModel: model !== undefined, mayPublish, failures: tools.failures() }))],
    fallback: pages,
  });
  const stopFollowing = isWatched ? follow(folder, tools, registry, output) : () => {};
  const close = async () => {
    stopFollowing();
    await host.close();
    await store.close();
  };
  try {
    const serving = await serve({ fetch: host.fetch, close }, { port, hostname });
    const url = `http://${isOwnMachine ? "localhost" : hostname}:${serving.port}`;
    if (databaseUrl) return { url, close: serving.close };
    const isEverywhere = hostname === "0.0.0.0" || hostname === "::";
    const withdraw = await announceHost(dataDir, isEverywhere ? `http://localhost:${serving.port}` : url);
    return { url, close: async () => (await withdraw(), await serving.close()) };
  } catch (error) {
    await close();
    throw error instanceof Error ? new UsageError(error.message) : error;
  }
}

/** Takes changes of the folder up as they are saved. */
function follow(folder: string, tools: ToolFolders, registry: Registry, output: Output): () => void {
  const changes = new EventEmitter();
  const watcher = watch(folder, { recursive: true });
  watcher.on("change", (event, name) => {
    if (name !== null) changes.emit("all", event, join(folder, String(name)));
  });
  // Without a watch the tools stay as they are.
  watcher.on("error", (error) => output.err(`Changes in ${shown(folder)} are not followed any more: ${error.message}`));
  const stop = followTools(changes, tools, ({ slugs }) => {
    for (const slug of slugs) if (!registry.get(slug)) output.out(`Removed tool: ${slug}`);
  });
  return () => {
    stop();
    watcher.close();
  };
}

/** What is made here can be made again, and a data folder holds a key. */
async function keepOutOfGit(folder: string): Promise<void> {
  const path = join(folder, ".gitignore");
  if (existsSync(path)) return;
  await inFolder(folder, async () => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, "*\n");
  });
}

function modelOf(values: { model?: string | undefined; "model-url"?: string | undefined }) {
  const { OPENAI_BASE_URL, OPENAI_MODEL, OPENAI_API_KEY } = process.env;
  const model = values.model ?? OPENAI_MODEL;
  const standard = model ? "https://api.openai.com/v1" : undefined;
  try {
    return modelFromEnvironment({
      OPENAI_API_KEY,
      OPENAI_MODEL: model,
      OPENAI_BASE_URL: values["model-url"] ?? (OPENAI_BASE_URL || standard),
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new UsageError(`A port is a number from 0 to 65535, and "${text}" is none.`);
}

const shown = (folder: string): string => relative(process.cwd(), folder) || ".";
