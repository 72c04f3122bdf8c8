"use client";
import { isRecord } from "../../isRecord.ts";
import type { JsonSchema } from "@callboard/core";
import { compileForm, withoutSecrets } from "@callboard/core/form";
import type { ReactNode } from "react";
import { askEnglish } from "../../messages/askEnglish.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { CopyButton } from "../../text/CopyButton.tsx";
import { ExactValue } from "./ExactValue.tsx";

/** What was typed into a form, without its secrets, to be read and taken along. */
export function UnsentValue({ value, schema }: { value: unknown; schema: JsonSchema | undefined }): ReactNode {
  const { t } = useKit(askEnglish);
  const shown = schema ? withoutSecrets(compileForm(schema).root, value) : value;
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
