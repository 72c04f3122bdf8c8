import type { CallAbilities, ToolClient } from "./toolClient.ts";

/**
 * What a host refuses to a colleague in somebody's session, as `403 not_yours`. The rest is everybody's of the tenant.
 */
const ofItsPerson: ReadonlySet<PropertyKey> = new Set<keyof ToolClient>([
  "answer",
  "chat",
  "deleteSession",
  "renameSession",
  "resume",
  "revoke",
  "share",
  "shares",
  "unshare",
]);

const known = new WeakMap<ToolClient, ToolClient>();

/**
 * The client of somebody who reads along in another person's session: it lacks what only that person may do there, so
 * components draw no control for it, and it says of each call whose answer it waits for. The same client gives the same
 * one.
 * @example
 * ```tsx
 * const session = useSession(client, id);
 * const own = session?.isOwn === false ? colleagueClient(client) : client;
 * return <ToolProvider client={own} timeline={session?.timeline}>…</ToolProvider>;
 * ```
 */
export function colleagueClient(client: ToolClient): ToolClient {
  let colleague = known.get(client);
  if (!colleague) {
    const can = (callId: string): CallAbilities => ({
      ...(client.can?.(callId) ?? { cancel: client.cancel !== undefined }),
      answer: false,
      edit: false,
      session: false,
      notYours: true,
    });
    // A client may be an instance, whose methods are its own: they are called on it, and each stays the same function.
    const methods = new Map<PropertyKey, unknown>([["can", can]]);
    colleague = new Proxy(client, {
      get(target, name) {
        if (ofItsPerson.has(name)) return undefined;
        const value: unknown = methods.get(name) ?? Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (!methods.has(name)) methods.set(name, value.bind(target));
        return methods.get(name);
      },
      has: (target, name) => !ofItsPerson.has(name) && (name === "can" || Reflect.has(target, name)),
    });
    known.set(client, colleague);
  }
  return colleague;
}
