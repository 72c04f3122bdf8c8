import { round, sum } from "../_shared/round.ts";

/** What there is to build, and the person-days that one of each takes at average difficulty. */
export const PARTS = {
  screens: { name: "Screens", days: 2 },
  integrations: { name: "Integrations", days: 6 },
  dataEntities: { name: "Kinds of data", days: 1.5 },
  rules: { name: "Business rules", days: 1 },
  roles: { name: "Roles of users", days: 1.5 },
} as const;

export type PartKey = keyof typeof PARTS;
const partKeys = Object.keys(PARTS) as PartKey[];

const NOVELTY = { known: 0.9, partly: 1.1, new: 1.4 } as const;
const REGULATION = { none: 1, some: 1.15, strict: 1.35 } as const;
const TEAM = { seasoned: 0.85, mixed: 1, fresh: 1.25 } as const;
const LEGACY = 1.25;
/** How far the optimistic and the pessimistic figure lie from the likely one: the newer, the further. */
const SPREAD = { known: [0.85, 1.25], partly: [0.75, 1.5], new: [0.65, 2] } as const;

export type Circumstances = {
  novelty: keyof typeof NOVELTY;
  regulation: keyof typeof REGULATION;
  team: keyof typeof TEAM;
  legacy: boolean;
};

export const SIZES = ["S", "M", "L", "XL"] as const;

/** Person-days as a three-point estimate: (optimistic + 4 × likely + pessimistic) ÷ 6, and what drives them. */
export function estimate(project: string, counts: Readonly<Record<PartKey, number>>, around: Circumstances) {
  const drivers = partKeys.map((key) => ({
    driver: PARTS[key].name,
    count: counts[key],
    days: counts[key] * PARTS[key].days,
  }));
  const base = sum(drivers.map(({ days }) => days));
  const factors = [
    { factor: "Novelty", value: NOVELTY[around.novelty] },
    { factor: "Regulation", value: REGULATION[around.regulation] },
    { factor: "Team", value: TEAM[around.team] },
    { factor: "Legacy systems", value: around.legacy ? LEGACY : 1 },
  ];
  const factor = factors.reduce((product, { value }) => product * value, 1);
  const likely = base * factor;
  const [low, high] = SPREAD[around.novelty];
  const expectedDays = round((likely * low + 4 * likely + likely * high) / 6, 1);
  const deviation = (likely * high - likely * low) / 6;
  const biggest = drivers.toSorted((a, b) => b.days - a.days);
  return {
    summary: {
      project: project.trim(),
      size: SIZES[[25, 75, 200].filter((limit) => expectedDays > limit).length]!,
      expectedDays,
      from: round(likely * low, 1),
      to: round(likely * high, 1),
      deviation: round(deviation, 1),
      factor: round(factor, 2),
      biggestDriver: biggest[0]!.driver,
    },
    drivers: biggest.map(({ days, ...driver }) => ({
      ...driver,
      days: round(days * factor, 1),
      share: base === 0 ? 0 : round((days / base) * 100, 1),
    })),
    factors,
  };
}

/** One person's estimate. */
export interface Estimated {
  name: string;
  expectedDays: number;
  from: number;
  to: number;
}

/** What several people estimate: the mean, the widest range, and how far they are apart. */
export function estimateTogether(estimates: readonly Estimated[]) {
  const days = estimates.map(({ expectedDays }) => expectedDays).toSorted((a, b) => a - b);
  return {
    summary: {
      people: estimates.length,
      expectedDays: round(sum(days) / days.length, 1),
      from: Math.min(...estimates.map(({ from }) => from)),
      to: Math.max(...estimates.map(({ to }) => to)),
      apart: round(days.at(-1)! - days[0]!, 1),
    },
    estimates: estimates.toSorted((a, b) => a.expectedDays - b.expectedDays),
  };
}
