"use client";
import type { SessionEvent } from "@callboard/core";
import { createReplay, type Replay } from "@callboard/core/timeline";
import { useEffect, useMemo, useRef, useState } from "react";
import { setClock } from "../timeline/clock.ts";
import type { Turns } from "../timeline/turns.ts";
import { disturbCalm } from "../timeline/whenCalm.ts";
import { useStore } from "../useStore.ts";
import { marksOf, placeAt, type LogMarks } from "./logMarks.ts";

/** A session that is played: where it stands, and how it is moved. */
export interface PlayedSession {
  replay: Replay;
  place: number;
  count: number;
  /** Null until the log has been read, shortly after its rows are there. */
  log: LogMarks | null;
  isPlaying: boolean;
  /**
   * Goes to a place once what the last jump brought has been drawn, in one of the next frames; several until then are
   * one, the last. `onThere` is called when the rows of the place are there.
   */
  goTo(place: number, onThere?: () => void): void;
  play(speed: number): void;
  pause(): void;
}

interface Jump {
  place: number;
  onThere: (() => void) | undefined;
  /** In frames. */
  waited: number;
  frame: number;
}

/** So many events are folded before the first rows are drawn. */
const AT_ONCE = 30_000;
/** Of the others, so many at a time, until so many milliseconds are over: then the page has its turn. */
const A_TIME = 2_000;
const TURN = 40;
/**
 * In so many frames the rows that the reader sees are drawn. A jump waits no longer for those of the last one, so that
 * a scrub shows rows and never lags.
 */
const PATIENCE = 8;

/**
 * Plays a log. The rows of a long one come at once, and follow its end while the rest is read. A longer list of the
 * same log's events is what has happened meanwhile. The rows that a jump brings are drawn in turns.
 */
export function useReplay(events: readonly SessionEvent[], turns: Turns): PlayedSession {
  const [replay] = useState(() => createReplay(events.slice(0, AT_ONCE)));
  const read = useRef(Math.min(AT_ONCE, events.length));
  useEffect(() => setClock(replay, () => events[Math.max(0, replay.seq - 1)]?.at ?? Date.now()), [replay, events]);
  const [log, setLog] = useState<LogMarks | null>(null);
  const [speed, setSpeed] = useState<number | null>(null);
  useEffect(() => {
    const readOn = () => {
      for (const end = performance.now() + TURN; read.current < events.length && performance.now() < end;) {
        replay.apply(events.slice(read.current, read.current + A_TIME));
        read.current += A_TIME;
      }
      if (read.current < events.length) timer = setTimeout(readOn);
      else {
        read.current = events.length;
        // The rows come first.
        timer = setTimeout(() => setLog(marksOf(events)));
      }
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    readOn();
    return () => clearTimeout(timer);
  }, [replay, events]);
  const store = useMemo(
    () => ({ subscribe: (listener: () => void) => replay.subscribe(listener), read: () => replay.seq }),
    [replay],
  );
  const shown = useStore(store);
  // The slider is there at once, the rows some frames later.
  const [wanted, setWanted] = useState<number | null>(null);
  const next = useRef<Jump | null>(null);
  const goTo = useMemo(() => {
    const go = () => {
      const jump = next.current;
      if (!jump) return;
      if (turns.areTaken() && jump.waited++ < PATIENCE) {
        jump.frame = requestAnimationFrame(go);
        return;
      }
      next.current = null;
      turns.rest();
      disturbCalm();
      replay.seek(jump.place);
      replay.flush();
      setWanted(null);
      if (jump.onThere) requestAnimationFrame(jump.onThere);
    };
    return (to: number, onThere?: () => void) => {
      const place = Math.max(0, Math.min(replay.lastSeq, to));
      setWanted(place);
      const { waited, frame } = next.current ?? { waited: 0, frame: requestAnimationFrame(go) };
      next.current = { place, onThere, waited, frame };
    };
  }, [replay, turns]);
  useEffect(
    () => () => {
      if (next.current) cancelAnimationFrame(next.current.frame);
      next.current = null;
    },
    [],
  );
  useEffect(() => {
    if (speed === null || !log) return;
    let at = log.playTimes[replay.seq] ?? 0;
    let before = performance.now();
    const advance = (now: number) => {
      at += Math.max(0, now - before) * speed;
      before = now;
      const place = placeAt(log.playTimes, at);
      if (place !== replay.seq) goTo(place);
      if (place >= replay.lastSeq) setSpeed(null);
      else frame = requestAnimationFrame(advance);
    };
    let frame = requestAnimationFrame(advance);
    return () => cancelAnimationFrame(frame);
  }, [speed, log, replay, goTo]);
  return {
    replay,
    place: wanted ?? shown,
    count: replay.lastSeq,
    log,
    isPlaying: speed !== null,
    goTo(place, onThere) {
      setSpeed(null);
      goTo(place, onThere);
    },
    play(faster) {
      if (replay.seq >= replay.lastSeq) {
        replay.seek(0);
        replay.flush();
      }
      setSpeed(faster);
    },
    pause: () => setSpeed(null),
  };
}
