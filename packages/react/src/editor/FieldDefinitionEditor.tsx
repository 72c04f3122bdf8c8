"use client";
import type { JsonSchema } from "@callboard/core";
import type { FieldDefinition } from "@callboard/core/form";
import { useDeferredValue, useId, useState, type ReactNode } from "react";
import { FieldDefinitionForm } from "../form/FieldDefinitionForm.tsx";
import { useKit } from "../provider/ToolProvider.tsx";
import { FieldList } from "./FieldList.tsx";
import { SchemaPanel } from "./SchemaPanel.tsx";
import { editorEnglish } from "../messages/editorEnglish.ts";

// Conditions are said in the words of filters.
export interface FieldDefinitionEditorProps {
  value?: readonly FieldDefinition[];
  defaultValue?: readonly FieldDefinition[];
  /** Told of every change; definitions with problems too, which `checkFields` names. */
  onChange?: (fields: FieldDefinition[]) => void;
  className?: string;
}

/**
 * Makes and changes a list of fields: each with its type, rules, choices and condition, beside a live preview and the
 * JSON Schema, which can be pasted too.
 * @example
 * ```tsx
 * <FieldDefinitionEditor value={fields} onChange={setFields} />
 * ```
 */
export function FieldDefinitionEditor(props: FieldDefinitionEditorProps): ReactNode {
  const { t, language } = useKit(editorEnglish);
  const id = useId();
  const [kept, setKept] = useState<readonly FieldDefinition[]>(props.defaultValue ?? []);
  const [base, setBase] = useState<JsonSchema>();
  const [view, setView] = useState<"preview" | "schema">("preview");
  const fields = props.value ?? kept;
  const shown = useDeferredValue(fields);
  const set = (next: FieldDefinition[]): void => {
    setKept(next);
    props.onChange?.(next);
  };
  return (
    <div {...language} className={["callboard", "cb-editor", props.className].filter(Boolean).join(" ")}>
      <div className="cb-editor-columns">
        <FieldList fields={fields} onChange={set} label={t("editor.label")} />
        <div className="cb-editor-side">
          <div className="cb-segmented" role="radiogroup" aria-label={t("editor.view")}>
            {(["preview", "schema"] as const).map((one) => (
              <label key={one} className="cb-choice">
                <input
                  type="radio"
                  name={id}
                  className="cb-radio"
                  checked={view === one}
                  onChange={() => setView(one)}
                />
                <span>{t(`editor.${one}`)}</span>
              </label>
            ))}
          </div>
          {view === "schema" ? (
            <SchemaPanel
              fields={fields}
              base={base}
              onChange={(next, schema) => {
                setBase(schema);
                set(next);
              }}
            />
          ) : (
            <section className="cb-editor-preview" aria-label={t("editor.preview")}>
              {shown.length === 0 ? (
                <p className="cb-field-help">{t("editor.previewEmpty")}</p>
              ) : (
                <FieldDefinitionForm fields={shown} />
              )}
            </section>
          )}
        </div>
      </div>
    </div>
  );
}
