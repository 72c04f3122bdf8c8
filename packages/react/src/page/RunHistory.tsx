"use client";
import type { CallSummary, ToolDetail } from "@callboard/core";
import { useState, type ReactNode } from "react";
import { callStatusIcon } from "../card/callStatusIcon.tsx";
import { formatDuration } from "../card/formatDuration.ts";
import { waitingStatus, waitingWords } from "../card/waitingWords.ts";
import { useTextOf } from "../card/useToolText.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import type { PolledList } from "../provider/usePolledList.ts";
import { cardEnglish } from "../messages/en.ts";
import { pageEnglish } from "../messages/pageEnglish.ts";

const words = { ...cardEnglish, ...pageEnglish };

export interface RunHistoryProps {
  tool: ToolDetail;
  history: PolledList<CallSummary>;
  selected: string | null;
  onSelect: (callId: string) => void;
}

const PAGE = 20;

/** The runs of a tool, newest first, a row each; choosing one opens it. */
export function RunHistory({ tool, history, selected, onSelect }: RunHistoryProps): ReactNode {
  const { t } = useKit(words);
  const textOf = useTextOf(tool);
  const [shown, setShown] = useState(PAGE);
  const { items: calls, failed, refresh } = history;
  if (failed && calls === null) {
    return (
      <div className="cb-empty">
        <p>{t("page.history.error")}</p>
        <button type="button" className="cb-button" onClick={refresh}>
          {t("page.retry")}
        </button>
      </div>
    );
  }
  if (calls?.length === 0) {
    return (
      <div className="cb-empty">
        <p>{t("page.history.empty")}</p>
        <p className="cb-empty-help">{t("page.history.emptyHelp")}</p>
      </div>
    );
  }
  const chosen = calls?.findIndex((call) => call.callId === selected) ?? -1;
  const count = Math.max(shown, chosen + 1);
  return (
    <div aria-busy={calls === null}>
      <ul className="cb-history">
        {calls?.slice(0, count).map((call) => (
          <Row
            key={call.callId}
            call={call}
            summary={textOf(call.summary, call.wording)}
            selected={call.callId === selected}
            onSelect={onSelect}
          />
        ))}
      </ul>
      {calls && calls.length > count && (
        <button type="button" className="cb-button" data-variant="quiet" onClick={() => setShown(count + PAGE)}>
          {t("page.history.more")}
        </button>
      )}
    </div>
  );
}

interface RowProps {
  call: CallSummary;
  summary: string | null;
  selected: boolean;
  onSelect: (callId: string) => void;
}

function Row({ call, summary, selected, onSelect }: RowProps) {
  const { t, locale } = useKit(words);
  const { waitsFor } = call;
  const time = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(call.startedAt);
  return (
    <li>
      <button
        type="button"
        className="cb-history-row"
        data-status={call.status}
        aria-current={selected || undefined}
        onClick={() => onSelect(call.callId)}
      >
        {callStatusIcon(waitsFor ? waitingStatus(waitsFor) : call.status)}
        <span className="cb-call-status" data-waiting={waitsFor !== undefined || undefined}>
          {waitsFor ? waitingWords(waitsFor, t) : t(call.isQueued ? "call.waitsForTurn" : `call.status.${call.status}`)}
        </span>
        <span className="cb-history-summary">{summary}</span>
        <time className="cb-call-time" dateTime={new Date(call.startedAt).toISOString()}>
          {time}
        </time>
        <span className="cb-call-time">{call.durationMs !== null && formatDuration(call.durationMs, locale)}</span>
      </button>
    </li>
  );
}
