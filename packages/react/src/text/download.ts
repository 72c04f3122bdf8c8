const longestTask = 40;

/** Builds a file from its pieces, with pauses so that the page stays responsive, and lets the browser save it. */
export async function download(name: string, mediaType: string, pieces: Iterable<string>): Promise<void> {
  const parts: string[] = [];
  let since = performance.now();
  for (const piece of pieces) {
    parts.push(piece);
    if (performance.now() - since < longestTask) continue;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
  saveBlob(name, new Blob(parts, { type: mediaType }));
}

/** Lets the browser save a file. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser may read the object URL for a moment after the click returns.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A file name from text that may come from the output: letters, digits, dots, dashes and spaces, never a path. */
export function fileName(words: string | undefined, extension: string): string {
  const safe = (words ?? "")
    .normalize("NFC")
    .replace(/[^\p{L}\p{N} ._-]+/gu, "-")
    .replace(/^[ .-]+|[ .-]+$/g, "")
    .slice(0, 80);
  return `${safe || "output"}.${extension}`;
}
