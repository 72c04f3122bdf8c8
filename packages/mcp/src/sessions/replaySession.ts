import { isInputRequiredResult } from "@modelcontextprotocol/client";
import { definitionChanges, saidChanges } from "../servers/definitionChanges.ts";
import { listTools } from "../servers/listTools.ts";
import type { McpServer } from "../servers/mcpServer.ts";
import type { McpSession } from "../servers/mcpSession.ts";
import { openClient } from "../servers/openClient.ts";
import { resultOf } from "./mockServer.ts";

/** What came of a call, or of a tool's definition, the second time. */
export interface ReplayedPart {
  kind: "tool" | "call";
  tool: string;
  input?: Record<string, unknown>;
  /** Undefined where it is as it was. */
  difference?: string;
}

const CALL_MS = 5 * 60_000;

/**
 * Does a session again with a server, in its order: the tools are run, with all that they do. Tells each tool's
 * definition and each call with what is different.
 * @throws where the server cannot be reached.
 */
export async function replayMcpSession(
  session: McpSession,
  server: McpServer,
  onPart: (part: ReplayedPart) => void,
): Promise<void> {
  const listeners = { onTools: () => {}, onElicit: async () => ({ action: "cancel" as const }) };
  const { client } = await openClient(server, listeners, new AbortController().signal, {});
  try {
    const now = new Map((await listTools(client)).map(({ _meta, ...tool }) => [tool.name, tool]));
    for (const before of session.tools) {
      const tool = String(before["name"]);
      onPart({ kind: "tool", tool, ...changed(before, plain(now.get(tool))) });
      now.delete(tool);
    }
    for (const tool of now.keys()) onPart({ kind: "tool", tool, difference: "is new" });
    for (const { tool, input, result } of session.calls) {
      const part = { kind: "call" as const, tool, input };
      try {
        const said = await client.callTool(
          { name: tool, arguments: input },
          { timeout: CALL_MS, allowInputRequired: true },
        );
        if (isInputRequiredResult(said)) onPart({ ...part, difference: "asks something, which nobody answers here" });
        else onPart({ ...part, ...changed(plain(resultOf(result)), plain(resultOf(said))) });
      } catch (error) {
        onPart({ ...part, difference: error instanceof Error ? error.message : String(error) });
      }
    }
  } finally {
    await client.close().catch(() => {});
  }
}

const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

function changed(before: unknown, after: unknown): Pick<ReplayedPart, "difference"> {
  if (after === undefined) return { difference: "is gone" };
  const changes = definitionChanges(before, after);
  return changes.length === 0 ? {} : { difference: saidChanges(changes) };
}
