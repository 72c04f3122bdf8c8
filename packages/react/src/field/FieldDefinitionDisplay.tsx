"use client";
import { compileForm, type FieldDefinition } from "@callboard/core/form";
import { useMemo, type ReactNode } from "react";
import type { ToolFormMode } from "./api/formContext.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { DisplayContext, ObjectFacts } from "./NodeDisplay.tsx";

export interface FieldDefinitionDisplayProps {
  fields: readonly FieldDefinition[];
  value: unknown;
  /** `embed` leaves out what is for operators. */
  mode?: ToolFormMode;
  className?: string;
}

/** The values of fields beside their names, each by its type's display component, without a form around it. */
export function FieldDefinitionDisplay({
  fields,
  value,
  mode = "internal",
  className,
}: FieldDefinitionDisplayProps): ReactNode {
  const { language } = useKit();
  const { root } = useMemo(() => compileForm(undefined, { fields: [...fields] }), [fields]);
  const scope = useMemo(() => ({ value, mode }), [value, mode]);
  return (
    <div {...language} className={["callboard", "cb-display", className].filter(Boolean).join(" ")}>
      <DisplayContext.Provider value={scope}>
        {root.kind === "object" && <ObjectFacts node={root} value={value} path="" />}
      </DisplayContext.Provider>
    </div>
  );
}
