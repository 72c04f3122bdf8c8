"use client";
import { useState, type ReactNode } from "react";
import { controlProps, type FieldInputProps } from "../api/fieldInput.ts";
import { fieldPartsEnglish } from "../../messages/fieldPartsEnglish.ts";
import { useKit } from "../../provider/ToolProvider.tsx";

/** A secret: hidden until somebody asks to see it, and hidden again on leaving the field. */
export function SecretInput(props: FieldInputProps): ReactNode {
  const { id, node, value, onChange, onBlur } = props;
  const { t: words } = useKit(fieldPartsEnglish);
  const [isShown, setShown] = useState(false);
  const text = typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
  return (
    <span
      className="cb-secret"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setShown(false);
      }}
    >
      <input
        {...controlProps(props)}
        className="cb-input"
        type={isShown ? "text" : "password"}
        autoComplete="off"
        spellCheck={false}
        dir={isShown ? "auto" : undefined}
        value={text}
        placeholder={node.placeholder}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      {text !== "" && (
        <button
          type="button"
          className="cb-inline-button"
          aria-controls={id}
          aria-pressed={isShown}
          aria-label={`${words("field.show")}: ${node.label}`}
          onClick={() => setShown(!isShown)}
        >
          {words(isShown ? "field.hide" : "field.show")}
        </button>
      )}
    </span>
  );
}
