import { createTimeline, type ItemRef, type NewEvent, type SessionEvent } from "@callboard/core";
import { createReplay } from "@callboard/core/timeline";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { asLog } from "../testing/fixtures/callEvents.ts";
import { ask, begin, finish, say, think, turn } from "../testing/fixtures/chatEvents.ts";
import { createAgentRows, rowsInWork, type AgentRow } from "./agentRows.ts";
import { summaryOf } from "./workSummary.ts";

const none = () => false;
const calls = (...ids: string[]) => ids.flatMap((id) => call(id));
const call = (id: string, tool = "search_documents"): NewEvent[] => [...begin("a1", id, tool, {}), ...finish(id, {})];
const end: NewEvent = { type: "agent.completed", agentId: "a1" };
const words = (text: string): NewEvent[] => [{ type: "agent.text_appended", agentId: "a1", delta: text, itemId: text }];

/** Rows in short: a kind, and of work how many items. */
const inShort = (rows: readonly AgentRow[]) =>
  rows.map((row) => ("items" in row ? `${row.kind} ${row.items.length}` : row.kind));

function rowsOf(events: NewEvent[], opensInChat: (tool: string) => boolean = none) {
  const timeline = createTimeline();
  timeline.apply(asLog(events));
  return inShort(createAgentRows(timeline, "a1", opensInChat).read());
}

test.each<[string, NewEvent[], string[]]>([
  ["work that goes on", [...turn(1, "x"), ...calls("c1", "c2", "c3")], ["call", "call", "call"]],
  [
    "work that something was said after",
    [...turn(1, "x"), ...calls("c1", "c2", "c3"), ...say("a1", "Found.")],
    ["work 3", "text"],
  ],
  ["work of an agent that has ended", [...turn(1, "x"), ...calls("c1", "c2", "c3"), end], ["work 3"]],
  ["a few calls", [...turn(1, "x"), ...calls("c1", "c2"), ...say("a1", "Found."), end], ["call", "call", "text"]],
  [
    "work that a person still has to answer",
    [...turn(1, "x"), ...calls("c1", "c3"), ...ask("a1", "c2", {}), ...say("a1", "I asked."), end],
    ["call", "call", "call", "text"],
  ],
  [
    "work in two stretches, with thoughts",
    [
      ...turn(1, "x"),
      ...think("a1", "Hm."),
      ...calls("c1", "c2", "c3"),
      ...words("First."),
      ...calls("c4", "c5", "c6"),
      ...words("Second."),
      end,
    ],
    ["work 4", "text", "work 3", "text"],
  ],
])("folds %s as it should", (_what, events, expected) => {
  expect(rowsOf(events)).toEqual(expected);
});

test.each([
  [9, Array.from({ length: 9 }, () => "call")],
  [10, ["work 10"]],
])("folds the work of a sub-agent, whose row counts it already, only where it is many: %d calls", (count, expected) => {
  const ids = Array.from({ length: count }, (_, index) => `n${index}`);
  const timeline = createTimeline();
  timeline.apply(
    asLog([
      ...turn(1, "x"),
      ...begin("a1", "c1", "analyze_document", {}),
      { type: "agent.started", agentId: "s1", parentCallId: "c1" },
      ...ids.flatMap((id) => [...begin("s1", id, "search_documents", {}), ...finish(id, {})]),
      { type: "agent.completed", agentId: "s1" },
    ]),
  );
  expect(inShort(createAgentRows(timeline, "s1", none).read())).toEqual(expected);
});

test("a row that is drawn the same stays the same object", () => {
  const timeline = createTimeline({ schedule: (run) => run() });
  const first = [...turn(1, "x"), ...calls("c1", "c2", "c3"), ...words("First."), ...calls("c4", "c5", "c6")];
  const second = [...first, ...words("Second."), ...calls("c7", "c8", "c9"), end];
  timeline.apply(asLog(first));
  const store = createAgentRows(timeline, "a1", none);
  store.subscribe(() => {});
  const before = store.read();
  timeline.apply(asLog(second));
  const after = store.read();
  expect(inShort(after)).toEqual(["work 3", "text", "work 3", "text", "work 3"]);
  expect(after[0]).toBe(before[0]);
  expect(after[1]).toBe(before[1]);
  timeline.apply(asLog([...second, ...words("Third.")]));
  const last = store.read();
  expect(after.map((row) => last.includes(row))).toEqual(after.map(() => true));
});

test("without folding each call keeps its row", () => {
  const timeline = createTimeline();
  timeline.apply(asLog([...turn(1, "x"), ...calls("c1", "c2", "c3"), ...say("a1", "Found."), end]));
  const rows = createAgentRows(timeline, "a1", none, false).read();
  expect(inShort(rows)).toEqual(["call", "call", "call", "text"]);
});

test("leaves out of the fold the last result of each tool that stands in the thread", () => {
  const events = [
    ...turn(1, "x"),
    ...call("c1", "roi"),
    ...call("c2"),
    ...calls("c3", "c5"),
    ...call("c4", "roi"),
    ...say("a1", "So."),
  ];
  expect(rowsOf(events, (tool) => tool === "roi")).toEqual(["work 4", "call", "text"]);
});

test("puts agents that were started side by side together, as soon as they are there", () => {
  const timeline = createTimeline({ schedule: (run) => run() });
  const log = asLog([
    ...turn(1, "x"),
    ...begin("a1", "c1", "task", {}),
    ...begin("a1", "c2", "task", {}),
    { type: "agent.started", agentId: "s1", parentCallId: "c1" },
    { type: "agent.started", agentId: "s2", parentCallId: "c2" },
    ...finish("c1", {}),
    ...finish("c2", {}),
    ...say("a1", "Both are done."),
  ]);
  const rows = createAgentRows(timeline, "a1", none);
  const seen: string[] = [];
  rows.subscribe(() => seen.push(inShort(rows.read()).join()));
  for (const event of log) timeline.apply(event);
  expect(seen).toEqual(["call", "call,call", "lanes 2", "lanes 2,text"].filter((row) => seen.includes(row)));
  expect(seen).toContain("lanes 2");
  // They stay so for who comes later, too: nothing above the answer goes away when it is said.
  expect(seen.at(-1)).toBe("lanes 2,text");
  expect(inShort(createAgentRows(timeline, "a1", none).read())).toEqual(["lanes 2", "text"]);
});

test("folds several calls of one tool again, inside work of several tools", () => {
  const timeline = createTimeline();
  timeline.apply(asLog([...turn(1, "x"), ...call("c1"), ...call("c2"), ...call("c3"), ...call("c4", "read"), end]));
  const [work] = createAgentRows(timeline, "a1", none).read();
  const { items } = work as Extract<AgentRow, { kind: "work" | "lanes" }>;
  expect(inShort(rowsInWork(timeline, items))).toEqual(["work 3", "call"]);
  expect(summaryOf(timeline, items)).toMatchObject({
    calls: 4,
    failed: 0,
    tools: [{ count: 3 }, { tool: "read", count: 1 }],
  });
  expect(summaryOf(timeline, items).duration).toBeGreaterThan(0);
});

test("work takes the time that its agent did not wait for a person", () => {
  const asked: NewEvent[] = [
    { type: "tool.requested", callId: "c2", tool: "add", agentId: "a1", source: "agent" },
    { type: "tool.input_ready", callId: "c2", input: {} },
    { type: "tool.needs_approval", callId: "c2", approvalId: "p", input: {} },
  ];
  const before = [...turn(1, "x"), ...call("c1"), ...asked];
  const after: NewEvent[] = [
    { type: "tool.approved", callId: "c2", approvalId: "p" },
    { type: "tool.started", callId: "c2", tool: "add", agentId: "a1", input: {} },
    { type: "tool.completed", callId: "c2", output: 1 },
    end,
  ];
  const log = asLog([...before, ...after]);
  const late = log.map((event, index) => (index < before.length ? event : { ...event, at: event.at + 3_600_000 }));
  const [soon, later] = [log, late].map((events) => {
    const timeline = createTimeline();
    timeline.apply(events);
    return summaryOf(timeline, createAgentRows(timeline, "a1", none).read() as ItemRef[]).duration;
  });
  expect(soon).toBeGreaterThan(0);
  expect(later).toBe(soon);
});

const step = fc.oneof(
  fc.constant<"call" | "open" | "end" | "say" | "think" | "agent" | "retract">("call"),
  fc.constantFrom("open", "end", "say", "think", "agent", "retract"),
);

/** A log of one agent, from steps that each mean something wherever they stand. */
function logOf(steps: readonly string[]): SessionEvent[] {
  const open: string[] = [];
  const events: NewEvent[] = [...turn(1, "x")];
  steps.forEach((what, index) => {
    const id = `c${index}`;
    if (what === "call") events.push(...call(id, index % 3 === 0 ? "roi" : "search"));
    if (what === "open") {
      open.push(id);
      events.push(...begin("a1", id, "task", {}));
    }
    const running = open.at(-1);
    if (what === "agent" && running !== undefined)
      events.push({ type: "agent.started", agentId: `s${index}`, parentCallId: running });
    if (what === "end" && running !== undefined) {
      open.pop();
      events.push(...finish(running, {}));
    }
    if (what === "say") events.push(...words(`words ${index}`));
    if (what === "think")
      events.push({ type: "agent.text_appended", agentId: "a1", delta: "Hm.", kind: "reasoning", itemId: `t${index}` });
    if (what === "retract") events.push({ type: "agent.retracted", agentId: "a1", afterItemId: null });
  });
  return asLog([...events, end]);
}

test("rows at any place of a replay are the rows of a log that ends there", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.array(fc.nat(), { maxLength: 12 }), (steps, places) => {
      const log = logOf(steps);
      const isRoi = (tool: string) => tool === "roi";
      const replay = createReplay(log);
      const moved = createAgentRows(replay, "a1", isRoi);
      moved.read();
      for (const place of places) {
        const to = place % (log.length + 1);
        replay.seek(to);
        const there = createTimeline();
        there.apply(log.slice(0, to));
        expect(moved.read()).toEqual(createAgentRows(there, "a1", isRoi).read());
      }
    }),
    { numRuns: Number(process.env["CALLBOARD_HISTORIES"] ?? 200) },
  );
});

/** A log in which agents work side by side: calls begin, start agents and end in any order. */
const sideBySide = fc
  .array(fc.tuple(fc.nat(3), fc.constantFrom("begin", "agent", "end")), { minLength: 6, maxLength: 24 })
  .map((steps) => {
    const done = new Set<string>();
    const events: NewEvent[] = [...turn(1, "x")];
    for (const [which, what] of steps) {
      const id = `c${which}`;
      const isOpen = done.has(`begin ${id}`) && !done.has(`end ${id}`);
      if (done.has(`${what} ${id}`) || isOpen === (what === "begin")) continue;
      done.add(`${what} ${id}`);
      if (what === "begin") events.push(...begin("a1", id, "task", {}));
      else if (what === "end") events.push(...finish(id, {}));
      else events.push({ type: "agent.started", agentId: `s${which}`, parentCallId: id });
    }
    return asLog([...events, end]);
  });

test("agents that worked side by side stand so at any place of a replay, wherever it stood before", () => {
  fc.assert(
    fc.property(sideBySide, fc.array(fc.nat(), { minLength: 4, maxLength: 12 }), (log, places) => {
      const replay = createReplay(log);
      const moved = createAgentRows(replay, "a1", none);
      moved.read();
      for (const place of [...places, log.length]) {
        const to = place % (log.length + 1);
        replay.seek(to);
        const there = createTimeline();
        there.apply(log.slice(0, to));
        expect(moved.read()).toEqual(createAgentRows(there, "a1", none).read());
      }
    }),
    { numRuns: Number(process.env["CALLBOARD_HISTORIES"] ?? 200) },
  );
});

test("rows that were followed live are the rows of who comes at the end, and hold every item once and in order", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const log = logOf(steps);
      const isRoi = (tool: string) => tool === "roi";
      const live = createTimeline({ schedule: (run) => run() });
      const followed = createAgentRows(live, "a1", isRoi);
      followed.subscribe(() => {});
      for (const event of log) live.apply(event);
      const late = createTimeline();
      late.apply(log);
      const rows = createAgentRows(late, "a1", isRoi).read();
      expect(followed.read()).toEqual(rows);
      const agent = late.getNode("a1");
      const items = agent?.kind === "agent" ? agent.items.map(({ id }) => id) : [];
      const shown = rows.flatMap((row) => ("items" in row ? row.items.map(({ id }) => id) : [row.id]));
      expect(shown.toSorted()).toEqual([...items].sort());
    }),
    { numRuns: Number(process.env["CALLBOARD_HISTORIES"] ?? 200) },
  );
});

test("a call more is a look at what is open, and not at all that was called before", () => {
  const many = Array.from({ length: 5000 }, (_, index) => `c${index}`);
  const timeline = createTimeline({ schedule: (run) => run() });
  const log = asLog([...turn(1, "x"), ...calls(...many), ...begin("a1", "last", "search_documents", {})]);
  const from = log.findIndex((event) => "callId" in event && event.callId === "last");
  timeline.apply(log.slice(0, from));
  const rows = createAgentRows(timeline, "a1", none);
  const told = vi.fn();
  rows.subscribe(told);
  expect(rows.read()).toHaveLength(5000);
  told.mockClear();
  const looks = [vi.spyOn(timeline, "getNode"), vi.spyOn(timeline.openCalls() as Set<string>, "has")];
  timeline.apply(log.slice(from));
  expect(rows.read()).toHaveLength(5001);
  expect(told).toHaveBeenCalledTimes(1);
  for (const look of looks) expect(look.mock.calls.length).toBeLessThan(50);
});

test("rows that come again look at no call that was looked at before", () => {
  const timeline = createTimeline();
  timeline.apply(asLog([...turn(1, "x"), ...Array.from({ length: 500 }, (_, index) => call(`c${index}`)).flat()]));
  expect(createAgentRows(timeline, "a1", none).read()).toHaveLength(500);
  const read = vi.spyOn(timeline, "getNode");
  expect(createAgentRows(timeline, "a1", none).read()).toHaveLength(500);
  expect(read.mock.calls.length).toBeLessThan(10);
});

test("rows that are followed once they were read are not made anew", () => {
  const timeline = createTimeline({ schedule: (run) => run() });
  const opensInChat = vi.fn(none);
  timeline.apply(asLog([...turn(1, "x"), ...calls("c1", "c2", "c3"), end]));
  const rows = createAgentRows(timeline, "a1", opensInChat);
  const first = rows.read();
  const [made, told] = [opensInChat.mock.calls.length, vi.fn()];
  rows.subscribe(told);
  expect(rows.read()).toBe(first);
  expect(made).toBe(3);
  expect(opensInChat).toHaveBeenCalledTimes(made);
  expect(told).not.toHaveBeenCalled();
});

test("rows hear what came between their reading and their following", () => {
  const timeline = createTimeline({ schedule: (run) => run() });
  const log = asLog([...turn(1, "x"), ...calls("c1", "c2"), ...begin("a1", "c3", "t", {}), ...finish("c3", {}), end]);
  const last = log.findLastIndex((event) => "callId" in event);
  timeline.apply(log.slice(0, last));
  const rows = createAgentRows(timeline, "a1", none);
  rows.read();
  timeline.apply(log.slice(last));
  const told = vi.fn();
  rows.subscribe(told);
  expect(told).toHaveBeenCalledTimes(1);
  expect(inShort(rows.read())).toEqual(["work 3"]);
});
