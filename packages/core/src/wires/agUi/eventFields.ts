import { isRecord } from "../../json/record.ts";

/** An event of AG-UI 1.0 or of an older 0.0.x. No field is trusted to be there. */
export interface AgUiEvent {
  type: string;
}

/** A message as AG-UI's clients save it. */
export interface AgUiMessage {
  id: string;
  role: string;
}

/** Why a run stopped, and which answers it accepts. */
export interface AgUiInterrupt {
  id: string;
  /** `tool_call`, `input_required`, `confirmation`, or a framework's own. */
  reason: string;
  message?: string;
  toolCallId?: string;
  /** A JSON Schema of the answer; `editedArgs` in it allows edited arguments. */
  responseSchema?: object;
  /** ISO 8601. */
  expiresAt?: string;
  subagentRunId?: string;
  /**
   * It came as a CUSTOM event `on_interrupt`: the id of all its asks, its value, as it came and parsed, and which of
   * its asks this is.
   */
  onInterrupt?: { id: string; value: unknown; raw: unknown; index: number };
}

/** One answer of a `resume`. */
export interface AgUiResumeEntry {
  interruptId: string;
  status: "resolved" | "cancelled";
  payload?: unknown;
}

/** An event or a message whose fields are not checked yet. */
export type Fields = Record<string, unknown>;

/** A string field, else undefined: older producers write null for what is absent. */
export function optionalString(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" ? value : undefined;
}

/** A field as an object, else an empty one. */
export function fieldsIn(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isRecord(value) ? value : {};
}

/** The objects of a list field; none where the field is no list. */
export function listIn(fields: Fields, name: string): Fields[] {
  const value = fields[name];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The error for an event that breaks the protocol: the adapter shows it as unreadable. */
export function refused(): Error {
  return new Error("An AG-UI event is not what the protocol says.");
}
