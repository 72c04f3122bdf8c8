import { expect, test } from "vitest";
import type { JsonSchema } from "@callboard/core";
import { answerWords } from "./answerWords.ts";

const english = { locale: "en", yes: "Yes", no: "No" };
const sized: JsonSchema = {
  type: "object",
  properties: { size: { oneOf: [{ const: "s", title: "Small" }, { const: "l" }] } },
};
const explained: JsonSchema = {
  type: "object",
  properties: { size: { oneOf: [{ const: "s", title: "Small", description: "Up to 10 kg" }, { const: "l" }] } },
};
const many: JsonSchema = {
  oneOf: Array.from({ length: 9 }, (_, index) => ({ const: `n${index}`, title: `Number ${index}` })),
};

test.each<[string, unknown, JsonSchema | undefined, string | null]>([
  ["an option, by its title", { size: "s" }, sized, "Small"],
  ["an option that is explained, by its title", { size: "s" }, explained, "Small"],
  ["an option of many, by its title", "n3", many, "Number 3 (n3)"],
  ["a yes by its title", true, { type: "boolean", oneOf: [{ const: true, title: "Publish" }] }, "Publish"],
  ["a yes", true, { type: "boolean" }, "Yes"],
  ["a no among others", { size: "M", gift: false, count: 1200, note: "" }, undefined, "M · No · 1,200"],
  ["a few texts", { tags: ["a", "b"] }, undefined, "a and b"],
  ["what cannot be seen", "a\u202eb", undefined, "a⟨U+202E⟩b"],
  ["a secret", { pin: "1234" }, { type: "object", properties: { pin: { type: "string", format: "password" } } }, null],
  ["more than a line", "word ".repeat(40), undefined, null],
  ["two lines", "one\ntwo", undefined, null],
  ["a value within a value", { at: { city: "Rome" } }, undefined, null],
  ["nothing", {}, undefined, null],
  ["no answer", undefined, undefined, null],
])("an answer in a line: %s", (_what, content, schema, words) => {
  expect(answerWords(content, schema, english)).toBe(words);
});
