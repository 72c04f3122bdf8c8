"use client";
import type { ReactNode } from "react";
import type { FieldInputProps } from "../api/fieldInput.ts";
import { TextInput } from "../inputs/TextInput.tsx";
import { fieldPartsEnglish } from "../../messages/fieldPartsEnglish.ts";
import { useKit } from "../../provider/ToolProvider.tsx";

/** A colour as text, with the browser's picker beside it. */
export function ColorInput(props: FieldInputProps): ReactNode {
  const { node, value, readOnly, onChange, onBlur } = props;
  const { t: words } = useKit(fieldPartsEnglish);
  const known = toHex(value);
  return (
    <span className="cb-color">
      <input
        type="color"
        className="cb-color-picker"
        data-empty={known === undefined ? "" : undefined}
        aria-label={`${node.label}: ${words("field.pickColor")}`}
        title={words("field.pickColor")}
        value={known ?? "#000000"}
        disabled={readOnly}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      <TextInput {...props} node={{ ...node, variant: "line", placeholder: node.placeholder ?? "#3b5bdb" }} />
    </span>
  );
}

/** The six digits that the picker understands, of `#rgb`, `#rrggbb` and those with alpha. */
function toHex(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(value)) return undefined;
  const digits = value.slice(1);
  const full = digits.length < 6 ? [...digits].map((digit) => digit + digit).join("") : digits;
  return `#${full.slice(0, 6).toLowerCase()}`;
}
