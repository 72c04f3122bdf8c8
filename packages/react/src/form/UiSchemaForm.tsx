"use client";
import { toJsonSchema, uiSchemaToFormSpec, type JsonSchema, type UiSchema } from "@callboard/core/form";
import { useEffect, useMemo, type ComponentType, type ReactNode } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { isBeyond } from "./ExoticBody.tsx";
import type { ToolFormProps } from "./ToolForm.tsx";

const named = new Set<string>();

declare const process: { env: { NODE_ENV?: string } };

/** Bundlers put the word in; where nobody did, the page is being developed. */
function isProduction(): boolean {
  try {
    return process.env.NODE_ENV === "production";
  } catch {
    return false;
  }
}

/** A form whose looks are said in rjsf's words: translated, and what could not be is named once, in development. */
export function UiSchemaForm({
  uiSchema,
  Form,
  ...props
}: ToolFormProps & { uiSchema: UiSchema; Form: ComponentType<ToolFormProps> }): ReactNode {
  const { exotic } = useCallboard();
  const given = props.schema ?? props.tool?.inputSchema;
  const schema = useMemo<JsonSchema | boolean>(
    () => (given === undefined || typeof given === "boolean" ? (given ?? true) : toJsonSchema(given)),
    [given],
  );
  const isExotic = useMemo(() => exotic !== undefined && isBeyond(schema), [exotic, schema]);
  const { spec, untranslated } = useMemo(() => uiSchemaToFormSpec(schema, uiSchema), [schema, uiSchema]);
  const words = isExotic ? "" : untranslated.map((one) => one.trim()).join(", ");
  useEffect(() => {
    if (isProduction() || words === "" || named.has(words)) return;
    named.add(words);
    console.warn(
      `Callboard: this part of the uiSchema has no counterpart in a FormSpec and is left out: ${words}. ` +
        "Say it in a FormSpec or `fields`, or draw this form with RjsfForm of @callboard/react/rjsf.",
    );
  }, [words]);
  return isExotic ? <Form {...props} uiSchema={uiSchema} /> : <Form {...props} spec={spec} />;
}
