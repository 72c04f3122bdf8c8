/** A module that is fetched beside what needs it. */
export interface Fetched<Module> {
  fetch(): Promise<Module>;
  /** The module, once it is there. */
  read(): Module | undefined;
  /** Told when it is there. While somebody waits it is being fetched, and tried again. */
  subscribe(listener: () => void): () => void;
}

/** How long after a failure it is tried again, in milliseconds. */
const patience = 3_000;

export function fetchOnce<Module>(load: () => Promise<Module>): Fetched<Module> {
  let loaded: Module | undefined;
  let loading: Promise<Module> | undefined;
  const waiting = new Set<() => void>();

  const fetch = (): Promise<Module> => {
    loading ??= load().then(
      (module) => {
        loaded = module;
        for (const listener of waiting) listener();
        return module;
      },
      (error: unknown) => {
        loading = undefined;
        if (waiting.size > 0) setTimeout(demand, patience);
        throw error;
      },
    );
    return loading;
  };
  const demand = (): void => void fetch().catch(() => {});
  return {
    fetch,
    read: () => loaded,
    subscribe(listener) {
      waiting.add(listener);
      if (!loaded) demand();
      return () => waiting.delete(listener);
    },
  };
}
