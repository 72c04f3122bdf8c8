/** The disposition of a file that browsers save under this name. */
export function attachmentNamed(name: string): string {
  return `attachment; ${fileNamed(name)}`;
}

/** A file's name as a header says it, in any script. */
export function fileNamed(name: string): string {
  // A lone half of a character stands in no address.
  const encoded = encodeURIComponent(name.replace(/\p{Surrogate}/gu, "-"));
  return `filename*=UTF-8''${encoded.replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)}`;
}
