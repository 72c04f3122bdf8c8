import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createRegistry } from "@callboard/core";
import { sourceNameOf, type McpServer } from "@callboard/mcp";
import { closeOnSignal } from "@callboard/server";
import { UsageError, type Command } from "./command.ts";
import { dataFolder } from "./dataFolder.ts";
import { serversModule } from "./mcpServers.ts";
import { openHost, portOf } from "./openHost.ts";

const usage = [
  "callboard mcp [--env NAME=value]... [--port <number>] [--data <folder>] <command> [argument]...",
  'callboard mcp [--header "Name: value"]... [--port <number>] [--data <folder>] <url>',
  "",
  "Opens a page on an MCP server, for this machine alone: each of its tools is a form that runs it, with its results and its history.",
  "Put options before the command: what follows its name belongs to the command.",
  "",
  "  callboard mcp npx @modelcontextprotocol/server-everything stdio",
  '  callboard mcp --header "Authorization: Bearer $TOKEN" https://mcp.example.com/mcp',
  "",
  "  --env      a variable that the command is given, beside PATH, HOME and their like; with its name alone, its value here",
  "  --header   sent with each request to an address, such as a key",
  "  --name     what the server is called; default: taken from the command or the address",
  "  --port     default: PORT or 4600; 0 takes any that is free",
  "  --data     where runs are kept; default: .callboard/mcp/<name>",
].join("\n");

const options = {
  env: { type: "string", multiple: true },
  header: { type: "string", multiple: true },
  name: { type: "string" },
  port: { type: "string" },
  data: { type: "string" },
} as const;

export const command: Command = {
  usage,
  async run(args, output) {
    const { server, port, data } = readArguments(args);
    const { url, close } = await openHost({
      registry: createRegistry(),
      // Whoever asks is at this machine, as is who started this.
      modules: [serversModule([server], output, { mayManage: () => true, allowPrivate: true, keepsWire: true })],
      hasServers: true,
      port: portOf(port ?? (process.env["PORT"] || "4600")),
      hostname: "127.0.0.1",
      dataDir: data === undefined ? join(dataFolder(), "mcp", server.name) : resolve(data),
      isPrivate: true,
      model: undefined,
      title: undefined,
      onProblem: output.err,
    });
    output.out(`Callboard is ready: ${url}`);
    closeOnSignal(close);
    return await new Promise<never>(() => {});
  },
};

/** What the command line says of a server, and of where its page is. */
export interface McpArguments {
  server: McpServer;
  port: string | undefined;
  data: string | undefined;
}

/**
 * Reads the command line: what follows a command's name is the command's own, and an address stands where one likes.
 * @throws UsageError, or that of `parseArgs`.
 */
export function readArguments(args: readonly string[]): McpArguments {
  const { tokens } = parseArgs({ args: [...args], options, allowPositionals: true, strict: false, tokens: true });
  const first = tokens.find(({ kind }) => kind === "positional");
  const target = first && args[first.index];
  if (!first || target === undefined) {
    throw new UsageError("Name the command that starts a server, or the address of one.");
  }
  const isAddress = /^https?:\/\//i.test(target);
  const own = isAddress ? args : args.slice(0, first.index);
  const { values, positionals } = parseArgs({ args: [...own], options, allowPositionals: isAddress });
  const { env = [], header = [], port, data } = values;
  if (isAddress && positionals.length > 1) throw new UsageError(`"${positionals[1]}" is one address too many.`);
  if (isAddress && env.length > 0) throw new UsageError("--env is for a command; an address takes --header.");
  if (!isAddress && header.length > 0) throw new UsageError("--header is for an address; a command takes --env.");
  const words = args.slice(first.index + 1);
  const title = values.name?.trim() || (isAddress ? new URL(target).hostname : programOf(target, words));
  const transport: McpServer["transport"] = isAddress
    ? { url: target, ...(header.length > 0 && { headers: Object.fromEntries(header.map(headerOf)) }) }
    : { command: target, args: words, ...(env.length > 0 && { env: Object.fromEntries(env.map(variableOf)) }) };
  return { server: { name: sourceNameOf(title), title, transport }, port, data };
}

/** What starts other programs: the server is what they start. */
const STARTERS = new Set([
  "npx",
  "npm",
  "pnpm",
  "yarn",
  "bunx",
  "bun",
  "uvx",
  "uv",
  "deno",
  "node",
  "python",
  "python3",
]);
const STEPS = new Set(["exec", "run", "dlx", "x", "tool"]);

/**
 * What a person calls the server that a command starts: `server-everything` of
 * `npx -y @modelcontextprotocol/server-everything@1 stdio`.
 */
function programOf(command: string, words: readonly string[]): string {
  const name = (path: string) =>
    basename(path.replace(/(?<=.)@[\w.^~-]+$/, "")).replace(/\.(?:exe|cmd|[cm]?[jt]s|py)$/, "");
  if (!STARTERS.has(name(command))) return name(command);
  const program = words.find((word) => !word.startsWith("-") && !STEPS.has(word));
  return name(program ?? command);
}

function variableOf(text: string): [string, string] {
  const [, name, value] = /^([^=]+)(?:=(.*))?$/s.exec(text) ?? [];
  if (name === undefined) throw new UsageError(`--env takes NAME=value, and "${text}" is none.`);
  const found = value ?? process.env[name];
  if (found === undefined)
    throw new UsageError(`--env ${name} has no value here. Write ${name}=value, or set ${name}.`);
  return [name, found];
}

function headerOf(text: string): [string, string] {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+)\s*:\s*(.*)$/s.exec(text) ?? [];
  // The value may be a secret: it is not repeated.
  if (name === undefined || value === undefined) throw new UsageError('--header takes "Name: value".');
  return [name, value.trim()];
}
