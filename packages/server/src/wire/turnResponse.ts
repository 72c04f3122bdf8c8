import type { SessionEvent } from "@callboard/core";
import type { Conversation } from "../agent/conversation.ts";
import { cancellationEvents } from "../agent/nextMoves.ts";
import { decideInSession } from "../agent/decideInSession.ts";
import type { Actor } from "../actor.ts";
import type { Services } from "../routes/environment.ts";
import { followTurn } from "./followTurn.ts";
import { isSettled } from "./turnState.ts";

/** How a wire puts a turn into text; each answers what is to be sent. */
export interface WireWriter {
  begin(): string;
  take(event: SessionEvent): string;
  /** After each batch of events. */
  flush(): string;
  /** The turn has ended, or waits for a person. */
  finish(conversation: Conversation): string;
  /** The host closes before that. */
  cut(): string;
}

/** What becomes of the turn when its reader goes away. */
export type OnDisconnect = "continue" | "cancel";

export interface TurnResponse {
  services: Services;
  actor: Actor;
  sessionId: string;
  rootId: string;
  /** The session folded up to the last of `known`. */
  conversation: Conversation;
  /** Committed events that the reader does not have. */
  known: readonly SessionEvent[];
  writer: WireWriter;
  onDisconnect: OnDisconnect;
  /** The request's. */
  signal: AbortSignal;
  headers: Readonly<Record<string, string>>;
}

const encoder = new TextEncoder();

/** Answers with a turn as it goes on, in the words of a wire, until it has ended or waits for a person. */
export function turnResponse(options: TurnResponse): Response {
  const { services, actor, sessionId, rootId, conversation, known, writer, signal } = options;
  const { store, heartbeatMs, closing } = services;
  const gone = new AbortController();
  let finished = false;
  const feed = followTurn({
    store,
    tenantId: actor.tenantId,
    sessionId,
    rootId,
    conversation,
    known,
    closing: AbortSignal.any([closing, gone.signal]),
    heartbeatMs,
  });
  const onGone = () => {
    if (finished) return;
    finished = true;
    gone.abort();
    if (options.onDisconnect === "continue" || closing.aborted) return;
    const reason = `Stopped by ${actor.userId}.`;
    const session = { tenantId: actor.tenantId, sessionId };
    // Nobody is left to be told of a failure; the turn then goes on, and can be stopped by its route.
    decideInSession(services, session, (now) => cancellationEvents(now, rootId, reason)).catch(() => undefined);
  };
  signal.addEventListener("abort", onGone, { once: true });
  if (signal.aborted) onGone();

  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(writer.begin())),
      async pull(controller) {
        for (;;) {
          const { done, value: events = [] } = await feed.next();
          let text = "";
          for (const event of events) text += writer.take(event);
          if (done) {
            if (!gone.signal.aborted) {
              text += isSettled(conversation, rootId) ? writer.finish(conversation) : writer.cut();
            }
            finished = true;
            signal.removeEventListener("abort", onGone);
          } else {
            text += events.length > 0 ? writer.flush() : ": still here\n\n";
          }
          if (text !== "") controller.enqueue(encoder.encode(text));
          if (done) controller.close();
          if (done || text !== "") return;
        }
      },
      async cancel() {
        onGone();
        await feed.return();
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      // Keeps nginx from holding events back.
      "x-accel-buffering": "no",
      ...options.headers,
    },
  });
}

/** One Server-Sent Event that carries a value as JSON. */
export function sseData(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
