"use client";
import { humanizeFieldName, type JsonSchema } from "@callboard/core";
import type { ReactNode } from "react";
import { isRecord } from "../../isRecord.ts";
import { useSettledFlag } from "../useSettledFlag.ts";

interface FormBonesProps {
  schema: JsonSchema;
  submitLabel: string;
  actions: ReactNode;
}

/**
 * A question's form until it is fetched: its words, with bones where its controls will stand. What can be done instead
 * of it can be done already.
 */
export function FormBones({ schema, submitLabel, actions }: FormBonesProps): ReactNode {
  const isSlow = useSettledFlag(true);
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return (
    <div className="cb-form" aria-busy="true" data-shown={isSlow || undefined}>
      <div className="cb-form-fields">
        <div className="cb-form-grid">
          {Object.entries(schema.properties ?? {}).map(([name, field]) => (
            <FieldBone
              key={name}
              name={name}
              field={isRecord(field) ? field : {}}
              isRequired={required.includes(name)}
            />
          ))}
        </div>
      </div>
      <div className="cb-form-footer">
        <button type="button" className="cb-button cb-form-submit" data-variant="primary" aria-disabled="true">
          <span className="cb-form-submit-label">{submitLabel}</span>
        </button>
        {actions}
      </div>
    </div>
  );
}

function FieldBone({ name, field, isRequired }: { name: string; field: JsonSchema; isRequired: boolean }): ReactNode {
  return (
    <div className="cb-field">
      <span className="cb-field-label">
        {typeof field.title === "string" ? field.title : humanizeFieldName(name)}{" "}
        {isRequired && <span className="cb-field-required">*</span>}
      </span>
      <span className="cb-skeleton" style={{ blockSize: `${controlHeight(field)}rem` }} />
      {typeof field.description === "string" && <span className="cb-field-help">{field.description}</span>}
    </div>
  );
}

/**
 * How tall a field's control will be, in rem: one line, unless it is for a long text, with its count, or for several
 * choices.
 */
function controlHeight({ type, maxLength, items }: JsonSchema): number {
  const choices = isRecord(items) ? items["enum"] : undefined;
  if (Array.isArray(choices)) return choices.length * 1.625;
  return type === "string" && typeof maxLength === "number" && maxLength > 500 ? 6.25 : 2.25;
}
