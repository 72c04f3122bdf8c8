import { isRecord } from "../isRecord.ts";
import type { McpRegistration, McpServer } from "./mcpServer.ts";

/** What the file of servers says, and what is left out of it. */
export interface ReadServers {
  servers: McpServer[];
  /** The entries that the file itself has switched off, by name. */
  disabled: string[];
}

/** The longest name of a source of tools. */
const LONGEST_NAME = 24;

/**
 * Reads the file of servers that MCP clients share, parsed:
 * `{ "mcpServers": { name: { command, args, env } | { url, headers } } }`, with `servers` in its place where an editor
 * wrote it. `${NAME}`, `${env:NAME}` and `${NAME:-otherwise}` are taken from `environment`.
 * @throws where an entry cannot be used: which, why, and how to mend it.
 * @example
 * ```ts
 * const { servers } = readServersFile(JSON.parse(await readFile("mcp.json", "utf8")), process.env);
 * const host = createHost({ registry, modules: [createMcpServers({ servers })] });
 * ```
 */
export function readServersFile(
  file: unknown,
  environment: Readonly<Record<string, string | undefined>> = {},
): ReadServers {
  const entries = isRecord(file) ? (file["mcpServers"] ?? file["servers"]) : undefined;
  if (!isRecord(entries)) {
    throw new Error('It names no servers. Write { "mcpServers": { "name": { "command": "…", "args": [] } } }.');
  }
  const servers: McpServer[] = [];
  const disabled: string[] = [];
  const taken = new Set<string>();
  for (const [title, entry] of Object.entries(entries)) {
    if (!isRecord(entry)) throw new Error(`"${title}" is no server. Give it a "command" or a "url".`);
    if (entry["disabled"] === true) {
      disabled.push(title);
      continue;
    }
    const name = sourceNameOf(title, taken);
    taken.add(name);
    const filled = fill(entry, title, environment);
    servers.push({ name, title, transport: transportOf(title, filled), ...limitOf(filled) });
  }
  return { servers, disabled };
}

/**
 * The name of a source for whatever somebody calls a server: `My Server` is `my-server`; one that is taken is numbered.
 */
export function sourceNameOf(title: string, taken: ReadonlySet<string> = new Set()): string {
  const plain = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST_NAME)
    .replace(/^-+|-+$/g, "");
  const name = plain || "server";
  for (let number = 1; ; number++) {
    const end = number === 1 ? "" : `-${number}`;
    const numbered = name.slice(0, LONGEST_NAME - end.length) + end;
    if (!taken.has(numbered)) return numbered;
  }
}

function transportOf(title: string, entry: Record<string, unknown>): McpServer["transport"] {
  const { command, args, env, cwd, headers, oauth } = entry;
  const url = entry["url"] ?? entry["serverUrl"];
  if (typeof command === "string" && command !== "") {
    return {
      command,
      args: textsOf(title, "args", args),
      ...(env !== undefined && { env: recordOf(title, "env", env) }),
      ...(typeof cwd === "string" && { cwd }),
    };
  }
  if (typeof url === "string") {
    return {
      url,
      ...(headers !== undefined && { headers: recordOf(title, "headers", headers) }),
      ...(oauth !== undefined && { oauth: registrationOf(title, oauth) }),
    };
  }
  throw new Error(`"${title}" says neither what starts it nor where it is. Give it a "command" or a "url".`);
}

/** How the host is known where people sign in, as some clients write it. */
function registrationOf(title: string, value: unknown): McpRegistration {
  const { clientId, clientSecret, scope } = recordOf(title, "oauth", value);
  return {
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && { clientSecret }),
    ...(scope !== undefined && { scope }),
  };
}

/** What a client waits for one call, in milliseconds, as some write it. */
function limitOf({ timeout }: Record<string, unknown>): { timeLimit?: number } {
  return typeof timeout === "number" && Number.isInteger(timeout) && timeout > 0 ? { timeLimit: timeout } : {};
}

function textsOf(title: string, part: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value;
  throw new Error(`The "${part}" of "${title}" are no list of texts. Write them as ["one", "two"].`);
}

function recordOf(title: string, part: string, value: unknown): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, each] of isRecord(value) ? Object.entries(value) : [["", undefined] as const]) {
    if (typeof each !== "string" && typeof each !== "number" && typeof each !== "boolean") {
      throw new Error(`The "${part}" of "${title}" are no texts by name. Write them as { "NAME": "value" }.`);
    }
    texts[name] = String(each);
  }
  return texts;
}

/** Puts what the environment says into the texts of an entry. */
function fill(
  entry: Record<string, unknown>,
  title: string,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> {
  const text = (value: string) =>
    value.replace(/\$\{(?:env:)?([^}:]+)(?::-([^}]*))?\}/g, (_whole, name: string, otherwise?: string) => {
      const found = environment[name] ?? otherwise;
      if (found !== undefined) return found;
      throw new Error(
        `"${title}" takes \${${name}} from the environment, and it is not set. Set ${name}, or write it out.`,
      );
    });
  const each = (value: unknown): unknown =>
    typeof value === "string"
      ? text(value)
      : Array.isArray(value)
        ? value.map(each)
        : isRecord(value)
          ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, each(inner)]))
          : value;
  return each(entry) as Record<string, unknown>;
}
