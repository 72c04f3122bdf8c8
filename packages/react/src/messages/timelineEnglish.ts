import type { Translation } from "./translation.ts";

/** The ways through a timeline, which a card by itself has none of. */
export const timelineEnglish = {
  "timeline.tools": "Ways through the timeline",
  "timeline.openAll": "Open all",
  "timeline.closeAll": "Close all",
  "timeline.nextAsk": "Next that waits for you",
  "timeline.nextProblem": "Next that failed",
  "timeline.toEnd": "To the end",
  "timeline.noAsk": "Nothing waits for you.",
  "timeline.noProblem": "Nothing failed.",
} satisfies Record<string, Translation>;
