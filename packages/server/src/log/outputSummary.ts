const mostKeys = 24;
const deepest = 2;

/** What a large output holds, in words for a model: its shape with names, counts and kinds, and none of its values. */
export function outputSummary(value: unknown, depth = 0): string {
  if (typeof value === "string") {
    const lines = value.split("\n").length;
    return `a text of ${value.length} characters${lines > 1 ? ` in ${lines} lines` : ""}`;
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return "an empty list";
    const [first] = value as unknown[];
    return `a list of ${value.length}, of which the first is ${depth < deepest ? outputSummary(first, depth + 1) : kindOf(first)}`;
  }
  if (typeof value !== "object" || value === null) return kindOf(value);
  const entries = Object.entries(value);
  const named = entries.slice(0, mostKeys).map(([key, one]) => {
    const isLarge = typeof one === "object" && one !== null && depth < deepest;
    return `${JSON.stringify(key.slice(0, 60))}: ${isLarge || typeof one === "string" ? outputSummary(one, depth + 1) : kindOf(one)}`;
  });
  const more = entries.length > mostKeys ? `, and ${entries.length - mostKeys} more` : "";
  return `a record { ${named.join(", ")}${more} }`;
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === "object" ? "a record" : `a ${typeof value}`;
}
