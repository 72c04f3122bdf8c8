"use client";
import type { ReactNode } from "react";
import { fieldIcon } from "../api/fieldIcon.tsx";

export interface Tag {
  text: string;
  /** A note, such as that the id is unknown. */
  note?: string | undefined;
}

/** The values as chips, each with a button that removes it where that is allowed. */
export function TagList({
  tags,
  label,
  labelledBy,
  remove,
}: {
  tags: readonly Tag[];
  label?: string | undefined;
  labelledBy?: string | undefined;
  remove?: { label: (text: string) => string; run: (index: number) => void } | undefined;
}): ReactNode {
  if (tags.length === 0) return null;
  return (
    <ul className="cb-tag-list" aria-label={label} aria-labelledby={labelledBy}>
      {tags.map(({ text, note }, index) => (
        <li key={index} className="cb-tag" data-unknown={note === undefined ? undefined : ""}>
          <bdi>{text}</bdi>
          {note !== undefined && <span className="cb-picker-unknown">{note}</span>}
          {remove && (
            <button
              type="button"
              className="cb-tag-remove"
              aria-label={remove.label(text)}
              onClick={() => remove.run(index)}
            >
              {fieldIcon("remove")}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
