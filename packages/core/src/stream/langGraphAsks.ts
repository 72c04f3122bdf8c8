import { isRecord } from "../view/outputPath.ts";
import type { EventWriter } from "./eventWriter.ts";
import { recordsOf, textOr } from "./langGraphMessage.ts";

/** The interrupts of a graph as asks. */
export interface Asks {
  /** An interrupt came: each action it asks about is an ask on its call. Said again, it is no news. */
  ask(interruptId: string, payload: unknown): void;
  /** What the graph was resumed with: decisions in the order of the actions, or any value. */
  answer(interruptId: string, response: unknown): void;
  /** It was answered, and nobody said how. */
  answered(interruptId: string): void;
  /** A call runs or ends: whoever was asked about it has said yes. */
  goesOn(callId: string): void;
  /** Whether a call still waits, so that an error as its result is a no. */
  isDenied(callId: string): boolean;
}

interface Action {
  name: string;
  args: unknown;
  description: string | undefined;
  canEdit: boolean;
}

/** Makes the keeper of a run's interrupts; what asks about no call is a call of the run's agent. */
export function createAsks(writer: EventWriter, rootAgent: () => string): Asks {
  /** The calls that an interrupt asks about, in the order of its actions. */
  const asked = new Map<string, string[]>();

  const isWaiting = (callId: string) => writer.stateOf(callId) === "awaiting-approval";
  const isOwn = (callId: string) => callId.startsWith("interrupt:");
  const settle = (callId: string, output: unknown) => {
    if (!isWaiting(callId)) return;
    writer.answerApproval(callId, { approved: true });
    if (isOwn(callId)) writer.endCall(callId, { status: "completed", output });
  };
  const decide = (callId: string, decision: Record<string, unknown>) => {
    const type = textOr(decision["type"]) ?? "approve";
    const said = textOr(decision["message"]) ?? textOr(decision["args"]);
    const edited = isRecord(decision["edited_action"]) ? decision["edited_action"] : decision["args"];
    if (/^(reject|ignore|deny|response|respond)/.test(type))
      writer.answerApproval(callId, { approved: false, reason: said });
    else if (type === "edit" && isRecord(edited))
      writer.answerApproval(callId, { approved: true, input: edited["args"] ?? edited });
    else settle(callId, decision);
  };

  return {
    ask(interruptId, payload) {
      if (asked.has(interruptId)) return;
      const actions = actionsOf(payload);
      const taken = new Set([...asked.values()].flat());
      const callIds = actions.map((action, index) => {
        const known = writer.openCalls().find(({ callId, tool, input }) => {
          return tool === action.name && !taken.has(callId) && !isWaiting(callId) && sameArguments(input, action.args);
        });
        const callId = known?.callId ?? `interrupt:${interruptId}:${index}`;
        taken.add(callId);
        if (!known) writer.requestCall(callId, { tool: action.name, agentId: rootAgent() });
        const schema = action.canEdit ? { type: "object" } : undefined;
        writer.askApproval(callId, {
          approvalId: `${interruptId}:${index}`,
          input: action.args,
          inputSchema: schema,
          reason: action.description,
        });
        return callId;
      });
      asked.set(interruptId, callIds);
    },
    answer(interruptId, response) {
      const decisions = Array.isArray(response) ? response : isRecord(response) ? response["decisions"] : undefined;
      const callIds = asked.get(interruptId) ?? [];
      if (!Array.isArray(decisions)) return callIds.forEach((callId) => settle(callId, response));
      callIds.forEach((callId, index) => {
        const decision = decisions[index] as unknown;
        if (isRecord(decision)) decide(callId, decision);
        else if (decision !== undefined) settle(callId, decision);
      });
    },
    answered(interruptId) {
      for (const callId of asked.get(interruptId) ?? []) if (isOwn(callId)) settle(callId, null);
    },
    goesOn(callId) {
      settle(callId, null);
    },
    isDenied: isWaiting,
  };
}

/** What an interrupt asks about: the actions of the human-in-the-loop middleware, old or new; else the value as it is. */
function actionsOf(payload: unknown): Action[] {
  const list = Array.isArray(payload) ? payload : isRecord(payload) ? (payload["action_requests"] ?? [payload]) : [];
  const reviews = isRecord(payload) ? recordsOf(payload["review_configs"]) : [];
  const actions = recordsOf(list).flatMap((one): Action[] => {
    const request = isRecord(one["action_request"]) ? one["action_request"] : one;
    const name = textOr(request["name"]) ?? textOr(request["action"]);
    if (name === undefined || !("args" in request)) return [];
    const config = isRecord(one["config"]) ? one["config"] : {};
    const review = reviews.find((other) => other["action_name"] === name);
    const allowed = review?.["allowed_decisions"];
    return [
      {
        name,
        args: request["args"],
        description: textOr(one["description"]) ?? textOr(request["description"]),
        canEdit: config["allow_edit"] === true || (Array.isArray(allowed) && allowed.includes("edit")),
      },
    ];
  });
  if (actions.length > 0) return actions;
  const said = isRecord(payload) ? (textOr(payload["question"]) ?? textOr(payload["message"])) : textOr(payload);
  return [{ name: "interrupt", args: payload ?? {}, description: said, canEdit: false }];
}

function sameArguments(input: unknown, args: unknown): boolean {
  try {
    return input === undefined || JSON.stringify(input) === JSON.stringify(args);
  } catch {
    return false;
  }
}
