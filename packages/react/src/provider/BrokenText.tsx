"use client";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { brokenEnglish } from "../messages/brokenEnglish.ts";
import { useKit } from "./ToolProvider.tsx";

export interface BrokenNoteProps {
  /** What could not be drawn; `slot` says where an app put its own component. Other words are given as children. */
  what?: "call" | "form" | "slot" | "spec";
  slot?: string;
  children?: ReactNode;
  error: unknown;
}

/** Says in the place of something broken what it was and, folded, what went wrong. */
export function BrokenText({ what, slot = "", children, error }: BrokenNoteProps): ReactNode {
  const { t, language } = useKit(brokenEnglish);
  const detail = <p className="cb-code">{error instanceof Error ? error.message : String(error)}</p>;
  return (
    <div {...language} className="callboard cb-notice" data-tone="warning" role="note">
      <TriangleAlert size={16} aria-hidden />
      <div>
        <p>{what === undefined ? children : t(`broken.${what}`, { slot })}</p>
        {what === "spec" ? (
          detail
        ) : (
          <details>
            <summary>{t("broken.detail")}</summary>
            {detail}
          </details>
        )}
      </div>
    </div>
  );
}
