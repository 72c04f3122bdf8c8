"use client";
import type { JsonSchema } from "@callboard/core";
import { fieldsToSchema, schemaToFields } from "@callboard/core/fields";
import type { FieldDefinition } from "@callboard/core/form";
import { useId, useState, type ReactNode } from "react";
import { fieldIcon } from "../field/api/fieldIcon.tsx";
import { useKit } from "../provider/ToolProvider.tsx";
import { editorEnglish } from "../messages/editorEnglish.ts";
import { useCopy } from "../text/useCopy.ts";

/** The fields as JSON Schema, and a schema as fields: what is typed is used when somebody says so. */
export function SchemaPanel({
  fields,
  base,
  onChange,
}: {
  fields: readonly FieldDefinition[];
  /** The schema that the fields were read from, whose other keywords stay. */
  base: JsonSchema | undefined;
  onChange: (fields: FieldDefinition[], base: JsonSchema) => void;
}): ReactNode {
  const { t } = useKit(editorEnglish);
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const copy = useCopy();
  const [answer, setAnswer] = useState("");
  const written = JSON.stringify(fieldsToSchema(fields, base), null, 2);
  const apply = (): void => {
    let schema: unknown;
    try {
      schema = JSON.parse(draft ?? written);
    } catch (error) {
      const position = /position (\d+)/.exec(String(error))?.[1];
      const line = position === undefined ? undefined : draft!.slice(0, Number(position)).split("\n").length;
      setProblem(line === undefined ? t("editor.schemaBroken") : t("editor.schemaInvalid", { line }));
      return;
    }
    const isObject = typeof schema === "object" && schema !== null && !Array.isArray(schema);
    const next = isObject ? schemaToFields(schema as JsonSchema) : [];
    if (!isObject || (next.length === 0 && !("properties" in (schema as object)))) {
      setProblem(t("editor.schemaNoObject"));
      return;
    }
    setProblem(undefined);
    setDraft(undefined);
    onChange(next, schema as JsonSchema);
  };
  return (
    <div className="cb-editor-schema">
      <label className="cb-visually-hidden" htmlFor={id}>
        {t("editor.schema")}
      </label>
      <textarea
        id={id}
        className="cb-input"
        data-variant="code"
        rows={16}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={`${id}-note`}
        value={draft ?? written}
        onChange={(event) => {
          setDraft(event.target.value);
          setProblem(undefined);
          setAnswer("");
        }}
      />
      {problem === undefined ? (
        <p className="cb-field-help" id={`${id}-note`}>
          {t("editor.schemaHelp")}
        </p>
      ) : (
        <p className="cb-field-error" id={`${id}-note`} role="alert">
          {fieldIcon("alert")}
          <span>{problem}</span>
        </p>
      )}
      <div className="cb-editor-schema-actions">
        {draft === undefined ? (
          <button type="button" className="cb-button" onClick={() => void copy(written).then(setAnswer)}>
            {answer || t("editor.copy")}
          </button>
        ) : (
          <>
            <button type="button" className="cb-button" data-variant="primary" onClick={apply}>
              {t("editor.apply")}
            </button>
            <button
              type="button"
              className="cb-button"
              onClick={() => {
                setDraft(undefined);
                setProblem(undefined);
              }}
            >
              {t("editor.discard")}
            </button>
          </>
        )}
        <span className="cb-visually-hidden" role="status">
          {answer}
        </span>
      </div>
    </div>
  );
}
