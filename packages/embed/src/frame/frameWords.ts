/** What the page inside a frame says beside the form itself. */
export const frameEnglish = {
  changed: "This form is being updated and cannot be used right now. Please come back later.",
  busy: "Too many people are here right now. Please try again in a minute.",
  retry: "Try again",
  noToken: "The page around this form did not say who you are. Please load it again.",
  covered:
    "This form may be covered by something on the page, so it cannot be sent from here. Open it in a window of its own.",
  moved: "The page has just moved. Please check the form, then press again.",
  openWindow: "Open in a window",
  blockedWindow: "Your browser did not open the window. Allow it for this page, then press again.",
};

export type FrameWords = Readonly<Record<keyof typeof frameEnglish, string>>;
