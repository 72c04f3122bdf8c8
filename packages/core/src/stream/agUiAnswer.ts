import { ToolClientError } from "../client/toolClient.ts";
import { fieldsIn, isFields, type AgUiInterrupt, type AgUiResumeEntry, type Fields } from "./agUiEvent.ts";

/** A person's answer to an interrupt. */
export interface AgUiAnswer {
  decision: "approve" | "deny";
  /** The arguments as edited, whole; where no call asks, the answer itself. */
  input?: unknown;
  reason?: string;
}

/** Whether an interrupt takes an input with its answer: edited arguments, or what was asked for. */
export function takesInput(interrupt: AgUiInterrupt): boolean {
  return editedArgsOf(schemaOf(interrupt)) !== undefined || asksForInput(interrupt);
}

/** Whether an interrupt's time is over: it can be cancelled then, and no longer answered. */
export function isExpired(interrupt: AgUiInterrupt, now: number): boolean {
  return interrupt.expiresAt !== undefined && Date.parse(interrupt.expiresAt) <= now;
}

/** An answer as the agent's next run takes it. Throws `ToolClientError` where the interrupt cannot be answered so. */
export function toResumeEntry(interrupt: AgUiInterrupt, answer: AgUiAnswer, now: number): AgUiResumeEntry {
  const { decision, input, reason } = answer;
  const { id: interruptId } = interrupt;
  const schema = schemaOf(interrupt);
  const approved = decision === "approve";
  if (isExpired(interrupt, now)) {
    if (!approved) return { interruptId, status: "cancelled" };
    throw new ToolClientError("The time to approve this is over. Deny it to let the agent go on.", {
      code: "expired",
      status: 422,
    });
  }
  if (approved && input !== undefined && !takesInput(interrupt)) {
    throw new ToolClientError("This agent takes no edited input. Approve what it asks for, or deny it and say why.", {
      code: "not_supported",
      status: 422,
    });
  }
  if (asksForInput(interrupt)) {
    if (!approved) return { interruptId, status: "cancelled" };
    if (input === undefined && Array.isArray(schema.required) && schema.required.length > 0) {
      throw new ToolClientError("The agent waits for an answer that has fields to fill in. Give it as the input.", {
        code: "invalid_input",
        status: 422,
      });
    }
    return { interruptId, status: "resolved", payload: input ?? {} };
  }
  const isYesOrNo = schema.type === "boolean" || (interrupt.reason === "confirmation" && !interrupt.responseSchema);
  if (isYesOrNo) return { interruptId, status: "resolved", payload: approved };
  const mayExplain = Object.hasOwn(fieldsIn(schema, "properties"), "reason") || schema.additionalProperties !== false;
  const payload = {
    approved,
    ...(approved && input !== undefined && { editedArgs: input }),
    ...(reason !== undefined && mayExplain && { reason }),
  };
  return { interruptId, status: "resolved", payload };
}

/** The schema of edited arguments, where an answer's schema has a place for any; alternatives are looked into. */
export function editedArgsOf(responseSchema: Fields): unknown {
  const properties = fieldsIn(responseSchema, "properties");
  if (Object.hasOwn(properties, "editedArgs")) return properties.editedArgs;
  for (const keyword of ["oneOf", "anyOf", "allOf"]) {
    const members = responseSchema[keyword];
    for (const member of Array.isArray(members) ? members.filter(isFields) : []) {
      const found = editedArgsOf(member);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** An interrupt about no call, whose answer is more than yes or no. */
function asksForInput(interrupt: AgUiInterrupt): boolean {
  const schema = schemaOf(interrupt);
  const isDecision = schema.type === "boolean" || Object.hasOwn(fieldsIn(schema, "properties"), "approved");
  return interrupt.toolCallId === undefined && Object.keys(schema).length > 0 && !isDecision;
}

function schemaOf({ responseSchema }: AgUiInterrupt): Fields {
  return isFields(responseSchema) ? responseSchema : {};
}
