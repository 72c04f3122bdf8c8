import type { SessionEvent } from "@callboard/core";
import { joinDeltas } from "@callboard/core/host";
import type { UIMessageChunk } from "ai";
import { createTurnEncoding, type EncodedCall, type OpenItem, type TurnEncoding } from "../turnEncoding.ts";

export interface AiSdkCall extends EncodedCall {
  tool: string;
  title: string | undefined;
  /** The step of the message that its part stands in; 0 where it has no part. */
  step: number;
  /** Its approval is requested, and it has not run or ended since. */
  awaitsApproval: boolean;
}

/**
 * One turn as a UI message, over one response or several (one after each approval). Chunks of the root agent build the
 * message; the events of sub-agents are forwarded in `data-callboard` parts.
 */
export interface AiSdkTurn extends TurnEncoding<UIMessageChunk> {
  calls: Map<string, AiSdkCall>;
  /** The number of the last step that started; 0 before the first. */
  step: number;
  /** The step is started in this response and not finished. */
  stepOpen: boolean;
  /** The model's step is over, so the next part opens another. */
  stepComplete: boolean;
  item: OpenItem | null;
  /** Events to forward that the reader does not have yet. */
  forwarded: SessionEvent[];
  /** The events that this response has forwarded, to be repeated at its end in a part that is saved. */
  saved: SessionEvent[];
  finishReason: string | undefined;
}

export function createTurn(rootId: string): AiSdkTurn {
  return {
    ...createTurnEncoding<UIMessageChunk>(rootId),
    calls: new Map(),
    step: 0,
    stepOpen: false,
    stepComplete: false,
    item: null,
    forwarded: [],
    saved: [],
    finishReason: undefined,
  };
}

export function closeItem(turn: AiSdkTurn): void {
  if (turn.item) turn.chunks.push({ type: `${turn.item.kind}-end`, id: turn.item.id });
  turn.item = null;
}

export function closeStep(turn: AiSdkTurn): void {
  closeItem(turn);
  if (turn.stepOpen) turn.chunks.push({ type: "finish-step" });
  turn.stepOpen = false;
}

/** Opens a step, unless one is open that takes further parts. */
export function openStep(turn: AiSdkTurn): void {
  if (turn.stepOpen && !turn.stepComplete) return;
  closeStep(turn);
  turn.chunks.push({ type: "start-step" });
  turn.step++;
  turn.stepOpen = true;
  turn.stepComplete = false;
}

/** Adds an event to those that the message carries as they are. */
export function forwardEvent(turn: AiSdkTurn, event: SessionEvent): void {
  const { forwarded, saved } = turn;
  forwarded.push(event);
  // How far a call has come matters only while it runs.
  if (event.type === "tool.progressed") return;
  const last = saved.at(-1);
  const joined = joinDeltas(last, event);
  if (joined) saved[saved.length - 1] = joined;
  else saved.push(event);
}

/**
 * Writes the forwarded events so far. The part is transient: a chat copies its whole message for each part it keeps.
 */
export function writeForwarded(turn: AiSdkTurn): void {
  const { forwarded: events } = turn;
  if (events.length > 0) turn.chunks.push({ type: "data-callboard", data: { events }, transient: true });
  turn.forwarded = [];
}

/** Repeats the forwarded events in one part that is saved, for whoever loads the message later. */
export function writeSaved(turn: AiSdkTurn): void {
  writeForwarded(turn);
  const { saved: events } = turn;
  if (events.length > 0) turn.chunks.push({ type: "data-callboard", data: { events } });
  turn.saved = [];
}
