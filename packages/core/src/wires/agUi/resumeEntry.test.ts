import { expect, test } from "vitest";
import { takesInput, toResumeEntry, type AgUiAnswer, type AgUiInterrupt } from "./fromAgUi.ts";

const now = Date.parse("2026-06-01T00:00:00Z");
const decision = { type: "object", properties: { approved: { type: "boolean" } } };
const editable = { oneOf: [{ properties: { approved: {}, editedArgs: { type: "object" } } }] };
const question = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const call: AgUiInterrupt = { id: "i", reason: "tool_call", toolCallId: "c" };

test.each<[AgUiInterrupt, AgUiAnswer, object]>([
  [call, { decision: "approve" }, { status: "resolved", payload: { approved: true } }],
  [call, { decision: "deny", reason: "No" }, { status: "resolved", payload: { approved: false, reason: "No" } }],
  [
    { ...call, responseSchema: { ...decision, additionalProperties: false } },
    { decision: "deny", reason: "No" },
    { status: "resolved", payload: { approved: false } },
  ],
  [
    { ...call, responseSchema: editable },
    { decision: "approve", input: { to: "b" } },
    { status: "resolved", payload: { approved: true, editedArgs: { to: "b" } } },
  ],
  [{ id: "i", reason: "confirmation" }, { decision: "deny" }, { status: "resolved", payload: false }],
  [
    { id: "i", reason: "x:y", responseSchema: { type: "boolean" } },
    { decision: "approve" },
    { status: "resolved", payload: true },
  ],
  [
    { id: "i", reason: "input_required", responseSchema: question },
    { decision: "approve", input: { city: "Rome" } },
    { status: "resolved", payload: { city: "Rome" } },
  ],
  [{ id: "i", reason: "input_required", responseSchema: question }, { decision: "deny" }, { status: "cancelled" }],
  [
    { id: "i", reason: "input_required", toolCallId: "c", responseSchema: question },
    { action: "accept", content: { city: "Rome" } },
    { status: "resolved", payload: { city: "Rome" } },
  ],
  [{ id: "i", reason: "input_required", responseSchema: question }, { action: "decline" }, { status: "cancelled" }],
  [{ ...call, expiresAt: "2026-05-31T00:00:00Z" }, { decision: "deny" }, { status: "cancelled" }],
])("%j answered by %j is %j", (interrupt, answer, entry) => {
  expect(toResumeEntry(interrupt, answer, now)).toEqual({ interruptId: "i", ...entry });
});

test.each<[AgUiInterrupt, AgUiAnswer, string]>([
  [{ ...call, expiresAt: "2026-05-31T00:00:00Z" }, { decision: "approve" }, "expired"],
  [{ ...call, responseSchema: decision }, { decision: "approve", input: {} }, "not_supported"],
  [{ id: "i", reason: "input_required", responseSchema: question }, { decision: "approve" }, "invalid_input"],
])("%j cannot be answered by %j: %s", (interrupt, answer, code) => {
  expect(() => toResumeEntry(interrupt, answer, now)).toThrow(expect.objectContaining({ code }) as Error);
});

test("an input is taken where the schema has a place for one", () => {
  expect(takesInput(call)).toBe(false);
  expect(takesInput({ ...call, responseSchema: decision })).toBe(false);
  expect(takesInput({ ...call, responseSchema: editable })).toBe(true);
  expect(takesInput({ id: "i", reason: "input_required", responseSchema: question })).toBe(false);
  expect(takesInput({ id: "i", reason: "confirmation" })).toBe(false);
});

test("what has expired by now is refused without saying when now is", () => {
  const expired = { ...call, expiresAt: "2001-01-01T00:00:00Z" };
  const answer = { callId: "c1", approvalId: "i1", decision: "approve" } as const;
  expect(() => toResumeEntry(expired, answer)).toThrow("The time to answer this is over");
});
