import { Hono } from "hono";
import type { AnswerAction } from "@callboard/core";
import { answerApproval } from "../agent/answerApproval.ts";
import { answerQuestion } from "../agent/answerQuestion.ts";
import type { HostEnvironment } from "../kernel/kernel.ts";
import { HttpError, json } from "../http/httpError.ts";
import { readCause } from "./readCause.ts";
import { isId } from "../db/storable.ts";
import { readFields } from "../http/readFields.ts";
import { readJson } from "../http/readJson.ts";
import { readReason } from "../http/readReason.ts";
import { HostRefusal } from "../hostRefusal.ts";

/** `/api/calls`: cancels a call, approves or denies one that asks, and answers its questions. */
export function callRoutes(): Hono<HostEnvironment> {
  const routes = new Hono<HostEnvironment>();

  routes.post("/:callId/cancel", async (c) => {
    const callId = c.req.param("callId");
    const { actor } = c.var;
    const cause = await readCause(c);
    const outcome = isId(callId) ? await c.var.kernel.runner.cancel(actor.tenantId, callId, cause) : "unknown";
    if (outcome === "unknown") {
      throw new HostRefusal("call_not_found", `There is no call "${callId.slice(0, 200)}" here.`);
    }
    if (outcome === "ended") {
      throw new HostRefusal("already_ended", "The call has ended already, so there is nothing to cancel.");
    }
    return json({ callId, status: "cancelled" }, 202);
  });

  for (const decision of ["approve", "deny"] as const) {
    routes.post(`/:callId/${decision}`, async (c) => {
      const callId = c.req.param("callId");
      const { actor, kernel } = c.var;
      const body = await readJson(c.req.raw, kernel.maxBodyBytes);
      const kinds = { approvalId: "string", reason: "string?", scope: "string?" } as const;
      const { scope, ...fields } =
        decision === "approve" ? readFields(body, { ...kinds, input: "any?" }) : readFields(body, kinds);
      const holds = scope === "session" && decision === "approve";
      if (scope !== undefined && scope !== "once" && !holds) {
        const message =
          decision === "approve"
            ? '"scope" has to be "once" or "session".'
            : 'A denial counts for this one call: leave "scope" out, or send "once".';
        throw new HttpError(422, "invalid_scope", message, { path: "/scope" });
      }
      if (fields.reason !== undefined) readReason(fields.reason, "/reason");
      if (!isId(callId)) throw new HostRefusal("call_not_found", `There is no call "${callId.slice(0, 200)}" here.`);
      await answerApproval({ ...kernel, actor }, { callId, decision, ...fields, ...(holds && { scope }) });
      return json({ callId, status: decision === "approve" ? "approved" : "denied" }, 202);
    });
  }

  routes.post("/:callId/answer", async (c) => {
    const callId = c.req.param("callId");
    const { actor, kernel } = c.var;
    const body = await readJson(c.req.raw, kernel.maxBodyBytes);
    const { askId, action, content } = readFields(body, { askId: "string", action: "string", content: "any?" });
    if (!isAction(action)) {
      const message = '"action" has to be "accept", "decline" or "cancel".';
      throw new HttpError(422, "invalid_action", message, { path: "/action" });
    }
    if (!isId(callId)) throw new HostRefusal("call_not_found", `There is no call "${callId.slice(0, 200)}" here.`);
    await answerQuestion({ ...kernel, actor }, { callId, askId, action, content });
    return json({ callId, status: "answered" }, 202);
  });

  return routes;
}

function isAction(action: string): action is AnswerAction {
  return action === "accept" || action === "decline" || action === "cancel";
}
