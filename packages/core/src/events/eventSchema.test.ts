import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SessionEvent } from "./event.ts";
import { isKnownType, trustedEvent } from "./eventFields.ts";
import { eventSchemas, eventShapes, sessionEventSchema } from "./eventSchema.ts";
import { chatTurn } from "../timeline/testing/fixtures/chatTurn.ts";
import { logOf } from "../timeline/testing/fixtures/logOf.ts";
import { randomHistory } from "../timeline/testing/fixtures/randomHistory.ts";

const [someEvent] = logOf([{ type: "agent.step_completed", agentId: "a1", step: 1, usage: { inputTokens: 5 } }]);
const [someAsk] = logOf([{ type: "tool.needs_approval", callId: "c1", approvalId: "a1", input: {} }]);

describe("sessionEventSchema", { timeout: 30_000 }, () => {
  test("takes every event of a log as it is", () => {
    for (const event of logOf(chatTurn)) expect(sessionEventSchema.parse(event)).toEqual(event);
    fc.assert(
      fc.property(randomHistory, (history) => {
        for (const event of JSON.parse(JSON.stringify(logOf(history))) as SessionEvent[]) {
          expect(sessionEventSchema.parse(event)).toEqual(event);
          expect(eventSchemas[event.type].parse(event)).toEqual(event);
        }
      }),
      { numRuns: 100 },
    );
  });

  test("lets fields through that it does not know, at every level", () => {
    const event = { ...someEvent, later: { x: 1 } };
    expect(sessionEventSchema.parse(event)).toEqual(event);
    const [failed] = logOf([{ type: "tool.failed", callId: "c1", error: { code: "x", message: "y" } }]);
    const more = { ...failed, error: { code: "x", message: "y", hint: "z" } };
    expect(sessionEventSchema.parse(more)).toEqual(more);
  });

  test.each([
    ["seq", { ...someEvent, seq: "1" }],
    ["seq", { ...someEvent, seq: 0 }],
    ["sessionId", { ...someEvent, sessionId: undefined }],
    ["at", { ...someEvent, at: "now" }],
    ["v", { ...someEvent, v: 2 }],
    ["meta", { ...someEvent, meta: "x" }],
    ["agentId", { ...someEvent, agentId: 7 }],
    ["usage.inputTokens", { ...someEvent, usage: { inputTokens: "5" } }],
    ["usage.cached", { ...someEvent, usage: { cached: "5" } }],
    ["afterItemId", { ...someEvent, type: "agent.retracted" }],
    ["error.message", { ...someEvent, type: "agent.failed", error: { code: "x" } }],
    ["error.wording", { ...someEvent, type: "agent.failed", error: { code: "x", message: "y", wording: "z" } }],
    ["outputRef.bytes", { ...someEvent, type: "tool.completed", callId: "c1", outputRef: { id: "o", bytes: "1" } }],
    ["offers", { ...someAsk, offers: "all" }],
    ["offers.1.id", { ...someAsk, offers: [{ id: "a", rule: "publish" }, { rule: "publish" }] }],
    ["offers.0", { ...someAsk, offers: [{ id: "a", words: "" }] }],
    ["offers.0.reach", { ...someAsk, offers: [{ id: "a", words: "Always", reach: "moon" }] }],
    ["role", { ...someEvent, type: "message.added", messageId: "m1", text: "x", role: "root" }],
    ["type", { ...someEvent, type: "tool.danced" }],
  ])("refuses a wrong %s and names it", (path, event) => {
    const result = sessionEventSchema.safeParse(event);
    expect(result.success).toBe(false);
    expect(result.error?.issues.map((issue) => issue.path.join("."))).toContain(path);
  });

  test("what the fold leaves out of an event, this refuses", () => {
    let refused = 0;
    const types = Object.keys(eventShapes) as SessionEvent["type"][];
    const whole = Object.fromEntries([...logOf(chatTurn)].map((event) => [event.type, event]));
    const value = fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.string(),
      fc.integer(),
      fc.dictionary(fc.string(), fc.string()),
      fc.array(fc.record({ id: fc.string(), rule: fc.oneof(fc.string(), fc.nat()) }, { requiredKeys: [] })),
    );
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.nat(), value, (type, which, wrong) => {
        const fields = ["at", ...Object.keys(eventShapes[type])];
        const field = fields[which % fields.length]!;
        const event = { ...someEvent, callId: "c1", ...whole[type], type, [field]: wrong } as unknown as SessionEvent;
        const complaints: string[] = [];
        trustedEvent(event, (_event, message) => complaints.push(message));
        if (complaints.length === 0) return;
        refused++;
        expect(sessionEventSchema.safeParse(event).success, complaints[0]).toBe(false);
      }),
      { numRuns: 3000 },
    );
    expect(refused).toBeGreaterThan(500);
  });

  test("and the fold know the same types", () => {
    expect(Object.keys(eventShapes).filter((type) => !isKnownType(type))).toEqual([]);
    expect(isKnownType("constructor")).toBe(false);
  });
});
