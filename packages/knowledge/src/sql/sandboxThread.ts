import { Worker } from "node:worker_threads";
import { answerSandboxRequests, type SandboxAnswer, type SandboxRequest } from "./sandbox.ts";
import type { NumberedSandboxAnswer, NumberedSandboxRequest } from "./sandboxWorker.ts";

/** A sandbox in a thread that can be ended whatever it does. */
export interface SandboxThread {
  /** @throws SandboxOverdue after `timeLimit` milliseconds; the thread is ended then. */
  ask(request: SandboxRequest, timeLimit: number): Promise<SandboxAnswer>;
  readonly isOpen: boolean;
  close(): void;
}

export class SandboxOverdue extends Error {
  override readonly name = "SandboxOverdue";
}

/** Opens a sandbox. Sources, which Node does not run as they are, have it in the thread of whoever asks, where nothing can end it. */
export function openSandboxThread(): SandboxThread {
  if (import.meta.url.endsWith(".ts")) {
    const answer = answerSandboxRequests();
    return { ask: (request) => answer(request), isOpen: true, close() {} };
  }
  const worker = new Worker(new URL("./sandboxWorker.js", import.meta.url), {
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  worker.unref();
  const waiting = new Map<number, { resolve: (answer: SandboxAnswer) => void; reject: (error: Error) => void }>();
  let number = 0;
  let isOpen = true;
  const end = (error: Error) => {
    isOpen = false;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    void worker.terminate();
  };
  worker.on("message", (message: NumberedSandboxAnswer) => {
    const waits = waiting.get(message.number);
    waiting.delete(message.number);
    if ("answer" in message) waits?.resolve(message.answer);
    else waits?.reject(new Error(message.error));
  });
  worker.on("error", (error) => end(new Error(`The query ended its database: ${String(error)}`)));
  worker.on("exit", () => end(new Error("The query ended its database.")));
  return {
    get isOpen() {
      return isOpen;
    },
    ask(request, timeLimit) {
      if (!isOpen) return Promise.reject(new Error("The sandbox is closed."));
      number++;
      const mine = number;
      // The timer keeps the process while it waits.
      return new Promise<SandboxAnswer>((resolve, reject) => {
        const timer = setTimeout(() => end(new SandboxOverdue("It took too long.")), timeLimit);
        const settled =
          <Value>(settle: (value: Value) => void) =>
          (value: Value) => (clearTimeout(timer), settle(value));
        waiting.set(mine, { resolve: settled(resolve), reject: settled(reject) });
        const message: NumberedSandboxRequest = { number: mine, request };
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has none
        worker.postMessage(message);
      });
    },
    close: () => end(new Error("The sandbox is closed.")),
  };
}
