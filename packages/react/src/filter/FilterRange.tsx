"use client";
import type { FilterCondition, FilterFieldConfig } from "@callboard/core";
import { useId, useState, type ReactNode } from "react";
import { NumberInput } from "../field/NumberInput.tsx";
import { fieldError } from "../form/fieldMarks.tsx";
import { useCallboard } from "../provider/ToolProvider.tsx";

/** A least and a greatest value; either may be left open. */
export function FilterRange({
  field,
  filters,
  onChange,
}: {
  field: FilterFieldConfig;
  filters: readonly FilterCondition[];
  onChange: (filters: FilterCondition[]) => void;
}): ReactNode {
  const { t, locale } = useCallboard();
  const id = useId();
  const [typed, setTyped] = useState<{ gte?: string | undefined; lte?: string | undefined }>({});
  const valueOf = (operator: "gte" | "lte"): unknown => filters.find((filter) => filter.operator === operator)?.value;
  const [from, to] = [valueOf("gte"), valueOf("lte")];
  const isOpposite = typeof from === "number" && typeof to === "number" && from > to;
  const end = (operator: "gte" | "lte", limit: number | undefined): ReactNode => {
    const value = valueOf(operator);
    const name = operator === "gte" ? "from" : "to";
    const text = typed[operator];
    return (
      <>
        <label className="cb-visually-hidden" htmlFor={`${id}-${name}`} id={`${id}-${name}-label`}>
          {t(`filter.${name}Of`, { label: field.label })}
        </label>
        <NumberInput
          id={`${id}-${name}`}
          path=""
          node={{
            kind: "leaf",
            type: "number",
            label: field.label,
            required: false,
            nullable: false,
            schema: {},
            placeholder: limit === undefined ? t(`filter.${name}`) : new Intl.NumberFormat(locale).format(limit),
            ...(field.integer && { integer: true }),
            ...(field.minimum !== undefined && { minimum: field.minimum }),
            ...(field.maximum !== undefined && { maximum: field.maximum }),
          }}
          value={value}
          text={text !== undefined && typeof value === "number" && Number(text) === value ? text : undefined}
          invalid={isOpposite}
          describedBy={isOpposite ? `${id}-error` : undefined}
          labelledBy={`${id}-${name}-label`}
          required={false}
          readOnly={false}
          locale={locale}
          t={t}
          onChange={(next, half) => {
            setTyped({ ...typed, [operator]: half?.text });
            const others = filters.filter((filter) => filter.operator !== operator);
            onChange(typeof next === "number" ? [...others, { field: field.field, operator, value: next }] : others);
          }}
          onBlur={() => {}}
        />
      </>
    );
  };
  return (
    <div
      className="cb-field cb-filter-field"
      role="group"
      aria-labelledby={`${id}-label`}
      data-set={filters.length > 0 ? "" : undefined}
    >
      <div className="cb-filter-head">
        <span className="cb-field-label" id={`${id}-label`}>
          {field.label}
        </span>
      </div>
      <div className="cb-filter-range">
        {end("gte", field.minimum)}
        <span aria-hidden="true">–</span>
        {end("lte", field.maximum)}
      </div>
      {isOpposite && fieldError(id, t("filter.order"))}
    </div>
  );
}
