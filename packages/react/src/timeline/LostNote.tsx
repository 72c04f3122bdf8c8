"use client";
import type { Timeline } from "@callboard/core";
import { useMemo, type ReactNode } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { useTimelineValue } from "./useTimelineValue.ts";

const rootOf = (timeline: Timeline) => timeline.getRoot();

/** Says what of a timeline's log is not shown: what never came, and what could not be taken as it was said. Nothing where all is shown. */
export function LostNote({ timeline }: { timeline: Timeline | undefined }): ReactNode {
  const { t } = useCallboard();
  const root = useTimelineValue(timeline, rootOf);
  const notices = root?.notices;
  const unread = useMemo(() => notices?.filter(({ code }) => code !== "gap_skipped").length ?? 0, [notices]);
  if (!root) return null;
  const isLost = root.gaps.length > 0 || unread < root.notices.length;
  if (!isLost && unread === 0) return null;
  return (
    // What is only late has mostly come before this is seen.
    <div className="cb-call-note cb-lost" role="note">
      {isLost && <p>{t("agent.lost")}</p>}
      {unread > 0 && <p>{t("agent.unread", { count: unread })}</p>}
    </div>
  );
}
