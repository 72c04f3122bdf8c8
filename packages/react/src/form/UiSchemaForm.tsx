"use client";
import { uiSchemaToFormSpec, type UiSchema } from "@callboard/core/form";
import { useEffect, useMemo, type ComponentType, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { warnOnce } from "../provider/warnOnce.ts";
import type { DescribedProps } from "./formProps.ts";

/** A form with a uiSchema, which is translated; untranslated parts are named once, in development. */
export function UiSchemaForm({
  uiSchema,
  Form,
  ...props
}: DescribedProps & { uiSchema: UiSchema; Form: ComponentType<DescribedProps> }): ReactNode {
  const { fallbackForm } = useKit();
  const { json: schema = true } = props;
  const usesFallback = useMemo(
    () => fallbackForm !== undefined && fallbackForm.isBeyond(schema),
    [fallbackForm, schema],
  );
  const { spec, untranslated } = useMemo(() => uiSchemaToFormSpec(schema, uiSchema), [schema, uiSchema]);
  const words = usesFallback ? "" : untranslated.map((one) => one.trim()).join(", ");
  useEffect(() => {
    if (words === "") return;
    warnOnce(
      `this part of the uiSchema has no counterpart in a FormSpec and is left out: ${words}. ` +
        "Say it in a FormSpec or `fields`, or draw this form with RjsfForm of @callboard/rjsf.",
    );
  }, [words]);
  return <Form {...{ ...props, ...(usesFallback ? { uiSchema } : { spec }) }} />;
}
