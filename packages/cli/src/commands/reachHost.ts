import { ToolClientError } from "@callboard/core";
import {
  createTransport,
  mcpKeysClient,
  publishedToolsClient,
  type McpKeysClient,
  type PublishedToolsClient,
} from "@callboard/core/client";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createSecretBox, operatorCredential, readSecretKey, type SecretBox } from "@callboard/server/command";
import { UsageError } from "./command.ts";
import { announcedHost } from "./runningHost.ts";

/** The options of a command that speaks with a host that runs. */
export const hostOptions = {
  host: { type: "string" },
  data: { type: "string" },
  json: { type: "boolean" },
} as const;

/** What each of these commands says of them. */
export const hostUsage = [
  "  --host <url>       the host, which has to run; default: the one that runs with the data folder, else http://localhost:4600, with the",
  "                     port of PORT",
  "  --data <folder>    the host's data folder, where its key is; default: CALLBOARD_DATA or .callboard. A host on PostgreSQL has its key",
  "                     in CALLBOARD_SECRET_KEY",
  "  --json             the answer as JSON",
].join("\n");

/** What a host is asked about as its operator. */
export interface OperatorClients {
  published: PublishedToolsClient;
  keys: McpKeysClient;
  /** The embedded database as a file. */
  backup(): Promise<Blob>;
}

/** A host that runs, asked as its operator. */
export interface ReachedHost {
  /** Its origin. */
  url: string;
  /**
   * Asks it something.
   * @throws UsageError where it does not answer, or refuses.
   */
  ask<Answer>(work: (clients: OperatorClients) => Promise<Answer>): Promise<Answer>;
}

/**
 * Finds the host and the key that its operator holds.
 * @throws UsageError where there is no key, or the key would go over the network in the clear.
 */
export async function reachHost(
  options: { host?: string | undefined; data?: string | undefined },
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<ReachedHost> {
  const data = options.data ?? (environment["CALLBOARD_DATA"] || ".callboard");
  const box = await keyOf(data, environment);
  const given = options.host ?? (await announcedHost(data)) ?? `http://localhost:${environment["PORT"] || 4600}`;
  const url = originOf(given);
  const transport = createTransport({
    baseUrl: url,
    token: () => operatorCredential(box),
    // The credential follows no redirect.
    fetch: (address, init) => fetch(address, { ...init, redirect: "error" }),
  });
  const backup = () => transport.blob("/api/backup", { method: "POST" });
  const clients = { published: publishedToolsClient(transport), keys: mcpKeysClient(transport), backup };
  return {
    url,
    async ask(work) {
      try {
        return await work(clients);
      } catch (error) {
        throw error instanceof ToolClientError ? new UsageError(refusalIn(error, url)) : error;
      }
    },
  };
}

/** A key that travels in the clear is everybody's. */
function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`"${text}" is no address of a host. Give one such as https://tools.example.com.`);
  }
  const isHere = url.hostname === "localhost" || url.hostname === "127.0.0.1" || url.hostname === "[::1]";
  if (url.protocol === "http:" && !isHere) {
    throw new UsageError(`${url.origin} is reached without encryption, and your credential with it. Use https://.`);
  }
  return url.origin;
}

async function keyOf(folder: string, environment: Readonly<Record<string, string | undefined>>): Promise<SecretBox> {
  const given = environment["CALLBOARD_SECRET_KEY"];
  if (given) return createSecretBox(readSecretKey(given, "CALLBOARD_SECRET_KEY"));
  const path = join(folder, "secret.key");
  if (existsSync(path)) return createSecretBox(readSecretKey(await readFile(path, "utf8"), path));
  throw new UsageError(
    `There is no key at ${path}: no host has run with that data folder. Start one, such as \`npx callboard serve tools\`, and run this beside it. ` +
      "A host that keeps its data elsewhere is reached with --data, one on PostgreSQL with its CALLBOARD_SECRET_KEY.",
  );
}

function refusalIn({ code, status, message, cause }: ToolClientError, url: string): string {
  if (code === "unreachable") {
    const { code: why } = (cause as { cause?: { code?: string } }).cause ?? {};
    return `No host answers at ${url} (${why ?? String(cause)}). Start it, such as with \`npx callboard serve tools\`, or name its address with --host.`;
  }
  if (code === "bad_answer") return `${url} answered with HTTP ${status}, and not as a host of Callboard does.`;
  if (code !== "unauthorized") return message;
  return `${message} The key may be another host's: is ${url} the one whose data folder you named?`;
}
