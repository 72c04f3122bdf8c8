import { Hono } from "hono";
import type { NewEvent } from "@callboard/core";
import { createConversation, foldConversation, type Conversation } from "../agent/conversation.ts";
import { cancellationEvents, resumeEvents } from "../agent/nextMoves.ts";
import type { HostEnvironment } from "./environment.ts";
import { HttpError, json } from "./httpError.ts";
import { isId } from "./queryParameters.ts";

/** `/api/agents`: what can be done with an agent. */
export function agentRoutes(): Hono<HostEnvironment> {
  const routes = new Hono<HostEnvironment>();

  routes.post("/:agentId/cancel", async (c) => {
    const agentId = c.req.param("agentId");
    const reason = `Stopped by ${c.var.actor.userId}.`;
    const written = await decide(c.var, agentId, (conversation) => cancellationEvents(conversation, agentId, reason));
    if (!written)
      throw new HttpError(409, "already_ended", "The agent has ended already, so there is nothing to stop.");
    return json({ agentId, status: "cancelled" }, 202);
  });

  routes.post("/:agentId/resume", async (c) => {
    const agentId = c.req.param("agentId");
    const written = await decide(c.var, agentId, (conversation) => resumeEvents(conversation, agentId));
    if (!written) throw new HttpError(409, "nothing_to_resume", "The agent is at work or has answered already.");
    return json({ agentId, status: "running" }, 202);
  });

  return routes;
}

/** Writes what follows from the log as it stands, with the session locked; false where nothing does. */
async function decide(
  { services, actor }: HostEnvironment["Variables"],
  agentId: string,
  events: (conversation: Conversation) => NewEvent[],
): Promise<boolean> {
  const { store, driver } = services;
  const { tenantId } = actor;
  const [agent] = isId(agentId)
    ? await store.database.asTenant(tenantId, (tx) =>
        tx.query<{ session_id: string }>("select session_id from callboard.agents where agent_id = $1 limit 1", [
          agentId,
        ]),
      )
    : [];
  if (!agent) throw new HttpError(404, "agent_not_found", `There is no agent "${agentId.slice(0, 200)}" here.`);
  const sessionId = agent.session_id;
  const written = await store.writer.decide(tenantId, sessionId, async (tx) => {
    const rows = await tx.query<{ seq: number; at: number; body: string }>(
      "select seq, at, body from callboard.session_events where session_id = $1 order by seq",
      [sessionId],
    );
    const conversation = createConversation();
    for (const { seq, at, body } of rows) foldConversation(conversation, { ...JSON.parse(body), seq, at, sessionId });
    return events(conversation);
  });
  if (written.length > 0) driver.wake({ tenantId, sessionId });
  return written.length > 0;
}
