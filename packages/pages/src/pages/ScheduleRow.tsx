import type { Schedule } from "@callboard/core/client";
import { CalendarClock, Pause } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { Link } from "react-router";
import { localeOf } from "../shell/language.ts";
import { useShownLanguage, useWords } from "../shell/LanguageProvider.tsx";
import { Moment } from "./Moment.tsx";
import { runPath } from "./runPath.ts";
import { offeredTime } from "./scheduleTimes.ts";
import { useStepFocus } from "./useStepFocus.ts";

export interface ScheduleRowProps {
  schedule: Schedule;
  /** What its tool is called. */
  name: string;
  onPause(): Promise<void>;
  onDelete(): Promise<void>;
}

/** A schedule in a list: what runs when and for whom, what came of the last time, and how it is paused and deleted. */
export function ScheduleRow({ schedule, name, onPause, onDelete }: ScheduleRowProps): ReactNode {
  const words = useWords();
  const locale = localeOf(useShownLanguage());
  const { tool, userId, timeZone, isPaused, nextAt, last, missed } = schedule;
  return (
    <li>
      <div className="site-run-head">
        <Link to={`/tools/${encodeURIComponent(tool)}`} dir="auto">
          {name}
        </Link>
        <span className="site-run-summary">
          <Times of={schedule} /> · <bdi>{timeZone}</bdi>
        </span>
      </div>
      <div className="site-run-facts">
        <span className="site-run-status">
          {isPaused ? <Pause size={16} aria-hidden /> : <CalendarClock size={16} aria-hidden />}
          {isPaused ? words["schedules.paused"] : words["schedules.next"]}
          {nextAt !== null && <Moment at={nextAt} />}
        </span>
        {userId !== null && <bdi>{userId}</bdi>}
        {last?.call && (
          <span>
            {words["schedules.last"]}{" "}
            <Link to={runPath(last.call)}>
              <Moment at={last.at} />
            </Link>
          </span>
        )}
        {missed > 0 && (
          <span>{words["schedules.missed"].replace("{count}", new Intl.NumberFormat(locale).format(missed))}</span>
        )}
      </div>
      {last?.problem != null && (
        <p className="site-run-error" dir="auto">
          {last.problem}
        </p>
      )}
      <Acts name={name} isPaused={isPaused} onPause={onPause} onDelete={onDelete} />
    </li>
  );
}

/** A cron line in words where it is one of those that the page offers. */
function Times({ of: { cron } }: { of: Schedule }): ReactNode {
  const words = useWords();
  const offered = offeredTime(cron);
  if (!offered) return <code dir="ltr">{cron}</code>;
  return (
    <>
      {words[`schedules.${offered.often}`]} <bdi dir="ltr">{offered.at}</bdi>
    </>
  );
}

function Acts({ name, isPaused, onPause, onDelete }: Omit<ScheduleRowProps, "schedule"> & { isPaused: boolean }) {
  const words = useWords();
  const [isSure, setSure] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  // Two presses come before the button is drawn anew.
  const underway = useRef(false);
  useStepFocus(box, String(isSure));
  const press = async (act: () => Promise<void>) => {
    if (underway.current) return;
    underway.current = true;
    setAsked(true);
    await act().finally(() => {
      underway.current = false;
      setAsked(false);
    });
  };
  const button = (word: "pause" | "resume" | "deleteSure", act: () => Promise<void>, style = "site-quiet") => (
    <button
      type="button"
      className={style}
      aria-label={`${words[`schedules.${word}`]}: ${name}`}
      aria-disabled={isAsked || undefined}
      onClick={() => void press(act)}
    >
      {words[`schedules.${word}`]}
    </button>
  );
  // Parts of their own: a key that is held must not press what comes in the place of what it pressed.
  if (isSure) {
    return (
      <div key="sure" ref={box} className="site-run-act site-schedule-acts">
        <p>{words["schedules.delete.help"]}</p>
        {button("deleteSure", onDelete, "site-action")}
        <button type="button" className="site-quiet" data-step="" onClick={() => setSure(false)}>
          {words["publishing.cancel"]}
        </button>
      </div>
    );
  }
  return (
    <div key="acts" ref={box} className="site-run-act site-schedule-acts">
      {button(isPaused ? "resume" : "pause", onPause)}
      <button
        type="button"
        className="site-quiet"
        data-step=""
        aria-label={`${words["schedules.delete"]}: ${name}`}
        onClick={() => setSure(true)}
      >
        {words["schedules.delete"]}
      </button>
    </div>
  );
}
