import type { ArgumentsOptions, FormChange, FormStore } from "@callboard/core/form";
import { lazyModule } from "../provider/lazyModule.ts";

const prefill = lazyModule(() => import("./prefill.ts"));

/** Fetches what fills in arguments, ahead of the first ones. */
export function loadPrefill(): void {
  prefill.load().catch(() => {});
}

/** Fills a model's arguments into a form. */
export interface ModelArguments {
  apply(value: unknown, options?: ArgumentsOptions): void;
  changes(): FormChange[];
  /** Resolves once waiting arguments are filled in, or cannot be; undefined where none wait. */
  settled(): Promise<void> | undefined;
}

/** The last arguments wait in the form while the code that fills them in is fetched; undo and reset drop them. */
export function createModelArguments(store: FormStore): ModelArguments {
  let fillIn: (() => Promise<void>) | undefined;
  return {
    apply(value, options) {
      if (prefill.current) return prefill.current.applyArguments(store, value, options);
      const waiting = { held: new Map([["", value]]), waits: false, finish: () => {} };
      store.edit(false, (document) => void (document.incoming = waiting));
      fillIn = async () => {
        const { applyArguments } = await prefill.load();
        const isWanted = store.edit(false, (document) => {
          if (document.incoming !== waiting) return false;
          document.incoming = undefined;
          return true;
        });
        if (isWanted) applyArguments(store, value, options);
      };
      fillIn().catch(() => {});
    },
    changes: () => prefill.current?.argumentChanges(store) ?? [],
    settled: () => (prefill.current ? undefined : fillIn?.().catch(() => {})),
  };
}
