/** A key as words: `unit_price`, `unit-price` and `unitPrice` become "Unit Price". A key that is no identifier is left as it is. */
export function labelOfKey(key: string): string {
  const last = key.slice(key.lastIndexOf(".") + 1) || key;
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(last)) return last;
  return last
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[\s_-]+/)
    .filter(Boolean)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(" ");
}
