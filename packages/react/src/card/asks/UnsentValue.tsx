"use client";
import { isRecord } from "../../isRecord.ts";
import type { JsonSchema, ToolDetail } from "@callboard/core";
import { compileForm, withoutSecrets } from "@callboard/core/form";
import { useMemo, type ReactNode } from "react";
import { specOf } from "../../form/formProps.ts";
import { askEnglish } from "../../messages/askEnglish.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { CopyButton } from "../../text/CopyButton.tsx";
import { ExactValue } from "./ExactValue.tsx";

export interface UnsentValueProps {
  value: unknown;
  /** Of the form; a text that is none of a form has no schema. */
  schema?: JsonSchema | undefined;
  /** Whose form it is, as that may be what calls a field a password. */
  tool?: ToolDetail | undefined;
}

/** What was typed into a form, without its secrets, to be read and taken along. */
export function UnsentValue({ value, schema, tool }: UnsentValueProps): ReactNode {
  const { t, registry } = useKit(askEnglish);
  const form = useMemo(
    () => (schema ? compileForm(schema, tool && specOf({ tool }, registry)) : undefined),
    [schema, tool, registry],
  );
  const shown = form ? withoutSecrets(form.root, value) : value;
  if (shown === undefined) return null;
  return (
    <>
      <ExactValue value={shown} schema={schema} label={t("ask.unsent")} />
      <div className="cb-approval-buttons">
        <CopyButton text={() => asText(shown)} label={t("ask.copyUnsent")} />
      </div>
    </>
  );
}

/** One text as it is; more as JSON. */
function asText(value: unknown): string {
  const [only, ...more] = isRecord(value) ? Object.values(value) : [value];
  return typeof only === "string" && more.length === 0 ? only : JSON.stringify(value, null, 2);
}
