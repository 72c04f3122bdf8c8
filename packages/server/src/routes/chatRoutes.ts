import { Hono, type HonoRequest } from "hono";
import type { ToolSearchRequest } from "@callboard/core";
import { beginTurn } from "../agent/beginTurn.ts";
import { contextOf, type HostEnvironment } from "../kernel/kernel.ts";
import { HttpError, json } from "../http/httpError.ts";
import { wholeNumber } from "../http/queryParameters.ts";
import { readFields } from "../http/readFields.ts";
import { readJson } from "../http/readJson.ts";

/** `/api/chat`: a message to an agent, in a new session or the next turn of one. */
export function chatRoutes(): Hono<HostEnvironment> {
  const routes = new Hono<HostEnvironment>();

  routes.post("/", async (c) => {
    const { services, actor } = c.var;
    const body = await readJson(c.req.raw, services.maxBodyBytes);
    const { message, sessionId } = readFields(body, { message: "string", sessionId: "string?" });
    const begun = await beginTurn({ ...services, actor, context: await contextOf(c) }, { message, sessionId });
    return json(begun, 202);
  });

  routes.get("/tools", async (c) => {
    const { registry, toolModes } = c.var.services;
    const context = await contextOf(c);
    return json(await toolModes.describe(registry.available({ ...context, source: "agent" })));
  });

  routes.get("/tools/search", async (c) => {
    const { registry, toolModes } = c.var.services;
    const context = await contextOf(c);
    const tools = registry.available({ ...context, source: "agent" });
    return json(await toolModes.search(c.var.actor.tenantId, tools, searchIn(c.req)));
  });

  return routes;
}

/** The request of a search in the address: as `tool_search` takes it, each keyword a parameter of its own. */
function searchIn(request: HonoRequest): ToolSearchRequest {
  const query = request.query("query");
  if (query === undefined)
    throw new HttpError(400, "invalid_parameter", 'Say what to look for: "?query=…".', { path: "/query" });
  const least = request.query("min_score");
  if (least !== undefined && !(Number(least) >= 0 && Number(least) <= 1)) {
    const message = `"min_score" has to be a number from 0 to 1, not "${least.slice(0, 80)}".`;
    throw new HttpError(400, "invalid_parameter", message, { path: "/min_score" });
  }
  return {
    query,
    keywords: request.queries("keyword"),
    limit: wholeNumber(request.query("limit"), "limit", { min: 1, max: 20, fallback: 5 }),
    offset: wholeNumber(request.query("offset"), "offset", { min: 0, max: 1_000_000, fallback: 0 }),
    min_score: least === undefined ? undefined : Number(least),
    explain: true,
  };
}
