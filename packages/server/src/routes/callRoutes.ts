import type { AnswerAction } from "@callboard/core";
import type { Kernel } from "../kernel/kernel.ts";
import type { ModuleRoute, RouteRequest } from "../kernel/module.ts";
import { HttpError, json } from "../http/httpError.ts";
import { readCause } from "./readCause.ts";
import { isId } from "../db/storable.ts";
import { readFields } from "../http/readFields.ts";
import { readJson } from "../http/readJson.ts";
import { readReason } from "../http/readReason.ts";
import { HostRefusal } from "../hostRefusal.ts";

/** `/api/calls`: cancels a call, approves or denies one that asks, and answers its questions. */
export function callRoutes(kernel: Kernel): readonly ModuleRoute[] {
  return [
    {
      method: "POST",
      path: "/api/calls/:callId/cancel",
      authority: "tenant",
      embed: { names: "call", action: "cancel" },
      handle: (request) => cancelCall(kernel, request),
    },
    {
      method: "POST",
      path: "/api/calls/:callId/approve",
      authority: "session",
      handle: (request) => decideCall(kernel, request, "approve"),
    },
    {
      method: "POST",
      path: "/api/calls/:callId/deny",
      authority: "session",
      handle: (request) => decideCall(kernel, request, "deny"),
    },
    {
      method: "POST",
      path: "/api/calls/:callId/answer",
      authority: "session",
      embed: { names: "call", action: "run" },
      handle: (request) => answerCall(kernel, request),
    },
  ];
}

async function cancelCall(kernel: Kernel, request: RouteRequest): Promise<Response> {
  const { callId = "" } = request.params;
  const { tenantId } = request.actor;
  const cause = await readCause(kernel, request);
  const call = isId(callId) ? await kernel.store.sessions.findCall(tenantId, callId) : undefined;
  if (!call || !(await kernel.sessionAccess.mayRead(request, call))) throw callNotFound(callId);
  const outcome = await kernel.calls.cancel(tenantId, callId, cause);
  if (outcome === "unknown") throw callNotFound(callId);
  if (outcome === "ended") {
    throw new HostRefusal("already_ended", "The call has ended already, so there is nothing to cancel.");
  }
  return json({ callId, status: "cancelled" }, 202);
}

async function decideCall(
  kernel: Kernel,
  { request, params: { callId = "" }, actor }: RouteRequest,
  decision: "approve" | "deny",
): Promise<Response> {
  const body = await readJson(request, kernel.maxBodyBytes);
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
  if (!isId(callId)) throw callNotFound(callId);
  await kernel.calls.answer(actor, { callId, decision, ...fields, ...(holds && { scope }) });
  return json({ callId, status: decision === "approve" ? "approved" : "denied" }, 202);
}

async function answerCall(
  kernel: Kernel,
  { request, params: { callId = "" }, actor }: RouteRequest,
): Promise<Response> {
  const body = await readJson(request, kernel.maxBodyBytes);
  const { askId, action, content } = readFields(body, { askId: "string", action: "string", content: "any?" });
  if (!isAction(action)) {
    const message = '"action" has to be "accept", "decline" or "cancel".';
    throw new HttpError(422, "invalid_action", message, { path: "/action" });
  }
  if (!isId(callId)) throw callNotFound(callId);
  await kernel.calls.answer(actor, { callId, askId, action, content });
  return json({ callId, status: "answered" }, 202);
}

const callNotFound = (callId: string): HostRefusal =>
  new HostRefusal("call_not_found", `There is no call "${callId.slice(0, 200)}" here.`);

function isAction(action: string): action is AnswerAction {
  return action === "accept" || action === "decline" || action === "cancel";
}
