/**
 * The name that was most likely meant by a mistyped one; undefined where none is near. Case and signs between letters
 * do not count.
 */
export function nearest(given: string, names: Iterable<string>): string | undefined {
  const wanted = plain(given);
  // A typing error in three letters; a longer distance is another word.
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  let found: string | undefined;
  for (const name of names) {
    const distance = editDistance(wanted, plain(name), least);
    if (distance < least) [least, found] = [distance, name];
  }
  return found;
}

const plain = (name: string): string =>
  name
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** How many letters are typed wrongly, left out, added, or swapped with their neighbour; counting ends at `most`. */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) >= most) return most;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    [before, last] = [last, row];
  }
  return last[b.length]!;
}
