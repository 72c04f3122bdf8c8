import { checkInput, type NewEvent, type Registry } from "@callboard/core";
import { createAjvValidator } from "@callboard/core/ajv";
import type { Actor } from "../actor.ts";
import type { Transaction } from "../db/database.ts";
import type { Store } from "../db/store.ts";
import { HttpError } from "../routes/httpError.ts";
import type { Driver } from "./driver.ts";
import { askEvent, definitionHash } from "./beginCall.ts";

/** A person's answer as a route read it. */
export interface Answer {
  callId: string;
  approvalId: string;
  decision: "approve" | "deny";
  input?: unknown;
  reason?: string;
}

interface Ask {
  input: unknown;
  expiresAt: number | null;
  definition: unknown;
}

/**
 * Writes a person's answer, once. It is bound to the ask (its id, tool and definition), to the person whose session it is,
 * and to its time; all of that is looked at with the session locked, so of many answers one is taken.
 * @throws HttpError 404 for what this tenant does not have, 403 for another person's, 409 for an ask that is not open
 * any more, 422 for an edited input that the tool does not take.
 */
export async function answerApproval(
  options: { store: Store; registry: Registry; driver: Pick<Driver, "wake">; actor: Actor; approvalTtl: number },
  answer: Answer,
): Promise<void> {
  const { store, registry, driver, actor } = options;
  const { callId, approvalId, decision, input, reason } = answer;
  const found = await store.database.asTenant(actor.tenantId, (tx) =>
    tx.query<{ session_id: string; tool: string; user_id: string | null }>(
      `select c.session_id, c.tool, s.user_id from callboard.calls c join callboard.sessions s on s.id = c.session_id
       where c.call_id = $1 order by c.requested_at desc limit 1`,
      [callId],
    ),
  );
  const [call] = found;
  if (!call) throw new HttpError(404, "call_not_found", `There is no call "${callId}" here.`);
  if (call.user_id !== actor.userId) {
    throw new HttpError(403, "not_yours", "Only the person whose session this is can answer for it.");
  }
  const sessionId = call.session_id;
  const tool = registry.get(call.tool);
  if (decision === "approve" && input !== undefined && tool) {
    const { refusal } = await checkInput(tool, input, createAjvValidator);
    if (refusal) {
      throw new HttpError(422, "invalid_input", refusal.message, { path: refusal.path, issues: refusal.issues });
    }
  }

  let refusal: HttpError | undefined;
  const written = await store.writer.decide(actor.tenantId, sessionId, async (tx): Promise<NewEvent[]> => {
    const status = await statusOf(tx, sessionId, callId);
    const ask = await askOf(tx, sessionId, callId, approvalId);
    if (!ask) {
      refusal = new HttpError(404, "approval_not_found", `The call "${callId}" never asked for "${approvalId}".`);
      return [];
    }
    if (status !== "awaiting-approval" || !ask.latest) {
      const message = "This approval is not open any more: it was answered, withdrawn or replaced by a newer one.";
      refusal = new HttpError(409, "already_answered", message);
      return [];
    }
    if (ask.expiresAt !== null && ask.expiresAt <= Date.now()) {
      refusal = new HttpError(409, "approval_expired", "This approval has expired, so the call did not run.");
      return [{ type: "tool.approval_expired", callId, approvalId }];
    }
    const by = actor.userId;
    if (decision === "deny") return [{ type: "tool.denied", callId, approvalId, reason, by }];
    if (!tool) {
      const message = `The tool "${call.tool}" is not here any more, so the call did not run.`;
      refusal = new HttpError(409, "tool_changed", message);
      return [{ type: "tool.failed", callId, error: { code: "not_found", message } }];
    }
    if (definitionHash(tool) !== ask.definition) {
      const why = "The tool has changed since it asked. Look at it again, then decide.";
      refusal = new HttpError(409, "tool_changed", why);
      const asked = await checkInput(tool, ask.input, createAjvValidator);
      if (!asked.refusal) {
        return [askEvent({ callId, tool, input: asked.input, approvalTtl: options.approvalTtl, reason: why })];
      }
      const { code, message, path } = asked.refusal;
      return [{ type: "tool.failed", callId, error: { code, message, path } }];
    }
    return [{ type: "tool.approved", callId, approvalId, input, reason, by }];
  });
  // A refusal may be written too: what expired or changed meanwhile lets the agent go on.
  if (written.length > 0) driver.wake({ tenantId: actor.tenantId, sessionId });
  if (refusal) throw refusal;
}

async function statusOf(tx: Transaction, sessionId: string, callId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ status: string }>(
    "select status from callboard.calls where session_id = $1 and call_id = $2",
    [sessionId, callId],
  );
  return row?.status;
}

/** The ask of this id, and whether it is the call's last. */
async function askOf(
  tx: Transaction,
  sessionId: string,
  callId: string,
  approvalId: string,
): Promise<(Ask & { latest: boolean }) | undefined> {
  const rows = await tx.query<{ body: string }>(
    "select body from callboard.session_events where session_id = $1 and type = 'tool.needs_approval' order by seq",
    [sessionId],
  );
  const asks = rows
    .map(({ body }) => JSON.parse(body) as Extract<NewEvent, { type: "tool.needs_approval" }>)
    .filter((ask) => ask.callId === callId);
  const ask = asks.find((candidate) => candidate.approvalId === approvalId);
  if (!ask) return undefined;
  const { input, expiresAt = null, meta } = ask;
  return { input, expiresAt, definition: meta?.["definition"], latest: ask === asks.at(-1) };
}
