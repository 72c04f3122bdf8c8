import { referencesIn, type CompositionStep } from "@callboard/core/execution";

/** What of a step's place among the others cannot be, by the ids of those others. */
export interface StepProblems {
  /** It waits for, or takes from, a later step or itself: neither would ever begin. */
  later: readonly string[];
  /** It waits for, or takes from, what is no step any more. */
  gone: readonly string[];
  /** It takes a result that it does not wait for. */
  unwaited: readonly string[];
  /** How often it runs, or how long it waits between, is out of bounds. */
  retry: boolean;
}

/** Whether steps say themselves what they wait for; else each waits for the one before. */
export const isPlanned = (steps: readonly CompositionStep[]): boolean =>
  steps.some(({ depends_on }) => depends_on !== undefined);

/** The same steps in the same order, each of which says so. */
export function asPlanned(steps: readonly CompositionStep[]): CompositionStep[] {
  return steps.map((step, index) => {
    const before = steps[index - 1];
    return { ...step, depends_on: before ? [before.id] : [] };
  });
}

/** The same steps, one after the other. */
export const asListed = (steps: readonly CompositionStep[]): CompositionStep[] =>
  steps.map(({ depends_on: _waits, ...step }) => step);

/** The steps without one, for which none of them waits then. */
export function withoutStep(steps: readonly CompositionStep[], id: string): CompositionStep[] {
  return steps
    .filter((step) => step.id !== id)
    .map((step) =>
      step.depends_on ? { ...step, depends_on: step.depends_on.filter((waited) => waited !== id) } : step,
    );
}

/** The steps whose results a step takes. */
export const takenBy = ({ input }: CompositionStep): ReadonlySet<string> =>
  new Set(referencesIn(input).flatMap(({ reference }) => (reference.$from === "input" ? [] : [reference.$from])));

/** What is wrong with each step's place, in their order. */
export function stepProblems(steps: readonly CompositionStep[]): StepProblems[] {
  const planned = isPlanned(steps);
  const places = new Map(steps.map(({ id }, index) => [id, index]));
  const above: ReadonlySet<string>[] = [];
  return steps.map((step, index) => {
    const waits = planned ? (step.depends_on ?? []) : [];
    const isLater = (id: string) => (places.get(id) ?? -1) >= index;
    const taken = [...takenBy(step)];
    const named = [...new Set([...waits, ...taken])];
    const earlier = waits.filter((id) => places.has(id) && !isLater(id));
    const all = new Set(earlier.flatMap((id) => [id, ...(above[places.get(id) ?? -1] ?? [])]));
    above.push(all);
    return {
      later: named.filter(isLater),
      gone: named.filter((id) => !places.has(id)),
      unwaited: planned ? taken.filter((id) => places.has(id) && !isLater(id) && !all.has(id)) : [],
      retry: step.retry !== undefined && !isSound(step.retry),
    };
  });
}

/** How many things a composition's steps have to mend. */
export const countStepProblems = (steps: readonly CompositionStep[]): number =>
  stepProblems(steps).reduce(
    (sum, { later, gone, unwaited, retry }) => sum + later.length + gone.length + unwaited.length + (retry ? 1 : 0),
    0,
  );

function isSound({ attempts, delay_seconds: delay = 1 }: NonNullable<CompositionStep["retry"]>): boolean {
  return Number.isInteger(attempts) && attempts >= 2 && attempts <= 10 && delay >= 0 && delay <= 3600;
}
