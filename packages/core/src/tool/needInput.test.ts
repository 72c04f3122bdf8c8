import { expect, it } from "vitest";
import { needInput, questionEvents } from "./needInput.ts";

const eventsOf = (question: Parameters<typeof needInput>[0]) =>
  questionEvents("c1", needInput(question), { askId: () => "a1", meta: { version: "v" } });

it("asks the client's model for words, with the form of them for a person", () => {
  expect(eventsOf({ key: "name", message: "A name?", from: "model", maxTokens: 10 })).toEqual([
    {
      type: "tool.needs_input",
      callId: "c1",
      askId: "a1",
      message: "A name?",
      schema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      expiresAt: undefined,
      meta: { version: "v", key: "name", from: "model", maxTokens: 10 },
    },
  ]);
});

it("refuses a form or an address of one's own where a client answers", () => {
  const question = { key: "name", message: "A name?", from: "model" as const };
  expect(() => eventsOf({ ...question, schema: { type: "object" } })).toThrow("leave schema and url out");
  expect(() => eventsOf({ ...question, url: "https://acme.example" })).toThrow("leave schema and url out");
});
