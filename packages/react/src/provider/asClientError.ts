import { ToolClientError } from "@callboard/core";

/** A client's rejection as the error that pages show. */
export function asClientError(error: unknown): ToolClientError {
  if (error instanceof ToolClientError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ToolClientError(message, { code: "unknown", status: 0, cause: error });
}
