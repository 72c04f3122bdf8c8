"use client";
import type { ReactNode } from "react";
import { usePartWords } from "./usePartWords.ts";

/** Says which row was removed, and offers to bring it back. */
export function RemovedNote({ label, undo }: { label: string; undo: () => void }): ReactNode {
  const t = usePartWords();
  return (
    <p className="cb-rows-note">
      <span>{t("form.removed", { label })}</span>
      <button type="button" className="cb-link-button" aria-label={t("form.restore", { label })} onClick={undo}>
        {t("form.undoRemove")}
      </button>
    </p>
  );
}
