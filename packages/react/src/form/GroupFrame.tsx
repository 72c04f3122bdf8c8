"use client";
import type { Pointer } from "@callboard/core/form";
import { useId, type FieldsetHTMLAttributes, type ReactNode, type Ref } from "react";
import { fieldError, requiredMark } from "./fieldMarks.tsx";
import { issueText, useFormScope, useGroup } from "./formContext.ts";

/**
 * What holds other fields: its name, its help, and what is wrong with it as such (too few items, a rule between its
 * fields), tied to it. `hasControl`: something inside stands for the same path, and says itself what is wrong.
 */
export function GroupFrame({
  path,
  label,
  hideLabel,
  required = false,
  help,
  hasControl = false,
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
  frameRef?: Ref<HTMLFieldSetElement>;
}): ReactNode {
  const { t, idOf } = useFormScope();
  const { issue } = useGroup(path);
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
      {ownIssue && fieldError(id, issueText(t, ownIssue))}
      {children}
    </fieldset>
  );
}
