import { daysIn } from "../json/calendar.ts";

/** The parts of a date, or of a date and time, as ISO 8601 writes them. */
export interface DateText {
  day: string;
  /** Hours and minutes, and seconds where they are written and not zero. */
  time?: string;
  /** `Z` or an offset; undefined for a time without a zone. */
  zone?: string;
}

const form =
  /^((\d{4})-(\d\d)-(\d\d))(?:[Tt ](([01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?([Zz]|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/;

/** Reads a date, or a date and time; undefined for any other text, and for a day that no calendar has. */
export function readDateText(text: string): DateText | undefined {
  const [, day, year, month, date, minutes, , seconds, zone] = form.exec(text) ?? [];
  if (day === undefined || Number(date) < 1 || Number(date) > daysIn(Number(year), Number(month))) return undefined;
  if (minutes === undefined) return { day };
  const time = seconds === undefined || seconds === "00" ? minutes : `${minutes}:${seconds}`;
  return { day, time, ...(zone !== undefined && { zone }) };
}
