import { stateOf } from "../eventWriter.ts";
import type { AgUiChat } from "./chat.ts";
import { optionalString, type Fields } from "./eventFields.ts";
import { openSubagent } from "./subagents.ts";

/** Holds back events that come before their sub-agent or call. */
interface Order {
  /** Applies an event, or holds it back. */
  apply(event: Fields): void;
  /** Nothing more comes: applies what waits as it is. */
  releaseAll(): void;
}

/** With more events waiting, what they wait for does not come. */
const MOST_WAITING = 32;

/** Puts a chat's events in order and hands them to `apply`. */
export function createOrder(chat: AgUiChat, apply: (event: Fields) => void): Order {
  const waiting: Fields[] = [];
  let waitingLimit = MOST_WAITING;

  const mustWait = (event: Fields, before: readonly Fields[]): boolean => {
    const tag = optionalString(event, "subagentRunId");
    if (isAnnouncement(event)) {
      if (openSubagent(chat, tag)) return false;
      const [call, parent] = [optionalString(event, "parentToolCallId"), optionalString(event, "parentSubagentRunId")];
      if (call !== undefined) return stateOf(chat.writer, call) === undefined;
      return parent !== undefined && !chat.subagents.has(parent);
    }
    return (tag !== undefined && !chat.subagents.has(tag)) || before.some((other) => isOfOne(event, other));
  };
  /** Applies the events that need not wait any more, in order, until none is left. */
  const release = () => {
    const before = waiting.length;
    for (let index = 0; index < waiting.length;) {
      if (mustWait(waiting[index]!, waiting.slice(0, index))) index++;
      else apply(waiting.splice(index, 1)[0]!);
    }
    if (waiting.length < before) release();
  };
  const releaseAll = () => {
    while (waiting.length > 0) {
      const { subagentRunId: tag } = waiting[0]!;
      // A sub-agent's announcement is applied before its other events, for it has the name.
      const index = waiting.findIndex((event) => isAnnouncement(event) && event.subagentRunId === tag);
      apply(waiting.splice(Math.max(index, 0), 1)[0]!);
      release();
    }
  };

  return {
    apply(event) {
      if (!mustWait(event, waiting)) {
        apply(event);
        return release();
      }
      waiting.push(event);
      if (waiting.length <= waitingLimit) return;
      // A producer that has not announced any sub-agent will not announce one later.
      if (!waiting.some(isAnnouncement)) waitingLimit = 0;
      releaseAll();
    },
    releaseAll,
  };
}

function isAnnouncement({ type }: Fields): boolean {
  return type === "SUBAGENT_STARTED";
}

/** Whether an event belongs to the same item, call or sub-agent as another. */
function isOfOne(event: Fields, other: Fields): boolean {
  const isSame = (one: unknown, of: unknown) => typeof one === "string" && one === of;
  const { subagentRunId, toolCallId, messageId } = other;
  return (
    isSame(event.subagentRunId, subagentRunId) ||
    isSame(event.toolCallId, toolCallId) ||
    isSame(event.messageId, messageId) ||
    isSame(event.parentMessageId, messageId)
  );
}
