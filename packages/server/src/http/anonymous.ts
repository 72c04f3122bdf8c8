import { DEMO_ACTOR, type ResolveActor } from "../actor.ts";
import { isFromHere } from "./addressOf.ts";
import { HttpError } from "./httpError.ts";
import { isOwnName } from "./strangers.ts";

/**
 * Refuses the actor of requests without a credential where others can reach the host: they would all be one person, who
 * may run every tool. Unless the operator decides it, somebody without a credential is let in on this machine alone:
 * the host lists no name of a network, and the request comes from no other address, nor over a proxy that tells of one.
 */
export function refuseAnonymous(
  resolve: ResolveActor,
  isAllowed: boolean | undefined,
  allowedHosts: readonly string[] | true,
): ResolveActor {
  const isLocal = allowedHosts !== true && allowedHosts.every(isOwnName);
  return async (request) => {
    const actor = await resolve(request);
    if (actor !== DEMO_ACTOR || (isAllowed ?? (isLocal && isFromHere(request)))) return actor;
    throw new HttpError(
      401,
      "unauthorized",
      "This takes a credential: Authorization: Bearer <token>. Others than this machine can reach this host, so nobody " +
        "is let in without one. If all of them may act as one person: CALLBOARD_ANONYMOUS=1, or anonymous: true of createHost.",
      { headers: { "www-authenticate": "Bearer" } },
    );
  };
}

/**
 * What the environment decides of requests without a credential: `1` lets them in, `0` refuses them; undefined where it
 * says nothing.
 * @throws Error for anything else.
 */
export function anonymousOfEnvironment(value = process.env["CALLBOARD_ANONYMOUS"]): boolean | undefined {
  const text = (value ?? "").trim();
  if (text === "") return undefined;
  if (text === "1" || text === "true") return true;
  if (text === "0" || text === "false") return false;
  throw new Error(`CALLBOARD_ANONYMOUS is 1 or 0, not "${text}".`);
}
