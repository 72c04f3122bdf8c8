"use client";
import { useEffect, useMemo, useRef, type PointerEvent, type ReactNode } from "react";
import type { LogMarks, MarkKind } from "./logMarks.ts";

export interface MinimapProps {
  log: LogMarks;
  count: number;
  place: number;
  onSeek: (place: number) => void;
}

/** The most lanes; agents beyond them share the lane of their depth. */
const MOST_LANES = 16;
const LANE_HEIGHT = 6;

/**
 * The whole session at a glance: a lane an agent, a bar a call, and where something failed or asked. The slider below
 * it says the same in words.
 */
export function Minimap({ log, count, place, onSeek }: MinimapProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const lanes = useMemo(() => lanesOf(log), [log]);
  const height = (lanes + 1) * LANE_HEIGHT;
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const redraw = () => draw(element, log, count, height);
    redraw();
    const sizes = new ResizeObserver(redraw);
    sizes.observe(element);
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", redraw);
    return () => {
      sizes.disconnect();
      scheme.removeEventListener("change", redraw);
    };
  }, [log, count, height]);
  const seek = ({ currentTarget, clientX, buttons, type }: PointerEvent<HTMLDivElement>) => {
    if (type === "pointermove" && (buttons & 1) === 0) return;
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (clientX - left) / width));
    const isRightToLeft = getComputedStyle(currentTarget).direction === "rtl";
    onSeek(Math.round((isRightToLeft ? 1 - share : share) * count));
  };
  return (
    <div
      className="cb-minimap"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        seek(event);
      }}
      onPointerMove={seek}
    >
      <canvas ref={canvas} style={{ blockSize: height }} />
      <div className="cb-minimap-head" style={{ insetInlineStart: `${(100 * place) / Math.max(1, count)}%` }} />
    </div>
  );
}

function lanesOf({ lanes }: LogMarks): number {
  if (lanes.length <= MOST_LANES) return lanes.length;
  return Math.min(
    MOST_LANES,
    lanes.reduce((most, { depth }) => Math.max(most, depth + 1), 0),
  );
}

function draw(canvas: HTMLCanvasElement, log: LogMarks, count: number, height: number): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const { lanes, marks } = log;
  const scale = devicePixelRatio;
  const width = canvas.clientWidth;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  context.scale(scale, scale);
  // What changes by a transition, however short, would still be the colour before.
  canvas.style.setProperty("transition", "none", "important");
  const style = getComputedStyle(canvas);
  const colour = (name: string) => {
    // A custom property may be written with functions that a canvas does not read.
    canvas.style.color = `var(--cb-${name})`;
    return style.color;
  };
  const colours = {
    lane: colour("border"),
    call: colour("text-muted"),
    error: colour("danger"),
    ask: colour("accent-text"),
  };
  canvas.style.color = "";
  const x = (seq: number) => (seq / Math.max(1, count)) * width;
  const isShared = lanes.length > MOST_LANES;
  const row = (lane: { depth: number }, index: number) =>
    (isShared ? Math.min(MOST_LANES - 1, lane.depth) : index) * LANE_HEIGHT + 1;
  lanes.forEach((lane, index) => {
    context.fillStyle = colours.lane;
    context.fillRect(x(lane.from), row(lane, index) + 1, Math.max(1, x(lane.to) - x(lane.from)), 2);
    // Bars within one pixel are one.
    let drawnTo = -1;
    for (const { from, to, failed } of lane.calls) {
      const [start, end] = [x(from), Math.max(x(from) + 1, x(to))];
      if (!failed && end < drawnTo + 0.5) continue;
      context.fillStyle = failed ? colours.error : colours.call;
      context.fillRect(start, row(lane, index), end - start, LANE_HEIGHT - 2);
      drawnTo = end;
    }
  });
  const bottom = height - LANE_HEIGHT + 1;
  const mark = (kind: MarkKind, fill: string) => {
    context.fillStyle = fill;
    for (const { seq } of marks[kind]) context.fillRect(x(seq) - 1, bottom, 2, LANE_HEIGHT - 2);
  };
  mark("error", colours.error);
  mark("ask", colours.ask);
}
