import { describe, expect, test } from "vitest";
import type { JsonSchema } from "@callboard/core";
import { fewAnswers } from "./answerOptions.ts";

const one = (field: JsonSchema): JsonSchema => ({ type: "object", properties: { answer: field } });
const words = (schema: JsonSchema) => fewAnswers(schema)?.options.map((option) => option.words) ?? null;

describe("the answers of a question that takes one word", () => {
  test.each<[string, JsonSchema, unknown[], unknown]>([
    ["a yes or no", one({ type: "boolean" }), [true, false], { answer: true }],
    ["a yes or no that is no record", { type: "boolean" }, [true, false], true],
    ["one of a few", one({ type: "string", enum: ["Small", "Large"] }), ["Small", "Large"], { answer: "Small" }],
    ["numbers", { type: "integer", enum: [1, 2] }, ["1", "2"], 1],
    [
      "options with titles",
      one({ oneOf: [{ const: "s", title: "Small" }, { const: "l" }] }),
      ["Small", "l"],
      { answer: "s" },
    ],
  ])("%s", (_what, schema, said, first) => {
    expect(words(schema)).toEqual(said);
    expect(fewAnswers(schema)?.options[0]?.content).toEqual(first);
  });

  test("carry the words of their field", () => {
    expect(fewAnswers(one({ type: "boolean", title: "Urgent", description: "It goes first." }))).toMatchObject({
      title: "Urgent",
      help: "It goes first.",
    });
  });

  test.each<[string, JsonSchema]>([
    ["a text", one({ type: "string" })],
    ["two fields", { type: "object", properties: { a: { type: "boolean" }, b: { type: "boolean" } } }],
    ["many options", one({ enum: ["a", "b", "c", "d", "e", "f"] })],
    [
      "an option that is a sentence",
      one({ enum: ["No", "Yes, and while you are at it please tell all the others too"] }),
    ],
    ["several of a few", one({ type: "array", items: { enum: ["a", "b"] } })],
    ["an option that is no word", one({ enum: ["a", null] })],
    ["an option or one's own words", one({ anyOf: [{ enum: ["a", "b"] }, { type: "string" }] })],
    ["one option", one({ enum: ["a"] })],
    ["nothing", { type: "object" }],
  ])("are none where it takes %s", (_what, schema) => expect(fewAnswers(schema)).toBeNull());
});
