import { UsageError, type Command, type Output } from "./command.ts";

/** The commands, each in a file that only it loads. */
const commands: Readonly<Record<string, { summary: string; load: () => Promise<{ command: Command }> }>> = {
  init: {
    summary: "Make a project that runs: a Vite app, a Next.js app, or a folder of tools.",
    load: () => import("./init.ts"),
  },
  serve: { summary: "Serve a folder of tools, with pages, a chat and embeds.", load: () => import("./serve.ts") },
  mcp: {
    summary: "Open a page on an MCP server: its tools as forms, their results and their history.",
    load: () => import("./mcp.ts"),
  },
  "mcp-server": {
    summary: "Serve a folder of tools to the MCP client that starts it, over its standard streams.",
    load: () => import("./mcp-server.ts"),
  },
  "mcp-replay": {
    summary: "Open a saved session with an MCP server, run it again, or serve it in the server's place.",
    load: () => import("./mcp-replay.ts"),
  },
  ingest: { summary: "Bring a folder of documents in, for agents and people.", load: () => import("./ingest.ts") },
  check: { summary: "Say what models and clients cannot read in tool definitions.", load: () => import("./check.ts") },
  publish: { summary: "Publish a tool for other people's pages.", load: () => import("./publish.ts") },
  published: {
    summary: "List what is published, what has changed, and how it is used.",
    load: () => import("./published.ts"),
  },
  keys: {
    summary: "Make, list and revoke the keys by which MCP clients run a host's tools.",
    load: () => import("./keys.ts"),
  },
  backup: {
    summary: "Keep a checked copy of the embedded database, while its host runs.",
    load: () => import("./backup.ts"),
  },
  restore: { summary: "Make a data folder from a backup.", load: () => import("./restore.ts") },
  move: {
    summary: "Move what an embedded database holds into a PostgreSQL, and prove that nothing is lost.",
    load: () => import("./move.ts"),
  },
  revoke: { summary: "Take a publish key back, with all that it opened.", load: () => import("./revoke.ts") },
};

/** Runs `callboard <args>`; resolves with the exit code. It never throws. */
export async function runCli(args: readonly string[], output: Output): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    output.out(overview());
    return 0;
  }
  const found = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!found) {
    output.err(`callboard has no command "${name}".\n\n${overview()}`);
    return 2;
  }
  try {
    const { command } = await found.load();
    if (rest.includes("--help") || rest.includes("-h")) {
      output.out(command.usage);
      return 0;
    }
    return await command.run(rest, output);
  } catch (error) {
    if (isUsage(error)) output.err(`${error.message}\n\nSee callboard ${name} --help.`);
    else output.err(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return 2;
  }
}

/** Ours, or that of `parseArgs`. */
function isUsage(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  return error instanceof TypeError && String((error as NodeJS.ErrnoException).code).startsWith("ERR_PARSE_ARGS_");
}

function overview(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return ["callboard <command>", "", ...lines, "", "callboard <command> --help says what each takes."].join("\n");
}
