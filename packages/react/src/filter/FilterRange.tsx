"use client";
import type { FilterCondition, FilterFieldConfig } from "@callboard/core/fields";
import type { ReactNode } from "react";
import { fieldError } from "../field/api/fieldMarks.tsx";
import { useKit } from "../provider/ToolProvider.tsx";
import { FilterInput } from "./FilterInput.tsx";
import { filterNode } from "./filterNode.ts";
import { filterEnglish } from "../messages/en.ts";

/** A least and a greatest value; either may be left open. */
export function FilterRange({
  id,
  field,
  filters,
  onChange,
}: {
  id: string;
  field: FilterFieldConfig;
  filters: readonly FilterCondition[];
  onChange: (filters: FilterCondition[]) => void;
}): ReactNode {
  const { t, locale } = useKit(filterEnglish);
  const valueOf = (operator: "gte" | "lte"): unknown => filters.find((filter) => filter.operator === operator)?.value;
  const [from, to] = [valueOf("gte"), valueOf("lte")];
  const isOpposite = typeof from === "number" && typeof to === "number" && from > to;
  const end = (operator: "gte" | "lte", limit: number | undefined): ReactNode => {
    const name = operator === "gte" ? "from" : "to";
    const placeholder = limit === undefined ? t(`filter.${name}`) : new Intl.NumberFormat(locale).format(limit);
    return (
      <>
        <label className="cb-visually-hidden" htmlFor={`${id}-${name}`} id={`${id}-${name}-label`}>
          {t(`filter.${name}Of`, { label: field.label })}
        </label>
        <span className="cb-filter-end">
          <FilterInput
            id={`${id}-${name}`}
            path={`/${field.field}`}
            node={filterNode(field, placeholder)}
            value={valueOf(operator)}
            problemId={isOpposite ? `${id}-error` : undefined}
            onChange={(value) => {
              const others = filters.filter((filter) => filter.operator !== operator);
              onChange(typeof value === "number" ? [...others, { field: field.field, operator, value }] : others);
            }}
          />
        </span>
      </>
    );
  };
  return (
    <>
      <div className="cb-filter-range">
        {end("gte", field.minimum)}
        <span aria-hidden="true">–</span>
        {end("lte", field.maximum)}
      </div>
      {isOpposite && fieldError(id, t("filter.order"))}
    </>
  );
}
