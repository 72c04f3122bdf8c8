import { isRecord } from "../json/record.ts";
import { callLimitsProblem } from "./callLimits.ts";
import type { EventBody, EventType, SessionEvent } from "./event.ts";

type FieldNames<Body> = Body extends unknown ? Exclude<keyof Body, "type"> : never;
type FieldName = FieldNames<SessionEvent>;
type BodyOf<Type extends EventType> = Extract<EventBody, { type: Type }>;
type RequiredNames<Body> = {
  [Field in keyof Body]-?: Body extends Record<Field, unknown> ? Exclude<Field, "type"> : never;
}[keyof Body];

/*
 * The vocabulary as data: the fold's checks run on it, and `eventSchema.ts` makes the Zod schemas from it. The types of
 * `event.ts` hold it to the names, and `eventSchema.test-d.ts` to every field and its type.
 */

/** The fields that each event must have besides its envelope and its type. */
export const REQUIRED_FIELDS = {
  "message.added": ["messageId", "role", "text"],
  "agent.started": ["agentId"],
  "agent.text_appended": ["agentId", "delta"],
  "agent.retracted": ["agentId", "afterItemId"],
  "agent.step_completed": ["agentId", "step"],
  "agent.completed": ["agentId"],
  "agent.failed": ["agentId", "error"],
  "agent.cancelled": ["agentId"],
  "agent.interrupted": ["agentId"],
  "tool.requested": ["callId", "tool"],
  "tool.input_appended": ["callId", "delta"],
  "tool.input_ready": ["callId", "input"],
  "tool.needs_approval": ["callId", "approvalId", "input"],
  "tool.approved": ["callId", "approvalId"],
  "tool.denied": ["callId", "approvalId"],
  "tool.approval_expired": ["callId", "approvalId"],
  "tool.needs_input": ["callId", "askId", "message"],
  "tool.input_given": ["callId", "askId", "action"],
  "tool.input_expired": ["callId", "askId"],
  "tool.handed_over": ["callId", "state"],
  "tool.needs_turn": ["callId", "turnId", "limits"],
  "tool.turn_given": ["callId", "turnId"],
  "tool.started": ["callId", "tool", "input"],
  "tool.progressed": ["callId", "progress"],
  "tool.output_appended": ["callId", "delta"],
  "tool.output_replaced": ["callId", "output"],
  "tool.completed": ["callId"],
  "tool.failed": ["callId", "error"],
  "tool.cancelled": ["callId"],
  "tool.interrupted": ["callId"],
  "session.allowance_revoked": ["tool"],
} as const satisfies { [Type in EventType]: readonly RequiredNames<BodyOf<Type>>[] };

/** The fields that each event may have. */
export const OPTIONAL_FIELDS = {
  "message.added": ["wording"],
  "agent.started": ["name", "description", "parentCallId", "messageId"],
  "agent.text_appended": ["kind", "itemId", "messageId"],
  "agent.retracted": [],
  "agent.step_completed": ["finishReason", "usage", "model", "durationMs"],
  "agent.completed": ["result", "usage"],
  "agent.failed": ["usage", "model"],
  "agent.cancelled": ["reason", "by", "usage"],
  "agent.interrupted": ["reason", "usage"],
  "tool.requested": ["agentId", "messageId", "title", "source", "userId"],
  "tool.input_appended": [],
  "tool.input_ready": [],
  "tool.needs_approval": ["inputSchema", "reason", "wording", "expiresAt", "offers", "preview"],
  "tool.approved": ["input", "reason", "by", "scope", "allowance", "offer"],
  "tool.denied": ["input", "reason", "by"],
  "tool.approval_expired": ["input", "reason", "by"],
  "tool.needs_input": ["asker", "schema", "url", "state", "expiresAt"],
  "tool.input_given": ["content", "by"],
  "tool.input_expired": ["reason"],
  "tool.handed_over": [],
  "tool.needs_turn": [],
  "tool.turn_given": [],
  "tool.started": ["summary", "wording", "version", "agentId", "source", "userId"],
  "tool.progressed": ["total", "message", "wording"],
  "tool.output_appended": ["channel"],
  "tool.output_replaced": [],
  "tool.completed": ["output", "outputRef", "durationMs"],
  "tool.failed": ["durationMs"],
  "tool.cancelled": ["reason", "by", "durationMs"],
  "tool.interrupted": ["reason", "durationMs"],
  "session.allowance_revoked": ["by"],
} as const satisfies {
  [Type in EventType]: readonly Exclude<FieldNames<BodyOf<Type>>, RequiredNames<BodyOf<Type>>>[];
};

interface Kind {
  /** The field of the kind's name unless given. */
  fields?: readonly FieldName[];
  type: "string" | "number" | "object";
  orNull?: boolean;
  values?: readonly string[];
  /** A list, each of whose values is of the kind. */
  isList?: boolean;
  fits?: (value: Record<string, unknown>) => boolean;
}

/** The kinds of fields. A field is of the same kind in every event; a field of no kind holds any JSON. */
export const FIELD_KINDS = {
  string: {
    fields: [
      "agentId",
      "callId",
      "messageId",
      "parentCallId",
      "itemId",
      "approvalId",
      "askId",
      "turnId",
      "allowance",
      "offer",
      "userId",
      "by",
      "tool",
      "version",
      "text",
      "delta",
      "name",
      "description",
      "title",
      "summary",
      "message",
      "url",
      "channel",
      "asker",
      "reason",
      "finishReason",
      "model",
    ],
    type: "string",
  },
  stringOrNull: { fields: ["afterItemId"], type: "string", orNull: true },
  number: { fields: ["at", "step", "progress", "total", "durationMs", "expiresAt"], type: "number" },
  role: { type: "string", values: ["user", "assistant", "system"] },
  kind: { type: "string", values: ["text", "reasoning"] },
  action: { type: "string", values: ["accept", "decline", "cancel"] },
  scope: { type: "string", values: ["session"] },
  source: { type: "string", values: ["web", "agent", "api"] },
  error: {
    type: "object",
    fits: (value) =>
      hasStrings(value, "code", "message") && (value["wording"] === undefined || isWording(value["wording"])),
  },
  wording: { type: "object", fits: isWording },
  usage: { type: "object", fits: (value) => Object.values(value).every(isCount) },
  outputRef: {
    type: "object",
    fits: (value) => hasStrings(value, "id", "mediaType", "preview") && typeof value["bytes"] === "number",
  },
  offers: { type: "object", isList: true, fits: isOffer },
  limits: { type: "object", fits: (limits) => callLimitsProblem(limits) === undefined },
} as const satisfies Record<string, Kind>;

const kindOf = new Map<string, Kind>();
for (const [name, kind] of Object.entries<Kind>(FIELD_KINDS))
  for (const field of kind.fields ?? [name]) kindOf.set(field, kind);

/** Whether this version knows events of this type. */
export function isKnownType(type: string): type is EventType {
  return Object.hasOwn(REQUIRED_FIELDS, type);
}

/**
 * An event from an untrusted wire, with fields that can be trusted: an optional field of the wrong kind is left out.
 * Null where a required field is wrong. `report` gets each problem.
 */
export function trustedEvent(
  event: SessionEvent,
  report: (event: SessionEvent, message: string) => void,
): SessionEvent | null {
  const fields = event as unknown as Record<string, unknown>;
  const required: readonly string[] = REQUIRED_FIELDS[event.type];
  if (isWrong(event, "at", report)) return null;
  // An end counts even where it does not say properly why.
  for (const field of required) if (field !== "error" && isWrong(event, field, report)) return null;
  let trusted = event;
  for (const field in event) {
    if ((fields[field] ?? null) !== null && isWrong(event, field, report)) trusted = { ...trusted, [field]: undefined };
  }
  return trusted;
}

function isWrong(event: SessionEvent, field: string, report: (event: SessionEvent, message: string) => void): boolean {
  const kind = kindOf.get(field);
  const value = (event as unknown as Record<string, unknown>)[field];
  if (!kind || fitsKind(kind, value)) return false;
  const actual = value === null ? "null" : Array.isArray(value) ? "a list" : typeof value;
  const expected = kind.values ? `one of ${kind.values.join(", ")}` : `a proper ${kind.isList ? "list" : kind.type}`;
  report(event, `"${field}" of "${event.type}" must be ${expected}, not ${actual}.`);
  return true;
}

function fitsKind({ isList, ...kind }: Kind, value: unknown): boolean {
  if (isList) return Array.isArray(value) && value.every((one) => fitsKind(kind, one));
  const { type, orNull, values, fits } = kind;
  if (typeof value !== type) return value === null && orNull === true;
  if (values) return values.includes(value as string);
  return !fits || (isRecord(value) && fits(value));
}

function hasStrings(value: Record<string, unknown>, ...fields: string[]): boolean {
  return fields.every((field) => typeof value[field] === "string");
}

function isWording(value: unknown): boolean {
  return isRecord(value) && hasStrings(value, "template") && isRecord(value["values"]);
}

/** An offer says in words, or by its rule, what it allows. */
function isOffer({ id, words, rule, reach }: Record<string, unknown>): boolean {
  const isText = (value: unknown) => value === undefined || typeof value === "string";
  const isSaid = Boolean(words) || Boolean(rule);
  return typeof id === "string" && isText(words) && isText(rule) && isSaid && (reach === undefined || isReach(reach));
}

function isReach(value: unknown): boolean {
  return value === "session" || value === "project" || value === "always";
}

function isCount(value: unknown): boolean {
  return typeof value === "number" || value === undefined;
}
