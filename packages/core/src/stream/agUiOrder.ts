import { textIn, type Fields } from "./agUiEvent.ts";
import { openSubagent } from "./agUiSubagents.ts";
import type { AgUiChat } from "./agUiChat.ts";

/** Keeps what came before the sub-agent or the call that it belongs to. */
interface Order {
  /** Takes an event: it is told, or waits. */
  take(event: Fields): void;
  /** Nothing more comes: what waits is told as it stands. */
  releaseAll(): void;
}

/** How many events wait at once: more, and what they wait for does not come. */
const WAIT_AT_MOST = 32;

/** Makes a chat's order of events, which `tell` takes. */
export function createOrder(chat: AgUiChat, tell: (event: Fields) => void): Order {
  const waiting: Fields[] = [];
  let mayWait = WAIT_AT_MOST;

  const mustWait = (event: Fields, before: readonly Fields[]): boolean => {
    const tag = textIn(event, "subagentRunId");
    if (event.type === "SUBAGENT_STARTED") {
      if (openSubagent(chat, tag)) return false;
      const [call, parent] = [textIn(event, "parentToolCallId"), textIn(event, "parentSubagentRunId")];
      if (call !== undefined) return chat.writer.stateOf(call) === undefined;
      return parent !== undefined && !chat.subagents.has(parent);
    }
    if (tag !== undefined && !chat.subagents.has(tag)) return true;
    return before.some((other) => isOfOne(event, other));
  };
  /** Tells what has nothing more to wait for, in order, until nothing goes on. */
  const goOn = () => {
    const before = waiting.length;
    for (let index = 0; index < waiting.length;) {
      if (mustWait(waiting[index]!, waiting.slice(0, index))) index++;
      else tell(waiting.splice(index, 1)[0]!);
    }
    if (waiting.length < before) goOn();
  };
  /** Tells what waits as it stands, of one sub-agent if it is named: what announces it first. */
  const release = (tag?: string): boolean => {
    const own = waiting.filter((event) => tag === undefined || event.subagentRunId === tag);
    const event = own.find(({ type }) => type === "SUBAGENT_STARTED") ?? own[0];
    if (!event) return false;
    waiting.splice(waiting.indexOf(event), 1);
    tell(event);
    goOn();
    return true;
  };

  return {
    take(event) {
      const tag = textIn(event, "subagentRunId");
      if (event.type === "SUBAGENT_FINISHED" || event.type === "SUBAGENT_ERROR") {
        if (tag !== undefined) release(tag);
        tell(event);
      } else if (mustWait(event, waiting)) {
        waiting.push(event);
        if (waiting.length <= mayWait) return;
        // A producer that does not announce its sub-agents will not do so later.
        if (waiting.every(({ type }) => type !== "SUBAGENT_STARTED")) mayWait = 0;
        while (waiting.length > mayWait) if (!release(tag)) release();
      } else {
        tell(event);
        goOn();
      }
    },
    releaseAll() {
      while (release());
    },
  };
}

/** Whether an event goes on with what another began, or with its sub-agent. */
function isOfOne(event: Fields, other: Fields): boolean {
  return [
    [event.subagentRunId, other.subagentRunId],
    [event.toolCallId, other.toolCallId],
    [event.messageId, other.messageId],
    [event.parentMessageId, other.messageId],
  ].some(([one, of]) => typeof one === "string" && one === of);
}
