"use client";
import { operators, type Condition, type FieldDefinition, type Operator } from "@callboard/core/form";
import type { ReactNode } from "react";
import { sameChoice } from "../field/api/fieldVariant.ts";
import { fieldIcon, IconButton } from "../field/api/fieldIcon.tsx";
import { useKit } from "../provider/ToolProvider.tsx";
import { fieldName, typeOf } from "./fieldEdit.ts";
import { filterEnglish, formEnglish } from "../messages/en.ts";
import { fieldPartsEnglish } from "../messages/fieldPartsEnglish.ts";
import { editorEnglish } from "../messages/editorEnglish.ts";

const words = { ...editorEnglish, ...fieldPartsEnglish, ...filterEnglish, ...formEnglish };

type Comparison = Extract<Condition, { field: string }>;

/**
 * When a field is shown: comparisons with other fields, of which all or any must hold. Deeper ones are kept as they
 * are.
 */
export function ConditionInput({
  condition,
  fields,
  onChange,
}: {
  condition: Condition | undefined;
  /** The fields that it may depend on. */
  fields: readonly FieldDefinition[];
  onChange: (condition: Condition | undefined) => void;
}): ReactNode {
  const { t } = useKit(words);
  const parts = partsOf(condition);
  if (!parts) {
    return (
      <fieldset className="cb-editor-part">
        <legend className="cb-field-label">{t("editor.section.condition")}</legend>
        <p className="cb-field-help">{t("editor.condition.nested")}</p>
        <pre className="cb-value-json">{JSON.stringify(condition, null, 2)}</pre>
        <button type="button" className="cb-button" onClick={() => onChange(undefined)}>
          {t("field.clear")}
        </button>
      </fieldset>
    );
  }
  const { list, join } = parts;
  const set = (next: Comparison[], by = join): void =>
    onChange(
      next.length === 0 ? undefined : next.length === 1 ? next[0] : by === "all" ? { all: next } : { any: next },
    );
  const change = (index: number, part: Partial<Comparison>): void =>
    set(list.map((one, other) => (other === index ? { ...one, ...part } : one)));
  return (
    <fieldset className="cb-editor-part">
      <legend className="cb-field-label">{t("editor.section.condition")}</legend>
      {list.length > 1 && (
        <select
          className="cb-input"
          aria-label={t("editor.condition.join")}
          value={join}
          onChange={(event) => set(list, event.target.value as "all" | "any")}
        >
          <option value="all">{t("editor.condition.all")}</option>
          <option value="any">{t("editor.condition.any")}</option>
        </select>
      )}
      {list.map((one, index) => {
        const known = fields.some((field) => field.key === one.field);
        return (
          <div key={index} className="cb-condition-row">
            <select
              className="cb-input"
              aria-label={t("editor.condition.field", { index: index + 1 })}
              value={one.field}
              onChange={(event) => change(index, { field: event.target.value })}
            >
              {!known && <option value={one.field}>{one.field}</option>}
              {fields.map((field) => (
                <option key={field.key} value={field.key}>
                  {fieldName(field)}
                </option>
              ))}
            </select>
            <select
              className="cb-input"
              aria-label={t("editor.condition.operator", { index: index + 1 })}
              value={one.operator}
              onChange={(event) => {
                const operator = event.target.value as Operator;
                const isList = operator === "in";
                const value =
                  isList === Array.isArray(one.value) ? one.value : isList ? [one.value] : firstOf(one.value);
                change(index, { operator, value });
              }}
            >
              {operators.map((operator) => (
                <option key={operator} value={operator}>
                  {t(`filter.operator.${operator}`)}
                </option>
              ))}
            </select>
            <ConditionValue
              comparison={one}
              field={fields.find((field) => field.key === one.field)}
              index={index}
              onChange={(value) => change(index, { value })}
            />
            <IconButton
              icon="remove"
              label={t("editor.condition.remove", { index: index + 1 })}
              onClick={() => set(list.toSpliced(index, 1))}
            />
          </div>
        );
      })}
      {fields.length === 0 && list.length === 0 ? (
        <p className="cb-field-help">{t("editor.condition.noFields")}</p>
      ) : (
        <button
          type="button"
          className="cb-button"
          disabled={fields.length === 0}
          onClick={() => set([...list, { field: fields[0]!.key, operator: "eq", value: startOf(fields[0]!) }])}
        >
          {fieldIcon("add")}
          {t("editor.condition.add")}
        </button>
      )}
    </fieldset>
  );
}

/** What a field is compared with: one of its choices, yes or no, else text that is read as the field's type. */
function ConditionValue({
  comparison,
  field,
  index,
  onChange,
}: {
  comparison: Comparison;
  field: FieldDefinition | undefined;
  index: number;
  onChange: (value: unknown) => void;
}): ReactNode {
  const { t } = useKit(words);
  const { operator, value } = comparison;
  const label = t("editor.condition.value", { index: index + 1 });
  const type = field && typeOf(field);
  const options =
    type === "boolean"
      ? [
          { value: true, label: t("form.yes") },
          { value: false, label: t("form.no") },
        ]
      : field?.options;
  if (options && options.length > 0 && operator !== "in") {
    const at = options.findIndex((option) => sameChoice(option.value, value));
    return (
      <select
        className="cb-input"
        aria-label={label}
        value={at}
        onChange={(event) => onChange(options[Number(event.target.value)]?.value)}
      >
        {at < 0 && <option value={-1}>{JSON.stringify(value ?? null)}</option>}
        {options.map((option, place) => (
          <option key={place} value={place}>
            {option.label}
          </option>
        ))}
      </select>
    );
  }
  const read = (text: string): unknown =>
    type === "number" && text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
  const isList = operator === "in";
  const text = isList && Array.isArray(value) ? value.map(textOf).join(", ") : textOf(value);
  return (
    <input
      key={`${comparison.field} ${operator}`}
      className="cb-input"
      aria-label={label}
      title={isList ? t("editor.condition.listHelp") : undefined}
      defaultValue={text}
      onChange={({ target }) =>
        onChange(isList ? target.value.split(",").map((one) => read(one.trim())) : read(target.value))
      }
    />
  );
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
const firstOf = (value: unknown): unknown => (Array.isArray(value) ? (value[0] as unknown) : value);
const startOf = (field: FieldDefinition): unknown =>
  typeOf(field) === "boolean" ? true : (field.options?.[0]?.value ?? (typeOf(field) === "number" ? 0 : ""));

/** A condition as a flat list of comparisons; undefined where it is deeper than that. */
function partsOf(condition: Condition | undefined): { list: Comparison[]; join: "all" | "any" } | undefined {
  if (!condition) return { list: [], join: "all" };
  if ("field" in condition) return { list: [condition], join: "all" };
  if ("not" in condition) return undefined;
  const parts = "all" in condition ? condition.all : condition.any;
  if (parts.length === 0 || !parts.every((part) => "field" in part)) return undefined;
  return { list: parts, join: "all" in condition ? "all" : "any" };
}
