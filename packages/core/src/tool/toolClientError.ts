/** A refused call of a client. `status` is the HTTP status (0: the host was not reached), `path` the JSON Pointer of the field, `issues` one entry a field where several are wrong. */
export class ToolClientError extends Error {
  override readonly name = "ToolClientError";
  readonly code: string;
  readonly status: number;
  readonly path: string | undefined;
  readonly issues: readonly { path: string; message: string }[];
  constructor(
    message: string,
    details: {
      code: string;
      status: number;
      path?: string;
      issues?: readonly { path: string; message: string }[];
      cause?: unknown;
    },
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    this.status = details.status;
    this.path = details.path;
    this.issues = details.issues ?? [];
  }
}
