import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Registry } from "@callboard/core";
import type { SessionViewer } from "@callboard/core/share";
import { serveMcp, type McpServing } from "@callboard/mcp";
import {
  allowedHostsOfEnvironment,
  createHost,
  createPages,
  createStore,
  DEMO_ACTOR,
  pagesModule,
  readClientFiles,
  serve,
  type Host,
  type HostModule,
  type HostOptions,
} from "@callboard/server";
import { inFolder } from "@callboard/server/command";
import type { ToolFailure } from "../toolFolders/toolFolders.ts";
import { UsageError } from "./command.ts";
import { announceHost } from "./runningHost.ts";

export interface OpenHostOptions {
  registry: Registry;
  modules?: readonly HostModule[];
  port: number;
  hostname: string;
  dataDir: string;
  /** A PostgreSQL in the place of `dataDir`. */
  databaseUrl?: string | undefined;
  /** Whether it is for the person at this machine alone: no other name leads to it, and nothing of it is published. */
  isPrivate?: boolean;
  /** What serves its tools to MCP clients, unless it is private; as it is without options. */
  mcp?: McpServing | undefined;
  /** Whether MCP servers are among the modules. */
  hasServers?: boolean;
  model: HostOptions["model"];
  title?: string | undefined;
  /** The path of a picture for the bar and for tabs. */
  logo?: string | undefined;
  failures?: () => readonly ToolFailure[];
  onProblem?: (message: string) => void;
  /** Ends what goes on beside the host, before it closes. */
  beforeClose?: () => void;
}

/**
 * Opens a host with the standard pages over a data folder, and listens. It is reachable where other machines may ask
 * it.
 * @throws UsageError where the port cannot be used.
 */
export async function openHost(
  options: OpenHostOptions,
): Promise<{ url: string; isReachable: boolean; close(): Promise<void> }> {
  const { registry, modules = [], port, hostname, dataDir, databaseUrl, isPrivate = false, model, title } = options;
  const {
    failures = () => [],
    mcp = serveMcp(publicUrl()),
    hasServers = false,
    onProblem,
    beforeClose = () => {},
    logo,
  } = options;
  const { embedFiles } = await import("@callboard/embed/files");
  const client = fileURLToPath(new URL("client/", import.meta.resolve("@callboard/pages")));
  const files = await readClientFiles(client, { title, logo }).catch((error: unknown) => {
    throw error instanceof Error ? new UsageError(error.message) : error;
  });
  const secretKey = process.env["CALLBOARD_SECRET_KEY"] || undefined;
  if (!databaseUrl) await keepOutOfGit(dataDir);
  const store = await createStore({ dataDir, ...(databaseUrl && { databaseUrl }), ...(secretKey && { secretKey }) });
  const isReachable = !isPrivate && othersReach(hostname);
  const mayPublish = !isPrivate && !isReachable;
  const pages = createPages(files, { hasTool: (slug) => host.hasTool(slug, DEMO_ACTOR) });
  const viewer = async () => JSON.parse(await readFile(join(client, "viewer.json"), "utf8")) as SessionViewer;
  const host: Host = createHost({
    registry,
    store,
    ...(model && { model }),
    ...(isPrivate && { allowedHosts: [] }),
    ...(onProblem && { onProblem }),
    viewer,
    embed: { files: embedFiles, mayPublish: () => mayPublish },
    modules: [
      pagesModule(() => ({
        hasModel: model !== undefined,
        mayPublish,
        hasServers: hasServers && !isReachable,
        failures: [...failures()],
      })),
      ...modules,
      ...(isPrivate ? [] : [mcp]),
    ],
    fallback: pages,
  });
  const close = async () => {
    beforeClose();
    await host.close();
    await store.close();
  };
  try {
    const serving = await serve({ fetch: host.fetch, close }, { port, hostname });
    const url = `http://${isOwnMachine(hostname) ? "localhost" : hostname}:${serving.port}`;
    if (databaseUrl) return { url, isReachable, close: serving.close };
    const isEverywhere = hostname === "0.0.0.0" || hostname === "::";
    const withdraw = await announceHost(dataDir, isEverywhere ? `http://localhost:${serving.port}` : url);
    return { url, isReachable, close: async () => (await withdraw(), await serving.close()) };
  } catch (error) {
    await close();
    throw error instanceof Error ? new UsageError(error.message) : error;
  }
}

const isOwnMachine = (hostname: string) => hostname === "127.0.0.1" || hostname === "localhost" || hostname === "::1";

/**
 * Whether other machines may ask a host that listens there. Else whoever asks is at this machine, as is who started it.
 */
export const othersReach = (hostname: string): boolean =>
  !isOwnMachine(hostname) || [allowedHostsOfEnvironment()].flat().length > 0;

/**
 * The address of the host as people reach it, where its operator says it.
 * @throws UsageError where that is none.
 */
export function publicUrl(): { publicUrl?: string } {
  const text = process.env["CALLBOARD_PUBLIC_URL"];
  if (!text) return {};
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return { publicUrl: new URL(text).origin };
  throw new UsageError(
    `CALLBOARD_PUBLIC_URL is ${JSON.stringify(text)}. It is an address, such as https://tools.example.`,
  );
}

/** What is made here can be made again, and a data folder holds a key. */
export async function keepOutOfGit(folder: string): Promise<void> {
  const path = join(folder, ".gitignore");
  if (existsSync(path)) return;
  await inFolder(folder, async () => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, "*\n");
  });
}

/** @throws UsageError where the text is no port. */
export function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new UsageError(`A port is a number from 0 to 65535, and "${text}" is none.`);
}
