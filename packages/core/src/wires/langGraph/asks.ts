import { isFinal, isWaiting as waitsForPerson } from "../../events/callLife.ts";
import { isRecord } from "../../json/record.ts";
import { sameJson } from "../../json/sameJson.ts";
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
import {
  askIdOf,
  readDecision,
  readInterrupt,
  type Decision,
  type Dialect,
  type InterruptAsk,
} from "../interruptValue.ts";

/** The interrupts of a graph, as approvals of its calls and as questions. */
export interface Asks {
  /**
   * Applies the interrupts of a stop: each of their actions asks for the approval of a call. What is open already
   * changes nothing. Tools that ask side by side may share one id: each of their interrupts is an ask of its own, and
   * so is one that comes again after its answer.
   */
  ask(interrupts: readonly { id: string; value: unknown }[]): void;
  /**
   * Applies the value that the graph was resumed with: decisions in the order of the actions, or any value. Of several
   * interrupts with this id it answers the first.
   */
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

/** One interrupt: what it asks, by its value. */
interface Interrupt {
  value: unknown;
  dialect: Dialect;
  all: Asked[];
}

/**
 * Keeps a run's interrupts. An interrupt about no call is shown as a call of the run's agent; `asker` is the call that
 * runs and could ask.
 */
export function createAsks(writer: EventWriter, rootAgent: () => string, asker: () => string | undefined): Asks {
  /** What each interrupt asks, in its order, by the interrupts' ids. */
  const asked = new Map<string, Interrupt[]>();
  /** What waits for an answer. */
  const open = new Set<Asked>();

  const isWaiting = (callId: string) => stateOf(writer, callId) === "awaiting-approval";
  const end = ({ callId, isStandIn }: Asked, output: unknown) => {
    if (isStandIn) writeEnd(writer, callId, { status: "completed", output: output ?? null });
  };
  const settle = (one: Asked, output: unknown) => {
    const { askId, callId, isQuestion } = one;
    if (!open.delete(one)) return;
    if (isQuestion) writeReply(writer, { callId, askId, action: "accept", content: output ?? undefined });
    else if (isWaiting(callId)) writeAnswer(writer, callId, { approved: true });
    else return;
    end(one, output);
  };
  const decide = (one: Asked, decision: Decision) => {
    const { askId, callId, isQuestion } = one;
    if (decision.is === "yes") return settle(one, decision.value);
    open.delete(one);
    if (decision.is === "edit") return writeAnswer(writer, callId, { approved: true, input: decision.input });
    if (!isQuestion) return writeAnswer(writer, callId, { approved: false, reason: decision.reason });
    writeReply(writer, { callId, askId, action: "decline" });
    if (one.isStandIn) writeEnd(writer, callId, { status: "cancelled" });
  };
  const isOpen = ({ all }: Interrupt) => all.some((one) => open.has(one));

  /** The call that an action is: one of its name and arguments that no other ask has. */
  const callOf = (ask: InterruptAsk & { kind: "approval" }): string | undefined => {
    const assigned = new Set([...asked.values()].flat().flatMap(({ all }) => all.map(({ callId }) => callId)));
    const found = [...writer.calls].find(([callId, { state, tool, input }]) => {
      if (isFinal(state.status) || waitsForPerson(state.status) || assigned.has(callId)) return false;
      return tool === ask.name && sameArguments(input, ask.args);
    });
    return found?.[0];
  };
  const hasDetails = ({ args }: InterruptAsk) => !isRecord(args) || Object.keys(args).length > 0;

  const begin = (id: string, value: unknown) => {
    const { dialect, asks } = readInterrupt(value);
    const before = asked.get(id) ?? [];
    const name = before.length === 0 ? id : `${id}#${before.length + 1}`;
    const all: Asked[] = [];
    const interrupt = { value, dialect, all };
    asked.set(id, [...before, interrupt]);
    asks.forEach((ask, index) => {
      const isQuestion = ask.kind === "question";
      // What a question is about has no place on the call that asks it.
      const about = isQuestion ? (hasDetails(ask) ? undefined : asker()) : callOf(ask);
      const askId = askIdOf(name, index);
      const one = { askId, callId: about ?? `interrupt:${askId}`, isQuestion, isStandIn: about === undefined };
      all.push(one);
      const { callId, isStandIn } = one;
      open.add(one);
      if (isStandIn) writeRequest(writer, callId, { tool: ask.name ?? "interrupt", agentId: rootAgent() });
      if (isQuestion) {
        if (isStandIn) writeInput(writer, callId, { value: ask.args });
        return writeQuestion(writer, { callId, askId, message: ask.message, schema: ask.schema });
      }
      const { args: input, editing: inputSchema, description: reason } = ask;
      writeAsk(writer, callId, { approvalId: askId, input, inputSchema, reason });
    });
    return interrupt;
  };

  return {
    ask(interrupts) {
      const told = new Set<Interrupt>();
      for (const { id, value } of interrupts) {
        const isAgain = (one: Interrupt) => !told.has(one) && isOpen(one) && sameJson(one.value, value);
        told.add(asked.get(id)?.find(isAgain) ?? begin(id, value));
      }
    },
    answer(interruptId, response) {
      const interrupt = asked.get(interruptId)?.find(isOpen);
      interrupt?.all.forEach((one, index) => {
        const kind = one.isQuestion ? "question" : "approval";
        const decision = readDecision(interrupt.dialect, kind, response, index);
        if (decision) decide(one, decision);
      });
    },
    answered(interruptId) {
      const interrupt = asked.get(interruptId)?.find(isOpen);
      for (const one of interrupt?.all ?? []) if (one.isStandIn || one.isQuestion) settle(one, null);
    },
    goesOn(callId) {
      for (const one of open) if (one.callId === callId) settle(one, null);
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
