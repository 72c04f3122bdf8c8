import type { SessionEvent } from "@callboard/core";
import { beginTurn } from "../agent/beginTurn.ts";
import { decideInSession } from "../agent/decideInSession.ts";
import { regenerationEvents } from "../agent/regenerate.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { RouteRequest } from "../kernel/module.ts";
import { readSession, type ReadSession } from "./readSession.ts";
import type { ClientMessage } from "./requestFields.ts";
import { turnResponse, type OnDisconnect, type WireWriter } from "./turnResponse.ts";
import { standingEvents } from "./turnState.ts";
import { HostRefusal } from "../hostRefusal.ts";

/** The turn that a response writes, from the event after `after`: the last `seq` of it that the reader has. */
export interface TurnPosition {
  rootId: string;
  after: number;
}

/**
 * Writes a person's message and begins the turn that answers it; the first message of a session creates the session.
 */
export async function sendMessage(
  kernel: Kernel,
  { actor, context }: RouteRequest,
  session: ReadSession | undefined,
  sessionId: string,
  { text, messageId, agent }: ClientMessage,
  agentPath: string,
): Promise<TurnPosition> {
  // An edited message comes with the id of the one it replaces. The log keeps both, so it gets a new id.
  const isInLog = session?.conversation.messages.some(({ id }) => id === messageId) ?? false;
  const { agentId } = await beginTurn(
    { ...kernel, actor, context: await context() },
    {
      message: text,
      sessionId,
      messageId: isInLog ? undefined : messageId,
      create: true,
      path: "/messages",
      agent,
      agentPath,
    },
  );
  return { rootId: agentId, after: 0 };
}

/**
 * Lets a turn's agent give another answer in place of the one it gave.
 * @throws HostRefusal while it is at work, and for a turn that others follow.
 */
export async function regenerateTurn(
  kernel: Kernel,
  { actor }: RouteRequest,
  sessionId: string,
  rootId: string,
): Promise<TurnPosition> {
  const session = { tenantId: actor.tenantId, sessionId };
  await decideInSession(kernel, session, (conversation) => regenerationEvents(conversation, rootId));
  return { rootId, after: 0 };
}

/** Responds with a turn until it has ended or waits for a person; `session` is undefined for one that is new. */
export async function respondWithTurn(
  kernel: Kernel,
  { request, actor }: RouteRequest,
  session: ReadSession | undefined,
  { rootId, after }: TurnPosition,
  options: {
    sessionId: string;
    onDisconnect: OnDisconnect;
    /** Makes the wire's writer, for a reader that has the events `before` of all the turn's. */
    writer: (before: readonly SessionEvent[], events: readonly SessionEvent[]) => WireWriter;
    headers?: Readonly<Record<string, string>>;
  },
): Promise<Response> {
  const { sessionId, onDisconnect, writer, headers = {} } = options;
  const current = session ?? (await readSession(kernel, actor, sessionId));
  if (!current) throw sessionNotFound("chat", sessionId);
  const { events, conversation } = await current.readTurn(rootId);
  const standing = standingEvents(conversation, events, rootId);
  return turnResponse({
    kernel,
    actor,
    sessionId,
    rootId,
    conversation,
    known: standing.filter(({ seq }) => seq > after),
    writer: writer(
      standing.filter(({ seq }) => seq <= after),
      events,
    ),
    onDisconnect,
    signal: request.signal,
    headers,
  });
}

/** A refusal that names the session in the wire's word for it; `path` is where the request's body has its id. */
export function sessionNotFound(noun: "chat" | "thread", sessionId: string, path?: string): HostRefusal {
  const message = `There is no ${noun} "${sessionId.slice(0, 200)}" here.`;
  return new HostRefusal("session_not_found", message, { path });
}
