import { createTimeline, type NewEvent } from "@callboard/core";
import { createElement } from "react";
import { describe, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { asLog, surveyTool } from "../testing/fixtures/callEvents.ts";
import { createFakeChat } from "../testing/fixtures/chatEvents.ts";
import { ToolCallCard } from "./ToolCallCard.tsx";

const callId = "call";
const tool = surveyTool.slug;
const input = { word: "callboard", limit: 20 };
const requested: NewEvent = { type: "tool.requested", callId, tool };
const deltas = ['{"word":', '"callboard"', ',"limit":20}'].map((delta): NewEvent => ({
  type: "tool.input_appended",
  callId,
  delta,
}));
const ready: NewEvent = { type: "tool.input_ready", callId, input };
const started: NewEvent = { type: "tool.started", callId, tool, input, summary: "“callboard” in 20 packages" };
const asked: NewEvent = { type: "tool.needs_approval", callId, approvalId: "a", input };
const progressed: NewEvent = { type: "tool.progressed", callId, progress: 12, total: 20, message: "react/README.md" };
const wrote: NewEvent = { type: "tool.output_appended", callId, delta: "hono/README.md\t0\n" };
const completed: NewEvent = { type: "tool.completed", callId, output: { word: "callboard", found: 3 }, durationMs: 9 };

/**
 * How calls go, by what the wires say of them: some stream arguments, some bring a call whole, some only once it has
 * ended.
 */
const flows: Record<string, NewEvent[]> = {
  "arguments stream, it reports, and ends (sessions, AI SDK, AG-UI)": [
    requested,
    ...deltas,
    ready,
    started,
    progressed,
    wrote,
    completed,
  ],
  "arguments stream, and the app answers (OpenAI, Anthropic)": [requested, ...deltas, ready, started, completed],
  "it comes whole and fails (MCP, ACP)": [
    requested,
    ready,
    started,
    { type: "tool.failed", callId, error: { code: "tool_error", message: "The folder cannot be read." } },
  ],
  "it is stopped while it runs (all that can)": [
    requested,
    ready,
    started,
    progressed,
    { type: "tool.cancelled", callId },
  ],
  "it is allowed while it still writes, and interrupted (LangGraph, Claude)": [
    requested,
    ...deltas,
    ready,
    { type: "tool.approved", callId, approvalId: "a" },
    started,
    { type: "tool.interrupted", callId },
  ],
};

const show = async (width: number, { open = false } = {}) => {
  const timeline = createTimeline({ schedule: (run) => run() });
  const { client } = createFakeChat();
  const { container } = await render(
    <ToolProvider timeline={timeline} client={client}>
      <div style={{ inlineSize: width }}>
        <ToolCallCard callId={callId} tool={surveyTool} defaultOpen={open} />
        <p>What follows</p>
      </div>
    </ToolProvider>,
  );
  const rect = (element: Element | null | undefined) => {
    const { x, y, width: wide, height } = element!.getBoundingClientRect();
    return [x, y, wide, height];
  };
  return { timeline, container, rect };
};

describe.each([320, 800])("in %i px", (width) => {
  test.each(Object.keys(flows))("a closed row moves nothing while %s", async (name) => {
    const { timeline, container, rect } = await show(width);
    const places = () => ({
      row: rect(container.querySelector(".cb-call")),
      below: rect(container.querySelector("p")),
    });
    // Before the call is known, too.
    const before = places();
    for (const event of asLog(flows[name]!)) {
      timeline.apply(event);
      await expect.poll(() => container.querySelector(".cb-call-header")).not.toBeNull();
      expect(places(), event.type).toEqual(before);
    }
  });

  test("the buttons of an open card stand where they stood from its beginning, an ask between included", async () => {
    const { timeline, container, rect } = await show(width, { open: true });
    const events = asLog([
      requested,
      ready,
      asked,
      { type: "tool.approved", callId, approvalId: "a" },
      started,
      completed,
    ]);
    timeline.apply(events[0]!);
    await expect.poll(() => container.querySelector(".cb-call-tools")).not.toBeNull();
    const places = () => ({
      row: rect(container.querySelector(".cb-call-toggle")).slice(0, 2),
      chevron: rect(container.querySelector(".cb-call-chevron")),
      stop: rect(container.querySelector(".cb-call-stop")),
      copy: rect(container.querySelector(".cb-call-tools > :last-child"))[0],
    });
    const before = places();
    for (const event of events.slice(1)) {
      timeline.apply(event);
      await expect.poll(() => container.querySelector(".cb-call")!.getAttribute("data-status")).not.toBe("requested");
      expect(places(), event.type).toEqual(before);
    }
  });
});

test("Stop stands in the line of the name, whether its card is open or not", async () => {
  const { timeline, container } = await show(320);
  timeline.apply(asLog([requested, ready, asked]));
  const middle = (name: string) => {
    const { y, height } = container.querySelector(name)!.getBoundingClientRect();
    return y + height / 2;
  };
  await expect.poll(() => container.querySelector(".cb-call[data-open] .cb-call-stop")).not.toBeNull();
  expect(Math.abs(middle(".cb-call-stop") - middle(".cb-call-name"))).toBeLessThan(2);
  expect(Math.abs(middle(".cb-call-stop") - middle(".cb-call-chevron"))).toBeLessThan(2);
});

test("three agents deep, a phone leaves an ask room for its words", async () => {
  const deep = (depth: number): NewEvent[] =>
    depth === 3
      ? [
          { type: "tool.requested", callId: "c3", agentId: "a3", tool },
          { type: "tool.needs_approval", callId: "c3", approvalId: "a", input, reason: "It is read by everybody." },
        ]
      : [
          { type: "tool.requested", callId: `c${depth}`, agentId: `a${depth}`, tool: "delegate" },
          { type: "agent.started", agentId: `a${depth + 1}`, parentCallId: `c${depth}`, name: "Note writer" },
          ...deep(depth + 1),
        ];
  const timeline = createTimeline({ schedule: (run) => run() });
  timeline.apply(asLog([{ type: "agent.started", agentId: "a0" }, ...deep(0)]));
  const { AgentTimeline } = await import("./AgentTimeline.tsx");
  const { container } = await render(
    <ToolProvider timeline={timeline} client={createFakeChat().client}>
      <div style={{ inlineSize: 320 }}>{createElement(AgentTimeline)}</div>
    </ToolProvider>,
  );
  await expect.poll(() => container.querySelector(".cb-approval-head > :last-child")).not.toBeNull();
  expect(container.querySelector(".cb-approval-head > :last-child")!.getBoundingClientRect().width).toBeGreaterThan(
    200,
  );
});
