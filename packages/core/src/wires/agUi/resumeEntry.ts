import { isRecord } from "../../json/record.ts";
import { ToolClientError } from "../../tool/toolClientError.ts";
import type { AskAnswer } from "../askAnswer.ts";
import { readInterrupt } from "../interruptValue.ts";
import { fieldsIn, type AgUiInterrupt, type AgUiResumeEntry, type Fields } from "./eventFields.ts";

/** A person's answer to an interrupt. */
export type AgUiAnswer = AskAnswer;

/** Whether an interrupt accepts edited arguments with its answer. */
export function takesInput(interrupt: AgUiInterrupt): boolean {
  const { onInterrupt } = interrupt;
  if (onInterrupt) {
    const ask = readInterrupt(onInterrupt.value).asks[onInterrupt.index];
    return ask?.kind === "approval" && ask.editing !== undefined;
  }
  return editedArgsOf(schemaOf(interrupt)) !== undefined;
}

/** Whether an interrupt has expired: it can be cancelled then, but not answered. */
export function isExpired(interrupt: AgUiInterrupt, now: number): boolean {
  return interrupt.expiresAt !== undefined && Date.parse(interrupt.expiresAt) <= now;
}

/**
 * An answer as an entry of the next run's `resume`. `now` is the present unless given.
 * @throws ToolClientError for an answer that the interrupt does not accept.
 */
export function toResumeEntry(interrupt: AgUiInterrupt, answer: AgUiAnswer, now = Date.now()): AgUiResumeEntry {
  const { id: interruptId } = interrupt;
  const schema = schemaOf(interrupt);
  const approved = "decision" in answer ? answer.decision === "approve" : answer.action === "accept";
  const { input, reason } = "decision" in answer ? answer : { input: undefined, reason: undefined };
  if (isExpired(interrupt, now)) {
    if (!approved) return { interruptId, status: "cancelled" };
    throw new ToolClientError("The time to answer this is over. Say no to it to let the agent go on.", {
      code: "expired",
      status: 422,
    });
  }
  if (approved && input !== undefined && !takesInput(interrupt) && !asksForInput(interrupt)) {
    throw new ToolClientError("This agent takes no edited input. Approve what it asks for, or deny it and say why.", {
      code: "not_supported",
      status: 422,
    });
  }
  if (asksForInput(interrupt)) {
    if (!approved) return { interruptId, status: "cancelled" };
    const content = "action" in answer ? answer.content : answer.input;
    if (content === undefined && Array.isArray(schema.required) && schema.required.length > 0) {
      throw new ToolClientError("The agent waits for an answer that has fields to fill in. Give it as the input.", {
        code: "invalid_input",
        status: 422,
      });
    }
    return { interruptId, status: "resolved", payload: content ?? {} };
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

/** The schema of edited arguments in an answer's schema or its alternatives; undefined where they cannot be edited. */
export function editedArgsOf(responseSchema: Fields): unknown {
  const properties = fieldsIn(responseSchema, "properties");
  if (Object.hasOwn(properties, "editedArgs")) return properties.editedArgs;
  for (const keyword of ["oneOf", "anyOf", "allOf"]) {
    const members = responseSchema[keyword];
    for (const member of Array.isArray(members) ? members.filter(isRecord) : []) {
      const found = editedArgsOf(member);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Whether the answer to an interrupt is more than yes or no. */
export function asksForInput(interrupt: { reason?: unknown; responseSchema?: unknown }): boolean {
  const schema = schemaOf(interrupt);
  const properties = fieldsIn(schema, "properties");
  const isDecision =
    interrupt.reason === "tool_call" ||
    schema.type === "boolean" ||
    ["approved", "accepted"].some((name) => Object.hasOwn(properties, name));
  const canEdit = editedArgsOf(schema) !== undefined;
  return Object.keys(schema).length > 0 && !isDecision && !canEdit;
}

function schemaOf({ responseSchema }: { responseSchema?: unknown }): Fields {
  return isRecord(responseSchema) ? responseSchema : {};
}
