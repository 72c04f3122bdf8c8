import { openThread } from "../thread/openThread.ts";
import type { SandboxAnswer, SandboxRequest } from "./sandbox.ts";

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

export function openSandboxThread(): SandboxThread {
  const thread = openThread<SandboxRequest, SandboxAnswer>({
    worker: new URL("./sandboxWorker.js", import.meta.url),
    inSources: async () => (await import("./sandbox.ts")).answerSandboxRequests(),
    stopped: "The query ended its database",
    options: { env: {}, resourceLimits: { maxOldGenerationSizeMb: 512 } },
  });
  return {
    get isOpen() {
      return thread.isOpen;
    },
    async ask(request, timeLimit) {
      const timer = setTimeout(() => void thread.end(new SandboxOverdue("It took too long.")), timeLimit);
      try {
        return await thread.ask(request);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => void thread.end(new Error("The sandbox is closed.")),
  };
}
