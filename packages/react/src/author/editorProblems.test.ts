import { expect, it } from "vitest";
import { haiku } from "../testing/fixtures/haikuTool.ts";
import { NEW_TOOL, toEdited } from "./editedTool.ts";
import { missingIn, problemCounts } from "./editorProblems.ts";

const unnamed = [{ key: "", type: "text" as const }];
const nothing: ReadonlySet<string> = new Set();

it("names what a new tool lacks, and an address that is none", () => {
  expect([...missingIn(NEW_TOOL, true).keys()]).toEqual(["name", "description", "category", "slug", "executionSpec"]);
  expect([...missingIn({ ...toEdited(haiku), slug: "a b" }, true)]).toEqual([["slug", "slugShape"]]);
});

it("counts at each section what is to be mended there", () => {
  const spec = { kind: "prompt", mode: "direct", prompt_template: "{{topik}}" } as const;
  const tool = { ...toEdited(haiku), spec, fields: unnamed, answers: "data" as const, outputFields: unnamed };
  const counts = problemCounts(tool, haiku.inputSchema, { isOwn: true, parts: new Set(["name"]) });
  expect(Object.fromEntries(counts)).toEqual({ identity: 1, visibility: 0, input: 1, output: 1, execution: 1 });
});

it("counts nothing that is not shown: fields of a text, and what a tool in code asks for", () => {
  const text = { ...toEdited(haiku), outputFields: unnamed };
  expect(problemCounts(text, haiku.inputSchema, { isOwn: true, parts: nothing }).get("output")).toBe(0);
  const code = { ...toEdited(haiku), fields: unnamed };
  expect(problemCounts(code, haiku.inputSchema, { isOwn: false, parts: nothing }).get("input")).toBe(0);
});
