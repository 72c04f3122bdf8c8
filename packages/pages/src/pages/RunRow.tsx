import type { CallStatus } from "@callboard/core";
import type { Run } from "@callboard/core/client";
import { isFinal } from "@callboard/core/timeline";
import {
  Ban,
  Check,
  CircleDashed,
  CircleDot,
  CircleQuestionMark,
  CircleSlash,
  Clock,
  Hand,
  LoaderCircle,
  MessageCircle,
  TriangleAlert,
  type LucideIcon,
} from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { Link } from "react-router";
import { localeOf } from "../shell/language.ts";
import { useShownLanguage, useWords } from "../shell/LanguageProvider.tsx";
import { Moment } from "./Moment.tsx";
import { runPath } from "./runPath.ts";

const ICONS: Readonly<Record<CallStatus, LucideIcon>> = {
  requested: CircleDashed,
  ready: CircleDot,
  "awaiting-approval": Hand,
  "awaiting-input": MessageCircle,
  running: LoaderCircle,
  denied: Ban,
  expired: Clock,
  completed: Check,
  failed: TriangleAlert,
  cancelled: CircleSlash,
  interrupted: CircleQuestionMark,
};

/** What a run is at, in a word with its own shape. */
export function RunStatus({ status, isQueued }: { status: CallStatus; isQueued?: boolean | undefined }): ReactNode {
  const words = useWords();
  const Icon = ICONS[status];
  return (
    <span className="site-run-status" data-status={status}>
      <Icon size={16} aria-hidden />
      {words[`runs.status.${isQueued ? "queued" : status}`]}
    </span>
  );
}

/** How the language that is shown writes a time in milliseconds: up to a minute in seconds, then in minutes. */
export function useDurationText(): (ms: number) => string {
  const locale = localeOf(useShownLanguage());
  return (ms) => {
    const [value, unit, digits] =
      ms < 1_000
        ? [ms, "millisecond", 0]
        : ms < 60_000
          ? [ms / 1_000, "second", 1]
          : ms < 3_600_000
            ? [ms / 60_000, "minute", 1]
            : [ms / 3_600_000, "hour", 1];
    const style = { style: "unit", unit: String(unit), maximumFractionDigits: Number(digits) } as const;
    return new Intl.NumberFormat(locale, style).format(Number(value));
  };
}

export interface RunRowProps {
  run: Run;
  /** What its tool is called. */
  name: string;
  onCancel(): Promise<void>;
  onRetry(): Promise<void>;
}

/** A run in a list: what ran, how it is, for whom, when and how long, and what can be done with it. */
export function RunRow({ run, name, onCancel, onRetry }: RunRowProps): ReactNode {
  const words = useWords();
  const durationText = useDurationText();
  return (
    <li>
      <div className="site-run-head">
        <Link to={runPath(run)} dir="auto">
          {name}
        </Link>
        {run.summary !== null && <bdi className="site-run-summary">{run.summary}</bdi>}
      </div>
      <div className="site-run-facts">
        <RunStatus status={run.status} isQueued={run.isQueued} />
        <span>{words[`runs.source.${run.source}`]}</span>
        {run.userId !== null && <bdi>{run.userId}</bdi>}
        <Moment at={run.requestedAt} />
        {run.durationMs !== null && <span>{durationText(run.durationMs)}</span>}
        {run.retryOf !== null && <span>{words["runs.again"]}</span>}
      </div>
      {run.error && (
        <p className="site-run-error" dir="auto">
          {run.error.message}
        </p>
      )}
      <RunActions run={run} name={name} onCancel={onCancel} onRetry={onRetry} />
    </li>
  );
}

/** Stops what runs, and runs again what has ended; once, however often it is pressed. */
export function RunActions({ run, name, onCancel, onRetry }: RunRowProps): ReactNode {
  const words = useWords();
  const [isAsked, setAsked] = useState(false);
  // Two presses come before the button is drawn anew.
  const underway = useRef(false);
  const press = async (act: () => Promise<void>) => {
    if (underway.current) return;
    underway.current = true;
    setAsked(true);
    await act().finally(() => {
      underway.current = false;
      setAsked(false);
    });
  };
  const [word, act] = isFinal(run.status) ? (["runs.retry", onRetry] as const) : (["runs.cancel", onCancel] as const);
  return (
    <button
      type="button"
      className="site-quiet site-run-act"
      aria-label={`${words[word]}: ${name}`}
      aria-disabled={isAsked || undefined}
      onClick={() => void press(act)}
    >
      {words[word]}
    </button>
  );
}
