import type { McpCallCopies, McpWireMessage } from "@callboard/core/client";
import { isRecord } from "../isRecord.ts";
import { MASK } from "./maskSecrets.ts";
import type { McpServer } from "./mcpServer.ts";
import { readTask } from "./taskWire.ts";

/** A call as it was spoken: what was asked, and what came back where anything did. */
export interface SpokenRequest {
  params: { name: string; arguments: Record<string, unknown> };
  /** As it went over the wire, with what its revision puts beside. */
  message: string;
  headers: Readonly<Record<string, string>> | undefined;
  result: Record<string, unknown> | undefined;
}

/**
 * The first call of a tool among messages, and what the tool answered last; undefined where there is none that can be
 * read.
 */
export function requestOf(messages: readonly McpWireMessage[]): SpokenRequest | undefined {
  const sent = messages.find(({ way, text }) => way === "out" && read(text)["method"] === "tools/call");
  if (!sent) return undefined;
  const { params } = read(sent.text);
  if (!isRecord(params) || typeof params["name"] !== "string") return undefined;
  const answers = messages.map(({ way, text }) => (way === "in" ? answerIn(read(text)["result"]) : undefined));
  const given = params["arguments"];
  return {
    params: { name: params["name"], arguments: isRecord(given) ? given : {} },
    message: sent.text,
    headers: sent.headers,
    result: answers.findLast((answer) => answer !== undefined),
  };
}

/** What a tool answered: as the result of a request, or of the task that it ran as; none where it asks or goes on. */
function answerIn(result: unknown): Record<string, unknown> | undefined {
  const task = readTask(result);
  const said = task ? task.result : result;
  if (!isRecord(said) || said["resultType"] === "input_required") return undefined;
  return "content" in said || "structuredContent" in said ? said : undefined;
}

/** The call as others run it: on a command line, by the official library, and as a test that it answers as it did. */
export function callCopies(
  server: McpServer,
  messages: readonly McpWireMessage[],
  revision: string,
): McpCallCopies | null {
  const request = requestOf(messages);
  if (!request) return null;
  return {
    command: commandOf(server, request, revision),
    sdk: sdkOf(server, request),
    test: testOf(server, request),
  };
}

const HIDDEN = `${MASK} stands for a secret that is not kept: write it in.`;

function commandOf({ transport }: McpServer, { message, headers = {} }: SpokenRequest, revision: string): string {
  const note = message.includes(MASK) || message.includes("•") ? [`# ${HIDDEN}`] : [];
  const opening = JSON.stringify({
    jsonrpc: "2.0",
    id: "open",
    method: "initialize",
    params: { protocolVersion: revision, capabilities: {}, clientInfo: { name: "command-line", version: "1.0.0" } },
  });
  const ready = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
  const isModern = revision >= "2026-07-28";
  if ("command" in transport) {
    const { command, args = [], env = {} } = transport;
    const variables = Object.keys(env).map((name) => `${name}="$${name}" `);
    const lines = (isModern ? [message] : [opening, ready, message]).map(quoted).join(" ");
    const program = [command, ...args].map(quoted).join(" ");
    // A server ends with its input, so that is held open until it has answered.
    return [...note, `(printf '%s\\n' ${lines}; sleep 5) | ${variables.join("")}${program}`].join("\n");
  }
  const url = quoted(bare(transport.url));
  const own = Object.entries(headers).filter(([name]) => name !== "mcp-session-id");
  const flags = own.map(
    ([name, value]) => `-H ${value === MASK ? `"${name}: $${variableOf(name)}"` : quoted(`${name}: ${value}`)}`,
  );
  if (!("mcp-session-id" in headers)) {
    return [...note, [`curl -sS ${url}`, ...flags, `-d ${quoted(message)}`].join(" \\\n  ")].join("\n");
  }
  const session = `-H "mcp-session-id: $SESSION"`;
  return [
    ...note,
    "# This revision keeps a session, which is opened first.",
    [
      `SESSION=$(curl -sS -D - -o /dev/null ${url}`,
      ...flags,
      `-d ${quoted(opening)} | sed -n 's/^mcp-session-id: *//Ip' | tr -d '\\r')`,
    ].join(" \\\n  "),
    [`curl -sS ${url}`, ...flags, session, `-d ${quoted(ready)}`].join(" \\\n  "),
    [`curl -sS ${url}`, ...flags, session, `-d ${quoted(message)}`].join(" \\\n  "),
  ].join("\n");
}

function sdkOf(server: McpServer, { params }: SpokenRequest): string {
  return [
    ...importsOf(server),
    "",
    ...openingOf(server),
    `const result = await client.callTool(${json(params)});`,
    "console.log(JSON.stringify(result, null, 2));",
    "await client.close();",
    "",
  ].join("\n");
}

function testOf(server: McpServer, { params, result }: SpokenRequest): string {
  const shown = result && "structuredContent" in result ? "structuredContent" : "content";
  const expected = result?.[shown];
  const check =
    expected === undefined
      ? "  assert.notEqual(result.isError, true);"
      : `  assert.deepEqual(result.${shown}, ${json(expected, 2)});`;
  return [
    'import assert from "node:assert/strict";',
    'import test from "node:test";',
    ...importsOf(server),
    "",
    `test(${JSON.stringify(`${params.name} answers as it did`)}, async () => {`,
    ...openingOf(server).map((line) => `  ${line}`),
    `  const result = await client.callTool(${json(params, 2)});`,
    "  await client.close();",
    check,
    "});",
    "",
  ].join("\n");
}

const importsOf = ({ transport }: McpServer): string[] =>
  "command" in transport
    ? [
        'import { Client } from "@modelcontextprotocol/client";',
        'import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";',
      ]
    : ['import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";'];

function openingOf({ transport }: McpServer): string[] {
  const fromHere = (names: readonly string[], variable: (name: string) => string) =>
    `{ ${names.map((name) => `${JSON.stringify(name)}: process.env[${JSON.stringify(variable(name))}] ?? ""`).join(", ")} }`;
  const lines = [
    'const client = new Client({ name: "me", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });',
  ];
  if ("command" in transport) {
    const { command, args = [], env = {} } = transport;
    const names = Object.keys(env);
    const variables = names.length > 0 ? `, env: ${fromHere(names, (name) => name)}` : "";
    return [
      ...lines,
      `await client.connect(new StdioClientTransport({ command: ${JSON.stringify(command)}, args: ${JSON.stringify(args)}${variables} }));`,
    ];
  }
  const names = Object.keys(transport.headers ?? {});
  const init = names.length > 0 ? `, { requestInit: { headers: ${fromHere(names, variableOf)} } }` : "";
  return [
    ...lines,
    `await client.connect(new StreamableHTTPClientTransport(new URL(${JSON.stringify(bare(transport.url))})${init}));`,
  ];
}

/** An address without what it asks for, which may hold a key. */
function bare(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

/** The variable that a header's secret comes from: `X_KEY` of `x-key`. */
const variableOf = (header: string): string => header.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_");

const quoted = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

const json = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, 2).replaceAll("\n", `\n${" ".repeat(indent)}`);

function read(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    // One that was cut.
    return {};
  }
}
