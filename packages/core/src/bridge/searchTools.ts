import { createToolSearches, type ToolSearches } from "../search/toolSearches.ts";
import type { Embedder } from "../search/embedder.ts";
import type { ToolSearchRequest, ToolSearchResponse } from "../search/toolSearch.ts";
import { catalogOf, noTool, type ToolCatalog } from "../catalog/catalog.ts";
import { toolsInCode } from "../catalog/codeSource.ts";
import type { CallContext, ToolContext } from "../tool/context.ts";
import type { ToolDefinition } from "../tool/definition.ts";
import { executeTool } from "../calls/execute.ts";
import { currentRegistry } from "../tool/defaultRegistry.ts";
import type { RegisteredTool, Registry } from "../tool/registry.ts";
import { ToolError } from "../tool/toolError.ts";
import { isForModels } from "../tool/visibility.ts";

/** The two tools through which a model reaches all others; no other tool has these names where they are in use. */
export const SEARCH_TOOLS = ["tool_search", "tool_invoke"] as const;

export interface SearchToolsOptions {
  /** The tools of a registry; a catalog has those of other sources too. One of the two is given. */
  registry?: Registry;
  catalog?: ToolCatalog;
  /** Finds by meaning, too; without it words find alone. */
  embedder?: Embedder | undefined;
  /** Where searches are kept; of these tools alone unless given. */
  searches?: ToolSearches;
}

/** What a model is told of, and may call: tools that this context may use and that are not for people alone. */
export function toolsForModels(registry: Registry, context: ToolContext): RegisteredTool[] {
  return toolsInCode(registry, context).filter(isForModels);
}

/** Whether `tool_search` finds a tool: one for models that is not of the two itself. */
export function isSearched(tool: RegisteredTool): boolean {
  return isForModels(tool) && !SEARCH_TOOLS.some((name) => name === tool.slug);
}

/** Which of the two names other tools have already. */
export function reservedNames(tools: readonly RegisteredTool[]): string[] {
  const named = tools.filter(isForModels);
  return SEARCH_TOOLS.filter((name) => named.some(({ slug, aliases }) => slug === name || aliases?.includes(name)));
}

/**
 * Makes `tool_search` and `tool_invoke` over a registry or a catalog. Both see what the caller may see. `tool_invoke`
 * runs the inner tool through `executeTool`: with its validation, its permission and its policy, and with an error that
 * begins with its name.
 * @example
 * ```ts
 * const own = createRegistry();
 * for (const tool of createSearchTools({ registry })) own.register(tool);
 * await executeTool("tool_search", { query: "convert miles" }, "agent", { registry: own });
 * ```
 */
export function createSearchTools({
  registry,
  catalog = catalogOf(registry ?? currentRegistry()),
  embedder,
  searches = createToolSearches(),
}: SearchToolsOptions): [ToolDefinition<ToolSearchRequest, ToolSearchResponse>, ToolDefinition<Invocation>] {
  const others = async (context: ToolContext) => (await catalog.toolsFor(context)).filter(isSearched);
  return [
    {
      slug: "tool_search",
      name: "Search tools",
      userDescription: "Finds the tools that fit a task.",
      messages: {
        de: {
          "Search tools": "Werkzeuge suchen",
          "Finds the tools that fit a task.": "Findet die Werkzeuge für eine Aufgabe.",
        },
        ar: {
          "Search tools": "البحث عن الأدوات",
          "Finds the tools that fit a task.": "يعثر على الأدوات الملائمة لمهمة.",
        },
      },
      description:
        "Finds the tools of this workspace that fit a task. Describe in `query` what is to be done, with a verb and what it is about, such as " +
        '"convert miles to kilometres". It returns each tool with its `tool_id`, its description and the schema of its arguments; call one with ' +
        "tool_invoke. Search before you say that something cannot be done, and search again in other words where `confidence` is low.",
      category: "platform",
      icon: "search",
      origin: "platform",
      inputSchema: {
        type: "object",
        properties: {
          query: { type: "string", description: 'What is to be done, in words; a tool\'s name; or "*" for all tools.' },
          keywords: {
            type: "array",
            items: { type: "string" },
            description: "Exact phrases that count beside the query, such as names of tables or columns.",
          },
          // Without bounds: the search caps what is out of range, so that a model that asks for 50 gets 20 and not an
          // error.
          limit: { type: "integer", description: "How many tools come back: 5 unless given, 20 at most." },
          min_score: { type: "number", description: "The least score relative to the best, from 0 to 1." },
          offset: { type: "integer", description: "How many of the best to leave out; 0 unless given." },
        },
        required: ["query"],
      },
      outputSchema: {
        type: "object",
        properties: {
          query: { type: "string" },
          search_mode: { type: "string" },
          total: { type: "integer" },
          tools: { type: "array", items: { type: "object", properties: { tool_id: { type: "string" } } } },
          hint: { type: "string" },
        },
      },
      summary: ({ query }) => query,
      execute: async (request, context) =>
        searches.of(context.tenantId ?? "", await others(context), embedder).search(request),
    },
    {
      slug: "tool_invoke",
      name: "Run a found tool",
      userDescription: "Runs a tool that was found.",
      messages: {
        de: {
          "Run a found tool": "Gefundenes Werkzeug ausführen",
          "Runs a tool that was found.": "Führt ein Werkzeug aus, das gefunden wurde.",
        },
        ar: { "Run a found tool": "تشغيل أداة معثور عليها", "Runs a tool that was found.": "يشغّل أداة عُثر عليها." },
      },
      description:
        "Runs a tool that tool_search returned: `tool_id` as it was given there, and `arguments` that fit the tool's `parameters`. The answer is " +
        "the tool's result; an error begins with the tool's name.",
      category: "platform",
      icon: "play",
      origin: "platform",
      inputSchema: {
        type: "object",
        properties: {
          tool_id: { type: "string", description: "The tool's name, as tool_search returned it." },
          arguments: {
            type: "object",
            description: "What the tool is given; {} unless given.",
            additionalProperties: true,
          },
        },
        required: ["tool_id"],
      },
      outputSchema: {
        type: "object",
        properties: { tool_id: { type: "string" }, result: {} },
        required: ["tool_id", "result"],
      },
      summary: ({ tool_id }) => tool_id,
      execute: (invocation, context, callbacks) => invoke(catalog, invocation, context, callbacks),
    },
  ];
}

/** What `tool_invoke` is given. */
export interface Invocation {
  tool_id: string;
  arguments?: Record<string, unknown>;
}

async function invoke(
  catalog: ToolCatalog,
  { tool_id, arguments: input = {} }: Invocation,
  context: CallContext,
  { onToolCall, onToolResult }: Parameters<ToolDefinition["execute"]>[2],
): Promise<{ tool_id: string; result: unknown }> {
  const tool = await catalog.find(tool_id, context);
  // A model is not told whether there is a tool that it may not have.
  const none = `${tool_id}: There is no such tool for you. Find one with tool_search.`;
  if (!tool || !isForModels(tool)) throw new ToolError(none);
  const callId = `${context.callId}#${tool_id}`;
  onToolCall({ callId, tool: tool.slug, input });
  const { output, error } = await executeTool(tool_id, input, context, { catalog, signal: context.signal });
  if (error !== null) {
    onToolResult({ callId, error });
    throw new ToolError(error === noTool(tool_id) ? none : `${tool_id}: ${error}`);
  }
  onToolResult({ callId, output });
  return { tool_id, result: output };
}
