import { readFile } from "node:fs/promises";
import { createMcpServers, readServersFile, type McpServer, type McpServersOptions } from "@callboard/mcp";
import { DEMO_ACTOR, type HostModule } from "@callboard/server";
import { parse, printParseErrorCode, type ParseError } from "jsonc-parser";
import { UsageError, type Output } from "./command.ts";
import { placeOf } from "./jsonText.ts";

/**
 * The servers that a file names, with comments or without, as editors write it.
 * @throws UsageError where it cannot be read or used.
 */
export async function readServers(file: string, output: Output): Promise<McpServer[]> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new UsageError(`There is no file ${file}. Name the file of servers: { "mcpServers": { … } }.`);
  });
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) {
    const { line, column } = placeOf(text, first.offset);
    throw new UsageError(`${file}:${line}:${column}: This is no JSON: ${printParseErrorCode(first.error)}.`);
  }
  try {
    const { servers, disabled } = readServersFile(value, process.env);
    for (const name of disabled) output.out(`The MCP server "${name}" is switched off in ${file}.`);
    return servers;
  } catch (error) {
    throw new UsageError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * The tools of servers as a module of a host, which says in the terminal how each stands.
 * @throws UsageError where one cannot be used.
 */
export function serversModule(
  servers: readonly McpServer[],
  output: Output,
  options: Pick<McpServersOptions, "mayManage" | "allowPrivate" | "keepsWire" | "publicUrl">,
): HostModule {
  const told = new Map<string, string>();
  try {
    return createMcpServers({
      ...options,
      servers: servers.map((server) => ({ ...server, signInTenant: DEMO_ACTOR.tenantSlug })),
      onState({ server, isConnected, tools }) {
        // Why it is away is said by the host.
        const state = isConnected ? `${server}: ${tools === 1 ? "1 tool" : `${tools} tools`}` : `${server}: away`;
        if (isConnected && told.get(server) !== state) output.out(state);
        told.set(server, state);
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
