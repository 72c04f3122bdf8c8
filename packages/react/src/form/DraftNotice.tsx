"use client";
import { createDraftKeeper, draftKey, type DraftKeeper, type DraftStorage } from "@callboard/core/form";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { browserDrafts } from "./browserDrafts.ts";
import { IconButton } from "../field/api/fieldIcon.tsx";
import { useFormScope, useFormStatus } from "../field/api/formContext.ts";
import { usePartWords } from "./usePartWords.ts";

/** Whose draft of which form is kept, and where. */
export interface FormDraftOptions {
  /** The name of the form, such as a tool's slug. */
  tool: string;
  /** The user's id: nobody else gets the draft. */
  user: string;
  /** This browser's own storage unless given. */
  storage?: DraftStorage;
  /**
   * False: starts from the value given, though a draft may be there; what is typed from now on is kept in its place.
   */
  restore?: boolean;
}

/** Keeps a draft of the form, and shows a note once one was restored. */
export function DraftNotice({ draft }: { draft: FormDraftOptions }): ReactNode {
  const { store, locale, announce } = useFormScope();
  const t = usePartWords();
  const { dirty } = useFormStatus(store);
  const { tool, user, storage = browserDrafts, restore = true } = draft;
  const [restored, setRestored] = useState<number>();
  const [refused, setRefused] = useState(false);
  const keeper = useRef<DraftKeeper>(undefined);
  useEffect(() => {
    const own = createDraftKeeper(store, {
      storage,
      key: draftKey(tool, user, store.model.schema),
      onError: () => setRefused(true),
    });
    keeper.current = own;
    let gone = false;
    if (restore)
      void own.restore().then((at) => {
        if (!gone && at !== undefined) setRestored(at);
      });
    // On a phone, hiding the page may be its last event.
    const onHide = () => {
      if (document.visibilityState === "hidden") own.save();
    };
    const onPageHide = () => own.save();
    addEventListener("pagehide", onPageHide);
    document.addEventListener("visibilitychange", onHide);
    return () => {
      gone = true;
      removeEventListener("pagehide", onPageHide);
      document.removeEventListener("visibilitychange", onHide);
      own.stop();
    };
  }, [store, storage, tool, user, restore]);

  // Submitted or reset: there is nothing left to speak of.
  if (restored !== undefined && !dirty) setRestored(undefined);
  if (refused) {
    return (
      <p className="cb-form-note" role="status">
        {t("form.draft.notKept")}
      </p>
    );
  }
  if (restored === undefined) return null;
  const when = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(restored);
  return (
    <div className="cb-form-note" role="status">
      <span>{restored === 0 ? t("form.draft.restoredBefore") : t("form.draft.restored", { when })}</span>
      <button
        type="button"
        className="cb-button"
        data-variant="quiet"
        onClick={() => {
          keeper.current?.discard();
          setRestored(undefined);
          announce(t("form.draft.discarded"));
        }}
      >
        {t("form.draft.discard")}
      </button>
      <IconButton icon="remove" label={t("form.draft.dismiss")} onClick={() => setRestored(undefined)} />
    </div>
  );
}
