"use client";
import type { FieldOption } from "@callboard/core/form";
import { useId, useRef, type ReactNode } from "react";
import { fieldIcon, IconButton } from "../field/api/fieldIcon.tsx";
import { useKit } from "../provider/ToolProvider.tsx";
import { editorEnglish } from "../messages/editorEnglish.ts";

/** The choices of a field, a value and a label each; pasting lines makes a choice of every line. */
export function OptionsInput({
  options,
  onChange,
}: {
  options: readonly FieldOption[];
  onChange: (options: FieldOption[]) => void;
}): ReactNode {
  const { t } = useKit(editorEnglish);
  const id = useId();
  const root = useRef<HTMLFieldSetElement>(null);
  const isNumeric = options.length > 0 && options.every((option) => typeof option.value === "number");
  /** Values keep their type: numbers stay numbers among numbers. */
  const valueOf = (text: string): unknown =>
    isNumeric && text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
  const replace = (index: number, ...next: FieldOption[]): void => onChange(options.toSpliced(index, 1, ...next));
  const focus = (index: number): void => {
    queueMicrotask(() => root.current?.querySelector<HTMLElement>(`[data-option="${index}"]`)?.focus());
  };
  return (
    <fieldset ref={root} className="cb-editor-part">
      <legend className="cb-field-label">{t("editor.section.options")}</legend>
      {options.length > 0 && (
        <ol className="cb-option-rows">
          {options.map((option, index) => (
            <li key={index} className="cb-option-row">
              <input
                className="cb-input"
                id={`${id}-${index}`}
                data-option={index}
                aria-label={t("editor.option.value", { index: index + 1 })}
                placeholder={t("editor.option.valueHead")}
                value={typeof option.value === "string" ? option.value : JSON.stringify(option.value)}
                onChange={(event) => {
                  const value = valueOf(event.target.value);
                  const follows = option.label === String(option.value);
                  replace(index, { ...option, value, ...(follows && { label: event.target.value }) });
                }}
                onPaste={(event) => {
                  const lines = event.clipboardData.getData("text").split(/\r?\n/).filter(Boolean);
                  if (lines.length < 2) return;
                  event.preventDefault();
                  replace(index, ...lines.map((line) => ({ value: valueOf(line), label: line })));
                }}
              />
              <input
                className="cb-input"
                aria-label={t("editor.option.label", { index: index + 1 })}
                placeholder={t("editor.option.labelHead")}
                value={option.label}
                onChange={(event) => replace(index, { ...option, label: event.target.value })}
              />
              <IconButton
                icon="remove"
                label={t("editor.option.remove", { index: index + 1 })}
                onClick={() => {
                  onChange(options.toSpliced(index, 1));
                  focus(Math.min(index, options.length - 2));
                }}
              />
            </li>
          ))}
        </ol>
      )}
      <button
        type="button"
        className="cb-button"
        onClick={() => {
          onChange([...options, { value: "", label: "" }]);
          focus(options.length);
        }}
      >
        {fieldIcon("add")}
        {t("editor.option.add")}
      </button>
    </fieldset>
  );
}
