/**
 * Aborts `controller` when `signal` aborts; returns how to let go. Unlike `AbortSignal.any`, nothing stays behind on a
 * signal that lives longer than what it may abort.
 */
export function linkAbort(signal: AbortSignal | undefined, controller: AbortController): () => void {
  if (!signal) return () => {};
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });
  return () => signal.removeEventListener("abort", abort);
}

/**
 * Resolves to the result of the work, or to null as soon as the signal aborts. Work that is aborted beforehand never
 * begins.
 */
export function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
  if (signal.aborted) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const aborted = () => resolve(null);
    signal.addEventListener("abort", aborted, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", aborted));
  });
}
