/**
 * A text of a session, in the order in which they came; white space does not count, as agents join pieces by their own.
 */
interface Said {
  kind: string;
  text: string;
}

/** What a session has said, by which it is recognised when `session/load` tells it once more. */
export interface Transcript {
  /** Notes a piece of a text. */
  add(kind: string, text: string): void;
  /** The session is told from its beginning. */
  rewind(): void;
  /** The part of a piece that is new; all of it unless the session is being told once more. */
  newIn(kind: string, text: string): string;
  /** The session was told to its end. */
  stop(): void;
  readonly isRetold: boolean;
}

export function createTranscript(): Transcript {
  const said: Said[] = [];
  let at = 0;
  let offset = 0;
  let isRetold = false;

  const place = (kind: string, text: string): number => {
    if (offset > 0 && said[at]?.kind === kind && meet(said[at]!.text.slice(offset), text)) return at;
    // What an agent leaves out when it tells a session again, such as its thoughts, is passed over.
    const from = offset > 0 ? at + 1 : at;
    return said.findIndex((one, index) => index >= from && one.kind === kind && meet(one.text, text));
  };
  return {
    get isRetold() {
      return isRetold;
    },
    add(kind, text) {
      const last = said.at(-1);
      const bare = withoutSpace(text);
      if (last?.kind === kind) last.text += bare;
      else said.push({ kind, text: bare });
    },
    rewind() {
      at = offset = 0;
      isRetold = said.length > 0;
    },
    newIn(kind, text) {
      if (!isRetold) return text;
      let rest = text;
      while (withoutSpace(rest) !== "") {
        const bare = withoutSpace(rest);
        const found = place(kind, bare);
        if (found < 0) return rest;
        if (found !== at) offset = 0;
        at = found;
        const known = Math.min(said[at]!.text.length - offset, bare.length);
        offset += known;
        rest = after(rest, known);
        if (offset === said[at]!.text.length && withoutSpace(rest) !== "") {
          at++;
          offset = 0;
        }
      }
      return "";
    },
    stop() {
      isRetold = false;
    },
  };
}

const withoutSpace = (text: string) => text.replace(/\s+/g, "");

/** Whether one of two texts begins with the other. */
const meet = (one: string, other: string) => one !== "" && (one.startsWith(other) || other.startsWith(one));

/** A text after so many of its characters that are no white space. */
function after(text: string, count: number): string {
  let at = 0;
  for (let left = count; left > 0 && at < text.length; at++) if (!/\s/.test(text[at]!)) left--;
  return text.slice(at);
}
