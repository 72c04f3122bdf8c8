/** An output in words: a text as it is, anything else as its JSON. */
export function outputWords(output: unknown): string {
  return typeof output === "string" ? output : JSON.stringify(output ?? null, undefined, 2);
}
