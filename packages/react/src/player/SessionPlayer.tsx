"use client";
import type { SessionEvent, ToolClient } from "@callboard/core";
import { ChevronLeft, ChevronRight, Pause, Play, StepBack, StepForward } from "lucide-react";
import { useId, useMemo, useRef, useState, type HTMLAttributes, type KeyboardEvent, type ReactNode } from "react";
import { revealNode } from "../card/revealNode.ts";
import { AnnouncedContext } from "../card/useAnnouncer.ts";
import { ChatThread } from "../chat/ChatThread.tsx";
import { playerEnglish } from "../messages/playerEnglish.ts";
import { ToolProvider, useKit } from "../provider/ToolProvider.tsx";
import { createRuler } from "../timeline/firstMeasure.ts";
import { createTurns, TurnsContext } from "../timeline/turns.ts";
import { useFollowEnd } from "../timeline/useFollowEnd.ts";
import { markFrom, type MarkKind } from "./logMarks.ts";
import { Minimap } from "./Minimap.tsx";
import { useReplay } from "./useReplay.ts";
import { isAble } from "../provider/clientAbilities.ts";

export interface SessionPlayerProps extends Omit<HTMLAttributes<HTMLDivElement>, "children"> {
  /**
   * The session's events from the first on; a longer list is what has happened meanwhile. Another session needs another
   * `key`.
   */
  events: readonly SessionEvent[];
  /** Stands beside the controls. */
  actions?: ReactNode;
}

const kinds: readonly MarkKind[] = ["ask", "error", "agent", "call"];
const kindOfKey: Readonly<Record<string, MarkKind>> = { a: "ask", e: "error", g: "agent", c: "call" };
const speeds = [0.5, 1, 2, 4, 16, 64];
/** Each place of a scrub draws the controls again, and not what stands in them. */
const icons = {
  back: <StepBack size={16} aria-hidden />,
  forward: <StepForward size={16} aria-hidden />,
  play: <Play size={16} aria-hidden />,
  pause: <Pause size={16} aria-hidden />,
  before: <ChevronLeft size={14} aria-hidden />,
  next: <ChevronRight size={14} aria-hidden />,
};

/** A row takes about a millisecond with its layout and paint, and a frame is theirs alone. */
const ROWS_A_FRAME = 8;

/**
 * Any session as a film: scrub, step, play, and jump to what was asked, failed, started or called. It shows and never
 * acts: nothing in it can be approved or stopped.
 * @example
 * ```tsx
 * <SessionPlayer events={await log.read(sessionId)} />
 * ```
 */
export function SessionPlayer({ events, actions, className, ...rest }: SessionPlayerProps): ReactNode {
  const { language, locale, client } = useKit();
  const { t } = useKit(playerEnglish);
  const [turns] = useState(() => createTurns(ROWS_A_FRAME, createRuler));
  const played = useReplay(events, turns);
  const { replay, place, count, log, isPlaying, goTo } = played;
  const [speed, setSpeed] = useState(1);
  const [chosen, setChosen] = useState<MarkKind>("ask");
  const numbers = useMemo(() => new Intl.NumberFormat(locale), [locale]);
  const speedOptions = useMemo(
    () =>
      speeds.map((one) => (
        <option key={one} value={one}>
          {numbers.format(one)}×
        </option>
      )),
    [numbers],
  );
  const countOf = (kind: MarkKind) => numbers.format(log?.marks[kind].length ?? 0);
  const box = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const session = useMemo(() => ({ timeline: replay }), [replay]);
  const readOnly = useMemo(() => watchingClient(client), [client]);
  // Its rows hear by themselves where the replay stands.
  const film = useMemo(
    () => (
      <ToolProvider {...(readOnly && { client: readOnly })}>
        {/* The slider says its place; what came to pass on the way there is no news. */}
        <AnnouncedContext.Provider value>
          <TurnsContext.Provider value={turns}>
            <Stage>
              <ChatThread session={session} />
            </Stage>
          </TurnsContext.Provider>
        </AnnouncedContext.Provider>
      </ToolProvider>
    ),
    [readOnly, session, turns],
  );
  const clock = useMemo(() => clockIn(locale), [locale]);
  const time = clock(log?.times[place] ?? 0);

  const jump = (kind: MarkKind, direction: 1 | -1) => {
    const mark = log && markFrom(log.marks[kind], place, direction);
    if (!mark) return;
    goTo(mark.seq, () => revealNode(replay, mark.id, box.current));
  };
  const toggle = () => (isPlaying ? played.pause() : played.play(speed));
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTypedInto(event.target)) return;
    const kind = kindOfKey[event.key.toLowerCase()];
    const isSlider = event.target instanceof HTMLInputElement;
    const isPressed = event.target instanceof Element && event.target.closest("button, a, summary") !== null;
    const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    if (kind) jump(kind, event.shiftKey ? -1 : 1);
    else if (event.key === " " && !isPressed) toggle();
    else if (isSlider || isScrolled(event.target)) return;
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") goTo(place + (event.key === forward ? 1 : -1));
    else if (event.key === "Home") goTo(0);
    else if (event.key === "End") goTo(count);
    else return;
    event.preventDefault();
  };
  return (
    // The keys are those of a media player: they work wherever the focus is inside, and each has a button as well.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-element-interactions
    <div
      {...language}
      {...rest}
      ref={box}
      className={`callboard cb-player${className ? ` ${className}` : ""}`}
      role="group"
      aria-label={t("player.label")}
      onKeyDown={onKeyDown}
    >
      {events.length === 0 ? <p className="cb-call-note">{t("player.empty")}</p> : film}
      <div className="cb-player-bar" role="group" aria-label={t("player.controls")}>
        {log && <Minimap log={log} count={count} place={place} onSeek={goTo} />}
        <input
          type="range"
          className="cb-player-slider"
          min={0}
          max={count}
          value={place}
          aria-label={t("player.place")}
          aria-valuetext={t("player.at", { place, count, time })}
          aria-describedby={helpId}
          onChange={(event) => goTo(event.currentTarget.valueAsNumber)}
        />
        <div className="cb-player-controls">
          <IconButton words={t("player.back")} disabled={place <= 0} onClick={() => goTo(place - 1)}>
            {icons.back}
          </IconButton>
          <IconButton words={t(isPlaying ? "player.pause" : "player.play")} disabled={count === 0} onClick={toggle}>
            {isPlaying ? icons.pause : icons.play}
          </IconButton>
          <IconButton words={t("player.forward")} disabled={place >= count} onClick={() => goTo(place + 1)}>
            {icons.forward}
          </IconButton>
          <label className="cb-player-speed">
            <span className="cb-visually-hidden">{t("player.speed")}</span>
            <select
              className="cb-player-select"
              value={speed}
              onChange={(event) => {
                const faster = Number(event.currentTarget.value);
                setSpeed(faster);
                if (isPlaying) played.play(faster);
              }}
            >
              {speedOptions}
            </select>
          </label>
          <span className="cb-number cb-player-place">{t("player.at", { place, count, time })}</span>
          <span className="cb-player-jumps" role="group" aria-label={t("player.jump")}>
            {/* Where there is no room for all four, one of them is chosen. */}
            <select
              className="cb-player-select cb-player-kind"
              aria-label={t("player.jump")}
              value={chosen}
              onChange={(event) => setChosen(event.currentTarget.value as MarkKind)}
            >
              {kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`player.${kind}`)} {countOf(kind)}
                </option>
              ))}
            </select>
            {kinds.map((kind) => (
              <span key={kind} className="cb-player-jump" data-chosen={kind === chosen || undefined}>
                <IconButton
                  words={t("player.before", { kind: t(`player.${kind}`) })}
                  disabled={!log || !markFrom(log.marks[kind], place, -1)}
                  onClick={() => jump(kind, -1)}
                >
                  {icons.before}
                </IconButton>
                <span className="cb-player-kind-name">
                  {t(`player.${kind}`)} <span className="cb-number">{countOf(kind)}</span>
                </span>
                <IconButton
                  words={t("player.next", { kind: t(`player.${kind}`) })}
                  disabled={!log || !markFrom(log.marks[kind], place, 1)}
                  onClick={() => jump(kind, 1)}
                >
                  {icons.next}
                </IconButton>
              </span>
            ))}
          </span>
          {actions}
        </div>
        <p id={helpId} className="cb-player-keys">
          {t("player.keys")}
        </p>
      </div>
    </div>
  );
}

/** Opens at its end, follows it, and stays where the reader scrolls. */
function Stage({ children }: { children: ReactNode }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useFollowEnd(box);
  return (
    // A scrolling region has to be reachable by keyboard.
    <div ref={box} className="cb-player-stage" data-scrolls="" tabIndex={0}>
      <div>{children}</div>
    </div>
  );
}

/** What draws calls, and nothing that answers or stops one. */
function watchingClient(client: ToolClient | undefined): ToolClient | undefined {
  if (!client) return undefined;
  return isAble(client, "tool") ? { tool: (slug) => client.tool(slug) } : {};
}

function isTypedInto(target: EventTarget): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== "range";
  return target.isContentEditable || /^(?:TEXTAREA|SELECT)$/.test(target.tagName);
}

/** The arrow keys, Home and End are its own. */
function isScrolled(target: EventTarget): boolean {
  return target instanceof Element && target.closest("[data-scrolls]") !== null;
}

/** Writes milliseconds as a film's time. The formats are made once: one takes longer than a text to write. */
function clockIn(locale: string): (milliseconds: number) => string {
  const two = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2, useGrouping: false });
  const whole = new Intl.NumberFormat(locale, { useGrouping: false });
  return (milliseconds) => {
    const seconds = Math.floor(milliseconds / 1000);
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    const rest = `${(hours > 0 ? two : whole).format(minutes)}:${two.format(seconds % 60)}`;
    return hours > 0 ? `${whole.format(hours)}:${rest}` : rest;
  };
}

interface IconButtonProps {
  words: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

function IconButton({ words, disabled, onClick, children }: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      className="cb-button"
      data-icon-only=""
      title={words}
      // It keeps the focus when it comes to an end.
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onClick()}
    >
      {children}
      <span className="cb-visually-hidden">{words}</span>
    </button>
  );
}
