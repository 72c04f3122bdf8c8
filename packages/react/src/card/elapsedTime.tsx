"use client";
import type { CallView, Timeline } from "@callboard/core";
import { workedTime, type Wait } from "@callboard/core/timeline";
import { useMemo, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { nowOf, onTick } from "../timeline/clock.ts";
import { useStore, type Store } from "../useStore.ts";
import { formatDuration } from "./formatDuration.ts";

/**
 * How long a call worked or, ticking, has worked so far, without the time that it waited for a person. Nothing before
 * it has started. Only what ticks is a component: rows are many.
 */
export function elapsedTime(call: CallView, locale: string): ReactNode {
  const { status, startedAt, endedAt, durationMs, wait } = call;
  // What never ran took no time: a person did.
  if (status === "denied" || status === "expired") return null;
  const isRunning = status === "running";
  if (startedAt === null || (endedAt === null && !isRunning)) return null;
  if (isRunning && durationMs === null) return <TickingTime startedAt={startedAt} wait={wait} />;
  const measured = durationMs ?? workedTime(wait, startedAt, endedAt!);
  // Start and end arrived at once, as in saved messages: the duration is unknown.
  if (measured === 0 && durationMs === null) return null;
  return <span className="cb-call-time">{formatDuration(measured, locale)}</span>;
}

function TickingTime({ startedAt, wait }: { startedAt: number; wait: Wait | null }): ReactNode {
  const { locale, timeline } = useKit();
  const store = useMemo(() => tickingTime(startedAt, wait, locale, timeline), [startedAt, wait, locale, timeline]);
  const words = useStore(store);
  return words === "" ? null : <span className="cb-call-time">{words}</span>;
}

/** A call that takes less has no time of its own while it runs, in milliseconds. */
const SHORT = 200;

/** The time worked since `startedAt` in words: a row is drawn again where they differ. A server says none. */
function tickingTime(
  startedAt: number,
  wait: Wait | null,
  locale: string,
  timeline: Timeline | undefined,
): Store<string> {
  const words = () => {
    const elapsed = workedTime(wait, startedAt, nowOf(timeline));
    return elapsed < SHORT ? "" : formatDuration(elapsed, locale);
  };
  let now = words();
  return {
    subscribe: (listener) =>
      onTick(() => {
        const then = now;
        now = words();
        if (now !== then) listener();
      }),
    read: () => now,
    readOnServer: () => "",
  };
}
