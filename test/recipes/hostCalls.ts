import { createHost, HostRefusal, type HostModule, type HostOptions } from "@callboard/server";

/** Agents of other programs call the host's tools, for the person whose token they bring. */
const otherAgents: HostModule = {
  name: "other-agents",
  open({ calls, sessionAccess, store }) {
    return {
      routes: [
        {
          method: "POST",
          path: "/api/other-agents/calls",
          authority: "tool",
          async handle({ request, actor: { tenantId }, context }) {
            const { id, tool, input } = (await request.json()) as { id: string; tool: string; input: unknown };
            const { callId } = await calls.begin({
              tool,
              input,
              context: { ...(await context()), tenantId },
              origin: "foreign",
              by: request.headers.get("user-agent") ?? "an agent",
              // Sent again, it is the same call.
              callId: id,
              session: { title: `An agent calls ${tool}` },
            });
            return Response.json({ callId }, { status: 202 });
          },
        },
        {
          method: "GET",
          path: "/api/other-agents/calls/:id",
          authority: "session",
          async handle(request) {
            const [{ tenantId }, callId] = [request.actor, request.params["id"] ?? ""];
            const call = await store.sessions.findCall(tenantId, callId);
            if (!call || !(await sessionAccess.mayWrite(request, call))) {
              throw new HostRefusal("call_not_found", `There is no call "${callId}" here.`);
            }
            return Response.json(await calls.end({ tenantId, callId }, request.request.signal));
          },
        },
      ],
    };
  },
};

export const hostWithOtherAgents = (options: HostOptions) => createHost({ ...options, modules: [otherAgents] });
