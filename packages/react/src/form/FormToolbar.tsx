"use client";
import { Redo2, RotateCcw, Undo2 } from "lucide-react";
import { useCallback, useSyncExternalStore, type ReactElement, type ReactNode } from "react";
import { CopyMenu } from "./CopyMenu.tsx";
import { IconButton } from "./fieldIcon.tsx";
import { useFormScope, useFormStatus } from "./formContext.ts";
import { formToolsMessages } from "../messages/formTools.ts";
import { addMessages } from "../messages/messages.ts";

addMessages(formToolsMessages);

export type FormView = "form" | "json";

/** What operators do with a form as a whole: see it as JSON, take steps back, start over, take it elsewhere. */
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
  const { store, t, announce } = useFormScope();
  const { canUndo, canRedo, dirty } = useFormStatus(store);
  const subscribe = useCallback((listener: () => void) => store.subscribe("", listener), [store]);
  const isBroken = useSyncExternalStore(
    subscribe,
    () => store.getContent().json?.problem !== undefined,
    () => false,
  );
  const button = (name: string, icon: ReactElement, able: boolean, run: () => void) => (
    <IconButton
      label={name}
      icon={icon}
      // Disabled in words only, so that the focus stays here when the last step was taken back.
      aria-disabled={!able || disabled || undefined}
      onClick={() => able && !disabled && run()}
    />
  );
  return (
    <>
      <div className="cb-form-tools" role="toolbar" aria-label={t("form.tools")}>
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
