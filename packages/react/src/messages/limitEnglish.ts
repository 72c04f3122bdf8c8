import type { Translation } from "./translation.ts";

/**
 * Why the host ended a call or a turn. English readers are shown the host's own words, so a page does not load these.
 */
export const limitEnglish = {
  "call.limit.budget_exhausted": "All {limit} tool calls of this turn are used, so this one did not run.",
  "call.limit.repeated_call": {
    one: "“{tool}” was called {count} time with the same arguments: this is a loop, so it did not run again.",
    other: "“{tool}” was called {count} times with the same arguments: this is a loop, so it did not run again.",
  },
  "call.limit.too_deep": {
    one: "“{tool}” starts a sub-agent, and there is {count} already, which is the most.",
    other: "“{tool}” starts a sub-agent, and there are {count} below each other already, which is the most.",
  },
  "agent.limit.budget_exhausted":
    "The agent kept calling tools after all {limit} calls of this turn were used. Send another message to let it go on.",
  "agent.limit.time_exhausted":
    "The agent was stopped because the time that one turn may take was over. Send another message to let it go on.",
} satisfies Record<string, Translation>;
