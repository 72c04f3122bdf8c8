import type { NewEvent, SessionEvent } from "@callboard/core";
import { describe, expect, it } from "vitest";
import { createAgUiWriter } from "./agUi/writer.ts";
import { createAiSdkWriter } from "./aiSdk/writer.ts";
import type { WireWriter } from "./turnResponse.ts";

const PIECES = 10_000;
const PIECE = "a line of output\n";

/** A call that writes its output piece by piece, and ends. */
const turn: SessionEvent[] = (
  [
    { type: "agent.started", agentId: "a", meta: { turn: {} } },
    { type: "tool.requested", callId: "c", tool: "run", agentId: "a" },
    { type: "tool.input_ready", callId: "c", input: {} },
    { type: "agent.step_completed", agentId: "a", step: 1 },
    { type: "tool.started", callId: "c", tool: "run", input: {}, agentId: "a" },
    ...Array.from({ length: PIECES }, (): NewEvent => ({ type: "tool.output_appended", callId: "c", delta: PIECE })),
    { type: "tool.completed", callId: "c", output: "done" },
  ] as NewEvent[]
).map((event, index) => ({ ...event, v: 1, seq: index + 1, at: index, sessionId: "s" }));

describe.each<[string, () => WireWriter]>([
  ["the AI SDK", () => createAiSdkWriter("a", "m", [])],
  ["AG-UI", () => createAgUiWriter("a", { threadId: "t", runId: "r" }, [])],
])("an output streamed over %s", (_name, create) => {
  it("costs a few times its length, though the wire can only say it whole again", () => {
    const writer = create();
    let text = writer.begin();
    for (const event of turn) text += writer.write(event) + writer.flush();
    const whole = JSON.stringify(PIECE.repeat(PIECES)).length;
    expect(text).toContain("done");
    expect(text.length).toBeGreaterThan(whole);
    expect(text.length).toBeLessThan(12 * whole);
  });

  it("goes on from the text that replaced it", () => {
    const events = [
      ...turn.slice(0, 5),
      { type: "tool.output_replaced", callId: "c", output: "a new " },
      { type: "tool.output_appended", callId: "c", delta: "beginning" },
    ].map((event, index) => ({ ...event, v: 1, seq: index + 1, at: index, sessionId: "s" }) as SessionEvent);
    const writer = create();
    let text = writer.begin();
    for (const event of events) text += writer.write(event) + writer.flush();
    expect(text).toContain('"a new beginning"');
  });
});
