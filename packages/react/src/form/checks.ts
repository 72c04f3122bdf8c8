/** The validation engine, and the words of what it finds. */
export { createValidator, patternsPending } from "@callboard/core/validator";
export { issueEnglish } from "../messages/issueEnglish.ts";
