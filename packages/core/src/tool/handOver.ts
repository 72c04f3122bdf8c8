/**
 * What a handler returns whose work goes on outside this process: the call waits in the log, and the handler is called
 * again.
 */
export interface HandedOver {
  state: unknown;
}

const HANDED_OVER = Symbol.for("callboard.handedOver");

/**
 * What a handler returns once its work goes on elsewhere, such as a task of another server: `state`, which is JSON, is
 * written to the log, and the handler is called again from its first line with it in `context.state`. From then on the
 * call outlives its process: where that ends while the handler runs, the handler is called once more with the same
 * state in the next, so what it does with a state has to bear being done twice.
 * @example
 * ```ts
 * execute: async ({ report }, { state, signal }) => {
 *   if (!isJob(state)) return handOver({ job: await startJob(report) });
 *   return await resultOf(state.job, signal);
 * }
 * ```
 */
export function handOver(state: unknown): HandedOver {
  return Object.defineProperty({ state }, HANDED_OVER, { value: true });
}

export function isHandedOver(value: unknown): value is HandedOver {
  return typeof value === "object" && value !== null && HANDED_OVER in value;
}
