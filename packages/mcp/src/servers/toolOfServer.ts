import { createHash } from "node:crypto";
import type { JsonSchema, PermissionPolicy, RegisteredTool } from "@callboard/core";
import { plainCopy } from "@callboard/core/host";
import { createToolNames, MODEL_NAMES } from "@callboard/core/bridge";
import { toRegisteredTool } from "@callboard/core/catalog";
import type { Tool } from "@modelcontextprotocol/client";
import { callTool, type ServerCalls } from "./callTool.ts";
import { notConnected } from "./connection.ts";
import type { Definition } from "./knownDefinitions.ts";
import type { ServerTool } from "./knownTools.ts";
import type { McpServer } from "./mcpServer.ts";
import { createPacedProgress } from "./pacedProgress.ts";
import { ARABIC, GERMAN, WORDS, wordsIn } from "./serverWords.ts";

/** How long one call may take unless the server's entry says otherwise. */
const CALL_MS = 5 * 60_000;
/** How much of that a task is followed for at a stretch: another begins before the time is over. */
const STRETCH = 0.8;
/** The most tools that one server may bring: more than anybody lists, and few enough to be listed at once. */
const MOST_TOOLS = 5_000;

/** The tools that a server lists as a catalog has them, and what could not be taken of its list. */
export interface ReadTools {
  tools: RegisteredTool[];
  /** The same, each with what the server said of it. */
  definitions: ServerTool[];
  refused: RefusedTool[];
}

/** An entry of a server's list that is not taken as it stands. */
export interface RefusedTool {
  tool: string;
  /** It stands there twice, is one too many, is too long, or is no definition that can be used. */
  code: "twice" | "beyond" | "long" | "unusable";
  /** Why, for whoever runs the host. */
  said: string;
}

/** Reads the lists of a server, one after the other: a tool whose definition stayed the same is the same object. */
export function createToolReader(calls: ServerCalls): (listed: readonly Tool[]) => ReadTools {
  let known = new Map<string, ServerTool>();
  return (listed) => {
    const refused: RefusedTool[] = [];
    const byName = new Map<string, Tool>();
    for (const tool of listed) {
      const twice = `it lists "${tool.name}" twice; the first is taken`;
      if (byName.has(tool.name)) refused.push({ tool: tool.name, code: "twice", said: twice });
      else if (byName.size < MOST_TOOLS) byName.set(tool.name, tool);
    }
    if (listed.length > MOST_TOOLS) {
      const said = `it lists ${listed.length} tools; the first ${MOST_TOOLS} are taken`;
      refused.push({ tool: listed[MOST_TOOLS]?.name ?? "", code: "beyond", said });
    }
    const names = createToolNames([...byName.keys()], MODEL_NAMES);
    const now = new Map<string, ServerTool>();
    for (const tool of byName.values()) {
      const key = JSON.stringify([names.nameOf(tool.name), tool]);
      try {
        if (key.length > LONGEST_DEFINITION) {
          refused.push({ tool: tool.name.slice(0, 200), code: "long", said: tooLong(tool.name, key.length) });
          continue;
        }
        now.set(key, known.get(key) ?? serverToolOf(calls, tool, names.nameOf(tool.name)));
      } catch (error) {
        const said = error instanceof Error ? error.message : String(error);
        refused.push({ tool: tool.name, code: "unusable", said });
      }
    }
    known = now;
    const definitions = [...now.values()];
    return { tools: definitions.map(({ tool }) => tool), definitions, refused };
  };
}

/** The longest definition, in characters of its JSON: more than any form is drawn of. */
const LONGEST_DEFINITION = 1_000_000;
const tooLong = (name: string, length: number) =>
  `the definition of "${name.slice(0, 200)}" has ${length} characters, and the most is ${LONGEST_DEFINITION}`;

function serverToolOf(calls: ServerCalls, tool: Tool, slug: string): ServerTool {
  const definition = { server: placeOf(calls.server), tool: definitionOf(tool) };
  // As the database keeps it: without what JSON has no word for.
  return {
    name: tool.name,
    definition: plainCopy(definition) as Definition,
    tool: toolOf(calls, tool, slug),
  };
}

function toolOf(calls: ServerCalls, tool: Tool, slug: string): RegisteredTool {
  const { server, connection, live } = calls;
  const { name, title, description, annotations, inputSchema, outputSchema, execution } = tool;
  const asTask = execution?.taskSupport === "required" || execution?.taskSupport === "optional";
  const timeLimit = server.timeLimit ?? CALL_MS;
  const away = notConnected(server.name);
  return toRegisteredTool({
    slug,
    name: title ?? annotations?.title ?? name,
    description: description ?? "",
    category: server.title ?? server.name,
    icon: "server",
    inputSchema: inputSchema as JsonSchema,
    ...(outputSchema && { outputSchema: outputSchema as JsonSchema }),
    permissionPolicy: policyOf(annotations),
    timeLimit,
    execution: { server: placeOf(server), tool: definitionOf(tool) },
    // A task goes on while its server is away, stretch by stretch, and each of these is a run of its tool.
    available: () => connection.isOpen() || live.followsTask() || { reason: away },
    phrases: Object.values(WORDS),
    messages: {
      de: { ...wordsIn(GERMAN), [away]: `Der MCP-Server „${server.name}“ ist nicht verbunden.` },
      ar: { ...wordsIn(ARABIC), [away]: `خادم MCP «${server.name}» غير متصل.` },
    },
    async execute(input: Record<string, unknown>, context, { onProgress }) {
      const progress = createPacedProgress(({ progress, total, message }) => onProgress(progress, total, message));
      const listener = { signal: context.signal, onProgress: progress.step };
      try {
        return await callTool(calls, { name, input, asTask, stretchMs: timeLimit * STRETCH, context, listener });
      } finally {
        progress.end();
      }
    },
  });
}

/** A tool asks unless its server says that it only reads; what it says is a hint, so a doubt asks too. */
function policyOf(annotations: Tool["annotations"]): PermissionPolicy {
  return annotations?.readOnlyHint === true && annotations.destructiveHint !== true ? "auto" : "always_ask";
}

/** Which server it is, for the version of its tools: secrets in its environment and headers are no part of it. */
function placeOf({ name, transport }: McpServer) {
  return "command" in transport
    ? { name, command: transport.command, args: transport.args ?? [] }
    : { name, ...addressOf(transport.url) };
}

/** What an address asks for may hold a key: of that only whether it has changed is kept. */
function addressOf(url: string) {
  const { href, search } = new URL(url);
  return search === ""
    ? { url }
    : { url: href.replace(search, ""), query: createHash("sha256").update(search).digest("hex") };
}

/** The definition as the server gave it. `_meta` is the server's own bookkeeping, and differs from list to list. */
function definitionOf({ _meta, ...definition }: Tool) {
  return definition;
}
