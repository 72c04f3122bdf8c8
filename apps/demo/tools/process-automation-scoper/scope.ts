import { round, round2, sum } from "../_shared/round.ts";

/** How much of a step of each kind software can take over, in per cent, where nothing goes wrong. */
export const KINDS = { transfer: 95, rule: 90, communication: 60, judgement: 35, physical: 5 } as const;
/** How much of that is left by the form that its input comes in. */
export const INPUTS = { structured: 1, document: 0.8, conversation: 0.6 } as const;
export const APPROACHES = ["Automate", "Assist", "Leave to people"] as const;

export const NOWHERE = "Nothing here: keep it with people";

export interface Step {
  name: string;
  minutes: number;
  kind: keyof typeof KINDS;
  input: keyof typeof INPUTS;
  exceptions: number;
}

/** What of a process can be automated, step by step, and where to begin: where most hours are saved. */
export function scope(steps: readonly Step[], runsPerMonth: number, hourlyCost?: number, currency?: string) {
  const rows = steps.map(({ name, minutes, kind, input, exceptions }, index) => {
    const potential = KINDS[kind] * INPUTS[input] * (1 - exceptions / 100);
    const hours = (minutes * runsPerMonth) / 60;
    // A step that software only assists with still takes a person, who is done in half of what it could take over.
    const approach = potential >= 70 ? APPROACHES[0] : potential >= 30 ? APPROACHES[1] : APPROACHES[2];
    const share = approach === "Automate" ? potential / 100 : approach === "Assist" ? potential / 200 : 0;
    return { step: index + 1, name: name.trim(), approach, potential, hours, saved: hours * share };
  });
  const hours = sum(rows.map((row) => row.hours));
  const saved = sum(rows.map((row) => row.saved));
  const order = rows.toSorted((a, b) => b.saved - a.saved);
  return {
    ...(currency !== undefined && { currency }),
    summary: {
      hoursToday: round(hours, 1),
      hoursSaved: round(saved, 1),
      share: hours === 0 ? 0 : round((saved / hours) * 100, 1),
      automate: rows.filter(({ approach }) => approach === "Automate").length,
      assist: rows.filter(({ approach }) => approach === "Assist").length,
      beginWith: order[0]!.saved > 0 ? order[0]!.name : NOWHERE,
      ...(hourlyCost !== undefined && { valuePerYear: round2(saved * 12 * hourlyCost) }),
    },
    steps: order.map(({ potential, ...row }) => ({
      ...row,
      potential: round(potential, 1),
      saved: round(row.saved, 1),
      left: round(row.hours - row.saved, 1),
      hours: round(row.hours, 1),
    })),
  };
}
