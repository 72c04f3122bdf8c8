import { createEventStream, createLineReader, type TextReader } from "./eventStream.ts";

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
  let lines: TextReader | null = null;
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
  const tooLong = () => onUnreadable(`A line of more than ${longestLine} characters`);
  const feed = (text: string) => {
    if (!lines) {
      // A byte order mark counts as a space here; it may stand only before the first line.
      before = (before + text).trimStart();
      const first = before[0];
      if (first === undefined) return;
      lines =
        first === "{" || first === "["
          ? createLineReader((line) => (line === null ? tooLong() : take(line)), longestLine)
          : createEventStream(({ data, event }) => take(data, event), tooLong, longestLine);
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
