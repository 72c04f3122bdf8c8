import type { SessionEvent } from "@callboard/core";
import type { Conversation } from "../conversation/conversation.ts";
import { cancellationEvents } from "../agent/nextMoves.ts";
import { decideInSession } from "../agent/decideInSession.ts";
import type { Actor } from "../actor.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { followTurn } from "./followTurn.ts";
import { isSettled } from "./turnState.ts";

/** Writes a turn as one wire's text. Each function returns the text to send. */
export interface WireWriter {
  begin(): string;
  write(event: SessionEvent): string;
  /** After each batch of events. */
  flush(): string;
  /** The turn has ended, or waits for a person. */
  finish(conversation: Conversation): string;
  /** The host closes before the turn has ended or waits. */
  cut(): string;
}

/** What happens to the turn when its reader disconnects. */
export type OnDisconnect = "continue" | "cancel";

export interface TurnResponse {
  kernel: Kernel;
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

/** Responds with a turn as its events come, until it has ended or waits for a person. */
export function turnResponse(options: TurnResponse): Response {
  const { kernel, actor, sessionId, rootId, conversation, known, writer, signal } = options;
  const { store, heartbeatMs, closing, onProblem } = kernel;
  const disconnected = new AbortController();
  let finished = false;
  const feed = followTurn({
    store,
    tenantId: actor.tenantId,
    sessionId,
    rootId,
    conversation,
    known,
    signal: AbortSignal.any([closing, disconnected.signal]),
    heartbeatMs,
  });
  const onDisconnected = () => {
    if (finished) return;
    finished = true;
    disconnected.abort();
    if (options.onDisconnect === "continue" || closing.aborted) return;
    const session = { tenantId: actor.tenantId, sessionId };
    // Nobody reads an answer any more: the turn goes on, and its route can still stop it.
    decideInSession(kernel, session, (now) => cancellationEvents(now, rootId, { by: actor.userId })).catch(
      (error: unknown) =>
        onProblem(`The turn ${rootId} of session ${sessionId} goes on: it could not be stopped for its reader.`, error),
    );
  };
  signal.addEventListener("abort", onDisconnected, { once: true });
  if (signal.aborted) onDisconnected();

  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(writer.begin())),
      async pull(controller) {
        for (;;) {
          const { done, value: events = [] } = await feed.next();
          let text = "";
          for (const event of events) text += writer.write(event);
          if (done) {
            if (!disconnected.signal.aborted) {
              text += isSettled(conversation, rootId) ? writer.finish(conversation) : writer.cut();
            }
            finished = true;
            signal.removeEventListener("abort", onDisconnected);
          } else {
            text += events.length > 0 ? writer.flush() : ": still here\n\n";
          }
          if (text !== "") controller.enqueue(encoder.encode(text));
          if (done) controller.close();
          if (done || text !== "") return;
        }
      },
      async cancel() {
        onDisconnected();
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
