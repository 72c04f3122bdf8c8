import { randomUUID } from "node:crypto";
import type { NewEvent, ToolContext } from "@callboard/core";
import type { Actor } from "../actor.ts";
import type { Store } from "../db/store.ts";
import { storable } from "../log/callProjection.ts";
import { HttpError } from "../routes/httpError.ts";
import { isId } from "../routes/queryParameters.ts";
import { turnOf } from "./conversation.ts";
import type { Driver } from "./driver.ts";

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
  /** Where the request's body has the message, for a refusal. */
  path?: string;
}

/**
 * Writes a person's message and begins the turn that answers it.
 * @throws HttpError 404 for a session that this tenant does not have, 403 for another person's, 409 while a turn runs, 422
 * for a message that cannot be taken.
 */
export async function beginTurn(
  options: { store: Store; driver: Pick<Driver, "wake">; actor: Actor; context: ToolContext },
  turn: NewTurn,
): Promise<{ sessionId: string; messageId: string; agentId: string }> {
  const { store, driver, actor, context } = options;
  const { message, create = false, path = "/message" } = turn;
  const invalid = (text: string) => new HttpError(422, "invalid_message", text, { path });
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
    await continueSession(store, actor, sessionId, { events, title, create });
  }
  driver.wake({ tenantId, sessionId });
  return { sessionId, messageId, agentId };
}

async function continueSession(
  store: Store,
  actor: Actor,
  sessionId: string,
  { events, title, create }: { events: NewEvent[]; title: string; create: boolean },
): Promise<void> {
  const missing = new HttpError(404, "session_not_found", `There is no session "${sessionId.slice(0, 200)}" here.`, {
    path: "/sessionId",
  });
  if (!isId(sessionId)) throw missing;
  let refusal: HttpError | undefined;
  await store.writer.decide(actor.tenantId, sessionId, async (tx) => {
    if (create) {
      // Of two first messages at once, the second waits here for the first, and then finds its session.
      await tx.query(
        `insert into callboard.sessions (id, tenant_id, user_id, created_at, updated_at)
         values ($1, $2::uuid, $3, $4, $4) on conflict (id) do nothing`,
        [sessionId, actor.tenantId, actor.userId, Date.now()],
      );
    }
    const [session] = await tx.query<{ user_id: string | null }>(
      "select user_id from callboard.sessions where id = $1 for update",
      [sessionId],
    );
    const running = await tx.query(
      "select agent_id from callboard.agents where session_id = $1 and status = 'running' and driven limit 1",
      [sessionId],
    );
    if (!session) refusal = missing;
    else if (session.user_id !== actor.userId) {
      refusal = new HttpError(403, "not_yours", "Only the person whose session this is can write in it.");
    } else if (running.length > 0) {
      const message =
        "The agent has not finished in this session. Wait until it has answered, let it continue where it was interrupted, or stop it.";
      refusal = new HttpError(409, "turn_running", message);
    }
    if (refusal) return [];
    // A session that began with a person's own run of a tool is a chat from here on.
    await tx.query("update callboard.sessions set title = $2 where id = $1 and title is null", [sessionId, title]);
    return events;
  });
  if (refusal) throw refusal;
}

/** A chat is named by how it began, until somebody names it. */
function titleOf(message: string): string {
  const line = message.trim().replace(/\s+/g, " ");
  if (line.length <= LONGEST_TITLE) return line;
  const cut = line.lastIndexOf(" ", LONGEST_TITLE);
  // Not through the middle of a character outside the first plane.
  const hard = line.slice(0, LONGEST_TITLE).replace(/[\uD800-\uDBFF]$/, "");
  return `${cut > 40 ? line.slice(0, cut) : hard}…`;
}
