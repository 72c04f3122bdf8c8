import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalJson } from "@callboard/core/host";
import { readMcpSession, serveMcpSession, type McpSession } from "@callboard/mcp";
import { serve, type Serving } from "@callboard/server";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { callboard } from "../testing/fixtures/callboard.ts";

const folder = mkdtempSync(join(tmpdir(), "callboard-mcp-replay-"));
const opened: Serving[] = [];
afterAll(async () => {
  await Promise.all(opened.map(({ close }) => close()));
  rmSync(folder, { recursive: true });
});

const greet = {
  name: "greet",
  description: "Greets a person.",
  inputSchema: { type: "object", properties: { name: { type: "string" } } },
};
const call = (name: string, said: string) => ({
  tool: "greet",
  input: { name },
  result: { content: [{ type: "text", text: said }] },
  messages: [],
});

/** A session as it is saved, with its proof. */
function session(url: string, more: Partial<McpSession> = {}, headers: string[] = []): string {
  const rest = {
    callboard: "mcp-session",
    version: 1,
    savedAt: 1_750_000_000_000,
    server: { name: "own", title: "Own", transport: { url, headers } },
    about: { name: "own", version: "1.0.0", revision: "2026-07-28" },
    tools: [greet],
    calls: [call("Ada", "Hello, Ada"), call("Ben", "Hello, Ben")],
    ...more,
  };
  const plain: unknown = JSON.parse(JSON.stringify(rest));
  return JSON.stringify({ ...rest, proof: createHash("sha256").update(canonicalJson(plain)).digest("hex") });
}

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** A server that answers as a session says. */
async function serving(text: string): Promise<string> {
  const served = await serve(serveMcpSession(readMcpSession(text)), { port: 0, hostname: "127.0.0.1" });
  opened.push(served);
  return `http://127.0.0.1:${served.port}/mcp`;
}

describe("--against", () => {
  let same: string;
  let other: string;
  beforeAll(async () => {
    same = await serving(session("http://127.0.0.1:9/mcp"));
    other = await serving(
      session("http://127.0.0.1:9/mcp", {
        tools: [{ ...greet, description: "Greets somebody." }],
        calls: [call("Ada", "Hello, Ada"), call("Ben", "Moin, Ben")],
      }),
    );
  });

  it("says of each call that it is as it was, and ends well", async () => {
    const { code, out, err } = await callboard("mcp-replay", file("a.json", session(same)), "--against", same);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain('same     greet {"name":"Ada"}');
    expect(out).toContain('same     greet {"name":"Ben"}');
    expect(out).toContain("All 3 are as they were.");
  });

  it("takes the server of the file where none is named", async () => {
    const { code, out } = await callboard("mcp-replay", file("b.json", session(same)), "--against");
    expect([code, out]).toEqual([0, expect.stringContaining("All 3 are as they were.")]);
  });

  it("says what differs, in definitions and answers, and ends with 1", async () => {
    const { code, out } = await callboard("mcp-replay", file("c.json", session(same)), "--against", other);
    expect(code).toBe(1);
    expect(out).toContain("differs  tool greet");
    expect(out).toMatch(/differs {2}greet {"name":"Ben"}\n +.*Moin, Ben/);
    expect(out).toContain('same     greet {"name":"Ada"}');
    expect(out).toContain("2 differ from the session.");
  });

  it("does not make up what opened the server", async () => {
    const path = file("d.json", session(same, {}, ["x-key"]));
    const { code, err } = await callboard("mcp-replay", path, "--against");
    expect([code, err]).toEqual([2, expect.stringContaining(`--against --header "Name: value" ${same}`)]);
    const named = await callboard("mcp-replay", path, "--against", "--header", "x-key: k", same);
    expect(named.code).toBe(0);
  });
});

test.each<[string, () => string[], string]>([
  ["no file", () => [], "Name one file of a session"],
  ["two files", () => ["a", "b"], "Name one file of a session"],
  ["a file that is not there", () => [join(folder, "none.json")], "There is no file"],
  ["what is no session", () => [file("no.json", "{}")], "no session of an MCP server"],
  [
    "a session that was changed",
    () => [file("changed.json", session("http://127.0.0.1:9/mcp").replace("Hello, Ada", "Hello, Eve"))],
    "changed since it was saved",
  ],
  ["a port that is none", () => [file("e.json", session("http://127.0.0.1:9/mcp")), "--port", "web"], "0 to 65535"],
])("%s is refused before anything opens", async (_what, args, why) => {
  const { code, err } = await callboard("mcp-replay", ...args());
  expect([code, err]).toEqual([2, expect.stringContaining(why)]);
  expect(err).not.toContain("    at ");
});
