"use client";
import { fieldTypes } from "@callboard/core/fields";
import type { FieldType } from "@callboard/core/form";
import { useId, useRef, useState, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { FieldTypeIcon } from "./FieldTypeIcon.tsx";
import { editorEnglish } from "../messages/editorEnglish.ts";

/** A button that opens the twelve types to choose from. */
export function AddField({
  name,
  icon,
  onAdd,
}: {
  name: string;
  icon: ReactNode;
  onAdd: (type: FieldType) => void;
}): ReactNode {
  const { t } = useKit(editorEnglish);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div className="cb-editor-add">
      <button
        ref={button}
        type="button"
        className="cb-button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={name}
        onClick={() => setOpen(!isOpen)}
      >
        {icon}
        {t("editor.add")}
      </button>
      <ul id={id} className="cb-editor-types" hidden={!isOpen}>
        {isOpen &&
          fieldTypes.map((type) => (
            <li key={type}>
              <button
                type="button"
                className="cb-button"
                data-variant="quiet"
                onKeyDown={(event) => {
                  if (event.key !== "Escape") return;
                  event.stopPropagation();
                  close();
                }}
                onClick={() => {
                  setOpen(false);
                  onAdd(type);
                }}
              >
                <FieldTypeIcon type={type} />
                {t(`editor.type.${type}`)}
              </button>
            </li>
          ))}
      </ul>
    </div>
  );
}
