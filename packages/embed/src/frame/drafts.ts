import type { DraftStorage } from "@callboard/core/form";

/** Drafts in a storage of this origin; undefined where the browser lets no frame have one, and then nothing is kept. */
function draftsIn(storage: () => Storage): DraftStorage | undefined {
  try {
    storage().getItem("");
  } catch {
    return undefined;
  }
  return {
    get(key) {
      const text = storage().getItem(key);
      return text === null ? undefined : (JSON.parse(text) as unknown);
    },
    set: (key, draft) => storage().setItem(key, JSON.stringify(draft)),
    remove: (key) => storage().removeItem(key),
  };
}

/** Whose drafts a frame keeps, and where. */
export interface FrameDrafts {
  user?: string;
  drafts?: DraftStorage;
}

/**
 * A visitor whom the page names has drafts in this browser. One whom nobody knows has them as long as the tab: the next
 * person may sit at the same browser. One whom the page knows and does not name has none.
 */
export function draftsOf(options: { user: string; givesTokens: boolean }, publishKey: string): FrameDrafts {
  const isNamed = options.user !== "";
  if (!isNamed && options.givesTokens) return {};
  const drafts = draftsIn(() => (isNamed ? localStorage : sessionStorage));
  return drafts ? { user: isNamed ? `${publishKey} ${options.user}` : publishKey, drafts } : {};
}
