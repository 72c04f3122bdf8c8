import type { AuthoredTool } from "@callboard/core/client";
import { expect, it } from "vitest";
import { changesOf, slugFor, toDraft, toEdited } from "./editedTool.ts";

const saved: AuthoredTool = {
  slug: "rate",
  name: "Rate",
  description: "Rates.",
  userDescription: null,
  category: "x",
  icon: "star",
  kind: "tenant_custom",
  origin: "custom",
  inputSchema: {
    type: "object",
    properties: { of: { type: "string", minLength: 2 } },
    required: ["of"],
    additionalProperties: false,
  },
  outputSchema: { type: "object", properties: { stars: { type: "integer" } }, description: "Kept." },
  outputSections: null,
  executionSpec: { kind: "prompt", mode: "direct", prompt_template: "{{of}}" },
  permissionPolicy: "auto",
  requiredPermission: null,
  enabled: true,
  isOn: true,
  version: "v",
  revision: "r",
  changed: [],
  updatedAt: null,
  updatedBy: null,
};

it("says of a tool that nobody touched that nothing has changed, whatever its schemas hold", () => {
  expect(changesOf(toEdited(saved), saved)).toEqual({});
  expect(toDraft(toEdited(saved), saved).inputSchema).toEqual(saved.inputSchema);
  expect(changesOf({ ...toEdited(saved), name: "Grade ", requiredPermission: "x" }, saved)).toEqual({
    name: "Grade",
    requiredPermission: "x",
  });
  expect(changesOf({ ...toEdited(saved), answers: "text" }, saved)).toEqual({
    outputSchema: { type: "string", title: "Answer" },
  });
});

it.each([
  ["Größe & Länge", "grosse-lange"],
  ["  A  b ", "a-b"],
  ["日本", ""],
])("makes an address of %j", (name, slug) => {
  expect(slugFor(name)).toBe(slug);
});
