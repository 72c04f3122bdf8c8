import { Hono, type Context } from "hono";
import { beginTurn } from "../agent/beginTurn.ts";
import { decideInSession } from "../agent/decideInSession.ts";
import { regenerationEvents } from "../agent/regenerate.ts";
import { readAgUiRequest, type AgUiWish } from "../wire/agUiRequest.ts";
import { createAgUiWriter } from "../wire/agUiWriter.ts";
import { answerDecisions } from "../wire/answerDecisions.ts";
import { readSession, type ReadSession } from "../wire/readSession.ts";
import { turnResponse } from "../wire/turnResponse.ts";
import { standingEvents, turnOfMessage } from "../wire/turnState.ts";
import { contextOf, type HostEnvironment } from "./environment.ts";
import { HttpError } from "./httpError.ts";
import { readJson } from "./readJson.ts";

/**
 * `/api/chat/ag-ui`: a chat for an unmodified AG-UI client. The thread's id is the session's; the log is the host's, and of
 * what the client sends only the newest message, or the answers to interrupts, is read. A client that aborts its run stops
 * the turn, unless its `forwardedProps` say `onDisconnect: "continue"`. Tools of the client's own are not called.
 */
export function agUiRoutes(): Hono<HostEnvironment> {
  const routes = new Hono<HostEnvironment>();

  routes.post("/", async (c) => {
    const { services, actor } = c.var;
    const { threadId, runId, wish, onDisconnect, input } = readAgUiRequest(
      await readJson(c.req.raw, services.maxBodyBytes),
    );
    const found = await readSession(services.store, actor, threadId);
    const { rootId, after } =
      wish.kind === "answer" ? await answer(c, found, threadId, wish) : await say(c, found, threadId, wish);
    const session = (await readSession(services.store, actor, threadId))!;
    const standing = standingEvents(session.conversation, session.events, rootId);
    return turnResponse({
      services,
      actor,
      sessionId: threadId,
      rootId,
      conversation: session.conversation,
      known: standing.filter(({ seq }) => seq > after),
      writer: createAgUiWriter(
        rootId,
        { threadId, runId, input },
        standing.filter(({ seq }) => seq <= after),
      ),
      onDisconnect,
      signal: c.req.raw.signal,
      headers: {},
    });
  });

  return routes;
}

async function answer(
  c: Context<HostEnvironment>,
  session: ReadSession | undefined,
  threadId: string,
  { decisions }: Extract<AgUiWish, { kind: "answer" }>,
): Promise<{ rootId: string; after: number }> {
  if (!session) {
    throw new HttpError(404, "session_not_found", `There is no thread "${threadId.slice(0, 200)}" here.`, {
      path: "/threadId",
    });
  }
  return answerDecisions(c.var.services, c.var.actor, session, decisions, { coverAll: true });
}

/** A new message, or one that is in the log and is to be answered anew. */
async function say(
  c: Context<HostEnvironment>,
  session: ReadSession | undefined,
  threadId: string,
  { text, messageId }: Extract<AgUiWish, { kind: "say" }>,
): Promise<{ rootId: string; after: number }> {
  const { services, actor } = c.var;
  const known = session?.conversation.messages.find(({ id }) => id === messageId);
  const turn = known?.text === text ? turnOfMessage(session!.conversation, known.id) : undefined;
  if (turn) {
    const { tenantId } = actor;
    const { agentId } = turn;
    await decideInSession(services, { tenantId, sessionId: threadId }, (now) => regenerationEvents(now, agentId));
    return { rootId: agentId, after: 0 };
  }
  const { agentId } = await beginTurn(
    { ...services, actor, context: contextOf(c) },
    {
      message: text,
      sessionId: threadId,
      // A message that was changed is another one: what is in the log stays.
      messageId: known ? undefined : messageId,
      create: true,
      path: "/messages",
    },
  );
  return { rootId: agentId, after: 0 };
}
