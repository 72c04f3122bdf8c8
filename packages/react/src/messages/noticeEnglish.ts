import type { Translation } from "./translation.ts";

/** What the host says of a turn. */
export const noticeEnglish = {
  "agent.notice.calls_left": {
    one: "{count} of {limit} tool calls is left in this turn.",
    other: "{count} of {limit} tool calls are left in this turn.",
  },
  "agent.notice.calls_used": "All {limit} tool calls of this turn are used, so the agent has to answer now.",
  "agent.notice.repeated_call": {
    one: "“{tool}” was called {count} time with the same arguments: this looks like a loop.",
    other: "“{tool}” was called {count} times with the same arguments: this looks like a loop.",
  },
} satisfies Record<string, Translation>;
