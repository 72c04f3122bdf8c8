"use client";
import type { GroupState, Pointer } from "@callboard/core/form";
import { useState, type ReactNode } from "react";
import { useFormScope } from "./formContext.ts";

/** A row that was taken away, and what to do to have it back where the form has gone on since. */
interface Removal {
  label: string;
  restore: () => void;
  /** Where the focus goes once it is back. */
  focus: () => void;
}

interface Noted extends Removal {
  rows: GroupState["rows"];
  whole: unknown;
}

/** Takes note of a removal right after it; the note stands until the rows change again. */
export function useRemoval(path: Pointer, rows: GroupState["rows"]): [ReactNode, (removal: Removal) => void] {
  const { store, t, announce } = useFormScope();
  const [noted, setNoted] = useState<Noted>();
  const take = (removal: Removal): void => {
    setNoted({ ...removal, rows: store.getGroup(path).rows, whole: store.getValue() });
    announce(t("form.removedUndo", { label: removal.label }));
  };
  if (!noted || noted.rows !== rows) return [null, take];
  const undo = (): void => {
    // Undo is exact, but it takes back the last step, which by now may be another one.
    if (store.getStatus().canUndo && store.getValue() === noted.whole) store.undo();
    else noted.restore();
    announce(t("form.restored", { label: noted.label }));
    noted.focus();
  };
  const note = (
    <p className="cb-rows-note">
      <span>{t("form.removed", { label: noted.label })}</span>
      <button
        type="button"
        className="cb-link-button"
        aria-label={t("form.restore", { label: noted.label })}
        onClick={undo}
      >
        {t("form.undoRemove")}
      </button>
    </p>
  );
  return [note, take];
}
