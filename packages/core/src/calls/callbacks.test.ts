import { expect, test } from "vitest";
import type { NewEvent } from "../events/event.ts";
import { createCallbacks } from "./callbacks.ts";

test("a handler cannot smuggle fields of its own into an event", () => {
  const events: NewEvent[] = [];
  const report = createCallbacks("c1", (event) => events.push(event));
  const extra = { type: "tool.approved", approvalId: "p1", parentCallId: "elsewhere", source: "web", sessionId: "s2" };
  report.onToolCall({ callId: "x", tool: "t", input: 1, ...extra });
  report.onSubAgentStart({ agentId: "a", ...extra });
  report.onSubAgentToolCall("a", { callId: "y", tool: "t", input: 2, ...extra });
  expect(events).toEqual([
    { type: "tool.started", callId: "x", tool: "t", input: 1, agentId: undefined, source: "agent" },
    { type: "agent.started", agentId: "a", name: undefined, description: undefined, parentCallId: "c1" },
    { type: "tool.started", callId: "y", tool: "t", input: 2, agentId: "a", source: "agent" },
  ]);
});

test("a status keeps the progress that was said before", () => {
  const events: NewEvent[] = [];
  const report = createCallbacks("c1", (event) => events.push(event));
  report.onStatus("Starting");
  report.onProgress(2, 5);
  report.onStatus("Counting");
  expect(events).toMatchObject([
    { progress: 0, message: "Starting" },
    { progress: 2, total: 5 },
    { progress: 2, total: 5, message: "Counting" },
  ]);
});

test("a text with values is kept as words, and as how they are made", () => {
  const events: NewEvent[] = [];
  const report = createCallbacks("c1", (event) => events.push(event));
  const values: Record<string, string | number> = { file: "a.md", constructor: 3 };
  report.onProgress(1, 2, { template: "Reading {file}, {constructor} of {toString} {other}", values });
  values["file"] = "changed";
  report.onStatus({ template: "Done" });
  expect(events[0]).toEqual({
    type: "tool.progressed",
    callId: "c1",
    progress: 1,
    total: 2,
    message: "Reading a.md, 3 of {toString} {other}",
    wording: {
      template: "Reading {file}, {constructor} of {toString} {other}",
      values: { file: "a.md", constructor: 3 },
    },
  });
  expect(events[1]).toMatchObject({ message: "Done", wording: { template: "Done", values: {} } });
});

test("an agent may end without a word", () => {
  const events: NewEvent[] = [];
  createCallbacks("c1", (event) => events.push(event)).onSubAgentEnd("a");
  expect(events).toEqual([{ type: "agent.completed", agentId: "a", result: undefined }]);
});
