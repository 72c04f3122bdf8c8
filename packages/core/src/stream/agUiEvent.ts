/** An event of AG-UI 1.0 or of an older 0.0.x; its fields are read as they come, and none is trusted to be there. */
export interface AgUiEvent {
  type: string;
}

/** A message as AG-UI's clients save it. */
export interface AgUiMessage {
  id: string;
  role: string;
}

/** What a run stopped for, and what may be answered. */
export interface AgUiInterrupt {
  id: string;
  /** `tool_call`, `input_required`, `confirmation`, or a framework's own. */
  reason: string;
  message?: string;
  toolCallId?: string;
  /** A JSON Schema of the answer; `editedArgs` in it says that the arguments may be replaced. */
  responseSchema?: object;
  /** ISO 8601. */
  expiresAt?: string;
  subagentRunId?: string;
}

/** One answer of a `resume`. */
export interface AgUiResumeEntry {
  interruptId: string;
  status: "resolved" | "cancelled";
  payload?: unknown;
}

/** An event or a message whose fields are not known yet. */
export type Fields = Record<string, unknown>;

/** A string field, else undefined: older producers write null for what is absent. */
export function textIn(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" ? value : undefined;
}

/** A field as an object, else an empty one. */
export function fieldsIn(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isFields(value) ? value : {};
}

/** A field as a list, else an empty one; what is no object is left out. */
export function listIn(fields: Fields, name: string): Fields[] {
  const value = fields[name];
  return Array.isArray(value) ? value.filter(isFields) : [];
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A chunk that is not what the wire promises: the adapter says so of it in its own words. */
export function refused(): Error {
  return new Error("An AG-UI event is not what the protocol says.");
}
