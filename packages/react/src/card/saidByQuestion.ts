import type { CallView, Question } from "@callboard/core";
import { sameJson } from "@callboard/core/form";
import { isRecord } from "../isRecord.ts";
import { answerOptions } from "./asks/answerOptions.ts";

/** Whether the input of a call is no more than the question that it asks, and all the answers that it offers. */
export function isInputSaid({ input, questions }: Pick<CallView, "input" | "questions">): boolean {
  if (questions.length === 0 || input === undefined) return false;
  const parts = isRecord(input) ? Object.values(input) : [input];
  return parts.every((part) => questions.some((question) => isSaid(part, question)));
}

function isSaid(part: unknown, { message, schema }: Question): boolean {
  if (!Array.isArray(part)) return part === message;
  const options = isRecord(schema) ? answerOptions(schema) : null;
  return (
    options?.length === part.length &&
    options.every(({ value, words }, index) => typeof part[index] === "string" && [value, words].includes(part[index]))
  );
}

/** Whether the output of a call is no more than the answer that it got, as it is or as `ask_person` gives it. */
export function isOutputSaid({ output, questions }: Pick<CallView, "output" | "questions">): boolean {
  return questions.some(
    ({ state, content }: Question) =>
      state === "accepted" &&
      content !== undefined &&
      (sameJson(output, content) || (isRecord(content) && sameJson(output, { answered: true, ...content }))),
  );
}
