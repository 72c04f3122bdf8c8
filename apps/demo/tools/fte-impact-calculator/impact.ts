import { round, round2 } from "../_shared/round.ts";

/** The work that comes in, and the people who do it. Rates are per cent. */
export interface Workload {
  casesPerMonth: number;
  minutesToday: number;
  minutesThen: number;
  automatedShare: number;
  growth: number;
  years: number;
  hoursPerWeek: number;
  weeksPerYear: number;
  productive: number;
  annualCost?: number | undefined;
  currency?: string | undefined;
}

/**
 * Full-time equivalents with and without a change, this year and in each that follows. Nothing is rounded before the
 * last step.
 */
export function fteImpact(input: Workload) {
  const capacity = input.hoursPerWeek * input.weeksPerYear * (input.productive / 100);
  const minutesThen = input.minutesThen * (1 - input.automatedShare / 100);
  const years = Array.from({ length: input.years }, (_, index) => {
    const cases = input.casesPerMonth * 12 * (1 + input.growth / 100) ** index;
    const without = (cases * input.minutesToday) / 60 / capacity;
    const withChange = (cases * minutesThen) / 60 / capacity;
    return { year: index + 1, cases, without, withChange, freed: without - withChange };
  });
  const first = years[0]!;
  const last = years.at(-1)!;
  const { annualCost, currency } = input;
  return {
    ...(currency !== undefined && { currency }),
    summary: {
      fteToday: round2(first.without),
      fteThen: round2(first.withChange),
      fteFreed: round2(first.freed),
      fteFreedLastYear: round2(last.freed),
      capacity: round(capacity, 1),
      ...(annualCost !== undefined && {
        valueFirstYear: round2(first.freed * annualCost),
        valueAllYears: round2(years.reduce((total, { freed }) => total + freed * annualCost, 0)),
      }),
    },
    years: years.map(({ year, cases, without, withChange, freed }) => ({
      year,
      cases: Math.round(cases),
      without: round2(without),
      withChange: round2(withChange),
      freed: round2(freed),
    })),
  };
}
