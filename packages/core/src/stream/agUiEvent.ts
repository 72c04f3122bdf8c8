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

/** The text of a message whose content is a string or a list of parts. */
export function textOfContent(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .filter(isFields)
    .flatMap((part) => (typeof part.text === "string" ? [part.text] : []))
    .join("\n");
}

/**
 * What a tool returned: the value where the text is JSON, else the text; parts of several kinds stay a list. A number that
 * would lose digits stays a text.
 */
export function valueOfContent(content: unknown): unknown {
  const parts = Array.isArray(content) ? content.filter(isFields) : [];
  const only = parts.length === 1 && parts[0]!.type === "text" ? parts[0]!.text : content;
  if (typeof only !== "string" || only.trim() === "") return only;
  try {
    const value = JSON.parse(only) as unknown;
    return typeof value === "number" && String(value) !== only.trim() ? only : value;
  } catch {
    return only;
  }
}
