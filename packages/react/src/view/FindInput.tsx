"use client";
import { X } from "lucide-react";
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";

interface FindInputProps {
  label: string;
  value: string;
  /** Somebody asked for it, and wants to type. */
  isAsked: boolean;
  onChange: (text: string) => void;
}

/** Finds a text in a table or tree. */
export function FindInput({ label, value, isAsked, onChange }: FindInputProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isAsked) input.current?.focus();
  }, [isAsked]);
  return (
    <input
      ref={input}
      type="search"
      className="cb-input cb-table-filter"
      value={value}
      placeholder={label}
      aria-label={label}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The tools that the menu of an output brought, above what they are for; a press or Escape puts them away. */
export function ShownTools({
  onClose,
  children,
}: {
  onClose: (() => void) | undefined;
  children: ReactNode;
}): ReactNode {
  const { t } = useKit(viewEnglish);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !onClose) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    // The keys are those of the tools inside.
    <div role="presentation" className="cb-table-tools" onKeyDown={onKeyDown}>
      {children}
      {onClose && (
        <button
          type="button"
          className="cb-button cb-small-button"
          data-variant="quiet"
          data-icon-only=""
          title={t("view.tool.close")}
          aria-label={t("view.tool.close")}
          onClick={onClose}
        >
          <X size={14} aria-hidden />
        </button>
      )}
    </div>
  );
}
