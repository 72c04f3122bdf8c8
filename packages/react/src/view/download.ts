const longestTask = 40;

/** Builds a file of its pieces, pausing so that the page stays live however many there are, and hands it to the browser to save. */
export async function download(name: string, mediaType: string, pieces: Iterable<string>): Promise<void> {
  const parts: string[] = [];
  let since = performance.now();
  for (const piece of pieces) {
    parts.push(piece);
    if (performance.now() - since < longestTask) continue;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
  const url = URL.createObjectURL(new Blob(parts, { type: mediaType }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the address by the time the click returns; it may still be reading a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A file's name made of words that the output may have chosen: letters, digits, dots, dashes and spaces, never a path. */
export function fileName(words: string | undefined, extension: string): string {
  const safe = (words ?? "")
    .normalize("NFC")
    .replace(/[^\p{L}\p{N} ._-]+/gu, "-")
    .replace(/^[ .-]+|[ .-]+$/g, "")
    .slice(0, 80);
  return `${safe || "output"}.${extension}`;
}
