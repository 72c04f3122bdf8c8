/** The times that the page offers beside writing a cron line. */
export const OFTEN = ["hourly", "daily", "weekdays", "weekly", "monthly"] as const;
export type Often = (typeof OFTEN)[number];

const DAYS: Readonly<Record<Exclude<Often, "hourly">, string>> = {
  daily: "* * *",
  weekdays: "* * 1-5",
  weekly: "* * 1",
  monthly: "1 * *",
};

/** The cron line of a time that is offered; `at` is written as `07:30`. */
export function cronOf(often: Often, at: string): string {
  const [hour = 0, minute = 0] = at.split(":").map(Number);
  return often === "hourly" ? `${minute} * * * *` : `${minute} ${hour} ${DAYS[often]}`;
}

/** What a cron line says where it is one of those that are offered. */
export function offeredTime(cron: string): { often: Often; at: string } | undefined {
  const [, minute = "", hour = "", days = ""] = /^(\d{1,2}) (\d{1,2}|\*) (\S+ \S+ \S+)$/.exec(cron) ?? [];
  const two = (text: string) => text.padStart(2, "0");
  if (hour === "*") return days === "* * *" ? { often: "hourly", at: `:${two(minute)}` } : undefined;
  const often = OFTEN.find((each) => each !== "hourly" && DAYS[each] === days);
  return often && { often, at: `${two(hour)}:${two(minute)}` };
}
