import type { Host } from "./host.ts";

/** A reader of a session's event stream that keeps what it was given, line by line. */
export interface Follower {
  /** The data of each whole event so far, as text. */
  lines: string[];
  /** Resolves when the stream has ended, by whatever cause. */
  ended: Promise<void>;
}

/** Reads a session's events as they come, without ever connecting anew. */
export function followSession(host: Host, sessionId: string): Follower {
  const lines: string[] = [];
  const read = async () => {
    const response = await fetch(`${host.url}/api/sessions/${sessionId}/events`, {
      headers: { accept: "text/event-stream" },
    });
    if (response.status !== 200 || !response.body) throw new Error(`The event stream: ${response.status}`);
    let rest = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body) {
      const blocks = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split("\n\n");
      // What is not closed by an empty line is no event yet.
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (data !== undefined) lines.push(data);
      }
    }
  };
  return { lines, ended: read().catch(() => undefined) };
}
