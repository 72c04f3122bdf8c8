import type { MiddlewareHandler } from "hono";
import type { Actor } from "../actor.ts";
import { HttpError } from "../http/httpError.ts";
import { HostRefusal } from "../hostRefusal.ts";
import type { HostEnvironment, Kernel } from "./kernel.ts";
import type { Admission, MatchedRoute, ModuleParts } from "./module.ts";

/** Lets a request in whose credential is known, by a module or by the host, and says whom it names. */
export function admit(
  kernel: Kernel,
  parts: readonly ModuleParts[],
  embedRoute: (request: Request) => MatchedRoute | undefined,
): MiddlewareHandler<HostEnvironment> {
  return async (c, next) => {
    if (kernel.closing.aborted) throw new HttpError(503, "closing", "The host is closing. Try again in a moment.");
    const admission = await admissionOf(c.req.raw, parts, embedRoute);
    const actor = admission ? admission.actor : await kernel.actorOf(c.req.raw);
    if (!actor) throw unknownCredential();
    if (admission) c.set("grant", admission.grant);
    c.set("actor", actor);
    await kernel.store.ensureTenant(actor.tenantId, actor.tenantSlug);
    await next();
    c.res.headers.set("x-request-id", c.var.requestId);
  };
}

async function admissionOf(
  request: Request,
  parts: readonly ModuleParts[],
  embedRoute: (request: Request) => MatchedRoute | undefined,
): Promise<Admission | undefined> {
  for (const { authenticate } of parts) {
    const admission = await authenticate?.(request, embedRoute(request));
    if (admission) return admission;
  }
  return undefined;
}

/**
 * The one check of a permission.
 * @throws HostRefusal where the actor does not hold it.
 */
export function demand({ permissions }: Actor, permission: string): void {
  if (permissions.includes(permission)) return;
  throw new HostRefusal(
    "not_permitted",
    `This takes the permission ${permission}. Ask whoever gives permissions here.`,
  );
}

const unknownCredential = (): HttpError =>
  new HttpError(401, "unauthorized", "This credential is not known here. Send Authorization: Bearer <token>.", {
    headers: { "www-authenticate": "Bearer" },
  });
