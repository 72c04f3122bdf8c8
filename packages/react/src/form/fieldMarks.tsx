import type { ReactNode } from "react";
import { fieldIcon } from "./fieldIcon.tsx";

/** For the eye: screen readers are told by the control. */
export const requiredMark: ReactNode = (
  <span className="cb-field-required" aria-hidden="true">
    {" "}
    *
  </span>
);

/** What is wrong with a control, which `aria-describedby` ties to it. */
export function fieldError(id: string, words: string): ReactNode {
  return (
    <p className="cb-field-error" id={`${id}-error`}>
      {fieldIcon("alert")}
      <span>{words}</span>
    </p>
  );
}
