import type { EventBody, EventType, SessionEvent } from "./event.ts";

interface Rule {
  type: "string" | "number" | "object";
  optional?: boolean;
  nullable?: boolean;
  values?: readonly string[];
  fits?: (value: object) => boolean;
}

const text: Rule = { type: "string" };
const number: Rule = { type: "number" };
const optional = (rule: Rule): Rule => ({ ...rule, optional: true, nullable: true });
const oneOf = (...values: string[]): Rule => ({ type: "string", values });
const anything = null;

const mayText = optional(text);
const mayNumber = optional(number);
const usage = optional({ type: "object", fits: (value) => Object.values(value).every(isCount) });
const source = optional(oneOf("web", "agent", "api"));
/** An ending counts even where it does not say properly why. */
const error = optional({ type: "object", fits: (value) => hasTexts(value, "code", "message") });
const outputRef = optional({
  type: "object",
  fits: (value) =>
    hasTexts(value, "id", "mediaType", "preview") && typeof (value as { bytes?: unknown }).bytes === "number",
});
const approvalAnswer = { callId: text, approvalId: text, input: anything, reason: mayText, by: mayText };

type FieldsOf<Body> = { [Field in Exclude<keyof Body, "type">]-?: Rule | typeof anything };

/** What each event's fields have to be, for a fold that takes events from a wire it cannot trust. `eventSchema.ts` says the same in Zod. */
const FIELDS: { [Type in EventType]: FieldsOf<Extract<EventBody, { type: Type }>> } = {
  "message.added": { messageId: text, role: oneOf("user", "assistant", "system"), text },
  "agent.started": { agentId: text, name: mayText, description: mayText, parentCallId: mayText, messageId: mayText },
  "agent.text_appended": {
    agentId: text,
    delta: text,
    kind: optional(oneOf("text", "reasoning")),
    itemId: mayText,
    messageId: mayText,
  },
  "agent.retracted": { agentId: text, afterItemId: { ...text, nullable: true } },
  "agent.step_completed": { agentId: text, step: number, finishReason: mayText, usage },
  "agent.completed": { agentId: text, result: anything, usage },
  "agent.failed": { agentId: text, error, usage },
  "agent.cancelled": { agentId: text, reason: mayText, usage },
  "agent.interrupted": { agentId: text, reason: mayText, usage },
  "tool.requested": {
    callId: text,
    tool: text,
    agentId: mayText,
    messageId: mayText,
    title: mayText,
    source,
    userId: mayText,
  },
  "tool.input_appended": { callId: text, delta: text },
  "tool.input_ready": { callId: text, input: anything },
  "tool.needs_approval": {
    callId: text,
    approvalId: text,
    input: anything,
    inputSchema: anything,
    reason: mayText,
    expiresAt: mayNumber,
  },
  "tool.approved": approvalAnswer,
  "tool.denied": approvalAnswer,
  "tool.approval_expired": approvalAnswer,
  "tool.started": {
    callId: text,
    tool: text,
    input: anything,
    summary: mayText,
    agentId: mayText,
    source,
    userId: mayText,
  },
  "tool.progressed": { callId: text, progress: number, total: mayNumber, message: mayText },
  "tool.output_appended": { callId: text, delta: text, channel: mayText },
  "tool.output_replaced": { callId: text, output: anything },
  "tool.completed": { callId: text, output: anything, outputRef, durationMs: mayNumber },
  "tool.failed": { callId: text, error, durationMs: mayNumber },
  "tool.cancelled": { callId: text, reason: mayText, durationMs: mayNumber },
  "tool.interrupted": { callId: text, reason: mayText, durationMs: mayNumber },
};

const rulesByType = new Map<string, (Rule & { field: string })[]>(
  Object.entries(FIELDS).map(([type, fields]) => [
    type,
    Object.entries({ at: number, ...fields }).flatMap(([field, rule]) =>
      rule === anything ? [] : [{ ...rule, field }],
    ),
  ]),
);

/** Deltas are nearly all of a stream: whether this is one whose fields can be trusted, found without the table. */
export function isTrustedDelta(event: SessionEvent): boolean {
  if (typeof event.at !== "number") return false;
  if (event.type === "agent.text_appended") {
    const { agentId, delta, kind, itemId, messageId } = event;
    return (
      typeof agentId === "string" &&
      typeof delta === "string" &&
      (kind === undefined || kind === "text" || kind === "reasoning") &&
      (itemId === undefined || typeof itemId === "string") &&
      (messageId === undefined || typeof messageId === "string")
    );
  }
  return (
    (event.type === "tool.input_appended" || (event.type === "tool.output_appended" && event.channel === undefined)) &&
    typeof event.callId === "string" &&
    typeof event.delta === "string"
  );
}

/** Whether this version knows events of this type. */
export function isKnownType(type: string): type is EventType {
  return rulesByType.has(type);
}

/**
 * The event with fields that can be trusted: an optional one of the wrong type is left out, and without one that is
 * needed there is no event. `complain` hears of each.
 */
export function trustedEvent(
  event: SessionEvent,
  complain: (event: SessionEvent, message: string) => void,
): SessionEvent | null {
  let trusted = event as unknown as Record<string, unknown>;
  for (const rule of rulesByType.get(event.type) ?? []) {
    const value = trusted[rule.field];
    if (value === undefined ? rule.optional : value === null ? rule.nullable : keeps(rule, value)) continue;
    const found = value === null ? "null" : Array.isArray(value) ? "a list" : typeof value;
    const wanted = rule.values ? `one of ${rule.values.join(", ")}` : `a proper ${rule.type}`;
    complain(event, `"${rule.field}" of "${event.type}" has to be ${wanted}; this one is ${found}.`);
    if (!rule.optional) return null;
    trusted = { ...trusted, [rule.field]: undefined };
  }
  return trusted as unknown as SessionEvent;
}

function keeps(rule: Rule, value: unknown): boolean {
  if (typeof value !== rule.type) return false;
  if (rule.values) return rule.values.includes(value as string);
  return !rule.fits || (!Array.isArray(value) && rule.fits(value as object));
}

function hasTexts(value: object, ...fields: string[]): boolean {
  return fields.every((field) => typeof (value as Record<string, unknown>)[field] === "string");
}

function isCount(value: unknown): boolean {
  return typeof value === "number" || value === undefined;
}
