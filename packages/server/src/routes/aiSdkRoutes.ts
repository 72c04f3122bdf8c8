import { Hono, type Context } from "hono";
import { beginTurn } from "../agent/beginTurn.ts";
import { decideInSession } from "../agent/decideInSession.ts";
import { cancellationEvents } from "../agent/nextMoves.ts";
import { isRegeneration, regenerationEvents } from "../agent/regenerate.ts";
import { readAiSdkRequest, type AiSdkWish } from "../wire/aiSdkRequest.ts";
import { AI_SDK_HEADERS, createAiSdkWriter } from "../wire/aiSdkWriter.ts";
import { answerDecisions } from "../wire/answerDecisions.ts";
import { readSession, type ReadSession } from "../wire/readSession.ts";
import { turnResponse, type OnDisconnect } from "../wire/turnResponse.ts";
import { lastTurnOf, standingEvents, turnOfMessage } from "../wire/turnState.ts";
import { contextOf, type HostEnvironment } from "./environment.ts";
import { HttpError, json } from "./httpError.ts";
import { isId } from "./queryParameters.ts";
import { readJson } from "./readJson.ts";

/** Which turn a response tells, and what of it the reader has already. */
interface Telling {
  chatId: string;
  rootId: string;
  /** The last `seq` that the reader has of it. */
  after: number;
  onDisconnect: OnDisconnect;
}

/**
 * `/api/chat/ai-sdk`: a chat for an unmodified `useChat`. The chat's id is the session's; the log is the host's, and of what
 * the client sends only the newest message, or the newest answers to approvals, is read. A reader that goes away stops
 * nothing (it may come back with `resume`), unless its request says `onDisconnect: "cancel"`; DELETE stops the turn.
 */
export function aiSdkRoutes(): Hono<HostEnvironment> {
  const routes = new Hono<HostEnvironment>();

  routes.post("/", async (c) => {
    const { services, actor } = c.var;
    const { store } = services;
    const { chatId, wish, regenerate, onDisconnect } = readAiSdkRequest(
      await readJson(c.req.raw, services.maxBodyBytes),
    );
    const session = await readSession(store, actor, chatId);
    const telling =
      wish.kind === "answer"
        ? await answer(c, session, chatId, wish)
        : ((await again(c, session, { chatId, wish, regenerate })) ?? (await say(c, session, chatId, wish)));
    return tell(c, { ...telling, chatId, onDisconnect });
  });

  routes.get("/:id/stream", async (c) => {
    const { services, actor } = c.var;
    const chatId = c.req.param("id");
    const session = isId(chatId) ? await readSession(services.store, actor, chatId) : undefined;
    const turn = session && lastTurnOf(session.conversation);
    // What was interrupted is told too: nobody is to take a half answer for a whole one.
    if (turn?.status !== "running" && turn?.status !== "interrupted") return new Response(null, { status: 204 });
    return tell(c, { chatId, rootId: turn.agentId, after: 0, onDisconnect: "continue" });
  });

  routes.delete("/:id/stream", async (c) => {
    const { services, actor } = c.var;
    const sessionId = c.req.param("id");
    const session = isId(sessionId) ? await readSession(services.store, actor, sessionId) : undefined;
    if (!session) throw new HttpError(404, "session_not_found", `There is no chat "${sessionId.slice(0, 200)}" here.`);
    const reason = `Stopped by ${actor.userId}.`;
    const stopped = await decideInSession(services, { tenantId: actor.tenantId, sessionId }, (conversation) => {
      const turn = lastTurnOf(conversation);
      return turn?.status === "running" ? cancellationEvents(conversation, turn.agentId, reason) : [];
    });
    if (!stopped)
      throw new HttpError(409, "already_ended", "The chat is at rest already, so there is nothing to stop.");
    return json({ id: sessionId, status: "cancelled" }, 202);
  });

  return routes;
}

type Turn = Pick<Telling, "rootId" | "after">;

/** A new message, and the turn that answers it. */
async function say(
  c: Context<HostEnvironment>,
  session: ReadSession | undefined,
  chatId: string,
  { text, messageId }: Extract<AiSdkWish, { kind: "say" }>,
): Promise<Turn> {
  const { services, actor } = c.var;
  // A message that was edited is another one: what is in the log stays.
  const isKnown = session?.conversation.messages.some(({ id }) => id === messageId) ?? false;
  const { agentId } = await beginTurn(
    { ...services, actor, context: contextOf(c) },
    {
      message: text,
      sessionId: chatId,
      messageId: isKnown ? undefined : messageId,
      create: true,
      path: "/messages",
    },
  );
  return { rootId: agentId, after: 0 };
}

/** A message that is in the log: sent again while it is answered, or to be answered anew. */
async function again(
  c: Context<HostEnvironment>,
  session: ReadSession | undefined,
  { chatId, wish, regenerate }: { chatId: string; wish: Extract<AiSdkWish, { kind: "say" }>; regenerate: boolean },
): Promise<Turn | undefined> {
  const { services, actor } = c.var;
  if (!session || wish.messageId === undefined) return undefined;
  const { conversation } = session;
  const turn = turnOfMessage(conversation, wish.messageId);
  if (!turn) return undefined;
  if (!regenerate) {
    const isSame = conversation.messages.some(({ id, text }) => id === wish.messageId && text === wish.text);
    return isSame && turn.status === "running" ? { rootId: turn.agentId, after: 0 } : undefined;
  }
  const { agentId } = turn;
  const { tenantId } = actor;
  await decideInSession(services, { tenantId, sessionId: chatId }, (now) => regenerationEvents(now, agentId));
  return { rootId: agentId, after: 0 };
}

/** Answers to approvals: each held against the log, then given as a person's, and told from where the reader's response ended. */
async function answer(
  c: Context<HostEnvironment>,
  session: ReadSession | undefined,
  chatId: string,
  { decisions }: Extract<AiSdkWish, { kind: "answer" }>,
): Promise<Turn> {
  const { services, actor } = c.var;
  if (!session) {
    throw new HttpError(404, "session_not_found", `There is no chat "${chatId.slice(0, 200)}" here.`, { path: "/id" });
  }
  if (decisions.length === 0) {
    const message = "There is nothing new in these messages. Send a message, or answer an approval.";
    throw new HttpError(409, "nothing_new", message, { path: "/messages" });
  }
  return answerDecisions(services, actor, session, decisions);
}

async function tell(c: Context<HostEnvironment>, { chatId, rootId, after, onDisconnect }: Telling): Promise<Response> {
  const { services, actor } = c.var;
  const session = await readSession(services.store, actor, chatId);
  if (!session) throw new HttpError(404, "session_not_found", `There is no chat "${chatId.slice(0, 200)}" here.`);
  const { events, conversation } = session;
  const anew = events.filter((event) => isRegeneration(event, rootId)).length;
  const standing = standingEvents(conversation, events, rootId);
  return turnResponse({
    services,
    actor,
    sessionId: chatId,
    rootId,
    conversation,
    known: standing.filter(({ seq }) => seq > after),
    // Each answer is a message of its own, and the same one in each of its responses.
    writer: createAiSdkWriter(
      rootId,
      anew === 0 ? rootId : `${rootId}:${anew}`,
      standing.filter(({ seq }) => seq <= after),
    ),
    onDisconnect,
    signal: c.req.raw.signal,
    headers: AI_SDK_HEADERS,
  });
}
