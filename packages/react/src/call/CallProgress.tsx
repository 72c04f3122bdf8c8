"use client";
import type { CallView } from "@callboard/core";
import type { ReactNode } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";

/** How far a running call is: a bar where the end is known, words where it says some. */
export function CallProgress({ call, name }: { call: CallView; name: string }): ReactNode {
  const { t } = useCallboard();
  if (call.status !== "running" || !call.progress) return null;
  const { progress, total, message } = call.progress;
  return (
    <div className="cb-call-progress">
      <div className="cb-call-progress-words">
        <span className="cb-call-progress-message">{message}</span>
        {total !== undefined && <span className="cb-number">{t("call.progress.share", { progress, total })}</span>}
      </div>
      <progress
        aria-label={t("call.progress", { name })}
        max={total}
        value={total === undefined ? undefined : progress}
      />
    </div>
  );
}
