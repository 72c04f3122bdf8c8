/**
 * A text as a PostgreSQL column can hold it: NUL and lone surrogates become U+FFFD. Events keep the exact text, for
 * JSON escapes both.
 */
export function storable(text: string): string {
  return text.replaceAll("\0", "\uFFFD").replace(/\p{Surrogate}/gu, "\uFFFD");
}

/** Whether a text can be an id that this host gave out or accepted; what cannot be one is not looked up. */
export function isId(text: string): boolean {
  return /^[\w.:@-]{1,200}$/.test(text);
}
