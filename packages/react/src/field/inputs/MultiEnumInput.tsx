"use client";
import type { FieldOption } from "@callboard/core/form";
import { type ReactNode } from "react";
import { controlProps, type FieldInputProps } from "../api/fieldInput.ts";
import { sameChoice } from "../api/fieldVariant.ts";

/** Several of several choices, each a checkbox; kept in the order in which they were ticked, since a list has one. */
export function MultiEnumInput(props: FieldInputProps): ReactNode {
  const { id, node, value, readOnly, onChange } = props;
  const options = node.options ?? [];
  const chosen = Array.isArray(value) ? (value as unknown[]) : [];
  const { id: _id, onBlur, readOnly: _readOnly, ...group } = controlProps(props);
  const toggle = (option: FieldOption, on: boolean): void => {
    const others = chosen.filter((one) => !sameChoice(one, option.value));
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
            checked={chosen.some((one) => sameChoice(one, option.value))}
            disabled={readOnly}
            onChange={(event) => toggle(option, event.target.checked)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
