import { Hono } from "hono";
import type { NewEvent } from "@callboard/core";
import { isOwn } from "../actor.ts";
import { rootOf, type Conversation } from "../agent/conversation.ts";
import { isRunByHost } from "../agent/conversationQueries.ts";
import { decideInSession } from "../agent/decideInSession.ts";
import { cancellationEvents, resumeEvents } from "../agent/nextMoves.ts";
import type { HostEnvironment } from "../kernel/kernel.ts";
import { json } from "../http/httpError.ts";
import { readCause } from "./readCause.ts";
import { isId } from "../db/storable.ts";
import { notYours, HostRefusal } from "../hostRefusal.ts";

/** `/api/agents`: what can be done with an agent. Anybody of the tenant may stop one; only its person may let it go on. */
export function agentRoutes(): Hono<HostEnvironment> {
  const routes = new Hono<HostEnvironment>();

  routes.post("/:agentId/cancel", async (c) => {
    const agentId = c.req.param("agentId");
    const cause = await readCause(c);
    const written = await decide(c.var, agentId, (conversation) => cancellationEvents(conversation, agentId, cause));
    if (!written) throw new HostRefusal("already_ended", "The agent has ended already, so there is nothing to stop.");
    return json({ agentId, status: "cancelled" }, 202);
  });

  routes.post("/:agentId/resume", async (c) => {
    const agentId = c.req.param("agentId");
    const written = await decide(c.var, agentId, (conversation, session) => {
      if (!isOwn(c.var.actor, session)) {
        throw notYours("session", "let its agent go on");
      }
      const root = rootOf(conversation, agentId);
      if (
        [...conversation.running].some((other) => isRunByHost(other) && rootOf(conversation, other.agentId) !== root)
      ) {
        const message =
          "The agent is at work on another message in this session. Stop it, or wait until it has answered.";
        throw new HostRefusal("turn_running", message);
      }
      return resumeEvents(conversation, agentId);
    });
    if (!written) throw new HostRefusal("nothing_to_resume", "The agent is at work or has answered already.");
    return json({ agentId, status: "running" }, 202);
  });

  return routes;
}

/** Writes what follows from the log as it stands, with the session locked; false where nothing does. */
async function decide(
  { kernel, actor }: HostEnvironment["Variables"],
  agentId: string,
  events: (conversation: Conversation, session: { userId: string | null }) => NewEvent[],
): Promise<boolean> {
  const { tenantId } = actor;
  const agent = isId(agentId) ? await kernel.store.sessions.findAgent(tenantId, agentId) : undefined;
  if (!agent) throw new HostRefusal("agent_not_found", `There is no agent "${agentId.slice(0, 200)}" here.`);
  const { sessionId } = agent;
  return decideInSession(kernel, { tenantId, sessionId }, (conversation) => events(conversation, agent));
}
