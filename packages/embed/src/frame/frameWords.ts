/** What the page inside a frame says beside the form itself, and the window that it opens. */
export const frameEnglish = {
  changed: "This form is being updated and cannot be used right now. Please come back later.",
  busy: "Too many people are here right now. Please try again in a minute.",
  retry: "Try again",
  noToken: "The page around this form did not say who you are. Please load it again.",
  waiting: "A window has opened. Check there what will run, and confirm it.",
  showWindow: "Show the window",
  stopWaiting: "Cancel",
  notConfirmed: "Nothing was sent, as it was not confirmed in its window.",
  blockedWindow:
    "This is confirmed in its own window, and your browser did not open it. Allow windows for this page, then press again.",
  confirmTitle: "Run “{tool}”?",
  confirmSite: "This tool is published for pages of {site}.",
  confirmRun: "Run",
  confirmLeave: "Do not run",
  early: "Please read what will run, then press again.",
  small: "This window is too small to show what will run. Please make it larger, then press again.",
};

export type FrameWords = Readonly<Record<keyof typeof frameEnglish, string>>;
