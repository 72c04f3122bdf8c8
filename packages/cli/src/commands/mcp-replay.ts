import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createRegistry } from "@callboard/core";
import {
  readMcpSession,
  replayMcpSession,
  serveMcpSession,
  serveMcpSessionOverStdio,
  type McpServer,
  type McpSession,
} from "@callboard/mcp";
import { closeOnSignal, serve } from "@callboard/server";
import { UsageError, type Command, type Output } from "./command.ts";
import { readArguments } from "./mcp.ts";
import { serversModule } from "./mcpServers.ts";
import { openHost, portOf } from "./openHost.ts";

const usage = [
  "callboard mcp-replay <file> [--port <number>]",
  "callboard mcp-replay <file> --serve [--port <number>]",
  "callboard mcp-replay <file> --stdio",
  "callboard mcp-replay <file> --against [what callboard mcp takes]",
  "",
  "Opens a session that was saved on a server's page of callboard mcp, without the server: its tools are forms that answer as they did.",
  "A file that was changed since it was saved is refused.",
  "",
  "  --serve     serves it as an MCP server over HTTP, for this machine alone, at /mcp",
  "  --stdio     serves it as an MCP server over its standard streams, as the files of servers of clients start one",
  "  --against   runs each call again on a server, with all that it does there, and says what differs: exits with 1 where anything does.",
  "              What stands behind is read as callboard mcp reads it; with nothing behind it is the server of the file",
  "  --port      4600, or PORT, unless given; 0 takes any that is free",
].join("\n");

export const command: Command = {
  usage,
  async run(args, output) {
    const at = args.indexOf("--against");
    const { values, positionals } = parseArgs({
      args: at < 0 ? [...args] : args.slice(0, at),
      allowPositionals: true,
      options: { port: { type: "string" }, serve: { type: "boolean" }, stdio: { type: "boolean" } },
    });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw new UsageError("Name one file of a session.");
    const session = await readFileOf(file);
    if (at >= 0) return await runAgain(session, args.slice(at + 1), output);
    if (values.stdio) {
      await serveMcpSessionOverStdio(session);
      return 0;
    }
    const port = portOf(values.port ?? (process.env["PORT"] || "4600"));
    const close = values.serve ? await serveAlone(session, port, output) : await openPage(session, port, output);
    closeOnSignal(close);
    return await new Promise<never>(() => {});
  },
};

async function readFileOf(file: string): Promise<McpSession> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new UsageError(
      `There is no file ${file}. Save a session on a server's page of callboard mcp, and name its file.`,
    );
  });
  try {
    return readMcpSession(text);
  } catch (error) {
    throw new UsageError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function serveAlone(session: McpSession, port: number, output: Output) {
  const serving = await serve(serveMcpSession(session), { port, hostname: "127.0.0.1" });
  output.out(`The session is an MCP server: http://localhost:${serving.port}/mcp`);
  return () => serving.close();
}

/** The page on a session's stand-in: whatever is run there stands in a folder that goes with it. */
async function openPage(session: McpSession, port: number, output: Output) {
  const mock = await serve(serveMcpSession(session), { port: 0, hostname: "127.0.0.1" });
  const dataDir = await mkdtemp(join(tmpdir(), "callboard-replay-"));
  const server: McpServer = {
    name: session.server.name,
    title: session.server.title,
    transport: { url: `http://127.0.0.1:${mock.port}/mcp` },
  };
  const { url, close } = await openHost({
    registry: createRegistry(),
    modules: [serversModule([server], output, { mayManage: () => true, keepsWire: true })],
    hasServers: true,
    port,
    hostname: "127.0.0.1",
    dataDir,
    isPrivate: true,
    model: undefined,
    title: undefined,
    onProblem: output.err,
  });
  output.out(
    `${session.calls.length} calls of ${session.server.title}, saved ${new Date(session.savedAt).toISOString()}.`,
  );
  output.out(`Callboard is ready: ${url}`);
  return async () => {
    await close();
    await mock.close();
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function runAgain(session: McpSession, args: readonly string[], output: Output): Promise<number> {
  const server = args.length > 0 ? readArguments(args).server : serverOf(session);
  let differ = 0;
  await replayMcpSession(session, server, ({ kind, tool, input, difference }) => {
    if (difference !== undefined) differ += 1;
    if (kind === "tool" && difference === undefined) return;
    const what = kind === "tool" ? `tool ${tool}` : `${tool} ${JSON.stringify(input)}`;
    output.out(difference === undefined ? `same     ${what}` : `differs  ${what}\n         ${difference}`);
  });
  const all = session.tools.length + session.calls.length;
  output.out(differ === 0 ? `All ${all} are as they were.` : `${differ} differ from the session.`);
  return differ === 0 ? 0 : 1;
}

/** The server that a session was with; what opens it comes from here. */
function serverOf({ server: { name, title, transport } }: McpSession): McpServer {
  if ("command" in transport) {
    const { command, args, env } = transport;
    if (args.some((arg) => arg.includes("•"))) {
      throw new UsageError("A secret among its arguments is not in the file. Name the command behind --against.");
    }
    const given = env.flatMap((variable) => {
      const value = process.env[variable];
      return value === undefined ? [] : [[variable, value] as const];
    });
    return { name, title, transport: { command, args, env: Object.fromEntries(given) } };
  }
  if (transport.headers.length > 0) {
    throw new UsageError(
      `It was reached with ${transport.headers.join(", ")}, whose values are not in the file. Name them: --against --header "Name: value" ${transport.url}`,
    );
  }
  return { name, title, transport: { url: transport.url } };
}
