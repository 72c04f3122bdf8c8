"use client";
import type { RootView } from "@callboard/core";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { noticeEnglish } from "../messages/noticeEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";

/** What the host says of a turn: that few calls are left, that none is, or that the agent goes round in circles. */
export function TurnNotices({ notices }: { notices: RootView["messages"] }): ReactNode {
  const { t } = useKit(noticeEnglish);
  return notices.map(({ id, text, wording }) => {
    const key = `agent.notice.${wording?.template}`;
    return (
      <div key={id} className="cb-notice cb-call-note" role="note">
        <TriangleAlert size={16} aria-hidden />
        <p>{isNotice(key) ? t(key, wording?.values) : text}</p>
      </div>
    );
  });
}

function isNotice(key: string): key is keyof typeof noticeEnglish {
  return Object.hasOwn(noticeEnglish, key);
}
