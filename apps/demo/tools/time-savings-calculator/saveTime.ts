import { round, round2, sum } from "../_shared/round.ts";

/** A task that recurs: how long it takes once, today and with the change. */
export interface Task {
  name: string;
  minutesToday: number;
  minutesThen: number;
  timesPerWeek: number;
  people: number;
}

export interface Working {
  weeksPerYear: number;
  hoursPerDay: number;
  setupHours: number;
  hourlyCost?: number | undefined;
  currency?: string | undefined;
}

/** The hours that a change saves, by task and in all. Only what is shown is rounded. */
export function saveTime(tasks: readonly Task[], working: Working) {
  const { weeksPerYear, hoursPerDay, setupHours, hourlyCost, currency } = working;
  const rows = tasks.map(({ name, minutesToday, minutesThen, timesPerWeek, people }) => {
    const today = (minutesToday * timesPerWeek * people) / 60;
    const then = (minutesThen * timesPerWeek * people) / 60;
    return { task: name.trim(), today, then, saved: today - then };
  });
  const perWeek = sum(rows.map(({ saved }) => saved));
  const today = sum(rows.map((row) => row.today));
  const perYear = perWeek * weeksPerYear - setupHours;
  const sorted = rows.toSorted((a, b) => b.saved - a.saved);
  return {
    ...(currency !== undefined && { currency }),
    summary: {
      hoursPerWeek: round2(perWeek),
      hoursFirstYear: round(perYear, 1),
      daysFirstYear: round(perYear / hoursPerDay, 1),
      share: today === 0 ? 0 : round((perWeek / today) * 100, 1),
      breakEvenWeeks: perWeek > 0 ? round(setupHours / perWeek, 1) : null,
      ...(hourlyCost !== undefined && { valueFirstYear: round2(perYear * hourlyCost) }),
    },
    tasks: sorted.map(({ task, saved, ...hours }) => ({
      task,
      today: round2(hours.today),
      then: round2(hours.then),
      saved: round2(saved),
      savedYear: round(saved * weeksPerYear, 1),
    })),
  };
}
