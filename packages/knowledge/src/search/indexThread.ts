import { Worker } from "node:worker_threads";
import { answerIndexRequests, type IndexAnswer, type IndexRequest } from "./indexProtocol.ts";
import type { NumberedAnswer, NumberedRequest } from "./indexWorker.ts";

/** The thread that holds the index of all tenants. */
export interface IndexThread {
  ask(request: IndexRequest): Promise<IndexAnswer>;
  close(): Promise<void>;
}

/** What a thread that has ended, by itself, says to whoever waits; the next request finds a new one. */
export class IndexThreadEnded extends Error {
  override readonly name = "IndexThreadEnded";
}

/**
 * Opens the index in a thread of its own, so that neither reading many documents nor a long query holds requests up. Sources, which
 * Node does not run as they are, have it in the thread of whoever asks.
 */
export function openIndexThread(onEnd: (error: Error) => void): IndexThread {
  if (import.meta.url.endsWith(".ts")) {
    const answer = answerIndexRequests();
    return { ask: (request) => Promise.resolve(answer(request)), close: () => Promise.resolve() };
  }
  const waiting = new Map<number, { resolve: (answer: IndexAnswer) => void; reject: (error: Error) => void }>();
  let number = 0;
  let isClosed = false;
  const worker = new Worker(new URL("./indexWorker.js", import.meta.url), { execArgv: [] });
  // A process that has nothing else to do may end.
  worker.unref();
  const end = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    if (!isClosed) onEnd(error);
    isClosed = true;
  };
  worker.on("message", (message: NumberedAnswer) => {
    const waits = waiting.get(message.number);
    waiting.delete(message.number);
    if (waiting.size === 0) worker.unref();
    if ("answer" in message) waits?.resolve(message.answer);
    else waits?.reject(new Error(message.error));
  });
  worker.on("error", (error) => end(new IndexThreadEnded(`The index of documents stopped: ${String(error)}`)));
  worker.on("exit", () => end(new IndexThreadEnded("The index of documents stopped.")));
  return {
    ask(request) {
      if (isClosed) return Promise.reject(new IndexThreadEnded("The index of documents is closed."));
      return new Promise<IndexAnswer>((resolve, reject) => {
        number++;
        waiting.set(number, { resolve, reject });
        worker.ref();
        const message: NumberedRequest = { number, request };
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has none
        worker.postMessage(message);
      });
    },
    async close() {
      isClosed = true;
      await worker.terminate();
    },
  };
}
