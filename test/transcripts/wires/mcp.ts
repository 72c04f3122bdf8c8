import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { CallScript, Turn } from "../conversation.ts";
import { asLines, type Recording } from "./recording.ts";

/**
 * What goes both ways between a real client, which makes the turns' own calls, and a real server, which answers them.
 */
export async function recordMcp(turns: readonly Turn[]): Promise<Recording> {
  const rounds = turns.flatMap(({ agent }) => agent.answers.map(({ calls = [] }) => calls));
  const byTool = new Map(rounds.flat().map((call) => [call.tool, call]));
  const server = new Server({ name: "server", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { _meta, sendNotification, signal }) => {
    const { progress, output, error, ask } = byTool.get(params.name)!;
    const progressToken = _meta?.progressToken;
    if (progress && progressToken !== undefined) {
      await sendNotification({ method: "notifications/progress", params: { progressToken, ...progress } });
    }
    const refusal = error ?? (ask?.approved === false ? ask.reason : undefined);
    if (refusal !== undefined) return { content: [{ type: "text", text: refusal }], isError: true };
    if (output === undefined) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    return typeof output === "string"
      ? { content: [{ type: "text", text: output }] }
      : { content: [], structuredContent: output as Record<string, unknown> };
  });

  const chunks: object[] = [];
  const [left, right] = InMemoryTransport.createLinkedPair();
  for (const transport of [left, right] as Transport[]) {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      chunks.push(JSON.parse(JSON.stringify(message)) as object);
      return send(message, options);
    };
  }
  const client = new Client({ name: "client", version: "1" });
  await Promise.all([server.connect(right), client.connect(left)]);
  const make = (call: CallScript) => {
    const stop = new AbortController();
    const isCut = call.output === undefined && call.error === undefined && call.ask === undefined;
    const made = client
      .callTool({ name: call.tool, arguments: call.input }, undefined, { signal: stop.signal, onprogress: () => {} })
      .catch(() => {});
    if (isCut) setTimeout(() => stop.abort("Stopped."), 5);
    return made;
  };
  for (const calls of rounds) await Promise.all(calls.map(make));
  await client.close();
  return { chunks, raw: asLines(chunks) };
}
