import { isOwn, type Actor } from "../actor.ts";
import { isId } from "../db/storable.ts";
import type { SessionKey } from "../log/logReader.ts";
import { notYours, HostRefusal } from "../hostRefusal.ts";
import type { Kernel } from "../kernel/kernel.ts";

export const sessionNotFound = (id: string): HostRefusal =>
  new HostRefusal("session_not_found", `There is no session "${id.slice(0, 200)}" here.`);

/** A session for its person alone. @throws HostRefusal where the tenant has none of this id, and for a colleague's. */
export async function ownSession(
  store: Kernel["store"],
  actor: Actor,
  sessionId: string,
  act: string,
): Promise<SessionKey> {
  const session = { tenantId: actor.tenantId, sessionId };
  const found = isId(sessionId) ? await store.sessions.find(session) : undefined;
  if (!found) throw sessionNotFound(sessionId);
  if (!isOwn(actor, found)) throw notYours("session", act);
  return session;
}
