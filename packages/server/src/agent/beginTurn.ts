import { randomUUID } from "node:crypto";
import type { NewEvent, ToolContext } from "@callboard/core";
import type { Actor } from "../actor.ts";
import type { SessionAccess } from "../sessionAccess.ts";
import type { Store } from "../store.ts";
import { isId, storable } from "../db/storable.ts";
import { notYours, HostRefusal } from "../hostRefusal.ts";
import { turnOf } from "./conversation.ts";
import type { AgentLoops } from "./agentLoops.ts";

const LONGEST_MESSAGE = 100_000;
const LONGEST_TITLE = 80;

export interface NewTurn {
  message: string;
  /** None begins a new session. */
  sessionId?: string | undefined;
  /** A client's own id, for a message that is not in the session yet. */
  messageId?: string | undefined;
  /** The client chose the session's id: its first message creates it. */
  create?: boolean;
  /** Where the request's body has the message, as the path of a refusal. */
  path?: string;
}

/**
 * Writes a person's message and begins the turn that answers it.
 * @throws HostRefusal for a session that this tenant does not have, for another person's, while a turn runs, and for a message
 * that is empty or too long.
 */
export async function beginTurn(
  options: {
    store: Store;
    sessionAccess: SessionAccess;
    agentLoops: Pick<AgentLoops, "wake">;
    actor: Actor;
    context: ToolContext;
  },
  turn: NewTurn,
): Promise<{ sessionId: string; messageId: string; agentId: string }> {
  const { store, agentLoops, actor, context } = options;
  const { message, create = false, path = "/message" } = turn;
  const invalid = (text: string) => new HostRefusal("invalid_message", text, { path });
  if (message.trim() === "") throw invalid("The message is empty. Say what the agent is to do.");
  if (message.length > LONGEST_MESSAGE) {
    throw invalid(`The message has ${message.length} characters; ${LONGEST_MESSAGE} is the most. Send less.`);
  }
  const { tenantId } = actor;
  const [messageId, agentId] = [turn.messageId ?? randomUUID(), randomUUID()];
  const events: NewEvent[] = [
    { type: "message.added", messageId, role: "user", text: message },
    { type: "agent.started", agentId, messageId, meta: { ...turnOf(context) } },
  ];
  const sessionId = turn.sessionId ?? randomUUID();
  const title = storable(titleOf(message));
  if (turn.sessionId === undefined) {
    await store.writer.append(tenantId, sessionId, events, { creator: { userId: actor.userId, title } });
  } else {
    await continueSession(options, sessionId, { events, title, create });
  }
  agentLoops.wake({ tenantId, sessionId });
  return { sessionId, messageId, agentId };
}

async function continueSession(
  { store, sessionAccess, actor }: { store: Store; sessionAccess: SessionAccess; actor: Actor },
  sessionId: string,
  { events, title, create }: { events: NewEvent[]; title: string; create: boolean },
): Promise<void> {
  const missing = new HostRefusal("session_not_found", `There is no session "${sessionId.slice(0, 200)}" here.`, {
    path: "/sessionId",
  });
  if (!isId(sessionId)) throw missing;
  const key = { tenantId: actor.tenantId, sessionId };
  const refused = notYours("session", "write in it");
  const known = await store.sessions.find(key);
  if (known && !(await sessionAccess.mayWrite({ actor }, { sessionId, ...known }))) throw refused;
  await store.sessions.decide(key, async (locked) => {
    if (create) await locked.create(actor.userId);
    const session = await locked.read();
    if (!session) throw missing;
    // Somebody else may have taken the id since.
    if (session.userId !== (known ?? actor).userId) throw refused;
    if (session.isBusy) {
      const message =
        "The agent has not finished in this session. Wait until it has answered, let it continue where it was interrupted, or stop it.";
      throw new HostRefusal("turn_running", message);
    }
    // A session that began with a person's own run of a tool is a chat from here on.
    await locked.entitle(title);
    return events;
  });
}

/** A chat is named by how it began, until somebody names it. */
export function titleOf(message: string): string {
  const line = message.trim().replace(/\s+/g, " ");
  if (line.length <= LONGEST_TITLE) return line;
  const cut = line.lastIndexOf(" ", LONGEST_TITLE);
  // Keeps a surrogate pair whole.
  const hard = line.slice(0, LONGEST_TITLE).replace(/[\uD800-\uDBFF]$/, "");
  return `${cut > 40 ? line.slice(0, cut) : hard}…`;
}
