import { Hono, type Context } from "hono";
import { readJson } from "../../http/readJson.ts";
import type { HostEnvironment } from "../../kernel/kernel.ts";
import { answerDecisions } from "../answerDecisions.ts";
import { readSession, type ReadSession } from "../readSession.ts";
import type { ClientMessage } from "../requestFields.ts";
import { regenerateTurn, respondWithTurn, sendMessage, sessionNotFound, type TurnPosition } from "../turnRoute.ts";
import { turnOfMessage } from "../../agent/conversationQueries.ts";
import { readRequest } from "./readRequest.ts";
import { createAgUiWriter } from "./writer.ts";

/**
 * `/api/chat/ag-ui`: a chat for an unmodified AG-UI client. The thread's id is the session's; the log is the host's, and of
 * what the client sends only the newest message, or the answers to interrupts, is read. A client that aborts its run stops
 * the turn, unless its `forwardedProps` say `onDisconnect: "continue"`. Tools of the client's own are not called.
 */
export function agUiRoutes(): Hono<HostEnvironment> {
  const routes = new Hono<HostEnvironment>();

  routes.post("/", async (c) => {
    const { kernel, actor } = c.var;
    const { threadId, runId, intent, onDisconnect, input } = readRequest(
      await readJson(c.req.raw, kernel.maxBodyBytes),
    );
    const session = await readSession(kernel, actor, threadId);
    let position: TurnPosition;
    if (intent.kind === "message") {
      position = await sendOrRegenerate(c, session, threadId, intent);
    } else {
      if (!session) throw sessionNotFound("thread", threadId, "/threadId");
      position = await answerDecisions(kernel, actor, session, intent.decisions, { coverAll: true });
    }
    return respondWithTurn(c, session, position, {
      sessionId: threadId,
      onDisconnect,
      writer: (before) => createAgUiWriter(position.rootId, { threadId, runId, input }, before),
    });
  });

  return routes;
}

/** A message that is in the log, unchanged, asks for another answer. */
async function sendOrRegenerate(
  c: Context<HostEnvironment>,
  session: ReadSession | undefined,
  threadId: string,
  message: ClientMessage,
): Promise<TurnPosition> {
  const logged = session?.conversation.messages.find(({ id }) => id === message.messageId);
  const turn = logged?.text === message.text ? turnOfMessage(session!.conversation, logged.id) : undefined;
  return turn ? regenerateTurn(c, threadId, turn.agentId) : sendMessage(c, session, threadId, message);
}
