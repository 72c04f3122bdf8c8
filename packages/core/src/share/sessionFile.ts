import type { SessionEvent } from "../events/event.ts";
import { unpack } from "./packed.ts";

/** What stands in the first line of a session's file, beside its events. */
export interface SessionFileHead {
  callboard: 1;
  title?: string;
  /** Epoch milliseconds. */
  savedAt?: number;
  /** Secrets were blacked out. */
  redacted?: boolean;
}

/** A session as it was read from a file. */
export interface SessionFile {
  head: SessionFileHead;
  events: SessionEvent[];
}

/** A session as one file: a head, and below it one event a line, as JSON. */
export function writeSessionFile(
  events: readonly SessionEvent[],
  { title, savedAt, redacted }: Omit<SessionFileHead, "callboard"> = {},
): string {
  const head: SessionFileHead = {
    callboard: 1,
    ...(title && { title }),
    ...(savedAt !== undefined && { savedAt }),
    ...(redacted && { redacted }),
  };
  return [head, ...events].map((line) => `${JSON.stringify(line)}\n`).join("");
}

/**
 * Reads a session's file: a log with or without its head, a JSON array of events, or a page made by `writeSessionPage`. Null where it holds no
 * session. What is no JSON object is left out; the fold reports what is no event.
 */
export async function readSessionFile(text: string): Promise<SessionFile | null> {
  const page = /<script type="text\/plain" id="callboard-session" data-bytes="(\d+)">([^<]*)<\/script>/.exec(text);
  try {
    return readLines(page ? await unpack(page[2]!, Number(page[1])) : text);
  } catch {
    return null;
  }
}

function readLines(text: string): SessionFile | null {
  const lines: unknown[] = /^\s*\[/.test(text) ? (JSON.parse(text) as unknown[]) : text.split("\n").map(readLine);
  const objects = lines.filter((line): line is Record<string, unknown> => typeof line === "object" && line !== null);
  const isHeaded = objects[0] !== undefined && !("type" in objects[0]) && objects[0]["callboard"] === 1;
  const head = isHeaded ? (objects[0] as unknown as SessionFileHead) : ({ callboard: 1 } as const);
  const events = (isHeaded ? objects.slice(1) : objects) as unknown as SessionEvent[];
  if (!isHeaded && !events.some((event) => typeof event.type === "string" && typeof event.seq === "number"))
    return null;
  share(events);
  return { head, events };
}

function readLine(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

/** Lets equal names be one string: a log of a million events repeats its types and its session a million times. */
function share(events: SessionEvent[]): void {
  const known = new Map<string, string>();
  const one = (text: string) => known.get(text) ?? (known.set(text, text), text);
  for (const event of events as { type: unknown; sessionId: unknown }[]) {
    if (typeof event.type === "string") event.type = one(event.type);
    if (typeof event.sessionId === "string") event.sessionId = one(event.sessionId);
  }
}
