"use client";
import { type ReactNode } from "react";
import { controlProps, type FieldInputProps } from "../api/fieldInput.ts";
import { enumVariant, sameChoice } from "../api/fieldVariant.ts";

/** One of several choices. */
export function EnumInput(props: FieldInputProps): ReactNode {
  const { id, node, value, t, readOnly, onChange } = props;
  const { readOnly: _readOnly, ...shared } = controlProps(props);
  const options = node.options ?? [];
  const variant = enumVariant(node);
  const selected = options.findIndex((option) => sameChoice(option.value, value));
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
