"use client";
import { initialValue, type FormStore } from "@callboard/core/form";
import { useId, useRef, type ReactNode } from "react";
import { fieldIcon } from "../field/api/fieldIcon.tsx";
import { useFormScope, useFormStatus } from "../field/api/formContext.ts";
import { formEnglish } from "../messages/en.ts";
import { useKit } from "../provider/ToolProvider.tsx";

/** A form's submit button, the offer of sample data, and why it cannot be submitted. */
export function SubmitBar({
  store,
  label,
  isLoading,
  disabled,
  actions,
  success,
}: {
  store: FormStore;
  label: string;
  isLoading: boolean | string;
  disabled: boolean | string;
  /** Stands beside the button. */
  actions: ReactNode;
  /** What is said of a value that was taken; false while none was, undefined where nothing is to be said. */
  success: string | false | undefined;
}): ReactNode {
  const { t } = useKit(formEnglish);
  const { submitting, unchecked, dirty } = useFormStatus(store);
  const { announce } = useFormScope();
  const { sample, root } = store.model;
  const button = useRef<HTMLButtonElement>(null);
  const fillIn = (): void => {
    store.setValue("", initialValue(root, sample));
    announce(t("form.sampleFilled"));
    // The button that was pressed is gone.
    button.current?.focus();
  };
  const pending = isLoading || submitting;
  const id = useId();
  const why = typeof disabled === "string" ? disabled : disabled ? t("form.disabled") : undefined;
  const note = why ?? (unchecked === undefined ? undefined : t("form.unchecked", { why: unchecked }));
  return (
    <div className="cb-form-footer">
      <button
        ref={button}
        type="submit"
        className="cb-button cb-form-submit"
        data-variant="primary"
        data-pending={pending ? "" : undefined}
        aria-disabled={!!pending || disabled !== false || undefined}
        aria-describedby={note === undefined ? undefined : id}
      >
        <span className="cb-form-submit-label">{label}</span>
        {pending && <span className="cb-spinner" aria-hidden="true" />}
      </button>
      {sample !== undefined && !dirty && !pending && disabled === false && (
        <button type="button" className="cb-button" data-variant="quiet" onClick={fillIn}>
          {t("form.sample")}
        </button>
      )}
      {actions}
      <span className="cb-visually-hidden" role="status">
        {pending === true ? t("form.pending") : pending}
      </span>
      {success !== undefined && (
        // Here before its text is, so that it is announced.
        <span className="cb-form-success" role="status">
          {success && !pending && (
            <>
              {fieldIcon("check")}
              {success}
            </>
          )}
        </span>
      )}
      {note !== undefined && (
        <p className="cb-field-help" id={id}>
          {note}
        </p>
      )}
    </div>
  );
}
