import type { Usage } from "../timeline/event.ts";

/** The counts that a wire gives, under the timeline's names; undefined where it gives none. */
export function usageOf(counts: object): Usage | undefined {
  const given = Object.entries(counts).filter(
    ([name, count]) => name !== "__proto__" && Number.isFinite(count) && (count as number) >= 0,
  );
  return given.length > 0 ? (Object.fromEntries(given) as Usage) : undefined;
}
