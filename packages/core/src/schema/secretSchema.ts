/** Whether a schema marks anything as secret at any depth: `format: "password"`, `writeOnly` or `x-secret`. */
export function namesSecret(schema: unknown): boolean {
  const seen = new Set<object>();
  const search = (part: unknown): boolean => {
    if (typeof part !== "object" || part === null || seen.has(part)) return false;
    seen.add(part);
    if (Array.isArray(part)) return part.some(search);
    return saysSecret(part as Record<string, unknown>) || Object.values(part).some(search);
  };
  try {
    return search(schema);
  } catch {
    // Too deep to be read to its end, so it may hold a secret.
    return true;
  }
}

/** Whether a schema marks what it describes as secret. */
export const saysSecret = (schema: Record<string, unknown>): boolean =>
  schema["format"] === "password" ||
  schema["writeOnly"] === true ||
  (schema["x-secret"] !== undefined && schema["x-secret"] !== false);
