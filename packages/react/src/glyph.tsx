import type { ReactNode } from "react";

/**
 * A line icon of 16 pixels: one path on a field of 24 units, drawn by the stylesheet's `cb-glyph`. Where rows are many
 * it must be two elements and few attributes, and an icon of the icon library is four components and elements more. The
 * shapes in use are Lucide's (ISC licence).
 */
export function glyph(path: string, className?: string, status?: string): ReactNode {
  return (
    <svg
      className={className ? `cb-glyph ${className}` : "cb-glyph"}
      data-status={status}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
