import { HostRefusal } from "../hostRefusal.ts";

/** Counts requests by name, such as a key or an address, against a number a minute. */
export interface Limits {
  /** Takes one; the whole seconds to wait where there is none left, else 0. */
  take(name: string, perMinute: number): number;
  /**
   * Takes one.
   * @throws HostRefusal where there is none left.
   */
  demand(name: string, perMinute: number): void;
}

/** The refusal of a request for which nothing is left. */
export function tooManyRequests(seconds: number): HostRefusal {
  const message = `There were too many requests in a short time. Try again in ${seconds} seconds.`;
  return new HostRefusal("too_many_requests", message, { retryAfter: seconds });
}

/** How often names whose minute is full again are forgotten, in milliseconds. */
const SWEEP = 60_000;

/** Buckets that hold a minute's worth and fill up evenly. They are this process's own. */
export function createLimits(now: () => number = Date.now): Limits {
  const buckets = new Map<string, { left: number; at: number; perMinute: number }>();
  let sweptAt = now();
  const filled = (bucket: { left: number; at: number; perMinute: number }, at: number) =>
    Math.min(bucket.perMinute, bucket.left + ((at - bucket.at) / 60_000) * bucket.perMinute);
  const limits: Limits = {
    take(name, perMinute) {
      const at = now();
      if (at - sweptAt > SWEEP) {
        sweptAt = at;
        for (const [other, bucket] of buckets) if (filled(bucket, at) >= bucket.perMinute) buckets.delete(other);
      }
      const bucket = buckets.get(name) ?? { left: perMinute, at, perMinute };
      const left = filled({ ...bucket, perMinute }, at);
      const isEmpty = left < 1;
      buckets.set(name, { left: isEmpty ? left : left - 1, at, perMinute });
      return isEmpty ? Math.max(1, Math.ceil(((1 - left) / perMinute) * 60)) : 0;
    },
    demand(name, perMinute) {
      const wait = limits.take(name, perMinute);
      if (wait > 0) throw tooManyRequests(wait);
    },
  };
  return limits;
}
