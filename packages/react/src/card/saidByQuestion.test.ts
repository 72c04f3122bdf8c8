import { describe, expect, test } from "vitest";
import type { Question } from "@callboard/core";
import { isInputSaid, isOutputSaid } from "./saidByQuestion.ts";

const question: Question = {
  id: "q",
  state: "accepted",
  message: "Who are the notes for?",
  schema: {
    type: "object",
    properties: { answer: { enum: ["Developers", "Operators"] } },
    additionalProperties: false,
  },
  content: { answer: "Developers" },
};
const questions = [question];

describe("the input of a call that asks", () => {
  test.each([
    ["its question and its choices", { question: question.message, choices: ["Developers", "Operators"] }, true],
    ["its question", { question: question.message }, true],
    ["a text that the question does not say", { question: question.message, tone: "formal" }, false],
    ["a number", { question: question.message, copies: 2 }, false],
    ["a yes or no that stands in the schema by chance", { question: question.message, urgent: false }, false],
    ["a word of the schema", { question: question.message, type: "object" }, false],
    ["one of the choices, which is more than that it can be chosen", { fallback: "Operators" }, false],
    ["some of the choices", { question: question.message, hidden: ["Operators"] }, false],
    ["no choices at all", { question: question.message, hidden: [] }, false],
    ["nothing yet", undefined, false],
  ])("%s", (_what, input, isSaid) => expect(isInputSaid({ input, questions })).toBe(isSaid));

  test("says its choices by their values or by their words", () => {
    const { message } = question;
    const named: Question = { id: "q", state: "pending", message, schema: { enum: ["dev_team", "ops_team"] } };
    const said = (choices: unknown) => isInputSaid({ input: { question: message, choices }, questions: [named] });
    expect(said(["dev_team", "ops_team"])).toBe(true);
    expect(said(["Dev Team", "Ops Team"])).toBe(true);
    expect(said(["Dev Team", "Sales Team"])).toBe(false);
  });

  test("is its own where it asks nothing", () => {
    expect(isInputSaid({ input: { question: "Who?" }, questions: [] })).toBe(false);
  });
});

describe("the output of a call that asked", () => {
  test.each([
    ["the answer", { answer: "Developers" }, true],
    ["the answer, as ask_person gives it", { answered: true, answer: "Developers" }, true],
    ["more than the answer", { answer: "Developers", sent: true }, false],
    ["another one", { answer: "Operators" }, false],
  ])("%s", (_what, output, isSaid) => expect(isOutputSaid({ output, questions })).toBe(isSaid));

  test("is its own where nobody answered", () => {
    const declined: Question = { id: "q", state: "declined", message: "Who?" };
    expect(isOutputSaid({ output: { answered: false }, questions: [declined] })).toBe(false);
    expect(isOutputSaid({ output: undefined, questions: [declined] })).toBe(false);
  });
});
