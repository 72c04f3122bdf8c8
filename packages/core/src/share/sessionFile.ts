import type { SessionEvent } from "../events/event.ts";
import { unpack } from "./packed.ts";
import { finish, inSlices, type Steps } from "./slices.ts";

/** What stands in the first line of a session's file, beside its events. */
export interface SessionFileHead {
  callboard: 1;
  title?: string;
  /** Epoch milliseconds. */
  savedAt?: number;
  /** Secrets were blacked out. */
  redacted?: boolean;
  /** How many large outputs are not in the file: only their references are. */
  outputsLeft?: number;
}

/** A session as it was read from a file. */
export interface SessionFile {
  head: SessionFileHead;
  events: SessionEvent[];
}

/** A session as one file: a head, and below it one event a line, as JSON. */
export function writeSessionFile(
  events: readonly SessionEvent[],
  head: Omit<SessionFileHead, "callboard"> = {},
): string {
  return finish(fileSteps(events, head));
}

/** The text of `writeSessionFile`, written in slices, so that a long session does not hold a process up. */
export const sessionFileText = (
  events: readonly SessionEvent[],
  head: Omit<SessionFileHead, "callboard"> = {},
): Promise<string> => inSlices(fileSteps(events, head));

/** Events between two pauses. */
const SOME = 500;

/** The text of `writeSessionFile`, written in steps. */
export function* fileSteps(
  events: readonly SessionEvent[],
  { title, savedAt, redacted, outputsLeft }: Omit<SessionFileHead, "callboard">,
): Steps<string> {
  const head: SessionFileHead = {
    callboard: 1,
    ...(title && { title }),
    ...(savedAt !== undefined && { savedAt }),
    ...(redacted && { redacted }),
    ...(outputsLeft && { outputsLeft }),
  };
  const lines = [`${JSON.stringify(head)}\n`];
  for (let index = 0; index < events.length; index++) {
    if (index % SOME === SOME - 1) yield;
    lines.push(`${JSON.stringify(events[index])}\n`);
  }
  return lines.join("");
}

/**
 * Reads a session's file: a log with or without its head, a JSON array of events, or a page made by `writeSessionPage`.
 * Null where it holds no session. What is no JSON object is left out; the fold reports what is no event.
 */
export async function readSessionFile(text: string): Promise<SessionFile | null> {
  const page = /<script type="text\/plain" id="callboard-session" data-bytes="(\d+)">([^<]*)<\/script>/.exec(text);
  try {
    return readLines(page ? await unpack(page[2]!, Number(page[1])) : text);
  } catch {
    return null;
  }
}

/** So many events are handed on first; the next time there are four times as many. */
const FIRST_PART = 10_000;
/** Bytes that are read at a time. */
const PIECE = 1_000_000;

/**
 * Reads a session's file as `readSessionFile` does, and a log piece by piece: its first events are there long before
 * its last. Each answer has all events so far under the same `head`, the last has all of them; there is none where the
 * file holds no session.
 */
export async function* streamSessionFile(file: Blob): AsyncGenerator<SessionFile, void, undefined> {
  if (!/^\s*\{/.test(await file.slice(0, 100).text())) {
    const whole = await readSessionFile(await file.text());
    if (whole) yield whole;
    return;
  }
  const reader = createLineReader();
  const decoder = new TextDecoder();
  let rest = "";
  let next = FIRST_PART;
  for (let at = 0; at < file.size; at += PIECE) {
    const bytes = await file.slice(at, at + PIECE).arrayBuffer();
    const text = rest + decoder.decode(bytes, { stream: true });
    const end = text.lastIndexOf("\n") + 1;
    rest = text.slice(end);
    reader.add(text.slice(0, end).split("\n").map(readLine));
    if (reader.count() < next) continue;
    next = reader.count() * 4;
    const part = reader.read();
    if (part) yield part;
  }
  reader.add([readLine(rest)]);
  const whole = reader.read();
  if (whole) yield whole;
}

function readLines(text: string): SessionFile | null {
  const reader = createLineReader();
  reader.add(/^\s*\[/.test(text) ? (JSON.parse(text) as unknown[]) : text.split("\n").map(readLine));
  return reader.read();
}

/** Takes the lines of a log, and has its head and events so far. */
function createLineReader() {
  const events: SessionEvent[] = [];
  const share = createSharing();
  let head: SessionFileHead | undefined;
  return {
    count: () => events.length,
    add(lines: readonly unknown[]): void {
      for (const line of lines) {
        if (typeof line !== "object" || line === null) continue;
        if (!head && events.length === 0 && isHead(line)) head = line;
        else events.push(share(line as SessionEvent));
      }
    },
    /** Null while nothing of it is a session. */
    read(): SessionFile | null {
      const isSession = head || events.some(({ type, seq }) => typeof type === "string" && typeof seq === "number");
      return isSession ? { head: (head ??= { callboard: 1 }), events: events.slice() } : null;
    },
  };
}

const isHead = (line: object): line is SessionFileHead =>
  !("type" in line) && "callboard" in line && line.callboard === 1;

function readLine(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

/** Lets equal names be one string: a log of a million events repeats its types and its session a million times. */
function createSharing(): (event: SessionEvent) => SessionEvent {
  const known = new Map<string, string>();
  const one = (text: string) => known.get(text) ?? (known.set(text, text), text);
  return (event) => {
    const names = event as { type: unknown; sessionId: unknown };
    if (typeof names.type === "string") names.type = one(names.type);
    if (typeof names.sessionId === "string") names.sessionId = one(names.sessionId);
    return event;
  };
}
