import { Hono } from "hono";
import { beginTurn } from "../agent/beginTurn.ts";
import { contextOf, type HostEnvironment } from "./environment.ts";
import { json } from "../http/httpError.ts";
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

  return routes;
}
