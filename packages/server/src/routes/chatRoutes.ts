import { Hono, type HonoRequest } from "hono";
import type { ToolSearchRequest } from "@callboard/core";
import { beginTurn } from "../agent/beginTurn.ts";
import { contextOf, type HostEnvironment } from "../kernel/kernel.ts";
import { HttpError, json } from "../http/httpError.ts";
import { readFields } from "../http/readFields.ts";
import { readJson } from "../http/readJson.ts";

/** `/api/chat`: a message to an agent, in a new session or the next turn of one. */
export function chatRoutes(): Hono<HostEnvironment> {
  const routes = new Hono<HostEnvironment>();

  routes.post("/", async (c) => {
    const { kernel, actor } = c.var;
    const body = await readJson(c.req.raw, kernel.maxBodyBytes);
    const { message, sessionId } = readFields(body, { message: "string", sessionId: "string?" });
    const begun = await beginTurn({ ...kernel, actor, context: await contextOf(c) }, { message, sessionId });
    return json(begun, 202);
  });

  routes.get("/tools", async (c) => {
    const { catalog, toolModes } = c.var.kernel;
    const context = { ...(await contextOf(c)), source: "agent" as const };
    return json(await toolModes.describe(await catalog.toolsFor(context), context));
  });

  routes.get("/tools/search", async (c) => {
    const { catalog, toolModes } = c.var.kernel;
    const tools = await catalog.toolsFor({ ...(await contextOf(c)), source: "agent" });
    return json(await toolModes.search(c.var.actor.tenantId, tools, searchIn(c.req)));
  });

  return routes;
}

/** The request of a search in the address: as `tool_search` takes it, each keyword a parameter of its own. */
function searchIn(request: HonoRequest): ToolSearchRequest {
  const query = request.query("query");
  if (query === undefined)
    throw new HttpError(400, "invalid_parameter", 'Say what to look for: "?query=…".', { path: "/query" });
  return {
    query,
    keywords: request.queries("keyword"),
    limit: searchNumber(request, "limit", { whole: true }),
    offset: searchNumber(request, "offset", { whole: true }),
    min_score: searchNumber(request, "min_score"),
    explain: true,
  };
}

/**
 * A number of a search, undefined where there is none. One that is out of range is left to the search, which caps it.
 */
function searchNumber(request: HonoRequest, name: string, { whole = false } = {}): number | undefined {
  const value = request.query(name);
  if (value === undefined || value === "") return undefined;
  if (!(whole ? /^-?\d+$/ : /^-?\d*\.?\d+$/).test(value)) {
    const message = `"${name}" has to be a ${whole ? "whole number" : "number"}, not "${value.slice(0, 80)}".`;
    throw new HttpError(400, "invalid_parameter", message, { path: `/${name}` });
  }
  return Number(value);
}
