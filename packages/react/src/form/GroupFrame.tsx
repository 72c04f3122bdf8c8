"use client";
import type { Pointer } from "@callboard/core/form";
import { useId, type FieldsetHTMLAttributes, type ReactNode, type Ref } from "react";
import { fieldIcon } from "../field/api/fieldIcon.tsx";
import { fieldError, requiredMark } from "../field/api/fieldMarks.tsx";
import { useFormScope, useGroup } from "../field/api/formContext.ts";

/**
 * A container of fields: its name, its help, and its own issues (too few items, a rule between its
 * fields), as its description. `hasControl`: a control inside has the same path, and shows the issues itself.
 */
export function GroupFrame({
  path,
  label,
  hideLabel,
  required = false,
  help,
  hasControl = false,
  optional,
  frameRef,
  children,
  ...attributes
}: FieldsetHTMLAttributes<HTMLFieldSetElement> & {
  path: Pointer;
  label: string;
  hideLabel: boolean;
  required?: boolean;
  help: string | undefined;
  hasControl?: boolean;
  /** It may be left out: an operator decides whether it is there even while nothing in it is filled in. */
  optional?: boolean | undefined;
  frameRef?: Ref<HTMLFieldSetElement>;
}): ReactNode {
  const { store, t, idOf, issueText, mode, readOnly } = useFormScope();
  const { issue, present } = useGroup(path);
  const id = idOf(path);
  const ownIssue = hasControl ? undefined : issue;
  const ownId = useId();
  const helpId = hasControl ? ownId : `${id}-help`;
  return (
    <fieldset
      ref={frameRef}
      className="cb-group"
      data-path={path}
      id={id}
      {...attributes}
      tabIndex={-1}
      aria-describedby={
        [help !== undefined && helpId, ownIssue && `${id}-error`].filter(Boolean).join(" ") || undefined
      }
    >
      <legend className={hideLabel ? "cb-visually-hidden" : "cb-group-label"}>
        {label}
        {required && requiredMark}
      </legend>
      {help !== undefined && (
        <p className="cb-field-help" id={helpId}>
          {help}
        </p>
      )}
      {ownIssue && fieldError(id, issueText(ownIssue))}
      {children}
      {optional && mode === "internal" && !readOnly && (
        <button
          type="button"
          className="cb-button"
          data-variant="quiet"
          data-size="small"
          onClick={() => store.setValue(path, present ? undefined : {})}
        >
          {fieldIcon(present ? "remove" : "add")}
          {t(present ? "form.removeLabel" : "form.addLabel", { label })}
        </button>
      )}
    </fieldset>
  );
}
