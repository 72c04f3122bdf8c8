import { expect, test, vi } from "vitest";
import { timelineOf } from "../testing/fixtures/callEvents.ts";
import { begin } from "../testing/fixtures/chatEvents.ts";
import { countRows } from "./countRows.ts";

const agents = (count: number) => Array.from({ length: count }, (_, index) => ({ kind: "agent", id: `a${index}` }));
const twoEach = (count: number) =>
  timelineOf(
    agents(count).flatMap(({ id }) => [
      { type: "agent.started" as const, agentId: id },
      ...begin(id, `${id}.1`, "search_documents", {}),
      ...begin(id, `${id}.2`, "search_documents", {}),
    ]),
  );

test("an agent far away stands for its items, and one that is drawn counts by its own rows", () => {
  const timeline = twoEach(3);
  expect(countRows(timeline, agents(3), false)).toBe(6);
  expect(countRows(timeline, agents(3), true)).toBe(0);
  expect(countRows(timeline, [{ kind: "turn", id: "m1", items: agents(2) }], false)).toBe(4);
  expect(countRows(timeline, [{ kind: "call", id: "a0.1" }], true)).toBe(1);
});

test("where there are many, no more is read than shows that", () => {
  const timeline = twoEach(1000);
  const read = vi.spyOn(timeline, "getNode");
  expect(countRows(timeline, agents(1000), false)).toBeGreaterThan(200);
  expect(read.mock.calls.length).toBeLessThan(110);
});
