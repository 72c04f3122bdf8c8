/** One server-sent event. */
export interface ServerSentEvent {
  id: string | undefined;
  event: string | undefined;
  data: string;
}

/** Reads text that is cut anywhere. */
export interface TextReader {
  feed(text: string): void;
  /** The text is over: a last line without its line break is read too. */
  end(): void;
}

/**
 * Reads lines, with any of the three line breaks. A line that has more than `longest` characters before its end comes
 * is null.
 */
export function createLineReader(onLine: (line: string | null) => void, longest: number): TextReader {
  let pieces: string[] = [];
  let length = 0;
  let endedInReturn = false;
  const finish = (last: string) => {
    const line = length > longest ? null : pieces.join("") + last;
    pieces = [];
    length = 0;
    onLine(line);
  };
  return {
    feed(text) {
      if (text === "") return;
      // The rest of a line break that was cut in two.
      let start = endedInReturn && text.startsWith("\n") ? 1 : 0;
      endedInReturn = text.endsWith("\r");
      const lineBreak = /\r\n?|\n/g;
      lineBreak.lastIndex = start;
      while (lineBreak.test(text)) {
        const end = lineBreak.lastIndex;
        finish(text.slice(start, text.startsWith("\r\n", end - 2) ? end - 2 : end - 1));
        start = end;
      }
      const rest = text.slice(start);
      length += rest.length;
      if (length > longest) pieces = [];
      else if (rest !== "") pieces.push(rest);
    },
    end() {
      if (length > 0) finish("");
      endedInReturn = false;
    },
  };
}

/**
 * Reads server-sent events as the standard defines them. An event with a line longer than `longest` characters is left
 * out, and `onTooLong` called.
 */
export function createEventStream(
  onEvent: (event: ServerSentEvent) => void,
  onTooLong: () => void,
  longest: number,
): TextReader {
  let data: string[] = [];
  let event: string | undefined;
  let id: string | undefined;
  let isTooLong = false;
  const lines = createLineReader((line) => {
    if (line === null) isTooLong = true;
    else if (line === "") {
      if (isTooLong) onTooLong();
      else if (data.length > 0) onEvent({ id, event, data: data.join("\n") });
      data = [];
      event = id = undefined;
      isTooLong = false;
    } else {
      const colon = line.indexOf(":");
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
      if (field === "data") data.push(value);
      else if (field === "event") event = value || undefined;
      else if (field === "id" && !value.includes("\0")) id = value;
    }
  }, longest);
  return {
    feed: lines.feed,
    end() {
      lines.end();
      // A cut stream may lack the blank line that sends its last event.
      lines.feed("\n");
    },
  };
}
