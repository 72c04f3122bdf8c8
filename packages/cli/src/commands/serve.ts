import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { createKnowledge } from "@callboard/knowledge";
import { closeOnSignal, modelFromEnvironment } from "@callboard/server";
import { UsageError, type Command } from "./command.ts";
import { dataFolder } from "./dataFolder.ts";
import { readServers, serversModule } from "./mcpServers.ts";
import { openFolder, toolsFolder } from "./openFolder.ts";
import { othersReach, portOf, publicUrl } from "./openHost.ts";

const usage = [
  "callboard serve [folder] [--port <number>] [--data <folder>] [--mcp <file>] [--model <name>] [--title <name>] [--logo <file>]",
  "",
  "Serves a folder of tools, ./tools unless named: a library with a page a tool, a chat, run history, and embeds. A tool is a module that",
  "exports a definition, as tip-splitter.ts or tip-splitter/definition.ts, in TypeScript or JavaScript. Changes are taken up as they are saved.",
  "",
  "  --port        default: PORT or 4600; 0 takes any that is free",
  "  --hostname    the address to listen at; default: 127.0.0.1. At any other, list the names that people type: CALLBOARD_ALLOWED_HOSTS",
  "                and say who is let in: CALLBOARD_ANONYMOUS=1 is everybody, as one person; without it each request shows a credential",
  "  --data        where runs and chats are kept; default: CALLBOARD_DATA or .callboard. DATABASE_URL names a PostgreSQL instead",
  "  --mcp         a file of MCP servers whose tools join those of the folder, as other clients have it: mcp.json",
  "                More are added at /servers, by public addresses; CALLBOARD_MCP_PRIVATE=1 lets those of a private network in",
  "                A server may ask for a sign-in. Where other machines reach this one, CALLBOARD_PUBLIC_URL says where people come back to",
  "  --model       the model that answers chats; default: OPENAI_MODEL, with its key in OPENAI_API_KEY",
  "  --model-url   where it is, as an OpenAI-compatible API; default: OPENAI_BASE_URL or https://api.openai.com/v1",
  "  --title       what the pages are called, in the bar and in tabs; default: Callboard",
  "  --logo        the picture beside the title, and in tabs: an SVG, PNG or WebP file",
  "  --no-watch    reads the tools once",
].join("\n");

export const command: Command = {
  usage,
  async run(args, output) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      allowNegative: true,
      options: {
        port: { type: "string" },
        hostname: { type: "string" },
        data: { type: "string" },
        mcp: { type: "string" },
        model: { type: "string" },
        "model-url": { type: "string" },
        title: { type: "string" },
        logo: { type: "string" },
        watch: { type: "boolean" },
      },
    });
    if (positionals.length > 1) throw new UsageError("Name one folder of tools.");
    const folder = await toolsFolder(positionals[0]);
    const hostname = values.hostname ?? "127.0.0.1";
    const isOperator = !othersReach(hostname);
    const servers =
      values.mcp === undefined
        ? undefined
        : serversModule(await readServers(values.mcp, output), output, {
            ...(isOperator && { mayManage: () => true }),
            allowPrivate: Boolean(process.env["CALLBOARD_MCP_PRIVATE"]),
            ...publicUrl(),
          });
    const { url, isReachable, close } = await openFolder({
      folder,
      port: portOf(values.port ?? (process.env["PORT"] || "4600")),
      hostname,
      dataDir: dataFolder(values.data),
      model: modelOf(values),
      isWatched: values.watch ?? true,
      title: values.title?.trim() || undefined,
      logo: values.logo === undefined ? undefined : resolve(values.logo),
      hasServers: servers !== undefined,
      modules: [createKnowledge(isOperator ? { mayWrite: () => true } : {}), ...(servers ? [servers] : [])],
      output,
    });
    output.out(`Callboard is ready: ${url}`);
    if (isReachable && !process.env["CALLBOARD_ANONYMOUS"]) {
      output.out(
        "Other machines reach it, so it asks everybody for a credential. CALLBOARD_ANONYMOUS=1 lets all of them in, as one person; docs/deploy.md has the other ways.",
      );
    }
    closeOnSignal(close);
    return await new Promise<never>(() => {});
  },
};

function modelOf(values: { model?: string | undefined; "model-url"?: string | undefined }) {
  const { OPENAI_BASE_URL, OPENAI_MODEL, OPENAI_API_KEY } = process.env;
  const model = values.model ?? OPENAI_MODEL;
  const standard = model ? "https://api.openai.com/v1" : undefined;
  try {
    return modelFromEnvironment({
      OPENAI_API_KEY,
      OPENAI_MODEL: model,
      OPENAI_BASE_URL: values["model-url"] ?? (OPENAI_BASE_URL || standard),
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
