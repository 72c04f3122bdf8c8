import { createMcpHandler } from "@modelcontextprotocol/server";
import type { McpSession } from "../servers/mcpSession.ts";
import { createMockServer } from "./mockServer.ts";

/** A session as an MCP server over HTTP, in every revision: what `serve` of `@callboard/server` takes. */
export function serveMcpSession(session: McpSession): {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
} {
  const handler = createMcpHandler(createMockServer(session));
  return {
    fetch: (request) =>
      new URL(request.url).pathname === "/mcp"
        ? handler.fetch(request)
        : Promise.resolve(new Response("The session is at /mcp.\n", { status: 404 })),
    close: () => handler.close(),
  };
}

/** A session as an MCP server over the standard streams of this process; resolves when whoever started it is gone. */
export async function serveMcpSessionOverStdio(session: McpSession): Promise<void> {
  const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
  const handle = serveStdio(createMockServer(session));
  await new Promise<void>((resolve) => process.stdin.once("end", resolve));
  await handle.close();
}
