import { describe, expect, test } from "vitest";
import { formSpecProblem } from "./formSpecProblem.ts";

describe("what is wrong with a FormSpec", () => {
  test.each<[string, unknown, RegExp | undefined]>([
    ["a title alone", { title: "Tip" }, undefined],
    ["fields of all kinds", { fields: [{ key: "a" }, { key: "b", type: "enum", options: [{ value: 1 }] }] }, undefined],
    [
      "sections",
      { sections: [{ title: "One", fields: [{ key: "a", type: "array", item: { type: "text" } }] }] },
      undefined,
    ],
    ["no object", "fields", /It is "fields"/],
    ["fields in an object", { fields: { bill: {} } }, /^fields is \{"bill":\{\}\} and has to be a list/],
    ["names as fields", { fields: [{ key: "a" }, "bill"] }, /^fields\[1\] is "bill".*\{ key: "bill" \}/],
    ["a field without a key", { fields: [{ type: "text" }] }, /^fields\[0\]\.key is missing/],
    [
      "an unknown type",
      { fields: [{ key: "a", type: "int" }] },
      /^fields\[0\]\.type is "int"; the types are text, number/,
    ],
    ["a section without fields", { sections: [{ title: "One" }] }, /^sections\[0\]\.fields is missing/],
    ["a section that is none", { sections: [null] }, /^sections\[0\] is null/],
    ["a field inside", { fields: [{ key: "a", fields: ["b"] }] }, /^fields\[0\]\.fields\[0\] is "b"/],
    ["an element", { fields: [{ key: "a", type: "array", item: "text" }] }, /^fields\[0\]\.item is "text"/],
    ["an option", { fields: [{ key: "a", options: ["x"] }] }, /^fields\[0\]\.options\[0\] is "x".*value/],
  ])("%s", (_, spec, problem) => {
    const found = formSpecProblem(spec);
    if (problem) expect(found).toMatch(problem);
    else expect(found).toBeUndefined();
  });
});
