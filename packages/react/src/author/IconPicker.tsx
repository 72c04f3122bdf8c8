"use client";
import { toolIconNames } from "@callboard/core";
import { useId, type ReactNode } from "react";
import { authorEnglish } from "../messages/authorEnglish.ts";
import { ToolIcon } from "../view/ToolIcon.tsx";
import { useKit } from "../provider/ToolProvider.tsx";

/** A tool's icon, chosen by its looks: one radio each, so that arrow keys walk through them. */
export function IconPicker({ value, onChange }: { value: string; onChange(name: string): void }): ReactNode {
  const { t } = useKit(authorEnglish);
  const id = useId();
  const names = toolIconNames.includes(value as never) ? toolIconNames : [value, ...toolIconNames];
  return (
    <fieldset className="cb-author-icons">
      <legend className="cb-field-label">
        {t("author.icon")}
        <ToolIcon name={value} />
      </legend>
      <div>
        {names.map((name) => (
          <label key={name} title={name}>
            <input
              type="radio"
              name={id}
              value={name}
              checked={name === value}
              onChange={() => onChange(name)}
              aria-label={name.replaceAll("-", " ")}
            />
            <ToolIcon name={name} size={18} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
