"use client";
import type { Schema } from "@callboard/core";
import { toJsonSchema, uiSchemaToFormSpec, type FormSpec, type JsonSchema, type UiSchema } from "@callboard/core/form";
import { useEffect, useMemo, type ComponentType, type ReactNode } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";

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

/** As much of a form's props as is read or given here. */
interface Described {
  schema?: Schema | boolean;
  tool?: { inputSchema?: Schema | boolean | undefined };
  spec?: FormSpec;
  uiSchema?: UiSchema;
}

// oxlint-disable-next-line typescript/no-explicit-any -- the form around knows its own props
type AnyForm = ComponentType<any>;

/** A form whose looks are said in rjsf's words: translated, and what could not be is named once, in development. */
export function UiSchemaForm({
  uiSchema,
  Form,
  ...props
}: Described & { uiSchema: UiSchema; Form: AnyForm }): ReactNode {
  const { exotic } = useCallboard();
  const given = props.schema ?? props.tool?.inputSchema;
  const schema = useMemo<JsonSchema | boolean>(
    () => (given === undefined || typeof given === "boolean" ? (given ?? true) : toJsonSchema(given)),
    [given],
  );
  const isExotic = useMemo(() => exotic !== undefined && exotic.isBeyond(schema), [exotic, schema]);
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
  return <Form {...{ ...props, ...(isExotic ? { uiSchema } : { spec }) }} />;
}
