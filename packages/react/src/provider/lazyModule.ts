import { lazy, type ComponentType } from "react";

/** A module that is fetched when something first needs it. */
export interface LazyModule<Module> {
  /** The module, once it is here. */
  readonly current: Module | undefined;
  /** Fetches the module, once for all who call meanwhile; after a failure the next call fetches again. */
  load(): Promise<Module>;
}

export function lazyModule<Module>(fetchModule: () => Promise<Module>): LazyModule<Module> {
  let current: Module | undefined;
  let loading: Promise<Module> | undefined;
  return {
    get current() {
      return current;
    },
    load() {
      loading ??= fetchModule().then(
        (module) => (current = module),
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
  };
}

/** A component whose module is fetched when it is first drawn; needs a `Suspense` around it. */
export type LazyComponent<Props> = ComponentType<Props> & {
  /** Fetches the module ahead of need. */
  load(): Promise<unknown>;
};

/** Milliseconds between the first attempts to fetch a component, and at the most. */
const firstPause = 3_000;
const longestPause = 60_000;

/**
 * `React.lazy` whose module may fail to load: React keeps a rejection for good, so the fallback stays instead while the
 * module is fetched again. Once the module is here, the component draws at once, without the fallback.
 */
export function lazyComponent<Module, Props>(
  fetchModule: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
): LazyComponent<Props> {
  const module = lazyModule(fetchModule);
  const untilLoaded = (pause: number): Promise<Module> =>
    module.load().catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, pause));
      return untilLoaded(Math.min(pause * 2, longestPause));
    });
  const Lazy = lazy(() => {
    const { current } = module;
    const toDefault = (loaded: Module) => ({ default: pick(loaded) });
    return current === undefined ? untilLoaded(firstPause).then(toDefault) : settled(toDefault(current));
  });
  return Object.assign(Lazy as unknown as ComponentType<Props>, { load: module.load });
}

/** A promise that calls back at once: React then draws without suspending. */
function settled<Value>(value: Value): Promise<Value> {
  const promise = Promise.resolve(value);
  return Object.assign(promise, {
    then(onFulfilled?: ((value: Value) => unknown) | null) {
      return Promise.resolve(onFulfilled?.(value));
    },
  }) as Promise<Value>;
}
