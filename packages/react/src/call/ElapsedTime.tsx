"use client";
import type { CallView } from "@callboard/core";
import { useEffect, useState, type ReactNode } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { formatDuration } from "./formatDuration.ts";

/** How long a call took or, ticking, has taken so far. Nothing before it has begun. */
export function ElapsedTime({ call }: { call: CallView }): ReactNode {
  const { locale } = useCallboard();
  const running = call.status === "running";
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    if (!running) return;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 100);
    return () => clearInterval(timer);
  }, [running]);

  const end = running ? now : call.endedAt;
  const measured = call.durationMs ?? (call.startedAt !== null && end !== null ? end - call.startedAt : null);
  if (measured === null || (!running && call.endedAt === null)) return null;
  // Told all at once, as saved messages are: nobody knows how long it took.
  if (!running && measured === 0 && call.durationMs === null) return null;
  return <span className="cb-call-time">{formatDuration(measured, locale)}</span>;
}
