import { createParser } from "eventsource-parser";

/** One chunk of a wire: its value, and the name of the SSE event that carried it, where it had one. */
export interface Chunk {
  value: unknown;
  event?: string | undefined;
}

/** Reads a wire's raw bytes or text, cut anywhere, as SSE or as NDJSON, whichever its first character says. */
export interface ChunkReader {
  read(data: string | Uint8Array): void;
  /** What stands without its last line break is read too: streams are cut. */
  end(): void;
}

/** Characters; a longer line is given up, so that no host can fill the page's memory. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** Makes a reader; `onChunk` gets each JSON value in order, `onUnreadable` each line that is none or longer than `longestLine` characters. */
export function createChunkReader(
  onChunk: (chunk: Chunk) => void,
  onUnreadable: (line: string) => void,
  longestLine = LONGEST_LINE,
): ChunkReader {
  const decoder = new TextDecoder();
  let lines: { feed(text: string): void; end(): void } | null = null;
  let before = "";

  const take = (line: string, event?: string) => {
    const text = line.trim();
    if (text === "" || text === "[DONE]") return;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return onUnreadable(text);
    }
    onChunk({ value, event });
  };
  const feed = (text: string) => {
    if (!lines) {
      // A byte order mark counts as a space here; it may stand only before the first line.
      before = (before + text).trimStart();
      const first = before[0];
      if (first === undefined) return;
      lines =
        first === "{" || first === "["
          ? ndjsonLines(take, onUnreadable, longestLine)
          : sseEvents(take, onUnreadable, longestLine);
      text = before;
      before = "";
    }
    lines.feed(text);
  };

  return {
    read: (data) => feed(typeof data === "string" ? data : decoder.decode(data, { stream: true })),
    end() {
      // Also lets the decoder begin anew, should another stream follow.
      feed(decoder.decode());
      lines?.end();
      lines = null;
      before = "";
    },
  };
}

type Take = (line: string, event?: string) => void;

function sseEvents(take: Take, onUnreadable: (line: string) => void, longestLine: number) {
  let isFull = false;
  const parser = createParser({
    maxBufferSize: longestLine,
    onEvent: ({ data, event }) => take(data, event),
    onError: (error) => {
      // Unknown fields are ignored, as the standard says; only what is too long is lost.
      if (error.type === "unknown-field" || error.type === "invalid-retry") return;
      isFull = true;
      onUnreadable(error.message);
    },
  });
  return {
    feed(text: string) {
      let rest = text;
      if (isFull) {
        // What is left of the line that was too long is dropped; the parser takes nothing more until it is reset.
        const lineEnd = rest.search(/[\r\n]/);
        if (lineEnd < 0) return;
        rest = rest.slice(lineEnd);
        isFull = false;
        parser.reset();
      }
      parser.feed(rest);
    },
    // A cut stream may lack the blank line that sends its last event.
    end() {
      if (!isFull) parser.feed("\n\n");
    },
  };
}

function ndjsonLines(take: Take, onUnreadable: (line: string) => void, longestLine: number) {
  let pieces: string[] = [];
  let length = 0;
  let skipping = false;
  const finish = () => {
    if (skipping) onUnreadable(`A line of more than ${longestLine} characters`);
    else take(pieces.join(""));
    pieces = [];
    length = 0;
    skipping = false;
  };
  return {
    feed(text: string) {
      let start = 0;
      for (let at = text.indexOf("\n", start); at >= 0; at = text.indexOf("\n", start)) {
        pieces.push(text.slice(start, at));
        finish();
        start = at + 1;
      }
      const rest = text.slice(start);
      length += rest.length;
      if (length > longestLine) {
        skipping = true;
        pieces = [];
      } else if (rest !== "") pieces.push(rest);
    },
    end: finish,
  };
}
