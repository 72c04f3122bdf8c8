"use client";
import type { CallView, Timeline } from "@callboard/core";
import { useMemo, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { nowOf, onTick } from "../timeline/clock.ts";
import { useStore, type Store } from "../useStore.ts";
import { formatDuration } from "./formatDuration.ts";

/** How long a call ran or, ticking, has run so far. Nothing before it has started. Only what ticks is a component: rows are many. */
export function elapsedTime(call: CallView, locale: string): ReactNode {
  const { status, startedAt, endedAt, durationMs } = call;
  // What never ran took no time: a person did.
  if (status === "denied" || status === "expired") return null;
  if (status === "running" && durationMs === null) {
    return startedAt === null ? null : <TickingTime startedAt={startedAt} />;
  }
  const measured = durationMs ?? (startedAt !== null && endedAt !== null ? endedAt - startedAt : null);
  if (measured === null || (status !== "running" && endedAt === null)) return null;
  // Start and end arrived at once, as in saved messages: the duration is unknown.
  if (status !== "running" && measured === 0 && durationMs === null) return null;
  return <span className="cb-call-time">{formatDuration(measured, locale)}</span>;
}

function TickingTime({ startedAt }: { startedAt: number }): ReactNode {
  const { locale, timeline } = useKit();
  const store = useMemo(() => tickingTime(startedAt, locale, timeline), [startedAt, locale, timeline]);
  const words = useStore(store);
  return words === "" ? null : <span className="cb-call-time">{words}</span>;
}

/** A call that takes less has no time of its own while it runs, in milliseconds. */
const SHORT = 200;

/** The time since `startedAt` in words: a row is drawn again where they differ. A server says none. */
function tickingTime(startedAt: number, locale: string, timeline: Timeline | undefined): Store<string> {
  const words = () => {
    const elapsed = nowOf(timeline) - startedAt;
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
