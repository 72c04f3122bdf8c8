import { parentPort } from "node:worker_threads";

/** A request with its number, by which the answer is told. */
export interface NumberedRequest<Request> {
  number: number;
  request: Request;
}

export type NumberedAnswer<Answer> = { number: number } & ({ answer: Answer } | { error: string });

/** Answers what the thread that opened this one asks. */
export function answerAsThread<Request, Answer>(answer: (request: Request) => Answer | Promise<Answer>): void {
  const answerTo = async ({ number, request }: NumberedRequest<Request>): Promise<NumberedAnswer<Answer>> => {
    try {
      return { number, answer: await answer(request) };
    } catch (error) {
      return { number, error: error instanceof Error ? error.message : String(error) };
    }
  };
  parentPort?.on("message", (asked: NumberedRequest<Request>) => {
    void answerTo(asked).then((message) => parentPort?.postMessage(message, []));
  });
}
