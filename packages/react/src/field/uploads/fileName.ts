/** The last step of an address, decoded; undefined where it names no file. */
export function fileName(value: unknown): string | undefined {
  if (typeof value !== "string" || value.startsWith("data:")) return undefined;
  const name = /([^/?#]+\.[^/?#]+)(?:[?#].*)?$/.exec(value.replace(/^[a-z]+:\/\/[^/]*/i, ""))?.[1];
  if (name === undefined) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
