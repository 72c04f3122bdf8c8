import { parentPort } from "node:worker_threads";
import { answerIndexRequests, type IndexAnswer, type IndexRequest } from "./indexProtocol.ts";

/** A request with its number, by which the answer is told. */
export interface NumberedRequest {
  number: number;
  request: IndexRequest;
}

export type NumberedAnswer = { number: number } & ({ answer: IndexAnswer } | { error: string });

const answer = answerIndexRequests();
parentPort?.on("message", ({ number, request }: NumberedRequest) => {
  let message: NumberedAnswer;
  try {
    message = { number, answer: answer(request) };
  } catch (error) {
    message = { number, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has none
  parentPort?.postMessage(message);
});
