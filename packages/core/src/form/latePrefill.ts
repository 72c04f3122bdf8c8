import type { FormDocument } from "./formDocument.ts";
import type { FormRows } from "./formRows.ts";
import type { ArgumentsOptions } from "./formState.ts";
import type { CreatePrefill, Prefill } from "./prefill.ts";

/** What takes a model's arguments: at hand, or fetched when there are some. */
export type Prefilling = CreatePrefill | { fetch: () => Promise<CreatePrefill> };

export interface LatePrefill {
  /** Undefined until it has been fetched. */
  readonly now: Prefill | undefined;
  /** Keeps arguments until they can be taken, the last ones of several. */
  keep(value: unknown, options: ArgumentsOptions): void;
  /** Something is kept. */
  readonly keeps: boolean;
  /** Fetches it, and calls back with what was kept; undefined where it is there. */
  prepare(): Promise<void> | undefined;
  forget(): void;
}

export function createLatePrefill(
  prefilling: Prefilling,
  document: FormDocument,
  rows: FormRows,
  onReady: (kept: { value: unknown; options: ArgumentsOptions } | undefined) => void,
): LatePrefill {
  let now = "fetch" in prefilling ? undefined : prefilling(document, rows);
  let fetching: Promise<void> | undefined;
  let kept: { value: unknown; options: ArgumentsOptions } | undefined;

  const late: LatePrefill = {
    get now() {
      return now;
    },
    get keeps() {
      return kept !== undefined;
    },
    keep(value, options) {
      kept = { value, options };
      void late.prepare();
    },
    prepare() {
      if (now || !("fetch" in prefilling)) return undefined;
      fetching ??= prefilling.fetch().then(
        (create) => {
          now = create(document, rows);
          const early = kept;
          kept = undefined;
          onReady(early);
        },
        () => {
          fetching = undefined;
        },
      );
      return fetching;
    },
    forget() {
      kept = undefined;
      now?.forget();
    },
  };
  return late;
}
