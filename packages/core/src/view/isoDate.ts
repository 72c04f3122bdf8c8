import { daysIn } from "../json/calendar.ts";

const written =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-](\d{2}):?(\d{2}))?)?$/;

/**
 * The moment that a text names as ISO 8601 writes dates (`2024-02-29`, with a time and an offset or without), in epoch
 * milliseconds; null for any other text. A day, hour or offset that does not exist is no moment: the engine's own
 * parser makes March of the 30th of February.
 */
export function momentOf(text: string): number | null {
  const parts = written.exec(text);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, offsetHour = 0, offsetMinute = 0] = parts
    .slice(1)
    .map((digits: string | undefined) => Number(digits ?? 0));
  const exists =
    day >= 1 &&
    day <= daysIn(year, month) &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59 &&
    offsetHour <= 23 &&
    offsetMinute <= 59;
  if (!exists) return null;
  // A browser may not read an offset without its colon.
  const moment = Date.parse(text.replace(" ", "T").replace(/(:.*[+-]\d{2})(\d{2})$/, "$1:$2"));
  return Number.isNaN(moment) ? null : moment;
}

/** Whether a text is a date, or a date and time, that exists, as ISO 8601 writes them. */
export const isIsoDate = (text: string): boolean => momentOf(text) !== null;
