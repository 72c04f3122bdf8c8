import type { NewEvent } from "./event.ts";

/** Characters of a joined piece: one event stays small enough for readers that follow. */
const LONGEST_PIECE = 32_000;

type Delta = Extract<NewEvent, { delta: string }>;

/**
 * Two neighbouring pieces of one text, of arguments or of an output as one event, in the later one's place; undefined
 * where they are not that. A piece with `meta` stays as it is: what it says is of that piece alone.
 */
export function joinDeltas<Event extends NewEvent>(before: Event | undefined, event: Event): Event | undefined {
  if (!before || !isDelta(before) || !isDelta(event) || !goesOn(before, event) || before.meta || event.meta)
    return undefined;
  if (before.delta.length + event.delta.length > LONGEST_PIECE) return undefined;
  const item = "itemId" in before && before.itemId !== undefined ? { itemId: before.itemId } : {};
  return { ...event, ...item, delta: before.delta + event.delta };
}

const isDelta = <Event extends NewEvent>(event: Event): event is Event & Delta => "delta" in event;

function goesOn(before: Delta, event: Delta): boolean {
  if (before.type === "agent.text_appended" && event.type === "agent.text_appended") {
    const { agentId, kind, itemId, messageId } = before;
    const isSame = agentId === event.agentId && kind === event.kind && messageId === event.messageId;
    return isSame && (event.itemId === undefined || event.itemId === itemId);
  }
  if (before.type === "tool.output_appended" && event.type === "tool.output_appended") {
    return before.callId === event.callId && before.channel === event.channel;
  }
  return before.type === "tool.input_appended" && event.type === before.type && before.callId === event.callId;
}
