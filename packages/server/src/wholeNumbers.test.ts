import { createRegistry } from "@callboard/core";
import { describe, expect, it } from "vitest";
import { createHost } from "./host.ts";
import type { HostOptions } from "./hostOptions.ts";
import type { Store } from "./store.ts";

const registry = createRegistry();
/** Never opened: a host that is refused touches no store. */
const store = new Promise<Store>(() => {});
const hostOf = (options: Partial<HostOptions>) => () => createHost({ registry, store, ...options });

describe("the limits of a host", () => {
  const options: [name: string, of: (value: number) => Partial<HostOptions>][] = [
    ["approvalTtl", (approvalTtl) => ({ approvalTtl })],
    ["timeLimit", (timeLimit) => ({ timeLimit })],
    ["heartbeatMs", (heartbeatMs) => ({ heartbeatMs })],
    ["leaseMs", (leaseMs) => ({ leaseMs })],
    ["maxBodyBytes", (maxBodyBytes) => ({ maxBodyBytes })],
    ["uploads.maxBytes", (maxBytes) => ({ uploads: { maxBytes } })],
    ["uploads.maxTenantBytes", (maxTenantBytes) => ({ uploads: { maxTenantBytes } })],
    ["budget.time", (time) => ({ budget: { time } })],
    ["budget.calls", (calls) => ({ budget: { calls } })],
    ["budget.repeats", (repeats) => ({ budget: { repeats } })],
    ["budget.warnAt", (warnAt) => ({ budget: { warnAt } })],
    ["budget.depth", (depth) => ({ budget: { depth } })],
  ];

  it.each(options)("refuses a %s that limits nothing, by name and with the way to mend it", (name, of) => {
    for (const value of [NaN, Infinity, -1, 0.5]) {
      expect(hostOf(of(value))).toThrow(`createHost() was given ${name}: ${value}, which limits nothing. Give a whole`);
    }
    expect(hostOf(of("60000" as unknown as number))).toThrow(name);
    expect(hostOf(of(1000))).not.toThrow();
  });

  it("refuses no time at all, and more than a timer can wait", () => {
    for (const name of ["approvalTtl", "timeLimit", "heartbeatMs", "leaseMs"]) {
      expect(hostOf({ [name]: 0 })).toThrow(name);
    }
    expect(hostOf({ heartbeatMs: 2 ** 31 })).toThrow("from 1 to 2147483647");
    const month = 31 * 24 * 60 * 60 * 1000;
    expect(hostOf({ approvalTtl: month })).not.toThrow();
  });
});
