import { textIn, type Fields } from "./agUiEvent.ts";

/** A piece of something that streams: what of, the field with its id, and the event that ends it. */
export interface AgUiPiece {
  kind: "text" | "reasoning" | "tool";
  id: string;
  end: string;
}

/** The events that start something or go on with it: each says all that it has to say, and shorthands say both at once. */
export const PIECES: ReadonlyMap<string, AgUiPiece> = new Map(
  (
    [
      ["TEXT_MESSAGE", "CONTENT", "text", "messageId"],
      ["REASONING_MESSAGE", "CONTENT", "reasoning", "messageId"],
      // What older producers call reasoning, and give no ids.
      ["THINKING_TEXT_MESSAGE", "CONTENT", "reasoning", "messageId"],
      ["TOOL_CALL", "ARGS", "tool", "toolCallId"],
    ] as const
  ).flatMap(([name, more, kind, id]) =>
    ["START", more, "CHUNK"].map((word) => [`${name}_${word}`, { kind, id, end: `${name}_END` }] as const),
  ),
);

/** Events that stand beside whatever is being written, and close nothing. */
const BESIDE = /^(RAW|ACTIVITY_|REASONING_ENCRYPTED_|SUBAGENT_STARTED)/;

const WHOLE_RUN = /^(RUN_|MESSAGES_)/;

/**
 * Gives each piece its id, and each shorthand its end, a lane for each sub-agent. An id that the wire leaves out is that of
 * what the lane has open, else a new one.
 */
export function createLanes(take: (event: Fields) => void): (event: Fields) => void {
  /** How what is open ends, by sub-agent; undefined is the parent agent. The last used stands last. */
  const lanes = new Map<string | undefined, Fields>();
  let minted = 0;

  const close = (lane: string | undefined) => {
    const end = lanes.get(lane);
    lanes.delete(lane);
    if (end) take(end);
  };

  return (event) => {
    const type = String(event.type);
    const piece = PIECES.get(type);
    const tag = textIn(event, "subagentRunId");
    if (!piece) {
      if (WHOLE_RUN.test(type)) for (const lane of [...lanes.keys()]) close(lane);
      else if (!BESIDE.test(type)) close(tag);
      return take(event);
    }
    const id = textIn(event, piece.id);
    const isNamed = id !== undefined && !type.endsWith("CHUNK");
    // What streams are mostly made of says all in full.
    if (isNamed && lanes.size === 0) return take(event);
    const isOpen = (end: Fields | undefined) =>
      end?.type === piece.end && (id === undefined ? !type.endsWith("START") : end[piece.id] === id);
    // Producers that tag only a message's first chunk leave its lane to be found: the one last written to.
    const isFound = tag !== undefined || isOpen(lanes.get(undefined));
    const lane = isFound ? tag : [...lanes].findLast(([, end]) => isOpen(end))?.[0];
    let open = lanes.get(lane);
    if (!open || !isOpen(open)) {
      close(lane);
      if (isNamed) return take(event);
      open = { type: piece.end, [piece.id]: id ?? `${piece.kind}-${++minted}`, subagentRunId: lane };
    }
    lanes.delete(lane);
    lanes.set(lane, open);
    take({ ...event, [piece.id]: open[piece.id], subagentRunId: lane });
  };
}
