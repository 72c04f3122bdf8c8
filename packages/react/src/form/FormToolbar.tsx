"use client";
import { Redo2, RotateCcw, Undo2 } from "lucide-react";
import { useEffect, useMemo, useRef, type KeyboardEvent, type ReactElement, type ReactNode } from "react";
import { useStore } from "../useStore.ts";
import { CopyMenu } from "./CopyMenu.tsx";
import { IconButton } from "../field/api/fieldIcon.tsx";
import { useFormScope, useFormStatus } from "../field/api/formContext.ts";
import { usePartWords } from "./usePartWords.ts";
import { nextStop } from "./walkStops.ts";

export type FormView = "form" | "json";

/** An operator's tools for a form: JSON view, undo, reset, copy. */
export function FormToolbar({
  view,
  onView,
  slug,
  url,
  disabled,
}: {
  view: FormView;
  onView: (view: FormView) => void;
  slug: string | undefined;
  url: string | undefined;
  disabled: boolean;
}): ReactNode {
  const { store, announce } = useFormScope();
  const t = usePartWords();
  const { canUndo, canRedo, dirty } = useFormStatus(store);
  const isBroken = useStore(
    useMemo(
      () => ({
        subscribe: (listener) => store.subscribe("", listener),
        read: () => store.getContent().json?.problem !== undefined,
      }),
      [store],
    ),
  );
  const bar = useRef<HTMLDivElement>(null);
  const stops = (): HTMLElement[] => stopsIn(bar.current);
  /** One button is the toolbar's tab stop: the one that had the focus last. */
  const keepStop = ({ target }: { target: EventTarget }): void => {
    const all = stops();
    if (all.includes(target as HTMLElement)) for (const one of all) one.tabIndex = one === target ? 0 : -1;
  };
  useEffect(() => {
    stopsIn(bar.current).forEach((one, index) => (one.tabIndex = index === 0 ? 0 : -1));
  }, []);
  const walk = (event: KeyboardEvent<HTMLDivElement>): void => {
    const next = nextStop(event.key, stops(), event.target as HTMLElement);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const button = (name: string, icon: ReactElement, able: boolean, run: () => void) => (
    <IconButton
      label={name}
      icon={icon}
      // `aria-disabled` alone keeps the focus here when the last step was undone.
      aria-disabled={!able || disabled || undefined}
      onClick={() => able && !disabled && run()}
    />
  );
  return (
    <>
      {/* The keys move between the buttons inside. */}
      <div
        ref={bar}
        className="cb-form-tools"
        role="toolbar"
        aria-label={t("form.tools")}
        tabIndex={-1}
        onKeyDown={walk}
        onFocus={keepStop}
      >
        <div className="cb-form-views" role="group" aria-label={t("form.view")}>
          {(["form", "json"] as const).map((one) => (
            <button
              key={one}
              type="button"
              className="cb-form-view"
              aria-pressed={view === one}
              onClick={() => onView(one)}
            >
              {t(`form.view.${one}`)}
            </button>
          ))}
        </div>
        <div className="cb-form-actions">
          {button(t("form.undo"), <Undo2 size={16} aria-hidden="true" />, canUndo, () => {
            store.undo();
            announce(t("form.undone"));
          })}
          {button(t("form.redo"), <Redo2 size={16} aria-hidden="true" />, canRedo, () => {
            store.redo();
            announce(t("form.redone"));
          })}
          {button(t("form.reset"), <RotateCcw size={16} aria-hidden="true" />, dirty, () => {
            store.reset();
            announce(t("form.wasReset"));
          })}
          <CopyMenu slug={slug} url={url} />
        </div>
      </div>
      {isBroken && view === "form" && (
        <p className="cb-form-note" role="status">
          {t("form.jsonBroken")}
        </p>
      )}
    </>
  );
}

/** The buttons of the bar itself; those of an open menu walk by the menu's own keys. */
const stopsIn = (bar: HTMLElement | null): HTMLElement[] => [
  ...(bar?.querySelectorAll<HTMLElement>("button:not([role])") ?? []),
];
