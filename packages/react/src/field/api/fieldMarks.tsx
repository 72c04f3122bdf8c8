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
