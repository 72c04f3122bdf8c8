import { hashToken } from "./db/tenants.ts";
import { DEFAULT_TENANT_ID, DEFAULT_TENANT_SLUG, type Store } from "./store.ts";

/** Who a request comes from. Sessions, calls and documents belong to the actor's tenant. */
export interface Actor {
  userId: string;
  /** A UUID. */
  tenantId: string;
  tenantSlug: string;
  permissions: readonly string[];
  /** The space that the actor works in, for tools that need one. */
  spaceId?: string | null;
}

/** Who a request comes from; null refuses it with 401. */
export type ResolveActor = (request: Request) => Actor | null | Promise<Actor | null>;

/**
 * What a person may do now, of what they may have been able to do when they asked; null for somebody unknown, who may
 * do nothing.
 */
export type ResolvePermissions = (person: {
  userId: string;
  tenantId: string;
}) => readonly string[] | null | Promise<readonly string[] | null>;

/**
 * The actor of a request without credential. A host that others than this machine can reach refuses it, unless
 * `anonymous` of `createHost` or `CALLBOARD_ANONYMOUS` says otherwise.
 */
export const DEMO_ACTOR: Actor = Object.freeze({
  userId: "demo",
  tenantId: DEFAULT_TENANT_ID,
  tenantSlug: DEFAULT_TENANT_SLUG,
  permissions: Object.freeze(["connections.team.create", "connections.team.delete"]),
});

/** Actors by Bearer token, as a fixed list; a request without credential is the demo's actor. */
export function actorsByToken(tokens: Readonly<Record<string, Actor>>): ResolveActor {
  const actors = new Map(Object.entries(tokens).map(([token, actor]) => [hashToken(token), actor]));
  return byCredential((token) => actors.get(hashToken(token)) ?? null);
}

/** Actors by the store's own tokens; a request without credential is the demo's actor. */
export function actorsOfStore(store: Store): ResolveActor {
  return byCredential((token) => store.findToken(token));
}

function byCredential(find: (token: string) => Actor | null | Promise<Actor | null>): ResolveActor {
  return (request) => {
    if (!request.headers.has("authorization")) return DEMO_ACTOR;
    const token = bearerOf(request);
    return token === undefined ? null : find(token);
  };
}

/** The Bearer token that a request shows; undefined where it shows none, or one that no token can be. */
export function bearerOf(request: Request): string | undefined {
  return /^Bearer +([\x21-\x7e]{1,4096})$/i.exec(request.headers.get("authorization") ?? "")?.[1];
}
