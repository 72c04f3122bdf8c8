/** What a form fetches when it is first needed: what takes a model's arguments, and a Zod schema's own check. */
export { createPrefill, standardIssues } from "@callboard/core/form";
