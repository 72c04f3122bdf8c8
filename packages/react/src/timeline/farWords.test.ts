import type { NewEvent } from "@callboard/core";
import { expect, test } from "vitest";
import { timelineOf } from "../testing/fixtures/callEvents.ts";
import { begin, finish, manyCalls, nestedAsk, say, think, turn } from "../testing/fixtures/chatEvents.ts";
import { readFarWords } from "./farWords.ts";

const read = (events: NewEvent[], ...ids: string[]) => {
  const rows = ids.map((id) => ({ id }));
  const reading = readFarWords(timelineOf(events), rows, (tool) => tool);
  for (let steps = 1; ; steps++) {
    const { done, value } = reading.next();
    if (done) return { ...value, words: value.parts.join("\n"), steps };
  }
};
const wordsOf = (...of: Parameters<typeof read>) => {
  const { words, isSettled } = read(...of);
  return { words, isSettled };
};

test("a line for each row: what was called, in its tool's words, and what was said", () => {
  const done: NewEvent[] = [
    ...turn(1, "Search"),
    ...think("a1", "Hm."),
    ...begin("a1", "c1", "search_documents", {}, "“refund”\nin all documents"),
    ...finish("c1", {}),
    ...say("a1", "Found\n\n- one"),
    { type: "agent.completed", agentId: "a1" },
  ];
  expect(wordsOf(done, "a1")).toEqual({
    words: "Search documents “refund” in all documents\nFound - one",
    isSettled: true,
  });
});

test("includes what is open below a row, and can change while anything of it is at work", () => {
  const { words, isSettled } = wordsOf(nestedAsk, "c2");
  expect(words.split("\n")).toHaveLength(8);
  expect(words).toContain("Document analyst");
  expect(isSettled).toBe(false);
});

test("leaves out what is closed: sub-agents that were over before they were drawn", () => {
  const { words } = wordsOf(
    [
      ...turn(1, "Ask"),
      ...begin("a1", "c1", "analyze_document", {}),
      { type: "agent.started", agentId: "a2", parentCallId: "c1", name: "Analyst" },
      ...say("a2", "Inside"),
      { type: "agent.completed", agentId: "a2" },
      ...finish("c1", {}),
    ],
    "c1",
  );
  expect(words).toBe("Analyst");
});

test("a long list is read a few nodes at a step", () => {
  const { words, steps } = read(manyCalls(1000), "a3");
  expect(words.split("\n").length).toBeGreaterThanOrEqual(1000);
  expect(steps).toBeGreaterThan(10);
});

test("what is long stands in parts, cut where a line ends: a browser lays out each of them as a whole", () => {
  const long = "word ".repeat(400);
  const ids = Array.from({ length: 40 }, (_, at) => `a${at + 1}`);
  const talk = ids.flatMap((id, at) => [...turn(at + 1, "Go on"), ...say(id, long)]);
  for (const { parts, words } of [read(manyCalls(1000), "a3"), read(talk, ...ids)]) {
    expect(parts.length).toBeGreaterThan(1);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(16_000 + long.length + 2);
    expect(words).not.toContain("\n\n");
  }
  expect(read(talk, ...ids).words.split("\n")).toHaveLength(40);
});
