import { textIn, type Fields } from "./agUiEvent.ts";

/** The events that start something or go on with it, shorthands both at once: what it is. */
export const PIECES: ReadonlyMap<string, "text" | "reasoning" | "tool"> = new Map(
  (
    [
      ["TEXT_MESSAGE", "text"],
      ["REASONING_MESSAGE", "reasoning"],
      // What older producers call reasoning, and give no ids.
      ["THINKING_TEXT_MESSAGE", "reasoning"],
      ["TOOL_CALL", "tool"],
    ] as const
  ).flatMap(([name, kind]) =>
    ["START", kind === "tool" ? "ARGS" : "CONTENT", "CHUNK"].map((word) => [`${name}_${word}`, kind] as const),
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
    const kind = PIECES.get(type);
    const tag = textIn(event, "subagentRunId");
    if (!kind) {
      if (WHOLE_RUN.test(type)) for (const lane of [...lanes.keys()]) close(lane);
      else if (!BESIDE.test(type)) close(tag);
      return take(event);
    }
    const field = kind === "tool" ? "toolCallId" : "messageId";
    const id = textIn(event, field);
    const isNamed = id !== undefined && !type.endsWith("CHUNK");
    // What streams are mostly made of says all in full.
    if (isNamed && lanes.size === 0) return take(event);
    const end = type.replace(/[A-Z]+$/, "END");
    const isOpen = (one: Fields | undefined) =>
      one?.type === end && (id === undefined ? !type.endsWith("START") : one[field] === id);
    // Producers that tag only a message's first chunk leave its lane to be found: the one last written to.
    const isFound = tag !== undefined || isOpen(lanes.get(undefined));
    const lane = isFound ? tag : [...lanes].findLast(([, one]) => isOpen(one))?.[0];
    let open = lanes.get(lane);
    if (!open || !isOpen(open)) {
      close(lane);
      if (isNamed) return take(event);
      open = { type: end, [field]: id ?? `${kind}-${++minted}`, subagentRunId: lane };
    }
    lanes.delete(lane);
    lanes.set(lane, open);
    take({ ...event, [field]: open[field], subagentRunId: lane });
  };
}
