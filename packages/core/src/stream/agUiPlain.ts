import { textIn, type Fields } from "./agUiEvent.ts";

type Kind = "text" | "tool" | "reasoning";

/** The message or call that a lane writes in shorthand. */
interface OpenChunks {
  kind: Kind;
  id: string;
}

const CHUNKS: Record<string, { kind: Kind; id: string; start: string; more: string }> = {
  TEXT_MESSAGE_CHUNK: {
    kind: "text",
    id: "messageId",
    start: "TEXT_MESSAGE_START",
    more: "TEXT_MESSAGE_CONTENT",
  },
  REASONING_MESSAGE_CHUNK: {
    kind: "reasoning",
    id: "messageId",
    start: "REASONING_MESSAGE_START",
    more: "REASONING_MESSAGE_CONTENT",
  },
  TOOL_CALL_CHUNK: { kind: "tool", id: "toolCallId", start: "TOOL_CALL_START", more: "TOOL_CALL_ARGS" },
};

const ENDS: Record<Kind, (id: string) => Fields> = {
  text: (messageId) => ({ type: "TEXT_MESSAGE_END", messageId }),
  reasoning: (messageId) => ({ type: "REASONING_MESSAGE_END", messageId }),
  tool: (toolCallId) => ({ type: "TOOL_CALL_END", toolCallId }),
};

/** Events that stand beside whatever is being written, and close nothing. */
const BESIDE = new Set(["RAW", "ACTIVITY_SNAPSHOT", "ACTIVITY_DELTA", "REASONING_ENCRYPTED_VALUE", "SUBAGENT_STARTED"]);

/** What streams are mostly made of says all in full. */
const FULL = new Set(["TEXT_MESSAGE_CONTENT", "REASONING_MESSAGE_CONTENT", "TOOL_CALL_ARGS"]);

const WHOLE_RUN = new Set(["RUN_STARTED", "RUN_FINISHED", "RUN_ERROR", "MESSAGES_SNAPSHOT"]);

/**
 * Spells a stream's shorthands out: chunks become starts, contents and ends, a lane for each sub-agent, and the THINKING
 * events of older producers become REASONING ones. An id that the wire leaves out is the open one's, else a new one.
 */
export function createPlainEvents(): (event: Fields) => Fields[] {
  /** By sub-agent; undefined is the parent agent. The last used stands last. */
  const lanes = new Map<string | undefined, OpenChunks>();
  let minted = 0;
  let thinking: string | null = null;

  const close = (lane: string | undefined): Fields[] => {
    const open = lanes.get(lane);
    if (!open) return [];
    lanes.delete(lane);
    return [{ ...ENDS[open.kind](open.id), ...(lane !== undefined && { subagentRunId: lane }) }];
  };
  const laneOf = (kind: Kind, id: string | undefined, tag: string | undefined): string | undefined => {
    const isOpen = (open: OpenChunks | undefined) => open?.kind === kind && (id === undefined || open.id === id);
    if (tag !== undefined || isOpen(lanes.get(undefined))) return tag;
    // Producers that tag only a message's first chunk leave its lane to be found: the one last written to.
    return [...lanes].findLast(([, open]) => isOpen(open))?.[0];
  };
  const expand = (event: Fields, { kind, id: idField, start, more }: (typeof CHUNKS)[string]): Fields[] => {
    const id = textIn(event, idField);
    const tag = textIn(event, "subagentRunId");
    const lane = laneOf(kind, id, tag);
    const open = lanes.get(lane);
    const continues = open?.kind === kind && (id === undefined || id === open.id);
    const made: Fields[] = continues ? [] : close(lane);
    const current = continues ? open.id : (id ?? `${kind}-${++minted}`);
    lanes.delete(lane);
    lanes.set(lane, { kind, id: current });
    const owner = { ...event, [idField]: current, ...(lane !== undefined && { subagentRunId: lane }) };
    if (!continues) made.push({ ...owner, type: start });
    if (textIn(event, "delta") !== undefined) made.push({ ...owner, type: more });
    return made;
  };

  return (event) => {
    const type = String(event.type);
    if (lanes.size === 0 && FULL.has(type)) return [event];
    const chunk = CHUNKS[type];
    if (chunk) return expand(event, chunk);
    if (type.startsWith("THINKING_")) {
      // Only the text says which message it is in, and it never said: each start is a new one.
      if (type === "THINKING_TEXT_MESSAGE_START" || thinking === null) thinking = `thinking-${++minted}`;
      const messageId = thinking;
      if (type === "THINKING_END") thinking = null;
      const plain = type.replace("THINKING_TEXT_", "REASONING_").replace("THINKING_", "REASONING_");
      return [...close(undefined), { ...event, type: plain, messageId }];
    }
    if (BESIDE.has(type)) return [event];
    if (WHOLE_RUN.has(type)) return [...[...lanes.keys()].flatMap(close), event];
    const tag = textIn(event, "subagentRunId");
    const isTerminal = type === "SUBAGENT_FINISHED" || type === "SUBAGENT_ERROR";
    return isTerminal && tag === undefined ? [event] : [...close(tag), event];
  };
}
