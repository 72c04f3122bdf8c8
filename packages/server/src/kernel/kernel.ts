import type { ToolContext } from "@callboard/core";
import type { ToolAccess } from "@callboard/core/access";
import type { ToolCatalog } from "@callboard/core/catalog";
import type { SessionViewer } from "@callboard/core/share";
import type { Actor, ResolveActor } from "../actor.ts";
import type { AgentCatalog } from "../agents/agentCatalog.ts";
import type { AgentLoops } from "../agent/agentLoops.ts";
import type { Conversations } from "../conversation/conversations.ts";
import type { ToolModes } from "../agent/toolModes.ts";
import type { Calls } from "../calls/calls.ts";
import type { ChoiceFinder } from "../choices/choices.ts";
import type { Limits } from "../http/limits.ts";
import type { SessionAccess } from "../sessionAccess.ts";
import type { Store } from "../store.ts";
import type { Worker } from "../worker.ts";
import type { Grant } from "./grant.ts";

/** What the host's routes and its modules stand on: tools, the store, calls and agents. It knows no module. */
export interface Kernel {
  /** Every tool of every source: code, tenants, modules. */
  catalog: ToolCatalog;
  /** What tenants have switched and installed. */
  access: ToolAccess;
  /**
   * A context in which something begun before goes on now: with no more rights than its person still has, and what the
   * tenant has switched by now.
   */
  presentContext(context: ToolContext & { tenantId: string }): Promise<ToolContext & { tenantId: string }>;
  /** Who may do what in a session. */
  sessionAccess: SessionAccess;
  store: Store;
  worker: Worker;
  conversations: Conversations;
  /** Every agent of the host: the default one, and those of its modules. */
  agents: AgentCatalog;
  /** Begins calls for people, foreign agents, compositions and tasks; answers and cancels any call. */
  calls: Calls;
  agentLoops: AgentLoops;
  toolModes: ToolModes;
  /** What people may pick in fields, by kind: the modules' and the app's own. */
  choices: ChoiceFinder;
  /** Counts requests a minute by name: for what may be asked without a credential. */
  limits: Limits;
  /**
   * Whom a request's own credential names; null for one that is not known. The credentials of modules are not asked.
   */
  actorOf: ResolveActor;
  /** The program of pages that show a session. */
  viewer: (() => Promise<SessionViewer>) | undefined;
  /** Milliseconds that a person has to answer an approval. */
  approvalTtl: number;
  maxBodyBytes: number;
  heartbeatMs: number;
  /** Aborts when the host closes: open streams end. */
  closing: AbortSignal;
  /** Called with what goes wrong inside where no answer can say it. */
  onProblem: (message: string, error?: unknown) => void;
}

/** Hono's environment: the request's actor and id, and what a narrower credential permits it. */
export interface HostEnvironment {
  Variables: {
    actor: Actor;
    requestId: string;
    grant?: Grant;
  };
}

/** A context of a tenant without a person: enough to find a tool, and not to use one. */
export function contextOfTenant({ tenantId, tenantSlug }: Pick<Actor, "tenantId" | "tenantSlug">): ToolContext {
  return { userId: null, spaceId: null, requestId: "", tenantId, tenantSlug };
}
