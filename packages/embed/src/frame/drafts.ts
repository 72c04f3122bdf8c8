import type { DraftStorage } from "@callboard/core/form";

/** Drafts of visitors whom nobody knows: they end with the tab, since the next person may sit at the same browser. */
export const tabDrafts: DraftStorage = {
  get(key) {
    const text = sessionStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  },
  set: (key, draft) => sessionStorage.setItem(key, JSON.stringify(draft)),
  remove: (key) => sessionStorage.removeItem(key),
};
