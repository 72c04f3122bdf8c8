/** `callboard mcp-replay`: a saved session in the place of its server, over HTTP, standard streams and as a page. */
import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalJson } from "@callboard/core/host";
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, expect, test } from "vitest";
import { at } from "../../scripts/paths.mjs";
import { freePort } from "./host.ts";

const program = at("packages/cli/dist/callboard.js");
const folder = mkdtempSync(join(tmpdir(), "callboard-mcp-replay-"));
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) {
    child.kill();
    if (child.exitCode === null) await once(child, "exit");
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const session = {
  callboard: "mcp-session",
  version: 1,
  savedAt: 1_750_000_000_000,
  // Nothing is there any more: what answers is the file.
  server: { name: "own", title: "Own", transport: { url: "http://127.0.0.1:9/mcp", headers: [] } },
  about: { name: "own", version: "1.0.0", revision: "2026-07-28" },
  tools: [
    {
      name: "greet",
      title: "Greet",
      inputSchema: { type: "object", properties: { name: { type: "string" } } },
      annotations: { readOnlyHint: true },
    },
  ],
  calls: [
    {
      tool: "greet",
      input: { name: "Ada" },
      result: { content: [{ type: "text", text: "Hello, Ada" }] },
      messages: [],
    },
  ],
};
const file = join(folder, "own.mcp-session.json");
const proof = createHash("sha256").update(canonicalJson(session)).digest("hex");
writeFileSync(file, JSON.stringify({ ...session, proof }));

/** Starts the command, and answers the address that it says. */
async function start(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [program, "mcp-replay", file, ...args, "--port", String(await freePort())], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  let said = "";
  for await (const piece of child.stdout) {
    said += String(piece);
    const [, url] = /(http:\/\/localhost:\d+\S*)/.exec(said) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error(`It said: ${said}`);
}

async function answers(transport: Transport) {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: "auto", probe: { timeoutMs: 30_000 } } },
  );
  await client.connect(transport, { timeout: 60_000 });
  try {
    const { tools } = await client.listTools();
    return [tools.map(({ name }) => name), await client.callTool({ name: "greet", arguments: { name: "Ada" } })];
  } finally {
    await client.close();
  }
}
const told = [["greet"], expect.objectContaining({ content: [{ type: "text", text: "Hello, Ada" }] })];

test("--serve makes it a server over HTTP", async () => {
  const url = await start("--serve");
  expect(await answers(new StreamableHTTPClientTransport(new URL(url)))).toEqual(told);
});

test("--stdio makes it a server that clients start", async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, "mcp-replay", file, "--stdio"],
    stderr: "ignore",
  });
  expect(await answers(transport)).toEqual(told);
});

test("alone it is a page whose forms answer as they did", async () => {
  const url = await start();
  const run = async (name: string) => {
    const answer = await fetch(`${url}/api/tools/greet/run`, {
      method: "POST",
      headers: { "content-type": "application/json", prefer: "wait" },
      body: JSON.stringify({ input: { name } }),
    });
    return await answer.text();
  };
  expect(await run("Ada")).toContain("Hello, Ada");
  // An input that the session does not know is not made up.
  expect(await run("Eve")).not.toContain("Hello, Eve");
  expect((await fetch(`${url}/servers`)).status).toBe(200);
});
