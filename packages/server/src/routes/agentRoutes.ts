import type { NewEvent } from "@callboard/core";
import { rootOf, type Conversation } from "../conversation/conversation.ts";
import { isRunByHost } from "../conversation/conversationQueries.ts";
import { decideInSession } from "../agent/decideInSession.ts";
import { cancellationEvents, resumeEvents } from "../agent/nextMoves.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { ModuleRoute, RouteRequest } from "../kernel/module.ts";
import { json } from "../http/httpError.ts";
import { readCause } from "./readCause.ts";
import { isId } from "../db/storable.ts";
import { notYours, HostRefusal } from "../hostRefusal.ts";

/**
 * `/api/agents`: what can be done with an agent. Who reads its session may stop one; who writes in it may let it go on.
 */
export function agentRoutes(kernel: Kernel): readonly ModuleRoute[] {
  return [
    {
      method: "POST",
      path: "/api/agents/:agentId/cancel",
      authority: "tenant",
      async handle(request) {
        const { agentId = "" } = request.params;
        const cause = await readCause(kernel, request);
        const session = await sessionOfAgent(kernel, request, agentId);
        const written = await decideInSession(kernel, session, (conversation) =>
          cancellationEvents(conversation, agentId, cause),
        );
        if (!written)
          throw new HostRefusal("already_ended", "The agent has ended already, so there is nothing to stop.");
        return json({ agentId, status: "cancelled" }, 202);
      },
    },
    {
      method: "POST",
      path: "/api/agents/:agentId/resume",
      authority: "session",
      async handle(request) {
        const { agentId = "" } = request.params;
        const session = await sessionOfAgent(kernel, request, agentId);
        if (!(await kernel.sessionAccess.mayWrite(request, session))) throw notYours("session", "let its agent go on");
        const written = await decideInSession(kernel, session, (conversation) => resumption(conversation, agentId));
        if (!written) throw new HostRefusal("nothing_to_resume", "The agent is at work or has answered already.");
        return json({ agentId, status: "running" }, 202);
      },
    },
  ];
}

async function sessionOfAgent({ store, sessionAccess }: Kernel, request: RouteRequest, agentId: string) {
  const { tenantId } = request.actor;
  const agent = isId(agentId) ? await store.sessions.findAgent(tenantId, agentId) : undefined;
  if (!agent || !(await sessionAccess.mayRead(request, agent))) {
    throw new HostRefusal("agent_not_found", `There is no agent "${agentId.slice(0, 200)}" here.`);
  }
  return { tenantId, ...agent };
}

/** What lets an agent go on. @throws HostRefusal while another turn of its session is at work. */
function resumption(conversation: Conversation, agentId: string): NewEvent[] {
  const root = rootOf(conversation, agentId);
  if ([...conversation.running].some((other) => isRunByHost(other) && rootOf(conversation, other.agentId) !== root)) {
    const message = "The agent is at work on another message in this session. Stop it, or wait until it has answered.";
    throw new HostRefusal("turn_running", message);
  }
  return resumeEvents(conversation, agentId);
}
