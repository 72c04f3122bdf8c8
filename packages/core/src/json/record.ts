/** Whether a value is a plain record: not null, not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value where it is a record, else an empty one. */
export function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** Whether a value has no parts. */
export function isScalar(value: unknown): boolean {
  return value === null || typeof value !== "object";
}

/** The texts of a list; none where the value is no list. */
export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((part) => typeof part === "string") : [];
}

/** The value where it is a text that says anything. */
export function textOr(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The records of a list; none where the value is no list. */
export function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
