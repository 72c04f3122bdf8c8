import type { Actor } from "./actor.ts";
import type { SessionKey } from "./log/logReader.ts";

/**
 * What somebody is to a session: its `owner` does all in it, a `writer` writes and answers, a `reader` reads and stops
 * what runs.
 */
export type SessionRole = "owner" | "writer" | "reader";

/** A session, and whose it is. */
export interface SessionOfPerson extends SessionKey {
  userId: string | null;
}

/** What somebody is to a session besides whose it is; undefined where they are nothing to it. */
export type RoleIn = (actor: Actor, session: SessionOfPerson) => Promise<SessionRole | undefined>;

/**
 * Who asks: a narrower credential, such as an embed's, reaches what its person has a role in and nothing of the
 * tenant's.
 */
export interface SessionAsker {
  actor: Actor;
  grant?: object | undefined;
}

/** A session of the asker's tenant, as its rows name it. */
type SessionOfTenant = Pick<SessionOfPerson, "sessionId" | "userId">;

type May = (asker: SessionAsker, session: SessionOfTenant) => Promise<boolean>;

/** Who may do what in a session. Not to be asked while a session is locked: modules read the database. */
export interface SessionAccess {
  /** Reads it, stops what runs in it, and runs tools into it. */
  mayRead: May;
  /** Sends messages, and lets agents go on. */
  mayWrite: May;
  /** Answers what its calls ask. */
  mayAnswer: May;
  /** Renames, shares and deletes it, and takes back what it allows. */
  mayManage: May;
}

const STRENGTH: Readonly<Record<SessionRole, number>> = { reader: 1, writer: 2, owner: 3 };

/**
 * A session's person owns it and everybody of the tenant reads it; of what `roles` say besides, the strongest counts.
 */
export function createSessionAccess(roles: readonly RoleIn[]): SessionAccess {
  async function strengthOf({ actor, grant }: SessionAsker, { sessionId, userId }: SessionOfTenant): Promise<number> {
    if (userId === actor.userId) return STRENGTH.owner;
    const session = { tenantId: actor.tenantId, sessionId, userId };
    const said = await Promise.all(roles.map((roleIn) => roleIn(actor, session)));
    return Math.max(grant ? 0 : STRENGTH.reader, ...said.map((role) => (role ? STRENGTH[role] : 0)));
  }
  const atLeast =
    (role: SessionRole): May =>
    async (asker, session) =>
      (await strengthOf(asker, session)) >= STRENGTH[role];
  return {
    mayRead: atLeast("reader"),
    mayWrite: atLeast("writer"),
    mayAnswer: atLeast("writer"),
    mayManage: atLeast("owner"),
  };
}
