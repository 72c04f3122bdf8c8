import type { ValidationIssue } from "@callboard/core";
import { firstIssues } from "../hostRefusal.ts";

/** The body of every answer that is not a success: `code` for programs, `message` for people, with the mend. */
export interface ErrorBody {
  error: {
    code: string;
    message: string;
    /** JSON Pointer of the field: into the tool's input for `invalid_input`, else into the request's body. */
    path?: string;
    /** The first issues of the input. */
    issues?: { path: string; code: string; message: string }[];
    /** How many issues there are beyond these. */
    moreIssues?: number;
  };
}

/** Thrown where an HTTP request cannot be answered; domain code throws `HostRefusal`. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: number;
  readonly code: string;
  readonly path: string | undefined;
  readonly issues: readonly ValidationIssue[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    status: number,
    code: string,
    message: string,
    details: { path?: string; issues?: readonly ValidationIssue[]; headers?: Record<string, string> | undefined } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.path = details.path;
    this.issues = details.issues;
    this.headers = details.headers ?? {};
  }

  toResponse(): Response {
    const { named, more } = firstIssues(this.issues ?? []);
    const body: ErrorBody = {
      error: {
        code: this.code,
        message: more === 0 ? this.message : `${this.message} There are ${more + named.length - 1} more issues.`,
        path: this.path,
        issues: this.issues && named.map(({ path, code, message }) => ({ path, code, message })),
        ...(more > 0 && { moreIssues: more }),
      },
    };
    return json(body, this.status, this.headers);
  }
}

/** A JSON answer that no cache keeps and no browser reinterprets. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      ...headers,
    },
  });
}
