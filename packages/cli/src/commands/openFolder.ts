import { EventEmitter } from "node:events";
import { watch } from "node:fs";
import { stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { createRegistry, type Registry } from "@callboard/core";
import type { McpServing } from "@callboard/mcp";
import type { HostModule, HostOptions } from "@callboard/server";
import { followTools } from "../toolFolders/followTools.ts";
import { createToolFolders, type ToolFolders } from "../toolFolders/toolFolders.ts";
import { UsageError, type Output } from "./command.ts";
import { keepOutOfGit, openHost } from "./openHost.ts";
import { packagesFor } from "./packagesFor.ts";

/**
 * The folder of tools that a command line names; `tools` unless it names one.
 * @throws UsageError where there is none.
 */
export async function toolsFolder(named = "tools"): Promise<string> {
  const folder = resolve(named);
  if ((await stat(folder).catch(() => undefined))?.isDirectory()) return folder;
  throw new UsageError(
    `There is no folder ${shown(folder)}. Make it, with a tool in it, or name the folder of your tools.`,
  );
}

export interface FolderOptions {
  folder: string;
  port: number;
  hostname: string;
  dataDir: string;
  model: HostOptions["model"];
  isWatched: boolean;
  title?: string | undefined;
  logo?: string | undefined;
  modules: readonly HostModule[];
  hasServers?: boolean;
  mcp?: McpServing;
  output: Output;
}

/** Opens a host over a folder of tools, which it follows where it is watched. */
export async function openFolder({ folder, isWatched, output, ...options }: FolderOptions) {
  const registry = createRegistry();
  const outDir = join(folder, ".callboard", "tools");
  await keepOutOfGit(join(folder, ".callboard"));
  const tools = createToolFolders({ folder, outDir, registry, log: output.out, packages: packagesFor(folder) });
  await tools.load();
  if (registry.all().length === 0 && !options.hasServers) {
    output.out(
      `There is no tool in ${shown(folder)} yet. docs/tools.md says what one looks like; it appears here once it is saved.`,
    );
  }
  const databaseUrl = process.env["DATABASE_URL"] || undefined;
  const stopFollowing = isWatched ? follow(folder, tools, registry, output) : () => {};
  return await openHost({ ...options, registry, databaseUrl, failures: tools.failures, beforeClose: stopFollowing });
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

const shown = (folder: string): string => relative(process.cwd(), folder) || ".";
