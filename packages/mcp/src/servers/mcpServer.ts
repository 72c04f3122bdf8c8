import { checkSourceNames, HOST_SOURCES } from "@callboard/core/catalog";

/** A server that is started as a process and spoken to over its standard streams. */
export interface McpProcess {
  command: string;
  args?: readonly string[];
  /**
   * Beside the few variables that every process is given: `PATH`, `HOME` and their like, and none of the host's own.
   */
  env?: Readonly<Record<string, string>>;
  cwd?: string;
}

/** A server that is reached over HTTP: streamable, or server-sent events where it is of the years before. */
export interface McpHttpAddress {
  url: string;
  /** Sent with each request, such as an API key. */
  headers?: Readonly<Record<string, string>>;
  /** For a sign-in: what it asks for, and a registration where the host of the sign-in takes none by itself. */
  oauth?: McpRegistration;
}

/** How a host is known where people sign in to a server. */
export interface McpRegistration {
  clientId?: string;
  clientSecret?: string;
  /** Asked for beside what the server asks for itself: names with blanks between. */
  scope?: string;
}

/** An MCP server whose tools a host has. */
export interface McpServer {
  /**
   * The name of its source: up to 24 lower-case letters, digits and dashes. It stands before the slug of a tool whose
   * slug an earlier source has too: `files__read`.
   */
  name: string;
  transport: McpProcess | McpHttpAddress;
  /** The category of its tools in the library; its name unless given. */
  title?: string;
  /** The tenants that have it, by slug; all unless given. */
  tenantSlugs?: readonly string[];
  /**
   * The slug of the tenant whose people may sign in to it, for all who have it; its tenant where it is of one alone,
   * else none.
   */
  signInTenant?: string;
  /** The longest that one call may take, in milliseconds; five minutes unless given. */
  timeLimit?: number;
}

/**
 * Checks what the code or a file says of servers.
 * @throws where a name or an address cannot be used: which, why, and how to mend it.
 */
export function checkServers(servers: readonly McpServer[]): void {
  checkSourceNames([...Object.values(HOST_SOURCES), ...servers.map(({ name }) => name)]);
  for (const { name, transport, timeLimit } of servers) {
    if (timeLimit !== undefined && !(Number.isInteger(timeLimit) && timeLimit > 0 && timeLimit <= LONGEST_TIMER_MS)) {
      throw new Error(
        `The timeLimit of the MCP server "${name}" is ${timeLimit}. It is a whole number of milliseconds from 1 to ${LONGEST_TIMER_MS}.`,
      );
    }
    if ("command" in transport) {
      if (transport.command !== "") continue;
      throw new Error(`The MCP server "${name}" has an empty command. Name the program that starts it.`);
    }
    if (!/^https?:$/.test(URL.canParse(transport.url) ? new URL(transport.url).protocol : "")) {
      throw new Error(
        `The address of the MCP server "${name}" is ${JSON.stringify(transport.url)}. It begins with http:// or https://.`,
      );
    }
  }
}

/** The longest that a timer of Node waits, less what a request may outlast its call. */
const LONGEST_TIMER_MS = 2 ** 31 - 1 - 60_000;
