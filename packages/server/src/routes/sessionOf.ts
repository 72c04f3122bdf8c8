import { isId } from "../db/storable.ts";
import { notYours, HostRefusal } from "../hostRefusal.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { SessionKey } from "../log/logReader.ts";
import type { SessionAsker } from "../sessionAccess.ts";
import type { SessionEntry } from "../sessions/sessions.ts";

type Asked = Pick<Kernel, "store" | "sessionAccess">;

export const sessionNotFound = (id: string): HostRefusal =>
  new HostRefusal("session_not_found", `There is no session "${id.slice(0, 200)}" here.`);

/** A session for those who may read it. @throws HostRefusal where there is none of this id for the asker. */
export async function readableSession(
  { store, sessionAccess }: Asked,
  asker: SessionAsker,
  sessionId: string,
): Promise<SessionEntry & SessionKey> {
  const key = { tenantId: asker.actor.tenantId, sessionId };
  const entry = isId(sessionId) ? await store.sessions.find(key) : undefined;
  if (!entry || !(await sessionAccess.mayRead(asker, { sessionId, ...entry }))) throw sessionNotFound(sessionId);
  return { ...key, ...entry };
}

/** A session for those who may manage it. @throws HostRefusal as for reading it, and for who may read it alone. */
export async function managedSession(
  kernel: Asked,
  asker: SessionAsker,
  sessionId: string,
  act: string,
): Promise<SessionKey> {
  const { tenantId, ...session } = await readableSession(kernel, asker, sessionId);
  if (!(await kernel.sessionAccess.mayManage(asker, session))) throw notYours("session", act);
  return { tenantId, sessionId };
}
