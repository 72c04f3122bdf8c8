import type { Context } from "hono";
import type { Registry, ToolContext } from "@callboard/core";
import type { Actor } from "../actor.ts";
import type { Driver } from "../agent/driver.ts";
import type { ChoiceSearches } from "../choices/choices.ts";
import type { Connections } from "../connections/connections.ts";
import type { Store } from "../db/store.ts";
import type { Runner } from "../run/runner.ts";
import type { UploadLimits } from "../uploads/uploadLimits.ts";
import type { Uploads } from "../uploads/uploads.ts";

/** What routes work with. */
export interface Services {
  registry: Registry;
  store: Store;
  runner: Runner;
  driver: Driver;
  uploads: Uploads;
  uploadLimits: UploadLimits;
  connections: Connections;
  choices: ChoiceSearches;
  /** Milliseconds that a person has to answer an approval. */
  approvalTtl: number;
  maxBodyBytes: number;
  heartbeatMs: number;
  /** Aborts when the host closes: open streams end. */
  closing: AbortSignal;
}

/** Hono's environment: the services, and the request's actor and id. */
export interface HostEnvironment {
  Variables: { services: Services; actor: Actor; requestId: string };
}

/** The actor of a request as tools are asked about it. A person's page says where it comes from; a program with a token does not. */
export function contextOf(c: Context<HostEnvironment>): ToolContext {
  const { actor, requestId } = c.var;
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
