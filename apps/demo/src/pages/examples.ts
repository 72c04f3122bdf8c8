/** What to ask, in English, as the scripted model reads it. */
export const examples = {
  read: "Read the README of React and tell me what it is for",
  calculate: "What is the ROI of 80,000 that saves 30,000 a year, and how many ounces are 2 kg?",
  publish: "Analyze zod/README.md: what does it say about validation? Then publish a note about it",
  survey: "Survey the documentation of the packages named hono",
};
