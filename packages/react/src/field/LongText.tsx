"use client";
import type { ReactNode } from "react";
import { controlProps, type FieldInputProps } from "./fieldInput.ts";
import { formLaterMessages } from "../messages/formLater.ts";
import { addMessages } from "../messages/messages.ts";

addMessages(formLaterMessages);

const shown = 2_000;

/** A text too long to be written in a field: its beginning, how long it is, and a way to take it back. */
export default function LongText(props: {
  field: Omit<FieldInputProps, "node">;
  text: string;
  variant: string | undefined;
  onRemove: () => void;
}): ReactNode {
  const { field, text, variant, onRemove } = props;
  const { t, locale } = field;
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
