import { readJson } from "../../http/readJson.ts";
import type { Kernel } from "../../kernel/kernel.ts";
import type { ModuleRoute, RouteRequest } from "../../kernel/module.ts";
import { answerDecisions } from "../answerDecisions.ts";
import { readSession, type ReadSession } from "../readSession.ts";
import type { ClientMessage } from "../requestFields.ts";
import { regenerateTurn, respondWithTurn, sendMessage, sessionNotFound, type TurnPosition } from "../turnRoute.ts";
import { turnOfMessage } from "../../conversation/conversationQueries.ts";
import { readRequest } from "./readRequest.ts";
import { createAgUiWriter } from "./writer.ts";

/**
 * `/api/chat/ag-ui`: a chat for an unmodified AG-UI client. The thread's id is the session's; the log is the host's,
 * and of what the client sends only the newest message, or the answers to interrupts, is read. A client that aborts its
 * run stops the turn, unless its `forwardedProps` say `onDisconnect: "continue"`. Tools of the client's own are not
 * called.
 */
export function agUiRoutes(kernel: Kernel): readonly ModuleRoute[] {
  return [
    {
      method: "POST",
      path: "/api/chat/ag-ui",
      authority: "session",
      async handle(request) {
        const body = await readJson(request.request, kernel.maxBodyBytes);
        const { threadId, runId, intent, onDisconnect, input } = readRequest(body);
        const session = await readSession(kernel, request.actor, threadId);
        let position: TurnPosition;
        if (intent.kind === "message") {
          position = await sendOrRegenerate(kernel, request, session, threadId, intent);
        } else {
          if (!session) throw sessionNotFound("thread", threadId, "/threadId");
          position = await answerDecisions(kernel, request.actor, session, intent.decisions, { coverAll: true });
        }
        return respondWithTurn(kernel, request, session, position, {
          sessionId: threadId,
          onDisconnect,
          writer: (before) => createAgUiWriter(position.rootId, { threadId, runId, input }, before),
        });
      },
    },
  ];
}

/** A message that is in the log, unchanged, asks for another answer. */
async function sendOrRegenerate(
  kernel: Kernel,
  request: RouteRequest,
  session: ReadSession | undefined,
  threadId: string,
  message: ClientMessage,
): Promise<TurnPosition> {
  const logged = session?.conversation.messages.find(({ id }) => id === message.messageId);
  const turn = logged?.text === message.text ? turnOfMessage(session!.conversation, logged.id) : undefined;
  return turn
    ? regenerateTurn(kernel, request, threadId, turn.agentId)
    : sendMessage(kernel, request, session, threadId, message, "/forwardedProps/agent");
}
