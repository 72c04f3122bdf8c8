"use client";
import type { ReactNode } from "react";
import { controlProps, type FieldInputProps } from "../api/fieldInput.ts";
import { TextInput } from "../inputs/TextInput.tsx";
import { durationUnits, parseDuration, unitName, writeDuration, type DurationUnit } from "./duration.ts";

/** A length of time (ISO 8601), part by part. */
export function DurationInput(props: FieldInputProps): ReactNode {
  const { id, value, locale, labelledBy, onChange } = props;
  const {
    id: _id,
    onBlur,
    readOnly,
    "aria-required": _required,
    "aria-invalid": invalid,
    ...group
  } = controlProps(props);
  const duration = value === undefined || value === null || value === "" ? {} : parseDuration(value);
  // A value that is no duration stays visible, to be corrected.
  if (!duration) return <TextInput {...props} inGroup />;
  const change = (unit: DurationUnit, typed: string): void => {
    const { [unit]: _before, ...rest } = duration;
    onChange(writeDuration(typed === "" ? rest : { ...rest, [unit]: Number(typed) }));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the controls' blur, which bubbles
    <span
      {...group}
      role="group"
      aria-labelledby={labelledBy}
      className="cb-duration"
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onBlur()}
    >
      {durationUnits.map((unit, index) => (
        <label key={unit} className="cb-duration-part">
          <input
            id={index === 0 ? id : `${id}.${unit}`}
            className="cb-input"
            type="number"
            min={0}
            step={unit === "second" ? "any" : 1}
            inputMode="numeric"
            aria-invalid={invalid}
            readOnly={readOnly}
            value={duration[unit] ?? ""}
            onChange={(event) => change(unit, event.target.value)}
          />
          <span className="cb-field-note">{unitName(unit, locale)}</span>
        </label>
      ))}
    </span>
  );
}
