import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { serveMcp } from "@callboard/mcp";
import { closeOnSignal, DEMO_ACTOR } from "@callboard/server";
import { UsageError, type Command, type Output } from "./command.ts";
import { openFolder, toolsFolder } from "./openFolder.ts";
import { portOf } from "./openHost.ts";

const usage = [
  "callboard mcp-server [folder] [--port <number>] [--data <folder>]",
  "",
  "Serves a folder of tools to the MCP client that starts it, over its standard streams. While it runs, its pages are at this machine:",
  "what a tool asks a person is answered there, and every call is in the library's history. It ends with its client.",
  "",
  '  { "mcpServers": { "tools": { "command": "npx", "args": ["callboard", "mcp-server", "/path/to/tools"] } } }',
  "",
  "  --port   of the pages; default: any that is free. Standard error says which",
  "  --data   where calls are kept; default: .callboard/mcp-server in the folder. One process at a time has it",
].join("\n");

export const command: Command = {
  usage,
  async run(args, { err }) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { port: { type: "string" }, data: { type: "string" } },
    });
    if (positionals.length > 1) throw new UsageError("Name one folder of tools.");
    const folder = await toolsFolder(positionals[0]);
    // Standard output is the client's.
    const output: Output = { out: err, err };
    const mcp = serveMcp();
    const { url, close } = await openFolder({
      folder,
      port: portOf(values.port ?? "0"),
      hostname: "127.0.0.1",
      dataDir: values.data === undefined ? join(folder, ".callboard", "mcp-server") : resolve(values.data),
      model: undefined,
      isWatched: true,
      modules: [],
      mcp,
      output,
    });
    err(`Callboard is ready: ${url}`);
    closeOnSignal(close);
    await new Promise<void>((resolveGone, reject) => {
      mcp.overStdio({ actor: DEMO_ACTOR, address: url, onClose: resolveGone }).catch(reject);
    });
    await close();
    return 0;
  },
};
