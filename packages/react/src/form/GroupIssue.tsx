"use client";
import type { Pointer } from "@callboard/core/form";
import type { ReactNode } from "react";
import { fieldIcon } from "./fieldIcon.tsx";
import { issueText, useFormScope, useGroup } from "./formContext.ts";

/** What is wrong with a group as such: too few items, a rule between its fields. */
export function GroupIssue({ path }: { path: Pointer }): ReactNode {
  const { t, idOf } = useFormScope();
  const { issue } = useGroup(path);
  if (!issue) return null;
  return (
    <p className="cb-field-error" id={`${idOf(path)}-error`}>
      {fieldIcon("alert")}
      <span>{issueText(t, issue)}</span>
    </p>
  );
}
