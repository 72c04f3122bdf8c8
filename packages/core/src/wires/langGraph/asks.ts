import { isFinal, isWaiting as waitsForPerson } from "../../events/callLife.ts";
import { isRecord } from "../../json/record.ts";
import {
  stateOf,
  writeAnswer,
  writeAsk,
  writeEnd,
  writeInput,
  writeQuestion,
  writeReply,
  writeRequest,
  type EventWriter,
} from "../eventWriter.ts";
import { askIdOf, readInterrupt, type Dialect, type InterruptAsk } from "./interrupts.ts";
import { textOr } from "./message.ts";

/** The interrupts of a graph, as approvals of its calls and as questions. */
export interface Asks {
  /** Applies an interrupt: each of its actions asks for the approval of a call. A repeated interrupt changes nothing. */
  ask(interruptId: string, payload: unknown): void;
  /** Applies the value that the graph was resumed with: decisions in the order of the actions, or any value. */
  answer(interruptId: string, response: unknown): void;
  /** The interrupt was answered, and the wire does not tell how. */
  answered(interruptId: string): void;
  /** The call runs or ends, so what it asked was answered. */
  goesOn(callId: string): void;
  /** Whether a call still waits for an approval, so that an error as its result is a denial. */
  isDenied(callId: string): boolean;
}

/** What an interrupt asked of one call. */
interface Asked {
  askId: string;
  callId: string;
  isQuestion: boolean;
  /** The call is there for the interrupt only. */
  isStandIn: boolean;
}

/** Keeps a run's interrupts. An interrupt about no call is shown as a call of the run's agent; `asker` is the call that runs and could ask. */
export function createAsks(writer: EventWriter, rootAgent: () => string, asker: () => string | undefined): Asks {
  /** What each interrupt asks, in its order. */
  const asked = new Map<string, { dialect: Dialect; all: Asked[] }>();
  /** What a call waits for. */
  const open = new Map<string, Asked>();

  const isWaiting = (callId: string) => stateOf(writer, callId) === "awaiting-approval";
  const end = ({ callId, isStandIn }: Asked, output: unknown) => {
    if (isStandIn) writeEnd(writer, callId, { status: "completed", output: output ?? null });
  };
  const settle = (one: Asked, output: unknown) => {
    const { askId, callId, isQuestion } = one;
    if (open.get(callId) !== one) return;
    open.delete(callId);
    if (isQuestion) writeReply(writer, { callId, askId, action: "accept", content: output ?? undefined });
    else if (isWaiting(callId)) writeAnswer(writer, callId, { approved: true });
    else return;
    end(one, output);
  };
  const decide = (one: Asked, decision: Record<string, unknown>) => {
    const { askId, callId, isQuestion } = one;
    const type = textOr(decision["type"]) ?? "approve";
    const message = textOr(decision["message"]) ?? textOr(decision["args"]);
    if (isQuestion) {
      if (type !== "ignore") return settle(one, decision["args"]);
      open.delete(callId);
      writeReply(writer, { callId, askId, action: "decline" });
      if (one.isStandIn) writeEnd(writer, callId, { status: "cancelled" });
      return;
    }
    const action = decision["editedAction"] ?? decision["edited_action"];
    const edited = isRecord(action) ? action : decision["args"];
    if (/^(reject|ignore|deny|response|respond)/.test(type))
      writeAnswer(writer, callId, { approved: false, reason: message });
    else if (type === "edit" && isRecord(edited))
      writeAnswer(writer, callId, { approved: true, input: edited["args"] ?? edited });
    else settle(one, decision);
  };

  /** The call that an action is: one of its name and arguments that no other ask has. */
  const callOf = (ask: InterruptAsk & { kind: "approval" }): string | undefined => {
    const assigned = new Set([...asked.values()].flatMap(({ all }) => all.map(({ callId }) => callId)));
    const found = [...writer.calls].find(([callId, { state, tool, input }]) => {
      if (isFinal(state.status) || waitsForPerson(state.status) || assigned.has(callId)) return false;
      return tool === ask.name && sameArguments(input, ask.args);
    });
    return found?.[0];
  };
  const hasDetails = ({ args }: InterruptAsk) => !isRecord(args) || Object.keys(args).length > 0;

  return {
    ask(interruptId, payload) {
      if (asked.has(interruptId)) return;
      const { dialect, asks } = readInterrupt(payload);
      const all: Asked[] = [];
      asked.set(interruptId, { dialect, all });
      asks.forEach((ask, index) => {
        const isQuestion = ask.kind === "question";
        // What a question is about has no place on the call that asks it.
        const about = isQuestion ? (hasDetails(ask) ? undefined : asker()) : callOf(ask);
        const askId = askIdOf(interruptId, index);
        const one = { askId, callId: about ?? `interrupt:${askId}`, isQuestion, isStandIn: about === undefined };
        all.push(one);
        const { callId, isStandIn } = one;
        open.set(callId, one);
        if (isStandIn) writeRequest(writer, callId, { tool: ask.name ?? "interrupt", agentId: rootAgent() });
        if (isQuestion) {
          if (isStandIn) writeInput(writer, callId, { value: ask.args });
          return writeQuestion(writer, { callId, askId, message: ask.message, schema: ask.schema });
        }
        const { args: input, editing: inputSchema, description: reason } = ask;
        writeAsk(writer, callId, { approvalId: askId, input, inputSchema, reason });
      });
    },
    answer(interruptId, response) {
      const { dialect = "value", all = [] } = asked.get(interruptId) ?? {};
      const decisions = Array.isArray(response) ? response : isRecord(response) ? response["decisions"] : undefined;
      all.forEach((one, index) => {
        if (dialect === "value") return settle(one, response);
        const decision: unknown = Array.isArray(decisions) ? decisions[index] : response;
        if (isRecord(decision)) decide(one, decision);
        else if (decision !== undefined) settle(one, decision);
      });
    },
    answered(interruptId) {
      for (const one of asked.get(interruptId)?.all ?? []) if (one.isStandIn || one.isQuestion) settle(one, null);
    },
    goesOn(callId) {
      const one = open.get(callId);
      if (one) settle(one, null);
    },
    isDenied: isWaiting,
  };
}

function sameArguments(input: unknown, args: unknown): boolean {
  try {
    return input === undefined || JSON.stringify(input) === JSON.stringify(args);
  } catch {
    return false;
  }
}
