"use client";
import type { JsonSchema } from "@callboard/core";
import { useEffect, type ReactNode } from "react";
import { isRecord } from "../../isRecord.ts";
import { askEnglish } from "../../messages/askEnglish.ts";
import { cardEnglish } from "../../messages/en.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { ExactValue, hidesSomething } from "./ExactValue.tsx";
import { ReachContext, useReach } from "./reach.ts";

const words = { ...cardEnglish, ...askEnglish };

/** Whether a tool would run with nothing at all. */
const isNothing = (input: unknown): boolean =>
  input === undefined || input === null || (isRecord(input) && Object.keys(input).length === 0);

export interface ExactInputProps {
  value: unknown;
  /** The tool's input schema, for the titles and the order of the values. */
  schema?: JsonSchema;
  /** Told whether all of it has been within reach: a long value to its end. False until that is known. */
  onRead?: (isRead: boolean) => void;
}

/**
 * What a tool would run with, exactly and whole, as whoever approves a call sees it: nothing is folded, shortened or
 * rounded, and invisible characters stand as their codes.
 */
export function ExactInput({ value, schema, onRead }: ExactInputProps): ReactNode {
  const { t, locale, language } = useKit(words);
  const { reach, unread, isKnown } = useReach();
  const isRead = isKnown && unread.length === 0;
  useEffect(() => onRead?.(isRead), [onRead, isRead]);
  return (
    <div {...language} className="callboard cb-approval-input">
      <ReachContext.Provider value={reach}>
        <InputInFull value={value} schema={schema} isEdited={false} />
      </ReachContext.Provider>
      {unread.length > 0 && (
        <p className="cb-call-note">{t("approval.readFirst", { names: new Intl.ListFormat(locale).format(unread) })}</p>
      )}
    </div>
  );
}

/**
 * The values themselves, below the words that say what they are; inside a `ReachContext` it notes what is not read yet.
 */
export function InputInFull({
  value,
  schema,
  isEdited,
}: {
  value: unknown;
  schema: JsonSchema | undefined;
  /** Whether a person has changed what was asked. */
  isEdited: boolean;
}): ReactNode {
  const { t } = useKit(words);
  const none = isNothing(value);
  return (
    <>
      <p className="cb-call-note">
        {t(none ? "approval.noInput" : isEdited ? "approval.withEdited" : "approval.with")}
      </p>
      {!none && <ExactValue value={value} schema={schema} label={t("approval.whole")} />}
      {hidesSomething(value) && <p className="cb-call-note">{t("approval.escapes", { example: "⟨U+200B⟩" })}</p>}
    </>
  );
}
