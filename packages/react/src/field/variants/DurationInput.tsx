"use client";
import type { ValidationIssue } from "@callboard/core/form";
import type { ReactNode } from "react";
import { controlProps, type FieldInputProps } from "../api/fieldInput.ts";
import { NumberBox } from "../api/NumberBox.tsx";
import { plainLook } from "../api/numberLook.ts";
import { numberProblem } from "../api/numberProblem.ts";
import { TextInput } from "../inputs/TextInput.tsx";
import { durationUnits, parseDuration, unitName, writeDuration, type Duration, type DurationUnit } from "./duration.ts";

/** A length of time (ISO 8601), part by part; a part that is no number yet stays as typed. */
export function DurationInput(props: FieldInputProps): ReactNode {
  const { id, value, text, locale, labelledBy, t, onChange } = props;
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
  const typed = readTyped(text);
  const look = { ...plainLook(locale), isGrouped: false };
  const keep = (next: Duration, texts: Typed): void => {
    const [problem] = durationUnits.map((unit) => texts[unit]?.problem).filter(Boolean);
    onChange(writeDuration(next), problem && { text: JSON.stringify(texts), problem });
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
          <NumberBox
            id={index === 0 ? id : `${id}.${unit}`}
            className="cb-input"
            value={duration[unit]}
            text={typed[unit]?.text}
            look={look}
            minimum={0}
            maximum={undefined}
            step={1}
            aria-invalid={typed[unit] ? true : invalid}
            readOnly={readOnly}
            onNumber={(reading, part) => {
              const { [unit]: _before, ...rest } = duration;
              const { [unit]: _text, ...others } = typed;
              const problem =
                reading.kind === "number" && reading.value < 0
                  ? { path: "", code: "number", message: t("form.issue.number") }
                  : numberProblem(reading, part ?? "", look, t);
              const next = reading.kind === "number" && !problem ? { ...rest, [unit]: reading.value } : rest;
              keep(next, problem && part !== undefined ? { ...others, [unit]: { text: part, problem } } : others);
            }}
          />
          <span className="cb-field-note">{unitName(unit, locale)}</span>
        </label>
      ))}
    </span>
  );
}

/** The parts that are no number yet. */
type Typed = Partial<Record<DurationUnit, { text: string; problem: ValidationIssue }>>;

function readTyped(text: string | undefined): Typed {
  try {
    return text === undefined ? {} : (JSON.parse(text) as Typed);
  } catch {
    return {};
  }
}
