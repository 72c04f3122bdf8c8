"use client";
import type { FormStore, Pointer } from "@callboard/core/form";
import type { MouseEvent, ReactNode } from "react";
import { useFormScope } from "../field/api/formContext.ts";
import { rootOf } from "../rootOf.ts";
import { usePartWords } from "./usePartWords.ts";

/** Turns an object's entries into JSON and back; what is half-typed in one view is finished there first. */
export function ViewSwitch({
  path,
  label,
  asJson,
  text,
  value,
  jsonId,
  onSwitch,
}: {
  path: Pointer;
  label: string;
  asJson: boolean;
  /** The JSON as it was typed. */
  text: string | undefined;
  value: unknown;
  jsonId: string;
  onSwitch: () => void;
}): ReactNode {
  const { store, idOf } = useFormScope();
  const t = usePartWords();
  const to = asJson ? "Entries" : "Json";
  const change = ({ currentTarget }: MouseEvent): void => {
    const unfinished = asJson ? (holdsEntries(text, value) ? undefined : path) : firstProblem(store.getContent(), path);
    if (unfinished === undefined) {
      onSwitch();
      return;
    }
    store.touch(unfinished);
    rootOf(currentTarget)
      .getElementById(unfinished === path ? jsonId : idOf(unfinished))
      ?.focus();
  };
  return (
    <button
      type="button"
      className="cb-button"
      data-variant="quiet"
      data-size="small"
      data-action="switch-view"
      aria-label={t(`form.editAs${to}Of`, { label: label || t("form.field") })}
      onClick={change}
    >
      {t(`form.editAs${to}`)}
    </button>
  );
}

const isEntries = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "object" && !Array.isArray(value));

function holdsEntries(text: string | undefined, value: unknown): boolean {
  if (text === undefined || text.trim() === "") return isEntries(value);
  try {
    return isEntries(JSON.parse(text));
  } catch {
    return false;
  }
}

type Content = ReturnType<FormStore["getContent"]>;

/** The first place below another where something was typed that is no value yet. */
function firstProblem({ marks }: Content, path: Pointer): Pointer | undefined {
  let mark: Content["marks"] | undefined = marks;
  for (const step of path.split("/").slice(1)) mark = mark?.below?.get(step);
  const search = (at: Content["marks"], place: Pointer): Pointer | undefined => {
    for (const [step, child] of at.below ?? []) {
      const found = child.text?.problem ? `${place}/${step}` : search(child, `${place}/${step}`);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return mark && search(mark, path);
}
