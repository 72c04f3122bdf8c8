import type { SessionEvent } from "../../../packages/core/src/events/event.ts";

/** A conversation as one wire tells it. */
export interface Recording {
  chunks: readonly object[];
  /** The same chunks as they go over the network. */
  raw: string;
}

/** Any wire's adapter. */
export interface AnyAdapter {
  push(chunk: never): SessionEvent[];
  end(reason?: string): SessionEvent[];
}

/** Chunks as server-sent events without names. */
export function asSse(chunks: readonly object[]): string {
  return chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("");
}

/** Chunks as lines. */
export function asLines(chunks: readonly object[]): string {
  return chunks.map((chunk) => `${JSON.stringify(chunk)}\n`).join("");
}
