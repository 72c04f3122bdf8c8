/** PostgreSQL cuts longer names, and alike ones are one then. */
const LONGEST_BYTES = 63;

const bytesOf = (text: string) => Buffer.byteLength(text);

/** The longest beginning of a text that has so many bytes, cut between its characters. */
function beginningOf(text: string, bytes: number): string {
  if (bytesOf(text) <= bytes) return text;
  let kept = "";
  let left = bytes;
  for (const character of text) {
    left -= bytesOf(character);
    if (left < 0) break;
    kept += character;
  }
  return kept.trimEnd();
}

/** Names that are taken, each with the number that the next alike one tries. */
export type TakenNames = Map<string, number>;

/** Takes a name that PostgreSQL keeps as it is and nothing else has: cut by bytes, and counted on until it is free. */
export function takeName(said: string, taken: TakenNames): string {
  const whole = beginningOf(said, LONGEST_BYTES);
  for (let count = taken.get(whole) ?? 1; ; count++) {
    const suffix = count === 1 ? "" : `_${count}`;
    const name = beginningOf(said, LONGEST_BYTES - suffix.length) + suffix;
    if (count > 1 && taken.has(name)) continue;
    taken.set(name, 2);
    taken.set(whole, count + 1);
    return name;
  }
}

/** The names of the columns of a table, each its own. */
export function takeNames(said: readonly string[]): string[] {
  const taken: TakenNames = new Map();
  return said.map((name) => takeName(name, taken));
}
