"use client";
import type { FieldOption, LeafNode } from "@callboard/core/form";
import { type ReactNode } from "react";
import { controlProps, type FieldInputProps } from "./fieldInput.ts";

/** How a choice is asked for: few short required ones side by side, others as a list; `variant` decides otherwise. */
export function enumVariant(node: LeafNode): "segmented" | "radio" | "select" {
  if (node.variant === "segmented" || node.variant === "radio" || node.variant === "select") return node.variant;
  const options = node.options ?? [];
  const short = options.length <= 4 && options.reduce((sum, option) => sum + option.label.length, 0) <= 28;
  // Pressed segments cannot be let go again, which an optional choice needs.
  return node.required && !node.nullable && short && options.length > 1 ? "segmented" : "select";
}

/** One of several choices. */
export function EnumInput(props: FieldInputProps): ReactNode {
  const { id, node, value, t, readOnly, onChange } = props;
  const { readOnly: _readOnly, ...shared } = controlProps(props);
  const options = node.options ?? [];
  const variant = enumVariant(node);
  const selected = indexOf(options, value);
  if (variant !== "select") {
    const { id: _id, onBlur, ...group } = shared;
    return (
      <div
        {...group}
        role="radiogroup"
        aria-labelledby={props.labelledBy}
        className={variant === "segmented" ? "cb-segmented" : "cb-choices"}
        onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onBlur()}
      >
        {options.map((option, index) => (
          <label key={index} className="cb-choice">
            <input
              id={index === 0 ? id : `${id}.${index}`}
              type="radio"
              name={id}
              className="cb-radio"
              checked={index === selected}
              disabled={readOnly}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
            {option.description !== undefined && <span className="cb-choice-help">{option.description}</span>}
          </label>
        ))}
      </div>
    );
  }
  const saysNone = options.some(({ label }) => label.toLowerCase() === t("form.none").toLowerCase());
  const isForeign = selected < 0 && value !== undefined && value !== null;
  return (
    <select
      {...shared}
      className="cb-input"
      disabled={readOnly}
      value={isForeign ? "foreign" : String(selected)}
      onChange={(event) => onChange(options[Number(event.target.value)]?.value)}
      data-empty={selected < 0 && !isForeign ? "" : undefined}
    >
      {(selected < 0 || !node.required || node.nullable) && (
        <option value="-1" hidden={node.required && !node.nullable}>
          {node.required && !node.nullable
            ? (node.placeholder ?? t("form.choose"))
            : t(saysNone ? "form.notSet" : "form.none")}
        </option>
      )}
      {isForeign && <option value="foreign">{JSON.stringify(value)}</option>}
      {options.map((option, index) => (
        <option key={index} value={String(index)}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

/** Several of several choices, each a checkbox; kept in the order in which they were ticked, since a list has one. */
export function MultiEnumInput(props: FieldInputProps): ReactNode {
  const { id, node, value, readOnly, onChange } = props;
  const options = node.options ?? [];
  const chosen = Array.isArray(value) ? (value as unknown[]) : [];
  const { id: _id, onBlur, readOnly: _readOnly, ...group } = controlProps(props);
  const toggle = (option: FieldOption, on: boolean): void => {
    const others = chosen.filter((one) => !same(one, option.value));
    const next = on ? [...others, option.value] : others;
    onChange(next.length === 0 && !node.required ? undefined : next);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the checkboxes' blur, which bubbles
    <div
      {...group}
      aria-required={undefined}
      role="group"
      aria-labelledby={props.labelledBy}
      className="cb-choices"
      data-many={options.length > 8 ? "" : undefined}
      tabIndex={options.length > 8 ? 0 : undefined}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onBlur()}
    >
      {options.map((option, index) => (
        <label key={index} className="cb-choice">
          <input
            id={index === 0 ? id : `${id}.${index}`}
            type="checkbox"
            className="cb-checkbox"
            checked={has(chosen, option.value)}
            disabled={readOnly}
            onChange={(event) => toggle(option, event.target.checked)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}

const same = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (typeof a === "object" && a !== null && JSON.stringify(a) === JSON.stringify(b));
const indexOf = (options: readonly FieldOption[], value: unknown): number =>
  options.findIndex((option) => same(option.value, value));
const has = (values: readonly unknown[], value: unknown): boolean => values.some((one) => same(one, value));
