import { HttpError } from "../http/httpError.ts";
import { isId } from "../db/storable.ts";
import type { WireDecision } from "./readSession.ts";
import type { OnDisconnect } from "./turnResponse.ts";

/** A person's message as a client sends it; `messageId` is there where the log can keep it. */
export interface ClientMessage {
  text: string;
  messageId: string | undefined;
  /** The slug of the agent that answers it. */
  agent: string | undefined;
}

/** What a request asks for. The history that a client sends beside it is not read: the log is the host's. */
export type ClientIntent =
  ({ kind: "message" } & ClientMessage) | { kind: "decisions"; decisions: readonly WireDecision[] };

/** What happens to the turn when its reader disconnects: as the request names it, else `fallback`. */
export function readOnDisconnect(value: unknown, fallback: OnDisconnect, path: string): OnDisconnect {
  if (value === undefined || value === null) return fallback;
  if (value === "continue" || value === "cancel") return value;
  throw invalid(path, '"onDisconnect" has to be "continue" or "cancel".');
}

/** The agent that a request names. */
export function readAgent(value: unknown, path: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  throw invalid(path, '"agent" has to be the slug of an agent, a string.');
}

/** A client's id for a message; undefined where the log cannot keep it. */
export function readMessageId(id: unknown): string | undefined {
  return typeof id === "string" && isId(id) ? id : undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function invalid(path: string, message: string): HttpError {
  return new HttpError(400, "invalid_request", message, { path });
}
