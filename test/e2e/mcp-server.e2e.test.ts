/** `callboard mcp-server`: a folder of tools over the standard streams of the command, as clients of MCP start it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, expect, test } from "vitest";
import { at } from "../../scripts/paths.mjs";
import { freePort } from "./host.ts";

const folder = mkdtempSync(join(tmpdir(), "callboard-mcp-server-"));
const tool = (slug: string, more = "") =>
  `export default { slug: "${slug}", name: "${slug}", description: "Doubles.", category: "own", icon: "scale",
    inputSchema: { type: "object", properties: { value: { type: "number" } }, required: ["value"] },
    outputSchema: { type: "object", properties: { result: { type: "number" } } }, ${more}
    execute: ({ value }) => ({ result: 2 * value }) };`;
writeFileSync(join(folder, "double.mjs"), tool("double"));
writeFileSync(join(folder, "risky.mjs"), tool("risky", 'permissionPolicy: "always_ask",'));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Starts the command as a client does. */
async function connect(mode: "auto" | "legacy") {
  const port = await freePort();
  const program = at("packages/cli/dist/callboard.js");
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, "mcp-server", folder, "--port", String(port)],
    stderr: "ignore",
  });
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode, ...(mode === "auto" && { probe: { timeoutMs: 30_000 } }) } },
  );
  await client.connect(transport, { timeout: 60_000 });
  return { client, address: `http://localhost:${port}` };
}

test.each(["auto", "legacy"] as const)("serves a client that negotiates %s, and keeps its calls", async (mode) => {
  const { client, address } = await connect(mode);
  try {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["double", "risky"]);
    expect((await client.callTool({ name: "double", arguments: { value: 21 } })).structuredContent).toEqual({
      result: 42,
    });
    const calls = (await (await fetch(`${address}/api/tools/double/calls`)).json()) as unknown[];
    // Those of the client before this one are there, too: it has ended, and left the data to this one.
    expect(calls).toHaveLength(mode === "auto" ? 1 : 2);
    expect(calls[0]).toMatchObject({ status: "completed", source: "agent" });
  } finally {
    await client.close();
  }
});

test("leads to the page where a person answers, for a client that asks nobody", async () => {
  const { client, address } = await connect("auto");
  try {
    const answer = await client.callTool({ name: "risky", arguments: { value: 1 } }, { timeout: 60_000 });
    expect(JSON.stringify(answer.content)).toContain(`${address}/ask#`);
  } finally {
    await client.close();
  }
});
