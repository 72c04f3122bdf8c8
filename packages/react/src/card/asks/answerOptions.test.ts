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
    [
      "options with names",
      one({ enum: ["s", "l"], enumNames: ["Small", "Large"] }),
      ["Small", "Large"],
      { answer: "s" },
    ],
    ["options with labels", { enum: ["s", "l"], "x-enum-labels": { s: "Small", l: "Large" } }, ["Small", "Large"], "s"],
    ["identifiers", { enum: ["not_now", "later"] }, ["Not Now", "later"], "not_now"],
    [
      "a yes or no with titles",
      {
        type: "boolean",
        oneOf: [
          { const: true, title: "Publish" },
          { const: false, title: "Discard" },
        ],
      },
      ["Publish", "Discard"],
      true,
    ],
    ["a yes or no with names", { type: "boolean", enum: [true, false], enumNames: ["On", "Off"] }, ["On", "Off"], true],
    ["a listed yes or no", { type: "boolean", enum: [false, true] }, [false, true], false],
    [
      "records with titles",
      {
        oneOf: [
          { const: { w: 1 }, title: "Light" },
          { const: { w: 2 }, title: "Heavy" },
        ],
      },
      ["Light", "Heavy"],
      { w: 1 },
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
    ["records without titles", one({ enum: [{ w: 1 }, { w: 2 }] })],
    ["an option that is explained", one({ oneOf: [{ const: "a", description: "The first" }, { const: "b" }] })],
    ["options that are explained", one({ enum: ["a", "b"], enumDescriptions: ["The first", "The second"] })],
    ["an option or one's own words", one({ anyOf: [{ enum: ["a", "b"] }, { type: "string" }] })],
    ["one option", one({ enum: ["a"] })],
    ["nothing", { type: "object" }],
  ])("are none where it takes %s", (_what, schema) => expect(fewAnswers(schema)).toBeNull());
});
