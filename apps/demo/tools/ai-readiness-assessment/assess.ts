import { round, sum } from "../_shared/round.ts";

/** What readiness is made of: how much each counts (per cent, 100 in all), and what helps at each stage. */
export const DIMENSIONS = {
  data: {
    name: "Data",
    weight: 25,
    steps: ["List the data that exists and who owns it", "Clean one data set end to end", "Make data available by API"],
  },
  strategy: {
    name: "Strategy",
    weight: 20,
    steps: ["Name one problem worth solving", "Give it a sponsor and a measure", "Fund a second use case"],
  },
  technology: {
    name: "Technology",
    weight: 15,
    steps: ["Get a safe place to try models", "Connect one system of record", "Automate releases and monitoring"],
  },
  people: {
    name: "People",
    weight: 15,
    steps: ["Train the first team", "Give experts time for it", "Share what works across teams"],
  },
  governance: {
    name: "Governance",
    weight: 15,
    steps: ["Write down what is not allowed", "Name who approves and who reviews", "Audit outcomes every quarter"],
  },
  processes: {
    name: "Processes",
    weight: 10,
    steps: ["Write down the process to be improved", "Measure how long it takes", "Review the measure every month"],
  },
} as const;

export type Dimension = keyof typeof DIMENSIONS;
export const dimensions = Object.keys(DIMENSIONS) as Dimension[];

const KEEP = "Keep it there";

export const LEVELS = ["Exploring", "Preparing", "Ready for a pilot", "Ready to scale"] as const;
export type Level = (typeof LEVELS)[number];

const NOTHING = "Nothing";

/** The phrases of the texts that an assessment holds. */
export const AREAS = [NOTHING, ...dimensions.map((key) => DIMENSIONS[key].name)];
export const STEPS = [KEEP, ...dimensions.flatMap((key) => DIMENSIONS[key].steps)];

/** Readiness out of 100 from ratings of 1 to 5. Whatever stands at 1 holds all of it back: no pilot without it. */
export function assess(organisation: string, ratings: Readonly<Record<Dimension, number>>) {
  const rows = dimensions.map((key) => {
    const { name, weight, steps } = DIMENSIONS[key];
    const rating = ratings[key];
    return {
      dimension: name,
      rating,
      weight,
      points: (weight * (rating - 1)) / 4,
      toGain: (weight * (5 - rating)) / 4,
      nextStep: rating >= 5 ? KEEP : steps[Math.min(2, Math.floor((rating - 1) / 1.5))]!,
    };
  });
  const score = round(sum(rows.map(({ points }) => points)), 1);
  const blocked = rows.filter(({ rating }) => rating < 2).map(({ dimension }) => dimension);
  const byScore = LEVELS[Math.min(3, Math.floor(score / 25))]!;
  const level: Level = blocked.length > 0 && score >= 50 ? "Preparing" : byScore;
  const byGain = rows.toSorted((a, b) => b.toGain - a.toGain || a.rating - b.rating);
  // What stands below the middle holds it back as well, the heaviest of the lowest first.
  const weakest = rows.toSorted((a, b) => a.rating - b.rating || b.weight - a.weight)[0]!;
  const held = weakest.rating < 3 ? weakest.dimension : NOTHING;
  const strongest = rows.toSorted((a, b) => b.rating - a.rating || b.weight - a.weight)[0]!;
  return {
    summary: {
      organisation: organisation.trim(),
      score,
      level,
      strongest: strongest.dimension,
      heldBackBy: blocked.length > 0 ? blocked.join(", ") : held,
      firstStep: byGain[0]!.nextStep,
    },
    profile: rows.map(({ dimension, rating }) => ({ dimension, rating })),
    gaps: byGain.map(({ points, toGain, ...row }) => ({ ...row, points: round(points, 1), toGain: round(toGain, 1) })),
  };
}
