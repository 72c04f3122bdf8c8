import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, test, vi } from "vitest";
import { readArguments } from "./mcp.ts";
import { readServers } from "./mcpServers.ts";
import { callboard } from "../testing/fixtures/callboard.ts";

const folder = mkdtempSync(join(tmpdir(), "callboard-mcp-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("the command line", () => {
  it("leaves to a command what follows its name", () => {
    expect(
      readArguments(["--env", "KEY=a=b", "--port", "0", "npx", "-y", "@a/server-files@1.2.3", "--port", "9"]),
    ).toEqual({
      server: {
        name: "server-files",
        title: "server-files",
        transport: { command: "npx", args: ["-y", "@a/server-files@1.2.3", "--port", "9"], env: { KEY: "a=b" } },
      },
      port: "0",
      data: undefined,
    });
  });

  it("takes options before and behind an address", () => {
    const header = ["--header", "Authorization: Bearer a:b"];
    const { server } = readArguments([...header, "https://mcp.example.com/mcp", "--header", "X-Key:k"]);
    expect(server).toEqual({
      name: "mcp-example-com",
      title: "mcp.example.com",
      transport: { url: "https://mcp.example.com/mcp", headers: { Authorization: "Bearer a:b", "X-Key": "k" } },
    });
  });

  it("gives a command the value that a variable has here", () => {
    vi.stubEnv("CALLBOARD_TEST_KEY", "here");
    expect(readArguments(["--env", "CALLBOARD_TEST_KEY", "a"]).server.transport).toMatchObject({
      env: { CALLBOARD_TEST_KEY: "here" },
    });
    vi.unstubAllEnvs();
  });

  test.each([
    [["node", "/srv/weather.mjs"], "weather"],
    [["uvx", "mcp-server-time"], "mcp-server-time"],
    [["npm", "exec", "-y", "@a/b"], "b"],
    [["/usr/local/bin/dbhub", "--demo"], "dbhub"],
    [["--name", "Mine", "npx", "a"], "mine"],
  ])("names the server of %j %s", (args, name) => {
    expect(readArguments(args).server.name).toBe(name);
  });

  test.each([
    [[], "Name the command"],
    [["--env", "NO_SUCH_VARIABLE_HERE", "a"], "NO_SUCH_VARIABLE_HERE has no value here"],
    [["--header", "nothing", "https://a.example"], '"Name: value"'],
    [["--header", "a: b", "node"], "--header is for an address"],
    [["--env", "a=b", "https://a.example"], "--env is for a command"],
    [["https://a.example", "https://b.example"], "one address too many"],
    [["--port", "web", "node"], "from 0 to 65535"],
  ])("is refused where it cannot be used: %j", async (args, why) => {
    const { code, err } = await callboard("mcp", ...args);
    expect([code, err]).toEqual([2, expect.stringContaining(why)]);
    expect(err).toContain("callboard mcp --help");
    expect(err).not.toContain("    at ");
  });
});

describe("a file of servers", () => {
  const file = (text: string) => {
    const path = join(folder, "mcp.json");
    writeFileSync(path, text);
    return path;
  };
  const said: string[] = [];
  const output = { out: (line: string) => void said.push(line), err: () => {} };

  it("is read with comments, and says what is switched off", async () => {
    const servers = await readServers(
      file('{ // mine\n "mcpServers": { "a": { "command": "a" }, "b": { "command": "b", "disabled": true }, } }'),
      output,
    );
    expect(servers).toMatchObject([{ name: "a", transport: { command: "a" } }]);
    expect(said).toEqual([expect.stringContaining('"b" is switched off')]);
  });

  test.each([
    ["none.json", undefined, "There is no file"],
    ["bad.json", '{ "mcpServers": \n { "a": } }', ":2:"],
    ["empty.json", "{}", "names no servers"],
  ])("is refused before anything opens: %s", async (name, text, why) => {
    const path = text === undefined ? join(folder, name) : file(text);
    const { code, err } = await callboard("serve", folder, "--mcp", path);
    expect([code, err]).toEqual([2, expect.stringContaining(why)]);
  });
});
