import type { AgUiChat } from "./agUiChat.ts";
import { textIn, type Fields } from "./agUiEvent.ts";
import { openSubagent } from "./agUiSubagents.ts";

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
    if (isAnnouncement(event)) {
      if (openSubagent(chat, tag)) return false;
      const [call, parent] = [textIn(event, "parentToolCallId"), textIn(event, "parentSubagentRunId")];
      if (call !== undefined) return chat.writer.stateOf(call) === undefined;
      return parent !== undefined && !chat.subagents.has(parent);
    }
    return (tag !== undefined && !chat.subagents.has(tag)) || before.some((other) => isOfOne(event, other));
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
  const releaseAll = () => {
    while (waiting.length > 0) {
      const { subagentRunId: tag } = waiting[0]!;
      // Who is announced does not go nameless.
      const index = waiting.findIndex((event) => isAnnouncement(event) && event.subagentRunId === tag);
      tell(waiting.splice(Math.max(index, 0), 1)[0]!);
      goOn();
    }
  };

  return {
    take(event) {
      if (!mustWait(event, waiting)) {
        tell(event);
        return goOn();
      }
      waiting.push(event);
      if (waiting.length <= mayWait) return;
      // A producer that does not announce its sub-agents will not do so later.
      if (!waiting.some(isAnnouncement)) mayWait = 0;
      releaseAll();
    },
    releaseAll,
  };
}

function isAnnouncement({ type }: Fields): boolean {
  return type === "SUBAGENT_STARTED";
}

/** Whether an event goes on with what another began, or with its sub-agent. */
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
