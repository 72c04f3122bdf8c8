import { getDraft, restoreDraft, type DraftStorage } from "./formDraft.ts";
import type { FormStore } from "../state/formState.ts";

export interface DraftKeeperOptions {
  storage: DraftStorage;
  /** From `draftKey`. */
  key: string;
  /** At most so many milliseconds of typing are not kept yet. */
  pause?: number;
  /** Called when storage refuses: it is full, or closed to this page. The form goes on without it. */
  onError?: (error: unknown) => void;
}

/** Keeps a form's draft while somebody types, and removes it once the form is submitted or reset. */
export interface DraftKeeper {
  /** Puts a kept draft back unless something was typed meanwhile; resolves to when it was kept, or undefined. */
  restore(): Promise<number | undefined>;
  /** Keeps the present content; for when the page is closed. */
  save(): void;
  /** Removes the draft and resets the form. */
  discard(): void;
  stop(): void;
}

export function createDraftKeeper(store: FormStore, options: DraftKeeperOptions): DraftKeeper {
  const { storage, key, pause = 400 } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let kept = false;
  let stopped = false;

  const attempt = async (act: () => unknown): Promise<unknown> => {
    try {
      return await act();
    } catch (error) {
      options.onError?.(error);
      return undefined;
    }
  };
  const save = (): void => {
    if (timer !== undefined) clearTimeout(timer);
    timer = undefined;
    if (store.getStatus().dirty) {
      kept = true;
      void attempt(() => storage.set(key, getDraft(store, key, Date.now())));
    } else if (kept) {
      kept = false;
      void attempt(() => storage.remove(key));
    }
  };
  // Not put off by further typing, so that a crash costs no more than the pause.
  const schedule = (): void => {
    if (!stopped) timer ??= setTimeout(save, pause);
  };
  let wasDirty = store.getStatus().dirty;
  // Somebody may have typed before there was a keeper.
  if (wasDirty) schedule();
  const unsubscribe = [
    store.subscribe("", schedule),
    store.subscribeStatus(() => {
      const { dirty } = store.getStatus();
      // Submitted or reset: nothing is left to restore.
      if (wasDirty && !dirty) save();
      wasDirty = dirty;
    }),
  ];
  return {
    async restore() {
      const draft = await attempt(() => storage.get(key));
      if (stopped || draft === undefined || draft === null) return undefined;
      kept = true;
      if (store.getStatus().dirty || !restoreDraft(store, draft, key)) return undefined;
      const { at } = draft as { at?: unknown };
      return typeof at === "number" ? at : 0;
    },
    save,
    discard() {
      kept = true;
      store.reset();
      save();
    },
    stop() {
      stopped = true;
      if (timer !== undefined) save();
      for (const one of unsubscribe) one();
    },
  };
}
