/** Zod schemas of the session log: for hosts that take events from elsewhere. An entry of its own, because it brings Zod along. */
import { z } from "zod";
import type { EventType, SessionEvent } from "./event.ts";

const text = z.string();
const mayText = text.optional();
const mayNumber = z.number().optional();
const anything = z.unknown();

const usage = z
  .object({ inputTokens: mayNumber, outputTokens: mayNumber })
  .catchall(z.number().or(z.undefined()))
  .optional();
/** An object that lets unknown fields through, under the type of the fields that are known. */
const open = <Shape extends z.ZodRawShape>(shape: Shape) => z.looseObject(shape) as unknown as z.ZodObject<Shape>;
const error = open({ code: text, message: text, path: mayText });
const outputRef = open({ id: text, bytes: z.number(), mediaType: text, preview: text }).optional();
const source = z.enum(["web", "agent", "api"]).optional();
const approvalAnswer = { callId: text, approvalId: text, input: anything.optional(), reason: mayText, by: mayText };

/** What every event carries, field by field. */
export const envelopeShape = {
  v: z.literal(1).optional(),
  seq: z.int().positive(),
  sessionId: text,
  at: z.number(),
  meta: z.record(text, anything).optional(),
};

/** The fields of each event besides its envelope and its type. */
export const eventShapes = {
  "message.added": { messageId: text, role: z.enum(["user", "assistant", "system"]), text },
  "agent.started": { agentId: text, name: mayText, description: mayText, parentCallId: mayText, messageId: mayText },
  "agent.text_appended": {
    agentId: text,
    delta: text,
    kind: z.enum(["text", "reasoning"]).optional(),
    itemId: mayText,
    messageId: mayText,
  },
  "agent.retracted": { agentId: text, afterItemId: text.nullable() },
  "agent.step_completed": { agentId: text, step: z.number(), finishReason: mayText, usage },
  "agent.completed": { agentId: text, result: anything.optional(), usage },
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
    inputSchema: anything.optional(),
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
  "tool.progressed": { callId: text, progress: z.number(), total: mayNumber, message: mayText },
  "tool.output_appended": { callId: text, delta: text, channel: mayText },
  "tool.output_replaced": { callId: text, output: anything },
  "tool.completed": { callId: text, output: anything.optional(), outputRef, durationMs: mayNumber },
  "tool.failed": { callId: text, error, durationMs: mayNumber },
  "tool.cancelled": { callId: text, reason: mayText, durationMs: mayNumber },
  "tool.interrupted": { callId: text, reason: mayText, durationMs: mayNumber },
} satisfies Record<EventType, z.ZodRawShape>;

/** The schema of each event by its type. Fields that it does not know are let through, as a newer host may send them. */
export const eventSchemas = Object.fromEntries(
  Object.entries(eventShapes).map(([type, shape]) => [
    type,
    open({ type: z.literal(type), ...envelopeShape, ...shape }),
  ]),
) as unknown as { [Type in EventType]: z.ZodType<Extract<SessionEvent, { type: Type }>> };

/**
 * One line of a session's log. Issues name the field by its path; an event of an unknown type is refused.
 * @example
 * ```ts
 * const event = sessionEventSchema.parse(JSON.parse(line));
 * ```
 */
export const sessionEventSchema: z.ZodType<SessionEvent> = z.discriminatedUnion(
  "type",
  Object.values(eventSchemas) as unknown as [z.ZodObject<{ type: z.ZodLiteral<string> }>],
) as unknown as z.ZodType<SessionEvent>;
