import type { DraftStorage } from "@callboard/core/form";

/**
 * Drafts in this browser's own storage, for the pages of this origin. Throws where it is full or closed, as storage
 * does.
 */
export const browserDrafts: DraftStorage = {
  get(key) {
    const text = localStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  },
  set: (key, draft) => localStorage.setItem(key, JSON.stringify(draft)),
  remove: (key) => localStorage.removeItem(key),
};
