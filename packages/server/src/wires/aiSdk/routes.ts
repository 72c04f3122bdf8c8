import { decideInSession } from "../../agent/decideInSession.ts";
import { cancellationEvents } from "../../agent/nextMoves.ts";
import { isRegeneration } from "../../agent/regenerate.ts";
import { HttpError, json } from "../../http/httpError.ts";
import { isId } from "../../db/storable.ts";
import { readJson } from "../../http/readJson.ts";
import type { Kernel } from "../../kernel/kernel.ts";
import type { ModuleRoute, RouteRequest } from "../../kernel/module.ts";
import { answerDecisions } from "../answerDecisions.ts";
import { readSession, type ReadSession } from "../readSession.ts";
import { regenerateTurn, respondWithTurn, sendMessage, sessionNotFound, type TurnPosition } from "../turnRoute.ts";
import type { OnDisconnect } from "../turnResponse.ts";
import { lastTurnOf, turnOfMessage } from "../../conversation/conversationQueries.ts";
import { readRequest, type AiSdkRequest } from "./readRequest.ts";
import { AI_SDK_HEADERS, createAiSdkWriter } from "./writer.ts";
import { HostRefusal } from "../../hostRefusal.ts";

/**
 * `/api/chat/ai-sdk`: a chat for an unmodified `useChat`. The chat's id is the session's; the log is the host's, and of
 * what the client sends only the newest message, or the newest answers to approvals, is read. A reader that goes away
 * stops nothing (it may come back with `resume`), unless its request says `onDisconnect: "cancel"`; DELETE stops the
 * turn.
 */
export function aiSdkRoutes(kernel: Kernel): readonly ModuleRoute[] {
  const sessionOf = async ({ actor }: RouteRequest, id: string) =>
    isId(id) ? await readSession(kernel, actor, id) : undefined;
  return [
    {
      method: "POST",
      path: "/api/chat/ai-sdk",
      authority: "session",
      async handle(request) {
        const sent = readRequest(await readJson(request.request, kernel.maxBodyBytes));
        const { chatId, onDisconnect } = sent;
        const session = await readSession(kernel, request.actor, chatId);
        const position = await positionOf(kernel, request, session, sent);
        return respond(kernel, request, session, { ...position, chatId, onDisconnect });
      },
    },
    {
      method: "GET",
      path: "/api/chat/ai-sdk/:id/stream",
      authority: "session",
      async handle(request) {
        const { id: chatId = "" } = request.params;
        const session = await sessionOf(request, chatId);
        const turn = session && lastTurnOf(session.conversation);
        // An interrupted turn is written too, so that nobody reads half an answer as a whole one.
        if (turn?.status !== "running" && turn?.status !== "interrupted") return new Response(null, { status: 204 });
        const position = { rootId: turn.agentId, after: 0 };
        return respond(kernel, request, session, { ...position, chatId, onDisconnect: "continue" });
      },
    },
    {
      method: "DELETE",
      path: "/api/chat/ai-sdk/:id/stream",
      authority: "session",
      async handle(request) {
        const { id: sessionId = "" } = request.params;
        const { tenantId, userId: by } = request.actor;
        if (!(await sessionOf(request, sessionId))) throw sessionNotFound("chat", sessionId);
        const stopped = await decideInSession(kernel, { tenantId, sessionId }, (conversation) => {
          const turn = lastTurnOf(conversation);
          return turn?.status === "running" ? cancellationEvents(conversation, turn.agentId, { by }) : [];
        });
        if (!stopped)
          throw new HostRefusal("already_ended", "The chat is at rest already, so there is nothing to stop.");
        return json({ id: sessionId, status: "cancelled" }, 202);
      },
    },
  ];
}

/** Does what a request asks for, and finds the turn that it is to read. */
async function positionOf(
  kernel: Kernel,
  request: RouteRequest,
  session: ReadSession | undefined,
  { chatId, intent, regenerate }: AiSdkRequest,
): Promise<TurnPosition> {
  if (intent.kind === "decisions") {
    if (!session) throw sessionNotFound("chat", chatId, "/id");
    if (intent.decisions.length === 0) {
      const message = "There is nothing new in these messages. Send a message, or answer an approval.";
      throw new HttpError(409, "nothing_new", message, { path: "/messages" });
    }
    return answerDecisions(kernel, request.actor, session, intent.decisions);
  }
  const { messageId, text } = intent;
  const turn = session && messageId !== undefined ? turnOfMessage(session.conversation, messageId) : undefined;
  if (turn && regenerate) return regenerateTurn(kernel, request, chatId, turn.agentId);
  // A message that is sent again while it is answered joins that answer.
  const isSame = session?.conversation.messages.some((message) => message.id === messageId && message.text === text);
  if (turn?.status === "running" && isSame) return { rootId: turn.agentId, after: 0 };
  return sendMessage(kernel, request, session, chatId, intent, "/agent");
}

function respond(
  kernel: Kernel,
  request: RouteRequest,
  session: ReadSession | undefined,
  { chatId, onDisconnect, rootId, after }: TurnPosition & { chatId: string; onDisconnect: OnDisconnect },
): Promise<Response> {
  return respondWithTurn(
    kernel,
    request,
    session,
    { rootId, after },
    {
      sessionId: chatId,
      onDisconnect,
      headers: AI_SDK_HEADERS,
      writer(before, events) {
        // Each answer is a message of its own, with one id over all its responses.
        const regenerations = events.filter((event) => isRegeneration(event, rootId)).length;
        return createAiSdkWriter(rootId, regenerations === 0 ? rootId : `${rootId}:${regenerations}`, before);
      },
    },
  );
}
