import type { Usage } from "../events/event.ts";

/** A wire's token counts under the timeline's names; undefined where it gives none. */
export function usageOf(counts: object): Usage | undefined {
  const given = Object.entries(counts).filter(
    ([name, count]) => name !== "__proto__" && Number.isFinite(count) && (count as number) >= 0,
  );
  return given.length > 0 ? (Object.fromEntries(given) as Usage) : undefined;
}
