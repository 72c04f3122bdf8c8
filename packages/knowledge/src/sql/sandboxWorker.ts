import { parentPort } from "node:worker_threads";
import { answerSandboxRequests, type SandboxAnswer, type SandboxRequest } from "./sandbox.ts";

export interface NumberedSandboxRequest {
  number: number;
  request: SandboxRequest;
}

export type NumberedSandboxAnswer = { number: number } & ({ answer: SandboxAnswer } | { error: string });

const answer = answerSandboxRequests();
parentPort?.on("message", ({ number, request }: NumberedSandboxRequest) => {
  const say = (message: NumberedSandboxAnswer) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has none
    parentPort?.postMessage(message);
  answer(request).then(
    (given) => say({ number, answer: given }),
    (error: unknown) => say({ number, error: error instanceof Error ? error.message : String(error) }),
  );
});
