import { HostRefusal } from "@callboard/server";
import { Cron } from "croner";

/** The times that a cron line names in a time zone. */
export interface CronLine {
  cron: string;
  timeZone: string;
}

/** So many times that have passed are counted, and no more. */
const MOST_MISSED = 1_000;

const cronOf = ({ cron, timeZone }: CronLine): Cron =>
  new Cron(cron, { timezone: timeZone, mode: "5-part", paused: true });

/** The first time after another one, in epoch milliseconds; null where there is none. */
export const timeAfter = (line: CronLine, after: number): number | null =>
  cronOf(line).nextRun(new Date(after))?.getTime() ?? null;

/** The times from one that was due until now, the oldest first: as many as are counted. */
export function timesUntil(line: CronLine, due: number, now: number): number[] {
  const later = cronOf(line).nextRuns(MOST_MISSED, new Date(due));
  return [due, ...later.map((at) => at.getTime()).filter((at) => at <= now)];
}

/**
 * Checks a line as a person wrote it.
 * @throws HostRefusal `invalid_schedule` that names the field, and says what it has to be.
 */
export function checkCronLine({ cron, timeZone }: CronLine, now: number): void {
  const refused = (path: string, message: string) => new HostRefusal("invalid_schedule", message, { path });
  try {
    new Intl.DateTimeFormat("en", { timeZone });
  } catch {
    throw refused("/timeZone", `There is no time zone "${timeZone.slice(0, 80)}". Name one as in "Europe/Berlin".`);
  }
  let next: number | null;
  try {
    next = timeAfter({ cron, timeZone }, now);
  } catch {
    const message = `"${cron.slice(0, 80)}" is no cron line. It has minute, hour, day, month and day of the week, as in "0 7 * * 1-5".`;
    throw refused("/cron", message);
  }
  if (next === null) throw refused("/cron", `"${cron.slice(0, 80)}" names no time that ever comes.`);
}
