"use client";
import { useContext, useId, useState, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { BoundedContext } from "../text/BoundedContext.ts";
import { viewEnglish } from "../messages/viewEnglish.ts";

const foldedFrom = 2_400;
const foldedLines = 24;

/** A drawn text that is cut at about a screen while it is long; whoever reaches into it by keyboard opens it. */
export function Fold({ text, children }: { text: string; children: ReactNode }): ReactNode {
  const { t } = useKit(viewEnglish);
  const id = useId();
  const [open, setOpen] = useState(false);
  const isUnfolded = useContext(BoundedContext) !== null;
  if (isUnfolded) return children;
  if (text.length <= foldedFrom && text.split("\n", foldedLines + 1).length <= foldedLines) return children;
  return (
    <>
      <div id={id} className="cb-fold" data-clipped={!open || undefined} onFocus={() => setOpen(true)}>
        {children}
      </div>
      <button
        type="button"
        className="cb-inline-button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {open ? t("view.showLess") : t("view.showAll.characters", { count: text.length })}
      </button>
    </>
  );
}
