import { round } from "../_shared/round.ts";

/** One thing that is judged: how much it matters, and how well it is met (0 to 10). */
export interface Criterion {
  name: string;
  weight: number;
  score: number;
}

/** The phrases of the texts that a score holds. */
export const VERDICTS = ["Meets the target", "{points} points short of the target"];
export const GAINS = ["Nothing: every criterion has full marks", "{name}, up to {points} points"];
export const REASONS = ["{share}% of the weight, scored {score}"];

/** The weighted score out of 100, and what each criterion adds to it and leaves open. */
export function scoreCriteria(subject: string, criteria: readonly Criterion[], target: number) {
  const total = criteria.reduce((sum, { weight }) => sum + weight, 0);
  const judged = criteria.map(({ name, weight, score }) => {
    const share = (weight / total) * 100;
    return { name: name.trim(), score, share, points: (share * score) / 10, open: (share * (10 - score)) / 10 };
  });
  const overall = judged.reduce((sum, { points }) => sum + points, 0);
  const byPoints = judged.toSorted((a, b) => b.points - a.points);
  const widest = judged.reduce((best, next) => (next.open > best.open ? next : best));
  return {
    summary: {
      subject,
      score: tenths(overall),
      verdict:
        tenths(overall) >= target ? "Meets the target" : `${tenths(target - overall)} points short of the target`,
      strongest: byPoints[0]!.name,
      mostToGain:
        widest.open === 0
          ? "Nothing: every criterion has full marks"
          : `${widest.name}, up to ${tenths(widest.open)} points`,
    },
    ranking: byPoints.map(({ name, points, open, share, score }) => ({
      label: name,
      points: tenths(points),
      open: tenths(open),
      weight: tenths(share),
      score,
      reason: `${tenths(share)}% of the weight, scored ${score}`,
    })),
    profile: judged.map(({ name, score }) => ({ criterion: name, score })),
  };
}

const tenths = (value: number) => round(value, 1);

/** The criteria whose name is another's too: ranking and radar are read by name. */
export function repeatedNames(criteria: readonly Pick<Criterion, "name">[]): number[] {
  const names = criteria.map(({ name }) => name.trim().toLocaleLowerCase());
  return names.flatMap((name, index) => (names.indexOf(name) < index ? [index] : []));
}
