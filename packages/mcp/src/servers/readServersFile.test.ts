import { describe, expect, it, test } from "vitest";
import { checkServers } from "./mcpServer.ts";
import { readServersFile, sourceNameOf } from "./readServersFile.ts";

describe("the file that clients share", () => {
  it("has programs and addresses, under names of sources, and says which are switched off", () => {
    const { servers, disabled } = readServersFile({
      mcpServers: {
        files: { command: "npx", args: ["-y", "server-filesystem", "."], env: { LEVEL: 3 }, cwd: "/srv" },
        "My Weather!": { type: "http", url: "https://weather.example/mcp", headers: { authorization: "Bearer k" } },
        "my weather": { serverUrl: "https://other.example/mcp", timeout: 9_000 },
        old: { command: "gone", disabled: true },
      },
    });
    expect(servers).toEqual([
      {
        name: "files",
        title: "files",
        transport: { command: "npx", args: ["-y", "server-filesystem", "."], env: { LEVEL: "3" }, cwd: "/srv" },
      },
      {
        name: "my-weather",
        title: "My Weather!",
        transport: { url: "https://weather.example/mcp", headers: { authorization: "Bearer k" } },
      },
      {
        name: "my-weather-2",
        title: "my weather",
        transport: { url: "https://other.example/mcp" },
        timeLimit: 9_000,
      },
    ]);
    expect(disabled).toEqual(["old"]);
    expect(() => checkServers(servers)).not.toThrow();
  });

  it("is read as editors write it", () => {
    expect(readServersFile({ servers: { a: { command: "a" } } }).servers).toMatchObject([{ name: "a" }]);
  });

  it("has how the host is known where people sign in", () => {
    const of = (oauth: unknown) => readServersFile({ mcpServers: { a: { url: "https://a.example", oauth } } });
    expect(of({ clientId: "c", clientSecret: "s", callbackPort: 8_080 }).servers).toMatchObject([
      { transport: { url: "https://a.example", oauth: { clientId: "c", clientSecret: "s" } } },
    ]);
    expect(() => of("c")).toThrow('The "oauth" of "a"');
  });

  it("takes from the environment what it names there", () => {
    const of = (value: string) =>
      readServersFile({ mcpServers: { a: { url: "https://a.example", headers: { key: value } } } }, { KEY: "s3" })
        .servers[0]?.transport;
    for (const written of ["${KEY}", "${env:KEY}", "${KEY:-other}"]) {
      expect(of(written)).toMatchObject({ headers: { key: "s3" } });
    }
    expect(of("Bearer ${NONE:-none}")).toMatchObject({ headers: { key: "Bearer none" } });
    expect(() => of("${NONE}")).toThrow(/"a" takes \$\{NONE\} from the environment.*Set NONE/);
  });

  test.each([
    [[], /names no servers/],
    [{ mcpServers: { a: 1 } }, /"a" is no server/],
    [{ mcpServers: { a: {} } }, /"a" says neither/],
    [{ mcpServers: { a: { command: "" } } }, /"a" says neither/],
    [{ mcpServers: { a: { command: "a", args: "b" } } }, /"args" of "a"/],
    [{ mcpServers: { a: { command: "a", env: ["b"] } } }, /"env" of "a"/],
    [{ mcpServers: { a: { url: "https://a.example", headers: { b: null } } } }, /"headers" of "a"/],
  ])("is refused where it cannot be used: %j", (file, why) => {
    expect(() => readServersFile(file)).toThrow(why);
  });
});

test.each([
  ["@modelcontextprotocol/server-everything", "modelcontextprotocol-se"],
  ["Wetter für Köln", "wetter-fur-koln"],
  ["خادم", "server"],
  ["--a--", "a"],
])("the name of a source for %s is %s", (title, name) => {
  expect(sourceNameOf(title)).toBe(name);
});
