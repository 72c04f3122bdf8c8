/** A tool that is seen and cannot be run. */
export const lockEnglish = {
  "lock.why": "Cannot be run now: {why}",
  "lock.needsModel": "Needs a model",
  "lock.connectModel": "How to connect one",
  "lock.connectModelHow":
    "Whoever runs this host sets OPENAI_BASE_URL and OPENAI_MODEL, and OPENAI_API_KEY where the model’s server wants a key, and starts it again.",
};
