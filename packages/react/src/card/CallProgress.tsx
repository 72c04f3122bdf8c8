"use client";
import type { CallView, ToolDetail } from "@callboard/core";
import type { ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { useTextOf } from "./useToolText.ts";
import { cardEnglish } from "../messages/en.ts";

export interface CallProgressProps {
  call: CallView;
  name: string;
  tool: ToolDetail | undefined;
}

/**
 * A call's own report of how far it is, with a bar where the total is known; where it ended before its end, how far it
 * came.
 */
export function CallProgress({ call, name, tool }: CallProgressProps): ReactNode {
  const { t } = useKit(cardEnglish);
  const textOf = useTextOf(tool);
  if (!call.progress || call.status === "completed") return null;
  const { progress, total, message, wording } = call.progress;
  const words = textOf(message, wording);
  return (
    <div className="cb-call-progress" data-over={call.status === "running" ? undefined : ""}>
      <div className="cb-call-progress-words">
        <span className="cb-call-progress-message" title={words ?? undefined}>
          {words}
        </span>
        {total !== undefined && <span className="cb-number">{t("call.progress.share", { progress, total })}</span>}
      </div>
      <progress
        aria-label={t("call.progress", { name })}
        max={total}
        value={total === undefined && call.status === "running" ? undefined : progress}
      />
    </div>
  );
}
