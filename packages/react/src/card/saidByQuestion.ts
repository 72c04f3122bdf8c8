import type { CallView, Question } from "@callboard/core";
import { sameJson } from "@callboard/core/form";
import { isRecord } from "../isRecord.ts";

/** Whether the input of a call is no more than the question that it asks, and the answers that it offers. */
export function isInputSaid({ input, questions }: Pick<CallView, "input" | "questions">): boolean {
  if (questions.length === 0) return false;
  const said = new Set(questions.flatMap(({ message, schema }) => [message, ...leavesOf(schema)]));
  return leavesOf(input).every((leaf) => typeof leaf === "string" && said.has(leaf));
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

function leavesOf(value: unknown): unknown[] {
  if (value === undefined) return [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}
