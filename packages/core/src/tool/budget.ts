/** How many calls a turn has had and may still have. */
export interface Budget {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** Counts a call; false when none is left. */
  take(): boolean;
  /** The note beside the last call's result: none, wrap up soon, or answer now. */
  note(): string | null;
}

/** The note for the model after `used` of `limit` calls; null while enough are left. */
export function budgetNote(used: number, limit: number, warnAt: number): string | null {
  const remaining = Math.max(0, limit - used);
  if (remaining === 0) return "Tool budget used up: no calls are left. Synthesise your answer now from what you have.";
  if (remaining > warnAt) return null;
  return `Tool budget: ${remaining} ${remaining === 1 ? "call is" : "calls are"} left in this run. Wrap up soon.`;
}

/**
 * Counts the tool calls of one run, so that it cannot run away.
 * @example
 * ```ts
 * const budget = createBudget({ limit: 20, warnAt: 4 });
 * if (budget.take()) result.note = budget.note();
 * ```
 */
export function createBudget({ limit = 20, warnAt = 4 }: { limit?: number; warnAt?: number } = {}): Budget {
  let used = 0;
  return {
    limit,
    get used() {
      return used;
    },
    get remaining() {
      return limit - used;
    },
    take() {
      if (used >= limit) return false;
      used++;
      return true;
    },
    note: () => budgetNote(used, limit, warnAt),
  };
}
