// The public list, by hand.
export { createHost } from "./host.ts";
export type { Host, HostOptions } from "./host.ts";
export { serve } from "./serve.ts";
export type { Serving } from "./serve.ts";
export { actorsByToken, actorsOfStore, DEMO_ACTOR } from "./actor.ts";
export type { Actor, ResolveActor } from "./actor.ts";
export { createStore, DEFAULT_TENANT_ID, DEFAULT_TENANT_SLUG } from "./db/store.ts";
export type { Store, StoreOptions, TokenOwner } from "./db/store.ts";
