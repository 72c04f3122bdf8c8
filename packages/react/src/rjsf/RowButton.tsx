"use client";
import type { MouseEvent, ReactNode } from "react";
import { fieldIcon } from "../form/fieldIcon.tsx";

const icons = { up: "up", down: "down", duplicate: "copy", remove: "remove" } as const;

/** A row's button: an icon, with its name for those who do not see it. */
export function RowButton({
  action,
  label,
  disabled = false,
  onClick,
}: {
  action: keyof typeof icons;
  label: string;
  disabled?: boolean | undefined;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
}): ReactNode {
  return (
    <button
      type="button"
      className="cb-button"
      data-variant="quiet"
      data-icon-only=""
      data-action={action}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {fieldIcon(icons[action])}
    </button>
  );
}
