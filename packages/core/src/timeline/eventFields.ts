import type { EventBody, EventType, SessionEvent } from "./event.ts";

interface Rule {
  type: "string" | "number" | "object";
  /** Where it is needed; elsewhere null stands for a field that is left out. */
  orNull?: boolean;
  values?: readonly string[];
  fits?: (value: object) => boolean;
}

type FieldOf<Body> = Body extends unknown ? Exclude<keyof Body, "type"> : never;
type Field = FieldOf<SessionEvent>;

/**
 * The fields that an event is nothing without. An ending counts even where it does not say properly why, and nothing is
 * asked of inputs and outputs.
 */
const NEEDED: { [Type in EventType]: readonly FieldOf<Extract<EventBody, { type: Type }>>[] } = {
  "message.added": ["messageId", "role", "text"],
  "agent.started": ["agentId"],
  "agent.text_appended": ["agentId", "delta"],
  "agent.retracted": ["agentId", "afterItemId"],
  "agent.step_completed": ["agentId", "step"],
  "agent.completed": ["agentId"],
  "agent.failed": ["agentId"],
  "agent.cancelled": ["agentId"],
  "agent.interrupted": ["agentId"],
  "tool.requested": ["callId", "tool"],
  "tool.input_appended": ["callId", "delta"],
  "tool.input_ready": ["callId"],
  "tool.needs_approval": ["callId", "approvalId"],
  "tool.approved": ["callId", "approvalId"],
  "tool.denied": ["callId", "approvalId"],
  "tool.approval_expired": ["callId", "approvalId"],
  "tool.started": ["callId", "tool"],
  "tool.progressed": ["callId", "progress"],
  "tool.output_appended": ["callId", "delta"],
  "tool.output_replaced": ["callId"],
  "tool.completed": ["callId"],
  "tool.failed": ["callId"],
  "tool.cancelled": ["callId"],
  "tool.interrupted": ["callId"],
};

/**
 * What a field has to be, the same in whichever event it stands, for a fold that takes events from a wire it cannot trust;
 * a field that is not here may be anything. `eventSchema.ts` says the same in Zod.
 */
const RULES = new Map<string, Rule>();
const rule = (fields: readonly Field[], it: Rule) => {
  for (const field of fields) RULES.set(field, it);
};
rule(["agentId", "callId", "messageId", "parentCallId", "itemId", "approvalId", "userId", "by"], { type: "string" });
rule(["afterItemId"], { type: "string", orNull: true });
rule(["tool", "text", "delta", "name", "description", "title", "summary", "message", "channel"], { type: "string" });
rule(["reason", "finishReason"], { type: "string" });
rule(["at", "step", "progress", "total", "durationMs", "expiresAt"], { type: "number" });
rule(["role"], { type: "string", values: ["user", "assistant", "system"] });
rule(["kind"], { type: "string", values: ["text", "reasoning"] });
rule(["source"], { type: "string", values: ["web", "agent", "api"] });
rule(["usage"], { type: "object", fits: (value) => Object.values(value).every(isCount) });
rule(["error"], { type: "object", fits: (value) => hasTexts(value, "code", "message") });
rule(["outputRef"], {
  type: "object",
  fits: (value) => hasTexts(value, "id", "mediaType", "preview") && typeof (value as never)["bytes"] === "number",
});

/** Whether this version knows events of this type. */
export function isKnownType(type: string): type is EventType {
  return Object.hasOwn(NEEDED, type);
}

/**
 * The event with fields that can be trusted: an optional one of the wrong type is left out, and without one that is
 * needed there is no event. `complain` hears of each.
 */
export function trustedEvent(
  event: SessionEvent,
  complain: (event: SessionEvent, message: string) => void,
): SessionEvent | null {
  const fields = event as unknown as Record<string, unknown>;
  const isWrong = (field: string) => {
    const one = RULES.get(field);
    const value = fields[field];
    if (!one || keeps(one, value)) return false;
    const found = value === null ? "null" : Array.isArray(value) ? "a list" : typeof value;
    const wanted = one.values ? `one of ${one.values.join(", ")}` : `a proper ${one.type}`;
    complain(event, `"${field}" of "${event.type}" has to be ${wanted}; this one is ${found}.`);
    return true;
  };
  if (isWrong("at") || NEEDED[event.type].some(isWrong)) return null;
  let trusted = event;
  for (const field of Object.keys(event)) {
    if (fields[field] !== undefined && fields[field] !== null && isWrong(field))
      trusted = { ...trusted, [field]: undefined };
  }
  return trusted;
}

function keeps({ type, orNull, values, fits }: Rule, value: unknown): boolean {
  if (typeof value !== type) return value === null && orNull === true;
  if (values) return values.includes(value as string);
  return !fits || (value !== null && !Array.isArray(value) && fits(value as object));
}

function hasTexts(value: object, ...fields: string[]): boolean {
  return fields.every((field) => typeof (value as Record<string, unknown>)[field] === "string");
}

function isCount(value: unknown): boolean {
  return typeof value === "number" || value === undefined;
}
