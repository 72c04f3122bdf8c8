import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import type { NewEvent } from "@callboard/core";
import { turnOf } from "../agent/conversation.ts";
import { storable } from "../log/callProjection.ts";
import { contextOf, type HostEnvironment } from "./environment.ts";
import { HttpError, json } from "./httpError.ts";
import { isId } from "./queryParameters.ts";
import { readFields } from "./readFields.ts";
import { readJson } from "./readJson.ts";

const LONGEST_MESSAGE = 100_000;
const LONGEST_TITLE = 80;

/** `/api/chat`: a message to an agent, in a new session or the next turn of one. */
export function chatRoutes(): Hono<HostEnvironment> {
  const routes = new Hono<HostEnvironment>();

  routes.post("/", async (c) => {
    const { store, driver, maxBodyBytes } = c.var.services;
    const { actor } = c.var;
    const body = await readJson(c.req.raw, maxBodyBytes);
    const { message, sessionId: given } = readFields(body, { message: "string", sessionId: "string?" });
    const invalid = (text: string) => new HttpError(422, "invalid_message", text, { path: "/message" });
    if (message.trim() === "") throw invalid("The message is empty. Say what the agent is to do.");
    if (message.length > LONGEST_MESSAGE) {
      throw invalid(`The message has ${message.length} characters; ${LONGEST_MESSAGE} is the most. Send less.`);
    }
    const [messageId, agentId] = [randomUUID(), randomUUID()];
    const turn: NewEvent[] = [
      { type: "message.added", messageId, role: "user", text: message },
      { type: "agent.started", agentId, messageId, meta: { ...turnOf(contextOf(c)) } },
    ];
    const sessionId = given ?? randomUUID();
    const title = storable(titleOf(message));
    if (given === undefined) {
      await store.writer.append(actor.tenantId, sessionId, turn, { creator: { userId: actor.userId, title } });
    } else {
      await continueSession(c.var, sessionId, turn, title);
    }
    driver.wake({ tenantId: actor.tenantId, sessionId });
    return json({ sessionId, messageId, agentId }, 202);
  });

  return routes;
}

async function continueSession(
  { services, actor }: HostEnvironment["Variables"],
  sessionId: string,
  turn: NewEvent[],
  title: string,
): Promise<void> {
  const missing = new HttpError(404, "session_not_found", `There is no session "${sessionId.slice(0, 200)}" here.`, {
    path: "/sessionId",
  });
  if (!isId(sessionId)) throw missing;
  let refusal: HttpError | undefined;
  await services.store.writer.decide(actor.tenantId, sessionId, async (tx) => {
    const [session] = await tx.query<{ user_id: string | null }>(
      "select user_id from callboard.sessions where id = $1",
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
    return turn;
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
