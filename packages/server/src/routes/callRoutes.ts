import { Hono } from "hono";
import type { HostEnvironment } from "./environment.ts";
import { HttpError, json } from "./httpError.ts";
import { isId } from "./queryParameters.ts";

/** `/api/calls`: what can be done with a call that runs. */
export function callRoutes(): Hono<HostEnvironment> {
  const routes = new Hono<HostEnvironment>();

  routes.post("/:callId/cancel", async (c) => {
    const callId = c.req.param("callId");
    const { actor } = c.var;
    const outcome = isId(callId)
      ? await c.var.services.runner.cancel(actor.tenantId, callId, `Cancelled by ${actor.userId}.`)
      : "unknown";
    if (outcome === "unknown") {
      throw new HttpError(404, "call_not_found", `There is no call "${callId.slice(0, 200)}" here.`);
    }
    if (outcome === "ended") {
      throw new HttpError(409, "already_ended", "The call has ended already, so there is nothing to cancel.");
    }
    return json({ callId, status: "cancelled" }, 202);
  });

  return routes;
}
