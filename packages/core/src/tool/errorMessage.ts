/** The words of whatever was thrown; never throws itself. */
export function errorMessage(thrown: unknown): string {
  try {
    return thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
  } catch {
    return "Something was thrown that cannot be put into words.";
  }
}
