"use client";
import { useContext, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { FormContext, type ToolFormMode } from "../field/api/formContext.ts";
import { formEnglish } from "../messages/en.ts";

export interface AdditionalInputsProps {
  /** The form's own mode unless given; `internal` outside a form. */
  mode?: ToolFormMode;
  title?: string;
  className?: string;
  children?: ReactNode;
}

/** Inputs for operators: a closed collapsible in `internal`, not in the page at all in `embed`. */
export function AdditionalInputs({ mode, title, className, children }: AdditionalInputsProps): ReactNode {
  const { t, language } = useKit(formEnglish);
  const scope = useContext(FormContext);
  if ((mode ?? scope?.mode ?? "internal") === "embed") return null;
  return (
    <details {...language} className={["callboard", "cb-additional", className].filter(Boolean).join(" ")}>
      <summary className="cb-additional-title">{title ?? t("form.additional")}</summary>
      <div className="cb-additional-fields">{children}</div>
    </details>
  );
}
