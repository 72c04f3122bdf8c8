import type { ReactNode } from "react";

/** The arrow of a row that opens. */
export const CHEVRON = "m9 18 6-6-6-6";

/**
 * A line icon of 16 pixels: one path on a field of 24 units. Where rows are many it must be two elements, and an icon of the icon library is
 * four components and elements more. The shapes in use are Lucide's (ISC licence).
 */
export function glyph(path: string, className?: string): ReactNode {
  return (
    <svg
      className={className}
      width="16"
      height="16"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
