/** Minutes east of UTC in a zone (IANA, or `+02:00`) at an instant; NaN where there is no such zone. */
export function offsetAt(zone: string, instant: number): number {
  const fixed = /^([+-])(\d\d):(\d\d)$/.exec(zone);
  if (fixed) return (fixed[1] === "-" ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3]));
  if (zone === "UTC") return 0;
  try {
    const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(
      instant,
    );
    const name = parts.find((part) => part.type === "timeZoneName")?.value ?? "";
    const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? [];
    return (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
  } catch {
    return Number.NaN;
  }
}

/** The local time in a zone, as `datetime-local` has it. */
export function localText(instant: number, zone: string): string {
  const text = new Date(instant + offsetAt(zone, instant) * 60_000).toISOString().slice(0, 19);
  return text.endsWith(":00") ? text.slice(0, 16) : text;
}

/**
 * A clock's text in a zone as RFC 3339, with the zone's offset at that time; an hour that the clock skips is the one
 * after.
 */
export function zonedText(local: string, zone: string): string {
  const wall = Date.parse(`${local}Z`);
  const first = wall - offsetAt(zone, wall) * 60_000;
  const instant = wall - offsetAt(zone, first) * 60_000;
  const offset = offsetAt(zone, instant);
  const text = new Date(instant + offset * 60_000).toISOString().slice(0, 19);
  return text + (zone === "UTC" ? "Z" : offsetText(offset));
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/**
 * The zone that a written time is read in: the first of those given with its offset at that time, else the offset
 * itself.
 */
export function zoneOf(text: string, zones: readonly string[]): string {
  const instant = Date.parse(text);
  const written = /([+-]\d\d:\d\d)$/.exec(text)?.[1];
  if (written === undefined) return "UTC";
  return zones.find((zone) => offsetAt(zone, instant) === offsetAt(written, instant)) ?? written;
}
