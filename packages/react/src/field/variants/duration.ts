/** The parts of a duration, largest first, by the letter that ISO 8601 gives them. */
export const durationUnits = ["year", "month", "day", "hour", "minute", "second"] as const;

export type DurationUnit = (typeof durationUnits)[number];
export type Duration = Partial<Record<DurationUnit, number>>;

const part = String.raw`(\d+(?:\.\d+)?)`;
const form = new RegExp(
  `^P(?=.)(?:${part}Y)?(?:${part}M)?(?:${part}W)?(?:${part}D)?(?:T(?=.)(?:${part}H)?(?:${part}M)?(?:${part}S)?)?$`,
);

/** Reads an ISO 8601 duration; weeks are seven days. Undefined is no duration. */
export function parseDuration(text: unknown): Duration | undefined {
  const match = typeof text === "string" ? form.exec(text) : null;
  if (!match) return undefined;
  const [years, months, weeks, days, ...time] = match
    .slice(1)
    .map((one) => (one === undefined ? undefined : Number(one)));
  const values = [years, months, weeks === undefined ? days : weeks * 7 + (days ?? 0), ...time];
  const duration: Duration = {};
  durationUnits.forEach((unit, index) => {
    const value = values[index];
    if (value !== undefined) duration[unit] = value;
  });
  return duration;
}

/** Writes a duration; undefined where no part is given. */
export function writeDuration(duration: Duration): string | undefined {
  const write = (units: readonly DurationUnit[]): string =>
    units
      .map((unit) => (duration[unit] === undefined ? "" : `${duration[unit]}${unit.charAt(0).toUpperCase()}`))
      .join("");
  const [date, time] = [write(["year", "month", "day"]), write(["hour", "minute", "second"])];
  return date + time === "" ? undefined : `P${date}${time && `T${time}`}`;
}

/** A duration in words, by locale. */
export function durationText(duration: Duration, locale: string): string {
  const parts = durationUnits.flatMap((unit) =>
    duration[unit] === undefined
      ? []
      : [new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(duration[unit])],
  );
  return new Intl.ListFormat(locale, { type: "unit", style: "long" }).format(parts);
}

/** The name of a unit, in the plural. */
export function unitName(unit: DurationUnit, locale: string): string {
  const parts = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).formatToParts(0);
  const name = parts.find((one) => one.type === "unit")?.value ?? unit;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
