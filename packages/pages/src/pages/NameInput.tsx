import type { ReactNode } from "react";

/** A line of text with its label, of a session's or a person's name. `longest` is in characters. */
export function NameInput({
  label,
  longest,
  autoComplete,
  value,
  onChange,
}: {
  label: string;
  longest: number;
  autoComplete?: "name";
  value: string;
  onChange(value: string): void;
}): ReactNode {
  return (
    <label className="site-together-name">
      <span>{label}</span>
      <input
        type="text"
        className="cb-input"
        dir="auto"
        maxLength={longest}
        {...(autoComplete && { autoComplete })}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}
