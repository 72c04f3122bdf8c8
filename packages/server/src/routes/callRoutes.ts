import { Hono } from "hono";
import { answerApproval } from "../agent/answerApproval.ts";
import type { HostEnvironment } from "./environment.ts";
import { HttpError, json } from "./httpError.ts";
import { isId } from "./queryParameters.ts";
import { readFields } from "./readFields.ts";
import { readJson } from "./readJson.ts";

/** A reason is kept in the log and told to the model. */
const LONGEST_REASON = 10_000;

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

  for (const decision of ["approve", "deny"] as const) {
    routes.post(`/:callId/${decision}`, async (c) => {
      const callId = c.req.param("callId");
      const { actor, services } = c.var;
      const body = await readJson(c.req.raw, services.maxBodyBytes);
      const kinds = { approvalId: "string", reason: "string?", scope: "string?" } as const;
      const { scope, ...fields } =
        decision === "approve" ? readFields(body, { ...kinds, input: "any?" }) : readFields(body, kinds);
      if (scope !== undefined && scope !== "once") {
        const message = 'An answer counts for this one call: leave "scope" out, or send "once".';
        throw new HttpError(422, "invalid_scope", message, { path: "/scope" });
      }
      if ((fields.reason?.length ?? 0) > LONGEST_REASON) {
        const message = `A reason has at most ${LONGEST_REASON} characters. Say it in fewer.`;
        throw new HttpError(422, "invalid_reason", message, { path: "/reason" });
      }
      if (!isId(callId)) throw new HttpError(404, "call_not_found", `There is no call "${callId.slice(0, 200)}" here.`);
      await answerApproval({ ...services, actor }, { callId, decision, ...fields });
      return json({ callId, status: decision === "approve" ? "approved" : "denied" }, 202);
    });
  }

  return routes;
}
