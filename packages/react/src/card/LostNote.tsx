"use client";
import type { Timeline } from "@callboard/core";
import { useMemo, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { useTimelineValue } from "../timeline/useTimelineValue.ts";
import { cardEnglish } from "../messages/en.ts";

const rootOf = (timeline: Timeline) => timeline.getRoot();

/** A note that parts of the log are missing or unreadable; nothing where all events are shown. */
export function LostNote({ timeline }: { timeline: Timeline | undefined }): ReactNode {
  const { t } = useKit(cardEnglish);
  const root = useTimelineValue(timeline, rootOf);
  const notices = root?.notices;
  const unread = useMemo(() => notices?.filter(({ code }) => code !== "gap_skipped").length ?? 0, [notices]);
  if (!root) return null;
  const isLost = root.gaps.length > 0 || unread < root.notices.length;
  if (!isLost && unread === 0) return null;
  return (
    <div className="cb-call-note cb-lost" role="note">
      {isLost && <p>{t("agent.lost")}</p>}
      {unread > 0 && <p>{t("agent.unread", { count: unread })}</p>}
    </div>
  );
}
