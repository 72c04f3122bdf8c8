import { canUse, type ToolContext } from "@callboard/core";
import type { ToolAccess } from "@callboard/core/access";
import type { ResolvedTool, ToolCatalog } from "@callboard/core/catalog";
import type { Actor } from "../actor.ts";
import type { SessionKey } from "../log/logReader.ts";
import { notYours, HostRefusal } from "../hostRefusal.ts";
import type { SessionAccess } from "../sessionAccess.ts";
import type { Store } from "../store.ts";

/** What somebody's answer to what a call asks is checked and written with. */
export interface AnswerHost {
  store: Store;
  catalog: ToolCatalog;
  access: ToolAccess;
  sessionAccess: SessionAccess;
  /** Lets the session go on: a call in it waits no more. */
  wake: (session: SessionKey) => void;
  actor: Actor;
}

/**
 * The call that a person answers for, and its session.
 * @throws HostRefusal for a call that this tenant does not have, and for another person's.
 */
export async function callToAnswer(
  { store, sessionAccess, actor }: Pick<AnswerHost, "store" | "sessionAccess" | "actor">,
  callId: string,
): Promise<{ tool: string; session: SessionKey }> {
  const call = await store.sessions.findCall(actor.tenantId, callId);
  if (!call) throw new HostRefusal("call_not_found", `There is no call "${callId}" here.`);
  if (!(await sessionAccess.mayAnswer({ actor }, call))) throw notYours("session", "answer for it");
  return { tool: call.tool, session: { tenantId: actor.tenantId, sessionId: call.sessionId } };
}

/**
 * The tool of a call that a person answers for, as it is now, for them; undefined where it is gone.
 * @throws HostRefusal where `goesOn` and the person may not run it now: whoever lets it go on has to be allowed to.
 */
export async function toolToAnswer(
  { access, catalog, actor }: Pick<AnswerHost, "access" | "catalog" | "actor">,
  { tool: slug, callId }: { tool: string; callId: string },
  goesOn: boolean,
): Promise<{ tool: ResolvedTool | undefined; context: ToolContext }> {
  const context = await access.contextFor({ spaceId: null, ...actor, requestId: callId, source: "agent" });
  const tool = await catalog.find(slug, context);
  if (!tool || !goesOn) return { tool, context };
  const { see, run, why } = canUse(tool, context);
  if (see && run) return { tool, context };
  const reason = why?.message ?? `"${tool.slug}" is not among the tools that you can use.`;
  throw new HostRefusal("not_allowed", `You cannot let this call go on now, but you can deny it. ${reason}`);
}
