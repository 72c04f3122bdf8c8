"use client";
import type { FilterCondition, FilterFieldConfig, Operator } from "@callboard/core";
import type { LeafNode } from "@callboard/core/form";
import { useId, useState, type ReactNode } from "react";
import { leafInputs } from "../field/fieldDefaults.tsx";
import type { FieldInputProps } from "../field/fieldInput.ts";
import { filterMessages } from "../messages/filter.ts";
import { addMessages } from "../messages/messages.ts";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { FilterRange } from "./FilterRange.tsx";

addMessages(filterMessages);

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
  const { t, language } = useCallboard();
  const [kept, setKept] = useState<readonly FilterCondition[]>(defaultValue);
  const filters = value ?? kept;
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
            key={field.field}
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
            onClick={() => set(filters.filter((filter) => !names.has(filter.field)))}
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
  const { t, locale } = useCallboard();
  const id = useId();
  const [first] = filters;
  const [picked, setPicked] = useState<Operator>(field.operators[0]!);
  const [typed, setTyped] = useState<string>();
  const operator = first?.operator ?? picked;
  const set = (value: unknown, by: Operator = operator): void => {
    const isEmpty =
      value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
    onChange(isEmpty ? [] : [{ field: field.field, operator: by, value }]);
  };
  const label = (
    <label className="cb-field-label" htmlFor={id} id={`${id}-label`}>
      {field.label}
    </label>
  );
  if (field.control === "range") return <FilterRange field={field} filters={filters} onChange={onChange} />;
  const node = nodeOf(field, t("filter.any"));
  const Input = leafInputs[node.type];
  const value = field.control === "select" ? (first?.value ?? null) : first?.value;
  const shown = typed !== undefined && typeof value === "number" && Number(typed) === value ? typed : undefined;
  const props: FieldInputProps = {
    id,
    path: `/${field.field}`,
    node,
    value,
    text: shown,
    invalid: false,
    describedBy: undefined,
    labelledBy: `${id}-label`,
    required: false,
    readOnly: false,
    locale,
    t,
    onChange: (next, half) => {
      setTyped(half?.text);
      set(next);
    },
    onBlur: () => {},
  };
  return (
    <div className="cb-field cb-filter-field" data-type={node.type} data-set={first ? "" : undefined}>
      <div className="cb-filter-head">
        {field.control === "toggle" ? (
          <span className="cb-field-label" id={`${id}-label`}>
            {field.label}
          </span>
        ) : (
          label
        )}
        {field.operators.length > 1 && (
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
      <Input {...props} />
    </div>
  );
}

/** The leaf whose control a filter is set with. */
function nodeOf(field: FilterFieldConfig, any: string): LeafNode {
  const { control, label, options, integer } = field;
  const base = { kind: "leaf" as const, label, required: false, nullable: false, schema: {} };
  switch (control) {
    case "select":
      return {
        ...base,
        type: "enum",
        variant: "select",
        required: true,
        options: [{ value: null, label: any }, ...(options ?? [])],
      };
    case "multi-select":
      return { ...base, type: "array", variant: "multiselect", options: options ?? [], placeholder: any };
    case "number":
    case "range":
      return { ...base, type: "number", placeholder: any, ...(integer && { integer }) };
    case "toggle":
      return { ...base, type: "boolean", variant: "choice", placeholder: any };
    case "text":
      return { ...base, type: "text", placeholder: any };
  }
}
