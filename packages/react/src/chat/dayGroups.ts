import type { SessionSummary } from "@callboard/core";

/** Chats of one day, of one of the days before, or of a month. */
export interface DayGroup {
  /** The heading in the reader's language. */
  name: string;
  sessions: SessionSummary[];
}

/**
 * Chats under the days of their last change, in the order in which they come: today, yesterday, days of the past week,
 * months.
 */
export function dayGroups(sessions: readonly SessionSummary[], now: number, locale: string): DayGroup[] {
  const groups: DayGroup[] = [];
  for (const session of sessions) {
    const name = dayName(session.updatedAt, now, locale);
    const last = groups.at(-1);
    if (last?.name === name) last.sessions.push(session);
    else groups.push({ name, sessions: [session] });
  }
  return groups;
}

function dayName(at: number, now: number, locale: string): string {
  const day = new Date(at);
  const days = Math.round((midnight(now) - midnight(at)) / 86_400_000);
  const words =
    days <= 1
      ? new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(-Math.max(0, days), "day")
      : new Intl.DateTimeFormat(locale, days < 7 ? { weekday: "long" } : monthOf(day, new Date(now))).format(day);
  return words.charAt(0).toLocaleUpperCase(locale) + words.slice(1);
}

/** The beginning of a day on the reader's clock. Days have 23 to 25 hours, so differences are rounded. */
function midnight(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

function monthOf(day: Date, today: Date): Intl.DateTimeFormatOptions {
  return day.getFullYear() === today.getFullYear() ? { month: "long" } : { month: "long", year: "numeric" };
}
