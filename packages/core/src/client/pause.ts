/** Milliseconds between attempts: the first wait, which doubles, and the longest. */
export interface Delays {
  minDelay: number;
  maxDelay: number;
}

/** How long to wait after so many failures: doubled each time, jittered by half, so that not all come back at once. */
export const delayAfter = (failures: number, { minDelay, maxDelay }: Delays): number =>
  Math.min(maxDelay, minDelay * 2 ** failures) * (0.5 + Math.random() / 2);

/** The global object as a target of the browser's `online` event; elsewhere it has no listeners. */
export const network = globalThis as Partial<Pick<EventTarget, "addEventListener" | "removeEventListener">>;

/** Waits, but not past the moment when the network is back or the caller has gone. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      network.removeEventListener?.("online", done);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    if (signal?.aborted) return done();
    network.addEventListener?.("online", done);
    signal?.addEventListener("abort", done);
  });
}
