/**
 * What mends a refusal: the same request a little later, another credential, a right that somebody has to give, another
 * request, or whoever runs the host.
 */
export type Mend = "again" | "credential" | "permission" | "request" | "host";

export interface ToolClientErrorDetails {
  /** A stable name for programs. */
  code: string;
  /** The HTTP status; 0 where the host was not reached. */
  status: number;
  /** JSON Pointer of the field that is refused. */
  path?: string | undefined;
  /** One entry a field, where several are wrong. */
  issues?: readonly { path: string; message: string }[] | undefined;
  /** Milliseconds after which the host says that it may be asked again. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

/**
 * A refused call of a client. `message` says to people what happened and how to mend it; `mend` tells a program the
 * same by its kind.
 */
export class ToolClientError extends Error {
  override readonly name = "ToolClientError";
  /** A stable name for programs. */
  readonly code: string;
  /** The HTTP status; 0 where the host was not reached. */
  readonly status: number;
  /** JSON Pointer of the field that is refused. */
  readonly path: string | undefined;
  /** One entry a field, where several are wrong. */
  readonly issues: readonly { path: string; message: string }[];
  /** Milliseconds after which the host says that it may be asked again. */
  readonly retryAfter: number | undefined;
  constructor(message: string, details: ToolClientErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    this.status = details.status;
    this.path = details.path;
    this.issues = details.issues ?? [];
    this.retryAfter = details.retryAfter;
  }

  get mend(): Mend {
    return mendOf(this.status);
  }
}

/** What mends a refusal of this status. */
function mendOf(status: number): Mend {
  if (status === 0 || status >= 500 || status === 408 || status === 425 || status === 429) return "again";
  if (status === 401) return "credential";
  if (status === 403) return "permission";
  return status >= 400 ? "request" : "host";
}
