import { Worker, type WorkerOptions } from "node:worker_threads";
import type { NumberedAnswer, NumberedRequest } from "./answerAsThread.ts";

/** A thread that answers requests. */
export interface Thread<Request, Answer> {
  readonly isOpen: boolean;
  ask(request: Request): Promise<Answer>;
  /** Ends it whatever it does: whoever waits, or asks from then on, gets the error. */
  end(error: Error): Promise<void>;
}

/** What a thread that ended by itself says to whoever waits. */
export class ThreadEnded extends Error {
  override readonly name = "ThreadEnded";
}

export interface ThreadOptions<Request, Answer> {
  /** The worker's module, as it is built. */
  worker: URL;
  /** Answers in the thread of whoever asks, where nothing can end it: Node does not run sources as they are. */
  inSources: () => Promise<(request: Request) => Answer | Promise<Answer>>;
  /** What it says when the thread ends by itself. */
  stopped: string;
  options?: WorkerOptions;
}

/** Opens a thread. It does not keep the process, but for the requests that it has. */
export function openThread<Request, Answer>({
  worker: file,
  inSources,
  stopped,
  options,
}: ThreadOptions<Request, Answer>): Thread<Request, Answer> {
  if (import.meta.url.endsWith(".ts")) {
    const answer = inSources();
    return { isOpen: true, ask: async (request) => (await answer)(request), end: () => Promise.resolve() };
  }
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  let number = 0;
  let ended: Error | undefined;
  const worker = new Worker(file, { execArgv: [], ...options });
  worker.unref();
  const end = async (error: Error) => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    await worker.terminate();
  };
  worker.on("message", (message: NumberedAnswer<Answer>) => {
    const waits = waiting.get(message.number);
    waiting.delete(message.number);
    if (waiting.size === 0) worker.unref();
    if ("answer" in message) waits?.resolve(message.answer);
    else waits?.reject(new Error(message.error));
  });
  worker.on("error", (error) => void end(new ThreadEnded(`${stopped}: ${String(error)}`)));
  worker.on("exit", () => void end(new ThreadEnded(`${stopped}.`)));
  return {
    get isOpen() {
      return !ended;
    },
    ask(request) {
      if (ended) return Promise.reject(ended);
      return new Promise<Answer>((resolve, reject) => {
        number++;
        waiting.set(number, { resolve, reject });
        worker.ref();
        const message: NumberedRequest<Request> = { number, request };
        worker.postMessage(message, []);
      });
    },
    end,
  };
}
