"use client";
import type { ReactNode } from "react";
import { blockEnglish } from "../messages/blockEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";

/** Says that a result is for another input than the form holds now. Its line is always there, so that nothing moves. */
export function EarlierNote({ id, isEarlier }: { id: string; isEarlier: boolean }): ReactNode {
  const { t } = useKit(blockEnglish);
  return (
    <p className="cb-earlier-note" role="status" id={id}>
      {isEarlier ? t("block.earlier") : ""}
    </p>
  );
}
