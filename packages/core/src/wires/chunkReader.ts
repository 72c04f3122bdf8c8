import { jsonOrText } from "../json/parseJson.ts";
import { createEventStream, createLineReader, type TextReader } from "./eventStream.ts";

/**
 * One chunk of a wire, and the name of the SSE event that carried it. The value of a line that holds no JSON is its
 * text.
 */
export interface Chunk {
  value: unknown;
  event?: string | undefined;
}

/** Reads a wire's raw bytes or text, cut anywhere. The first character tells whether it is SSE or NDJSON. */
export interface ChunkReader {
  /** The chunks that are whole with this piece. */
  read(data: string | Uint8Array): Chunk[];
  /** The stream is over. A last line without its line break counts as whole, since streams are cut. */
  end(): Chunk[];
}

/** Characters; a longer line is dropped, so that no host can fill the page's memory. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** Makes a reader; a line longer than `longestLine` characters is replaced by a text that says so. */
export function createChunkReader(longestLine = LONGEST_LINE): ChunkReader {
  const decoder = new TextDecoder();
  let lines: TextReader | null = null;
  let start = "";
  let chunks: Chunk[] = [];

  const add = (line: string, event?: string) => {
    const text = line.trim();
    if (text === "" || text === "[DONE]") return;
    chunks.push({ value: jsonOrText(text), event });
  };
  const addTooLong = () => chunks.push({ value: `A line of more than ${longestLine} characters` });
  const feed = (text: string) => {
    if (!lines) {
      // A byte order mark counts as white space here. It may stand only before the first line.
      start = (start + text).trimStart();
      const first = start[0];
      if (first === undefined) return;
      lines =
        first === "{" || first === "["
          ? createLineReader((line) => (line === null ? addTooLong() : add(line)), longestLine)
          : createEventStream(({ data, event }) => add(data, event), addTooLong, longestLine);
      text = start;
      start = "";
    }
    lines.feed(text);
  };
  const drain = () => {
    const whole = chunks;
    chunks = [];
    return whole;
  };

  return {
    read(data) {
      feed(typeof data === "string" ? data : decoder.decode(data, { stream: true }));
      return drain();
    },
    end() {
      // The flush also resets the decoder, for a stream that follows.
      feed(decoder.decode());
      lines?.end();
      lines = null;
      start = "";
      return drain();
    },
  };
}
