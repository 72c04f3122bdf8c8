"use client";
import type { ReactNode } from "react";
import { fieldPartsEnglish } from "../../messages/fieldPartsEnglish.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { controlProps, type FieldInputProps } from "../api/fieldInput.ts";

const shown = 2_000;

/** A text too long to be edited in a field: its beginning, its length, and a button that removes it. */
export function LongText(props: {
  field: Omit<FieldInputProps, "node">;
  text: string;
  variant: string | undefined;
  onRemove: () => void;
}): ReactNode {
  const { field, text, variant, onRemove } = props;
  const { locale } = field;
  const { t } = useKit(fieldPartsEnglish);
  const noteId = `${field.id}-length`;
  const describedBy = [noteId, field.describedBy].filter(Boolean).join(" ");
  const count = new Intl.NumberFormat(locale);
  return (
    <>
      <textarea
        {...controlProps({ ...field, describedBy })}
        className="cb-input"
        data-variant={variant}
        rows={3}
        dir="auto"
        readOnly
        value={`${text.slice(0, shown)}…`}
      />
      <p className="cb-field-note" id={noteId}>
        {t("form.longText", { count: count.format(text.length), shown: count.format(shown) })}
      </p>
      {!field.readOnly && (
        <div>
          <button type="button" className="cb-button" data-size="small" onClick={onRemove}>
            {t("form.longTextRemove")}
          </button>
        </div>
      )}
    </>
  );
}
