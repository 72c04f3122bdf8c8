import type { ToolSearchRequest } from "@callboard/core";
import { beginTurn } from "../agent/beginTurn.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { ModuleRoute } from "../kernel/module.ts";
import { HttpError, json } from "../http/httpError.ts";
import { readFields } from "../http/readFields.ts";
import { readJson } from "../http/readJson.ts";

/** `/api/chat`: a message to an agent, in a new session or the next turn of one, and the tools that it has. */
export function chatRoutes(kernel: Kernel): readonly ModuleRoute[] {
  const { agents, catalog, toolModes, maxBodyBytes } = kernel;
  return [
    {
      method: "POST",
      path: "/api/chat",
      authority: "session",
      async handle({ request, actor, context }) {
        const body = await readJson(request, maxBodyBytes);
        const turn = readFields(body, { message: "string", sessionId: "string?", agent: "string?" });
        const begun = await beginTurn({ ...kernel, actor, context: await context() }, turn);
        return json(begun, 202);
      },
    },
    {
      method: "GET",
      path: "/api/chat/agents",
      authority: "tenant",
      handle: async ({ context }) => json(await agents.listFor(await context())),
    },
    {
      method: "GET",
      path: "/api/chat/tools",
      authority: "tool",
      async handle(request) {
        const context = { ...(await request.context()), source: "agent" as const };
        return json(await toolModes.describe(await catalog.toolsFor(context), context));
      },
    },
    {
      method: "GET",
      path: "/api/chat/tools/search",
      authority: "tool",
      async handle({ query, actor, context }) {
        const tools = await catalog.toolsFor({ ...(await context()), source: "agent" });
        return json(await toolModes.search(actor.tenantId, tools, searchIn(query)));
      },
    },
  ];
}

/** The request of a search in the address: as `tool_search` takes it, each keyword a parameter of its own. */
function searchIn(parameters: URLSearchParams): ToolSearchRequest {
  const query = parameters.get("query");
  if (query === null)
    throw new HttpError(400, "invalid_parameter", 'Say what to look for: "?query=…".', { path: "/query" });
  return {
    query,
    keywords: parameters.has("keyword") ? parameters.getAll("keyword") : undefined,
    limit: searchNumber(parameters, "limit", { whole: true }),
    offset: searchNumber(parameters, "offset", { whole: true }),
    min_score: searchNumber(parameters, "min_score"),
    explain: true,
  };
}

/**
 * A number of a search, undefined where there is none. One that is out of range is left to the search, which caps it.
 */
function searchNumber(parameters: URLSearchParams, name: string, { whole = false } = {}): number | undefined {
  const value = parameters.get(name);
  if (value === null || value === "") return undefined;
  if (!(whole ? /^-?\d+$/ : /^-?\d*\.?\d+$/).test(value)) {
    const message = `"${name}" has to be a ${whole ? "whole number" : "number"}, not "${value.slice(0, 80)}".`;
    throw new HttpError(400, "invalid_parameter", message, { path: `/${name}` });
  }
  return Number(value);
}
