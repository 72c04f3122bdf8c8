import { readDateText } from "@callboard/core/form";

export type DateKind = "date" | "time" | "datetime-local";

const two = (part: number): string => String(part).padStart(2, "0");

/** The text that the control shows for a value; undefined where it can show none that means the same. */
export function toControl(value: string, kind: DateKind): string | undefined {
  if (kind === "time") return /^((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)(?:\.\d+)?(?:Z|[+-]00:00)?$/i.exec(value)?.[1];
  const parts = readDateText(value);
  if (kind === "date") return parts?.time === undefined ? parts?.day : undefined;
  if (parts?.time === undefined) return undefined;
  // A time without a zone is the reader's own, which is what the picker shows.
  if (parts.zone === undefined) return `${parts.day}T${parts.time}`;
  const zone = parts.zone.toUpperCase().replace(/^(.\d\d)(\d\d)$/, "$1:$2");
  return localText(new Date(`${parts.day}T${parts.time}${zone}`));
}

/** An instant on the reader's clock. */
function localText(at: Date): string | undefined {
  const year = at.getFullYear();
  if (Number.isNaN(year) || year < 0 || year > 9999) return undefined;
  const day = `${String(year).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}${at.getSeconds() ? `:${two(at.getSeconds())}` : ""}`;
}

/** What a complete text of the control means: a value, or why it is none. */
export function fromControl(text: string, kind: DateKind): { value: string } | { wrong: "year" | "date" | "skipped" } {
  if (kind === "time") return { value: `${text.length === 5 ? `${text}:00` : text}Z` };
  if (/^\d{5,}/.test(text)) return { wrong: "year" };
  const parts = readDateText(text);
  if (!parts) return { wrong: "date" };
  if (kind === "date") return { value: parts.day };
  const at = new Date(text);
  const shown = localText(at);
  // In the hour that summer time leaves out there is no such time, and engines take one an hour away.
  if (shown !== `${parts.day}T${parts.time}`) return { wrong: shown === undefined ? "date" : "skipped" };
  return { value: at.toISOString().replace(/\.000Z$/, "Z") };
}

/** Whether a value is written in full, as the formats `date-time` and `time` ask for. */
export function isInFull(value: string, kind: DateKind): boolean {
  if (kind === "date") return true;
  const time = /\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;
  return time.test(value) && (kind === "time" || /^\d{4}-\d\d-\d\d[Tt]/.test(value));
}
