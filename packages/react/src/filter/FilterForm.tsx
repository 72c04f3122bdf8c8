"use client";
import type { Operator } from "@callboard/core";
import type { FilterCondition, FilterFieldConfig } from "@callboard/core/fields";
import { useId, useState, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { FilterInput } from "./FilterInput.tsx";
import { filterNode } from "./filterNode.ts";
import { FilterRange } from "./FilterRange.tsx";
import { filterEnglish } from "../messages/en.ts";

export interface FilterFormProps {
  /** What can be filtered by, as `schemaToFilterFields` gives it. */
  fields: readonly FilterFieldConfig[];
  /** The filters that are set; plain data, one comparison each, which all must hold. */
  value?: readonly FilterCondition[];
  defaultValue?: readonly FilterCondition[];
  onChange?: (filters: FilterCondition[]) => void;
  className?: string;
}

/**
 * Filters over the properties of a schema. Filters of fields that are not listed stay as they are.
 * @example
 * ```tsx
 * <FilterForm fields={schemaToFilterFields(schema.properties)} value={filters} onChange={setFilters} />
 * ```
 */
export function FilterForm({ fields, value, defaultValue = [], onChange, className }: FilterFormProps): ReactNode {
  const { t, language } = useKit(filterEnglish);
  const [kept, setKept] = useState<readonly FilterCondition[]>(defaultValue);
  const filters = value ?? kept;
  // A cleared field forgets what is half typed, too.
  const [cleared, setCleared] = useState(0);
  const set = (next: FilterCondition[]): void => {
    setKept(next);
    onChange?.(next);
  };
  const names = new Set(fields.map((field) => field.field));
  const own = filters.filter((filter) => names.has(filter.field));
  return (
    <section
      {...language}
      className={["callboard", "cb-filter", className].filter(Boolean).join(" ")}
      aria-label={t("filter.label")}
    >
      <div className="cb-filter-fields">
        {fields.map((field) => (
          <FilterField
            key={`${field.field} ${cleared}`}
            field={field}
            filters={filters.filter((filter) => filter.field === field.field)}
            onChange={(mine) => {
              const others = filters.filter((filter) => filter.field !== field.field);
              set([...others, ...mine]);
            }}
          />
        ))}
      </div>
      <div className="cb-filter-footer">
        <span role="status" className="cb-field-help">
          {own.length === 0
            ? t("filter.none")
            : t("filter.count", { count: new Set(own.map((one) => one.field)).size })}
        </span>
        {own.length > 0 && (
          <button
            type="button"
            className="cb-button"
            data-variant="quiet"
            onClick={() => {
              setCleared(cleared + 1);
              set(filters.filter((filter) => !names.has(filter.field)));
            }}
          >
            {t("filter.clear")}
          </button>
        )}
      </div>
    </section>
  );
}

function FilterField({
  field,
  filters,
  onChange,
}: {
  field: FilterFieldConfig;
  filters: readonly FilterCondition[];
  onChange: (filters: FilterCondition[]) => void;
}): ReactNode {
  const { t } = useKit(filterEnglish);
  const id = useId();
  const [first] = filters;
  const [picked, setPicked] = useState<Operator>(field.operators[0]!);
  const operator = first?.operator ?? picked;
  const set = (value: unknown, by: Operator = operator): void => {
    const isEmpty =
      value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
    onChange(isEmpty ? [] : [{ field: field.field, operator: by, value }]);
  };
  const isRange = field.control === "range";
  const node = filterNode(field, t("filter.any"));
  const label = { className: "cb-field-label", id: `${id}-label`, children: field.label };
  return (
    <div
      className="cb-field cb-filter-field"
      role={isRange ? "group" : undefined}
      aria-labelledby={isRange ? label.id : undefined}
      data-type={node.type}
      data-set={first ? "" : undefined}
    >
      <div className="cb-filter-head">
        {/* A label names one control only. */}
        {isRange || field.control === "toggle" ? <span {...label} /> : <label {...label} htmlFor={id} />}
        {!isRange && field.operators.length > 1 && (
          <select
            className="cb-filter-operator"
            aria-label={t("filter.operator", { label: field.label })}
            value={operator}
            onChange={(event) => {
              const next = event.target.value as Operator;
              setPicked(next);
              if (first) set(first.value, next);
            }}
          >
            {field.operators.map((one) => (
              <option key={one} value={one}>
                {t(`filter.operator.${one}`)}
              </option>
            ))}
          </select>
        )}
      </div>
      {isRange ? (
        <FilterRange id={id} field={field} filters={filters} onChange={onChange} />
      ) : (
        <FilterInput
          id={id}
          path={`/${field.field}`}
          node={node}
          value={field.control === "select" ? (first?.value ?? null) : first?.value}
          onChange={set}
        />
      )}
    </div>
  );
}
