"use client";
import type { ReactNode } from "react";
import { useSettledFlag } from "../card/useSettledFlag.ts";
import { chatEnglish } from "../messages/chatEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";

/** Stands in place of a thread that could not be read. */
export function Unreadable({ message, onRetry }: { message: string; onRetry: () => void }): ReactNode {
  const { t } = useKit(chatEnglish);
  return (
    <div className="cb-empty" role="alert">
      <p>{t("chat.unreadable")}</p>
      <p className="cb-empty-help">{message}</p>
      <button type="button" className="cb-button" onClick={onRetry}>
        {t("chat.retry")}
      </button>
    </div>
  );
}

/** A skeleton of the thread, shown only when loading takes long enough to be noticed. */
export function ThreadSkeleton(): ReactNode {
  const { t } = useKit(chatEnglish);
  const shown = useSettledFlag(true);
  return (
    <div
      className="cb-thread"
      role="status"
      aria-busy="true"
      aria-label={t("chat.loading")}
      data-shown={shown || undefined}
    >
      {[0, 1].map((turn) => (
        <div key={turn} className="cb-turn">
          <span className="cb-skeleton cb-skeleton-user" />
          <span className="cb-skeleton cb-skeleton-row" />
          <span className="cb-skeleton" />
          <span className="cb-skeleton" />
        </div>
      ))}
    </div>
  );
}

/** Says when the connection to the host is lost. */
export function Connection({ state }: { state: string }): ReactNode {
  const { t } = useKit(chatEnglish);
  const lost = useSettledFlag(state === "waiting" || state === "offline", 1000);
  return (
    <p className="cb-chat-connection" role="status">
      {lost && t(state === "offline" ? "chat.connection.offline" : "chat.connection.waiting")}
    </p>
  );
}
