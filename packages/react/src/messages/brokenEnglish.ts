import type { Translation } from "./translation.ts";

/** What could not be drawn. */
export const brokenEnglish = {
  "broken.detail": "What went wrong",
  "broken.slot": "The component at {slot} could not draw this. The standard one is shown instead.",
  "broken.form": "This form could not be drawn. The rest of the page is not affected.",
  "broken.spec": "A mistake in this form’s FormSpec. This note is shown in development only.",
  "broken.call": "This call could not be drawn. The rest of the page is not affected.",
} satisfies Record<string, Translation>;
