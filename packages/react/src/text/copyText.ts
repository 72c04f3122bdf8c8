/**
 * Puts a text, or what makes it, on the clipboard. False where that fails, such as where the browser does not allow it:
 * the text can still be selected.
 */
export async function copyText(text: string | (() => string)): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(typeof text === "string" ? text : text());
    return true;
  } catch {
    return false;
  }
}
