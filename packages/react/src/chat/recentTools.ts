const KEY = "callboard:recent-tools";
const MOST = 8;

/** The slugs of the tools that were run last from a chat in this browser, the last one first. */
export function recentTools(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((slug) => typeof slug === "string").slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Remembers a run, where the browser keeps anything. */
export function rememberTool(slug: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([slug, ...recentTools().filter((one) => one !== slug)].slice(0, MOST)));
  } catch {
    // Without storage the tools are listed by name alone.
  }
}
