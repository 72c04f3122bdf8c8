import type { Context } from "hono";
import type { Registry, ToolContext } from "@callboard/core";
import type { ToolAccess } from "@callboard/core/access";
import type { SessionViewer } from "@callboard/core/share";
import type { EmbedFiles } from "@callboard/core/host";
import type { Actor } from "../actor.ts";
import type { Conversations } from "../agent/conversations.ts";
import type { AgentLoops } from "../agent/agentLoops.ts";
import type { ToolModes } from "../agent/toolModes.ts";
import type { ChoiceSearches } from "../choices/choices.ts";
import type { Connections } from "../connections/connections.ts";
import type { EmbedGrant, Embeds } from "../embed/embeds.ts";
import type { Limits } from "../embed/limits.ts";
import type { Store } from "../store.ts";
import type { Builds } from "./builds.ts";
import type { Runner } from "../run/runner.ts";
import type { UploadLimits } from "../uploads/uploadLimits.ts";
import type { Uploads } from "../uploads/uploads.ts";
import type { Worker } from "../worker.ts";

/** The host's parts that routes use. */
export interface Services {
  registry: Registry;
  /** The registry as tenants have switched it. */
  access: ToolAccess;
  store: Store;
  worker: Worker;
  conversations: Conversations;
  runner: Runner;
  agentLoops: AgentLoops;
  toolModes: ToolModes;
  uploads: Uploads;
  uploadLimits: UploadLimits;
  connections: Connections;
  choices: ChoiceSearches;
  /** The program of pages that show a session. */
  viewer: (() => Promise<SessionViewer>) | undefined;
  embeds: Embeds;
  /** Undefined where the host serves no frames. */
  embedFiles: EmbedFiles | undefined;
  /** Whom a request comes from, where that is one who may publish the tools of their tenant. */
  operatorOf(request: Request): Promise<Actor | undefined>;
  limits: Limits;
  builds: Builds;
  /** Milliseconds that a person has to answer an approval. */
  approvalTtl: number;
  maxBodyBytes: number;
  heartbeatMs: number;
  /** Aborts when the host closes: open streams end. */
  closing: AbortSignal;
  /** Called with what goes wrong inside where no answer can say it. */
  onProblem: (message: string, error?: unknown) => void;
}

/** Hono's environment: the services, the request's actor and id, and what the token of an embed permits it. */
export interface HostEnvironment {
  Variables: {
    services: Services;
    actor: Actor;
    requestId: string;
    toolContext?: Promise<ToolContext>;
    grant?: EmbedGrant;
  };
}

/** The context in which a request's actor sees and runs tools, with what the tenant has switched and installed: read once a request. */
export function contextOf(c: Context<HostEnvironment>): Promise<ToolContext> {
  const known = c.var.toolContext;
  if (known) return known;
  const context = c.var.services.access.contextFor(callerOf(c));
  c.set("toolContext", context);
  return context;
}

function callerOf(c: Context<HostEnvironment>): ToolContext {
  const { actor, requestId } = c.var;
  // A browser names the site of a request; a program with a token does not.
  const fromProgram = c.req.header("authorization") !== undefined && c.req.header("sec-fetch-site") === undefined;
  return {
    userId: actor.userId,
    spaceId: actor.spaceId ?? null,
    requestId,
    tenantId: actor.tenantId,
    tenantSlug: actor.tenantSlug,
    permissions: actor.permissions,
    source: fromProgram ? "api" : "web",
  };
}
