import type { ReactNode } from "react";
import { fieldIcon } from "./fieldIcon.tsx";

/** For the eye: the control has `aria-required`. */
export const requiredMark: ReactNode = (
  <span className="cb-field-required" aria-hidden="true">
    {" "}
    *
  </span>
);

/** The error of a control, whose `aria-describedby` refers to it. */
export function fieldError(id: string, words: string): ReactNode {
  return (
    <p className="cb-field-error" id={`${id}-error`}>
      {fieldIcon("alert")}
      <span>{words}</span>
    </p>
  );
}

/**
 * What is said below a control: its help, or its error. The error takes the help's place, which keeps its height:
 * nothing below moves when a form is submitted.
 */
export function fieldWords(id: string, help: string | undefined, error: string | undefined): ReactNode {
  const problem = error !== undefined && fieldError(id, error);
  if (help === undefined) return problem;
  return (
    <div className="cb-field-words">
      <p className="cb-field-help" id={`${id}-help`} aria-hidden={error !== undefined ? true : undefined}>
        {help}
      </p>
      {problem}
    </div>
  );
}
