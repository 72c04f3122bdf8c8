import { expect, test } from "vitest";
import { fromAgUi } from "./agUi/fromAgUi.ts";
import { fromAiSdk } from "./aiSdk/fromAiSdk.ts";

// Held by the type-check: an object that is written where it is pushed may have all fields of its wire.
test("a chunk may be written in its place, with the fields of its wire", () => {
  const ofAiSdk = fromAiSdk().push({
    type: "tool-input-available",
    toolCallId: "c1",
    toolName: "add",
    input: { a: 1 },
  });
  expect(ofAiSdk.map(({ type }) => type)).toContain("tool.input_ready");
  const ofAgUi = fromAgUi().push({ type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "add" });
  expect(ofAgUi.map(({ type }) => type)).toContain("tool.requested");
});
