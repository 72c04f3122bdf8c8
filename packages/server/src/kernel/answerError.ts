import type { ErrorHandler } from "hono";
import { HostRefusal } from "../hostRefusal.ts";
import { HttpError } from "../http/httpError.ts";
import { toHttpError } from "../http/toHttpError.ts";
import type { HostEnvironment } from "./kernel.ts";

/**
 * Answers what a route throws: a refusal by its status, anything else with a number that the operator finds in the log.
 */
export function answerError(
  statuses: Readonly<Record<string, number>>,
  onProblem: (message: string, error?: unknown) => void,
): ErrorHandler<HostEnvironment> {
  return (error, c) => {
    if (error instanceof HttpError) return error.toResponse();
    const { requestId } = c.var;
    const request = `Request ${requestId} (${c.req.method} ${c.req.path})`;
    if (error instanceof HostRefusal && Object.hasOwn(statuses, error.code)) {
      if (error.cause !== undefined) onProblem(`${request}: ${error.message}`, error.cause);
      return toHttpError(error, statuses).toResponse();
    }
    // Whoever goes away while a body comes in reads no answer, and nothing is wrong here.
    if (c.req.raw.signal.aborted) return new Response(null, { status: 499 });
    onProblem(`${request} failed.`, error);
    return new HttpError(
      500,
      "internal",
      `Something went wrong inside the host. Try again; if it stays, tell its operator this number: ${requestId}`,
      { headers: { "x-request-id": requestId } },
    ).toResponse();
  };
}
