import { canonicalJson } from "@callboard/core/host";
import { redactText } from "@callboard/core/share";
import { Server, type CallToolResult, type Tool } from "@modelcontextprotocol/server";
import { isRecord } from "../isRecord.ts";
import type { McpSession, McpSessionCall } from "../servers/mcpSession.ts";

/**
 * Makes servers that answer as a session's did: the same tools, and for each input that it knows the answer of then.
 * Several calls with one input are answered in their order, and from then on as the last.
 */
export function createMockServer({ server, about, tools, calls }: McpSession): () => Server {
  const answers = new Map<string, { calls: McpSessionCall[]; next: number }>();
  for (const call of calls.filter(({ result }) => isRecord(result))) {
    const key = keyOf(call.tool, call.input);
    const known = answers.get(key) ?? { calls: [], next: 0 };
    answers.set(key, known);
    known.calls.push(call);
  }
  return () => {
    const mock = new Server(
      { name: about?.name || server.name, version: about?.version || "0.0.0" },
      { capabilities: { tools: {} } },
    );
    mock.setRequestHandler("tools/list", () => ({ tools: tools as Tool[] }));
    mock.setRequestHandler("tools/call", ({ params }): CallToolResult => {
      const known = answers.get(keyOf(params.name, params.arguments ?? {}));
      if (!known) return unknown(params.name, calls);
      const call = known.calls[Math.min(known.next, known.calls.length - 1)];
      known.next += 1;
      return resultOf(call?.result);
    });
    return mock;
  };
}

/** What a result says, without what its revision put beside. */
export function resultOf(result: unknown): CallToolResult {
  const { content, structuredContent, isError } = isRecord(result) ? result : {};
  return {
    content: Array.isArray(content) ? content : [],
    ...(isRecord(structuredContent) && { structuredContent }),
    ...(isError === true && { isError: true }),
  };
}

/** Secrets of an input are masked in a session, so they are no part of what it is known by. */
const keyOf = (tool: string, input: unknown): string =>
  canonicalJson([tool, JSON.parse(redactText(JSON.stringify(input))) as unknown]);

function unknown(tool: string, calls: readonly McpSessionCall[]): CallToolResult {
  const inputs = calls.filter((call) => call.tool === tool).map(({ input }) => JSON.stringify(input));
  const has = inputs.length === 0 ? "It has no call of it." : `It has: ${[...new Set(inputs)].slice(0, 10).join(", ")}`;
  return {
    content: [{ type: "text", text: `This session has no call of "${tool}" with that input. ${has}` }],
    isError: true,
  };
}
