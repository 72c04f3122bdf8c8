import { idOf, never, type OpenEngine, type WorkOf } from "./engine.ts";

/**
 * An engine that keeps nothing beside the log: what it was at when its process ended is begun again by the next start
 * of the host, and goes on where the log says that it was. For tests, and where no database of its own is wanted.
 */
export const inProcessEngine: OpenEngine = async ({ store, work, onProblem }) => {
  const running = new Set<string>();
  let closed = false;
  const start = (of: WorkOf) => {
    const id = idOf(of);
    if (closed || running.has(id)) return;
    running.add(id);
    work(of, {
      async step(_name, perform) {
        if (closed) await never();
        await perform();
        if (closed) await never();
      },
    })
      .catch((error: unknown) => onProblem(`The work of call ${of.callId} broke off.`, error))
      .finally(() => running.delete(id));
  };
  return {
    start: async (of) => start(of),
    recover: async () => (await store.claims.openWork()).forEach(start),
    close: async () => void (closed = true),
  };
};
