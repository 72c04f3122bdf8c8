import { Hono } from "hono";
import type { NewEvent } from "@callboard/core";
import { isDriven, rootOf, type Conversation } from "../agent/conversation.ts";
import { decideInSession } from "../agent/decideInSession.ts";
import { cancellationEvents, resumeEvents } from "../agent/nextMoves.ts";
import type { HostEnvironment } from "./environment.ts";
import { HttpError, json } from "./httpError.ts";
import { isId } from "./queryParameters.ts";

/** `/api/agents`: what can be done with an agent. Anybody of the tenant may stop one; only its person may let it go on. */
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
    const written = await decide(c.var, agentId, (conversation, owner) => {
      if (owner !== c.var.actor.userId) {
        throw new HttpError(403, "not_yours", "Only the person whose session this is can let its agent go on.");
      }
      const root = rootOf(conversation, agentId);
      if ([...conversation.running].some((other) => isDriven(other) && rootOf(conversation, other.agentId) !== root)) {
        const message =
          "The agent is at work on another message in this session. Stop it, or wait until it has answered.";
        throw new HttpError(409, "turn_running", message);
      }
      return resumeEvents(conversation, agentId);
    });
    if (!written) throw new HttpError(409, "nothing_to_resume", "The agent is at work or has answered already.");
    return json({ agentId, status: "running" }, 202);
  });

  return routes;
}

/** Writes what follows from the log as it stands, with the session locked; false where nothing does. */
async function decide(
  { services, actor }: HostEnvironment["Variables"],
  agentId: string,
  events: (conversation: Conversation, owner: string | null) => NewEvent[],
): Promise<boolean> {
  const { tenantId } = actor;
  const [agent] = isId(agentId)
    ? await services.store.database.asTenant(tenantId, (tx) =>
        // Handlers name their own agents, so an id may be known in several sessions: the one that runs is meant.
        tx.query<{ session_id: string; user_id: string | null }>(
          `select a.session_id, s.user_id from callboard.agents a join callboard.sessions s on s.id = a.session_id
           where a.agent_id = $1 order by (a.status = 'running') desc, s.updated_at desc limit 1`,
          [agentId],
        ),
      )
    : [];
  if (!agent) throw new HttpError(404, "agent_not_found", `There is no agent "${agentId.slice(0, 200)}" here.`);
  const session = { tenantId, sessionId: agent.session_id };
  return decideInSession(services, session, (conversation) => events(conversation, agent.user_id));
}
