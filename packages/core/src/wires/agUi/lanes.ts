import { optionalString, type Fields } from "./eventFields.ts";

/** The kind of item that an event starts or continues; a shorthand does both. */
export const PIECES: ReadonlyMap<string, "text" | "reasoning" | "tool"> = new Map(
  (
    [
      ["TEXT_MESSAGE", "text"],
      ["REASONING_MESSAGE", "reasoning"],
      // The reasoning of older producers, which has no ids.
      ["THINKING_TEXT_MESSAGE", "reasoning"],
      ["TOOL_CALL", "tool"],
    ] as const
  ).flatMap(([name, kind]) =>
    ["START", kind === "tool" ? "ARGS" : "CONTENT", "CHUNK"].map((word) => [`${name}_${word}`, kind] as const),
  ),
);

/** Events that leave open what is being written. */
const BESIDE = /^(RAW|ACTIVITY_|REASONING_ENCRYPTED_|SUBAGENT_STARTED)/;

const WHOLE_RUN = /^(RUN_|MESSAGES_)/;

/**
 * Gives each piece its id and each shorthand its end, in a lane for each sub-agent. An id that the wire leaves out is
 * the id of the lane's open item, else a new one.
 */
export function createLanes(apply: (event: Fields) => void): (event: Fields) => void {
  /**
   * The end event of each lane's open item, by sub-agent; undefined is the parent agent. The last used lane is last.
   */
  const lanes = new Map<string | undefined, Fields>();
  let minted = 0;

  const close = (lane: string | undefined) => {
    const end = lanes.get(lane);
    lanes.delete(lane);
    if (end) apply(end);
  };

  return (event) => {
    const type = String(event.type);
    const kind = PIECES.get(type);
    const tag = optionalString(event, "subagentRunId");
    if (!kind) {
      if (WHOLE_RUN.test(type)) for (const lane of [...lanes.keys()]) close(lane);
      else if (!BESIDE.test(type)) close(tag);
      return apply(event);
    }
    const field = kind === "tool" ? "toolCallId" : "messageId";
    const id = optionalString(event, field);
    const isNamed = id !== undefined && !type.endsWith("CHUNK");
    // The common case: an event with its id, while no shorthand is open.
    if (isNamed && lanes.size === 0) return apply(event);
    const end = type.replace(/[A-Z]+$/, "END");
    const isOpen = (one: Fields | undefined) =>
      one?.type === end && (id === undefined ? !type.endsWith("START") : one[field] === id);
    // Some producers tag only a message's first chunk; the others belong to the lane that was last written to.
    const isCertain = tag !== undefined || isOpen(lanes.get(undefined));
    const lane = isCertain ? tag : [...lanes].findLast(([, one]) => isOpen(one))?.[0];
    let open = lanes.get(lane);
    if (!open || !isOpen(open)) {
      close(lane);
      if (isNamed) return apply(event);
      open = { type: end, [field]: id ?? `${kind}-${++minted}`, subagentRunId: lane };
    }
    lanes.delete(lane);
    lanes.set(lane, open);
    apply({ ...event, [field]: open[field], subagentRunId: lane });
  };
}
