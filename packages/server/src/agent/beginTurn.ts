import { randomUUID } from "node:crypto";
import type { NewEvent, ToolContext } from "@callboard/core";
import type { Actor } from "../actor.ts";
import type { SessionAccess } from "../sessionAccess.ts";
import type { Store } from "../store.ts";
import { isId, storable } from "../db/storable.ts";
import { notYours, HostRefusal } from "../hostRefusal.ts";
import { noAgent, type AgentCatalog } from "../agents/agentCatalog.ts";
import { DEFAULT_AGENT } from "../agents/agentDefinition.ts";
import type { AgentLoops } from "./agentLoops.ts";
import { turnOf } from "../conversation/conversation.ts";
import { lastTurnOf } from "../conversation/conversationQueries.ts";
import type { Conversations } from "../conversation/conversations.ts";
import { namedIn } from "../calls/startDelegated.ts";

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
  /** The slug of the agent that answers; none: that of the session's last turn, in a new one the default agent. */
  agent?: string | undefined;
  /** Where the request's body has the agent, as the path of a refusal. */
  agentPath?: string;
  /** Where the request's body has the message, as the path of a refusal. */
  path?: string;
}

/**
 * Writes a person's message and begins the turn that answers it.
 * @throws HostRefusal for a session that this tenant does not have, for another person's, while a turn runs, for a
 * message that is empty or too long, and for an agent that this person may not talk to.
 */
export async function beginTurn(
  options: {
    store: Store;
    sessionAccess: SessionAccess;
    agents: AgentCatalog;
    conversations: Conversations;
    agentLoops: Pick<AgentLoops, "wake">;
    actor: Actor;
    context: ToolContext;
  },
  turn: NewTurn,
): Promise<{ sessionId: string; messageId: string; agentId: string }> {
  const { store, agentLoops, actor } = options;
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
    { type: "agent.started", agentId, messageId, ...(await answering(options, turn)) },
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

/** What the start of a turn says of the agent that answers, and for whom it works. */
async function answering(
  { store, sessionAccess, agents, conversations, actor, context }: Parameters<typeof beginTurn>[0],
  { agent, agentPath = "/agent", sessionId }: NewTurn,
): Promise<{ name?: string; description?: string; meta: Record<string, unknown> }> {
  const meta = { ...turnOf(context) };
  let slug = agent;
  const session = { tenantId: actor.tenantId, sessionId: sessionId ?? "" };
  const known = slug === undefined && isId(session.sessionId) ? await store.sessions.find(session) : undefined;
  // What is in a session that they may not write in is not said.
  if (known && (await sessionAccess.mayWrite({ actor }, { ...session, ...known }))) {
    slug = lastTurnOf((await conversations.read(session)).conversation)?.named?.slug;
  }
  if (slug === undefined || slug === DEFAULT_AGENT) return { meta };
  const isListed = (await agents.listFor(context)).some((one) => one.slug === slug);
  const found = isListed ? await agents.find(slug, context) : undefined;
  if (!found) throw noAgent(slug, agentPath);
  const { name, description } = found;
  return { name, ...(description !== undefined && { description }), meta: { ...meta, ...namedIn(found) } };
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
