import { captureTool } from "@callboard/core/testing";
import { expect, test, vi } from "vitest";
import { keep, listen, readArguments, readOld, readSaved, replayTo, toRecord } from "./logs.ts";

const { run } = await captureTool(() => import("./definition.ts"));
const { events } = await run({ bill: 60 });
const call = events.flatMap((event) => (event.type === "tool.requested" ? [event.callId] : []))[0]!;

test("a saved log is the session again", () => {
  const lines = events.map((event) => JSON.stringify(event)).join("\n");
  expect(readSaved(lines).getNode(call)).toMatchObject({ status: "completed", output: { each: 33 } });
});

test("of a log that a newer host wrote, what is unknown is a notice and all else is read", () => {
  const lines = events.map((event) => JSON.stringify(event));
  expect(readOld(lines.join("\n")).notices).toEqual([]);
  const [first] = events;
  const newer = JSON.stringify({ ...first, seq: events.length + 1, type: "tool.dreamt", callId: call });
  const { timeline, notices } = readOld([...lines, newer].join("\n"));
  expect(notices).toHaveLength(1);
  expect(timeline.getNode(call)).toMatchObject({ status: "completed" });
});

test("a replay stands anywhere in its log", () => {
  const { replay } = replayTo(events, 1);
  expect(replay.getNode(call)).toMatchObject({ status: "requested" });
  expect(replay.lastSeq).toBe(4);
  expect(replayTo(events, 4).tree.agents[0]?.items).toMatchObject([{ status: "completed" }]);
});

test("a session is kept as a file and as a page, and read again", async () => {
  const viewer = { script: "", style: "", scriptHash: "'sha256-a'", styleHash: "'sha256-b'" };
  const { back, report } = await keep(events, viewer);
  expect(back).toMatchObject({ head: { title: "Refunds" }, events });
  expect(report.split("\n")).toHaveLength(events.length + 2);
});

test("a node's subscriber is told of it", () => {
  const show = vi.fn();
  listen(events, call, show)();
  expect(show).toHaveBeenLastCalledWith("completed");
});

test("arguments are read while they are written", () => {
  expect(readArguments(['{"bill": 60, "no', 'te": "He'])).toEqual({
    value: { bill: 60, note: "He" },
    path: ["note"],
    done: false,
  });
});

test("a call is one flat record", () => {
  expect(toRecord(events)).toMatchObject({ status: "success", tool_slug: "tip-splitter", tenant_id: "acme" });
});
