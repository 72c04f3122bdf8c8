"use client";
import type { GroupState, Pointer } from "@callboard/core/form";
import { Suspense, useState, type ReactNode } from "react";
import { lazyComponent } from "../provider/lazyModule.ts";
import { useFormScope } from "../field/api/formContext.ts";

const RemovedNote = lazyComponent(
  () => import("./RemovedNote.tsx"),
  (module) => module.RemovedNote,
);

/** A removed row, and how to restore it where the form has changed since. */
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
    // Undo is exact, but the last step may be another one by now.
    if (store.getStatus().canUndo && store.getValue() === noted.whole) store.undo();
    else noted.restore();
    announce(t("form.restored", { label: noted.label }));
    noted.focus();
  };
  const note = (
    <Suspense fallback={null}>
      <RemovedNote label={noted.label} undo={undo} />
    </Suspense>
  );
  return [note, take];
}
