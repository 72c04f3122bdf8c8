/** A tool that is seen and cannot be run. */
export const lockEnglish = {
  "lock.why": "Cannot be run now: {why}",
};
