"use client";
import { useId, type ReactNode } from "react";

export interface TextRowProps {
  label: string;
  help?: string;
  value: string;
  error?: string | undefined;
  lines?: number;
  /** Code is written from left to right in every language. */
  isCode?: boolean;
  isRequired?: boolean;
  isReadOnly?: boolean;
  suggestions?: readonly string[];
  onChange(value: string): void;
}

/** One text of a tool, with its label above and its help, or what is wrong with it, below. */
export function TextRow(props: TextRowProps): ReactNode {
  const { label, help, value, error, lines, isCode, isRequired, isReadOnly, suggestions, onChange } = props;
  const id = useId();
  const said = error ?? help;
  const control = {
    id,
    className: "cb-input",
    value,
    readOnly: isReadOnly,
    dir: isCode ? "ltr" : "auto",
    "aria-required": isRequired || undefined,
    "aria-invalid": error !== undefined || undefined,
    "aria-describedby": said === undefined ? undefined : `${id}-said`,
  };
  return (
    <div className="cb-field">
      <label className="cb-field-label" htmlFor={id}>
        {label}
        {isRequired && (
          <span className="cb-field-required" aria-hidden>
            *
          </span>
        )}
      </label>
      {lines ? (
        <textarea {...control} rows={lines} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <input
          {...control}
          data-code={isCode || undefined}
          list={suggestions && `${id}-list`}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      {said !== undefined && (
        <p id={`${id}-said`} className={error === undefined ? "cb-field-help" : "cb-field-error"}>
          {said}
        </p>
      )}
    </div>
  );
}
