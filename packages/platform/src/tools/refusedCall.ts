import { ToolError } from "@callboard/core";
import { HostRefusal, HttpError } from "@callboard/server";

/** How many errors of fields an agent is told at once. */
const MOST_SAID = 6;

/** A refusal in words that an agent can mend its call by; any other error as it is. */
export function refusedCall(error: unknown): unknown {
  if (!(error instanceof HostRefusal || error instanceof HttpError)) return error;
  const more = (error.issues ?? []).slice(1, MOST_SAID).map(({ path, message }) => `${path}: ${message}`);
  return new ToolError([error.message, ...more].join("\n"), error.path === undefined ? {} : { path: error.path });
}
