import { describe, expect, test } from "vitest";
import type { NewEvent, SessionEvent } from "./event.ts";
import { joinDeltas } from "./joinDeltas.ts";

const text = (delta: string, rest: object = {}) =>
  ({ type: "agent.text_appended", agentId: "a", itemId: "i", delta, ...rest }) as NewEvent;
const output = (delta: string, rest: object = {}) =>
  ({ type: "tool.output_appended", callId: "c", delta, ...rest }) as NewEvent;
const input = (delta: string, rest: object = {}) =>
  ({ type: "tool.input_appended", callId: "c", delta, ...rest }) as NewEvent;

describe("two neighbouring pieces", () => {
  test.each([
    ["of a text", text("a"), text("b"), text("ab")],
    ["of a text that the second does not name", text("a"), text("b", { itemId: undefined }), text("ab")],
    [
      "of an output",
      output("a", { channel: "err" }),
      output("b", { channel: "err" }),
      output("ab", { channel: "err" }),
    ],
    ["of arguments", input("a"), input("b"), input("ab")],
  ])("%s are one", (_, before, event, joined) => expect(joinDeltas(before, event)).toEqual(joined));

  test.each([
    ["of two items", text("a"), text("b", { itemId: "j" })],
    ["of two agents", text("a"), text("b", { agentId: "b" })],
    ["of a text and a thought", text("a"), text("b", { kind: "reasoning" })],
    ["of two messages", text("a", { messageId: "m" }), text("b")],
    ["of two channels", output("a"), output("b", { channel: "err" })],
    ["of two calls", input("a"), input("b", { callId: "d" })],
    ["of arguments and an output", input("a"), output("b")],
    ["of which the first says more", text("a", { meta: { signature: "s" } }), text("b")],
    ["of which the second says more", output("a"), output("b", { meta: { level: 1 } })],
    ["that are long together", output("a".repeat(20_000)), output("b".repeat(20_000))],
  ])("%s stay two", (_, before, event) => expect(joinDeltas(before, event)).toBeUndefined());

  test("of a log stand in the later one's place", () => {
    const at = (seq: number) => ({ v: 1, sessionId: "s", seq, at: seq * 10 });
    const pieces = [text("a", at(4)), text("b", at(5))] as [SessionEvent, SessionEvent];
    expect(joinDeltas(...pieces)).toEqual(text("ab", at(5)));
  });
});
