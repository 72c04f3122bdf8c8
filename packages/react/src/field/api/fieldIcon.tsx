import type { ButtonHTMLAttributes, ReactElement, ReactNode } from "react";
import { glyph } from "../../glyph.tsx";

/** A list of a thousand rows has four thousand of them. */
const paths = {
  up: "m18 15-6-6-6 6",
  down: "m6 9 6 6 6-6",
  copy: "M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2ZM4 16a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2",
  remove: "M18 6 6 18M6 6l12 12",
  add: "M5 12h14M12 5v14",
  upload: "M12 15V3M17 8l-5-5-5 5M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4",
  grip: "M9 5h.01M9 12h.01M9 19h.01M15 5h.01M15 12h.01M15 19h.01",
  check: "M20 6 9 17l-5-5",
  alert: "M12 8v4M12 16h.01M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0Z",
  warning: "M12 9v4M12 17h.01M10.3 3.9 1.8 18a2 2 0 0 0 1.7 3h17a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0Z",
} as const;

export type FieldIcon = keyof typeof paths;

export function fieldIcon(name: FieldIcon): ReactNode {
  return glyph(paths[name]);
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: FieldIcon | ReactElement;
  /** Its name, for those who do not see it and those who point at it. */
  label: string;
  /** Its action, for tests and styles. */
  action?: string | undefined;
}

/** A quiet button of an icon alone. */
export function IconButton({ icon, label, action, ...rest }: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      className="cb-button"
      data-variant="quiet"
      data-icon-only=""
      data-action={action}
      aria-label={label}
      title={label}
      {...rest}
    >
      {typeof icon === "string" ? fieldIcon(icon) : icon}
    </button>
  );
}
