/**
 * What an adapter cannot show is a notice: nothing that a wire's chunks say of texts, calls and asks is lost without a
 * word, in whatever order they come.
 */
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { createTimeline, type Snapshot } from "@callboard/core/timeline";
import { conversation, pieces, type AgentScript } from "./conversation.ts";
import { wireNames, wires } from "./wires.ts";

const agentsIn = (agent: AgentScript): AgentScript[] => [
  agent,
  ...agent.answers.flatMap(({ calls = [] }) => calls.flatMap((call) => (call.agent ? agentsIn(call.agent) : []))),
];
const answers = conversation.flatMap(({ agent }) => agentsIn(agent)).flatMap((agent) => agent.answers);
const calls = answers.flatMap((answer) => answer.calls ?? []);
const tools = new Set(calls.map(({ tool }) => tool));
const asks = new Set(calls.flatMap(({ ask }) => (ask ? [ask.id] : [])));
const texts = new Set(answers.flatMap(({ say = "", think = "" }) => [say, think]).flatMap((text) => pieces(text)));

/** The texts, tools and asks that a chunk says, wherever in it: they are strings of their own. */
function saidIn(value: unknown): string[] {
  if (typeof value === "string") return texts.has(value) || tools.has(value) || asks.has(value) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(saidIn);
}

/** All that a timeline shows or notes, as one text. */
function shownIn({ agents, messages, notices }: Snapshot, noted: readonly string[]): string {
  const all: string[] = [...messages.map(({ text }) => text), ...notices.map(({ message }) => message), ...noted];
  const visit = ({ items, name }: Snapshot["agents"][number]) => {
    all.push(name ?? "");
    for (const item of items) {
      if (item.kind !== "call") all.push(item.text);
      else {
        all.push(item.tool, item.approval?.id ?? "", JSON.stringify(item));
        item.agents.forEach(visit);
      }
    }
  };
  agents.forEach(visit);
  return all.join("\0");
}

/** Pushes chunks, and gives what is shown of them with all that was noted. */
function tell(name: (typeof wireNames)[number], chunks: readonly object[]) {
  const adapter = wires[name].connect();
  const timeline = createTimeline();
  const noted: string[] = [];
  const apply = (events: ReturnType<typeof adapter.push>) => {
    for (const event of events) if ("text" in event && !("role" in event)) noted.push(event.text as string);
    timeline.apply(events);
  };
  for (const chunk of chunks) apply(adapter.push(chunk as never));
  apply(adapter.end());
  return { snapshot: timeline.snapshot(), noted };
}

describe.each(wireNames)("%s", (name) => {
  let chunks: readonly object[] = [];
  beforeAll(async () => void ({ chunks } = await wires[name].record(conversation)));

  test("notes each thing that it cannot show", () => {
    for (const chunk of wires[name].drops) {
      expect(tell(name, [chunk]).snapshot.notices, JSON.stringify(chunk)).not.toEqual([]);
    }
  });

  // A session's log has its own numbers: what is missing in them is a gap, which the timeline holds.
  test.skipIf(name === "session")("cut, doubled or out of order, says all of it, or notes it", () => {
    const parts = fc.record({
      lost: fc.array(fc.nat(), { maxLength: 4 }),
      doubled: fc.array(fc.nat(), { maxLength: 4 }),
      moved: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 12 })), {
        maxLength: wires[name].isOrdered ? 0 : 4,
      }),
      cut: fc.nat(),
    });
    fc.assert(
      fc.property(parts, ({ lost, doubled, moved, cut }) => {
        const told = [...chunks];
        for (const [from, by] of moved) {
          const [chunk] = told.splice(from % told.length, 1);
          told.splice((from % (told.length + 1)) + by, 0, chunk!);
        }
        for (const at of doubled) told.splice(at % told.length, 0, told[at % told.length]!);
        for (const at of lost) told.splice(at % told.length, 1);
        told.splice(told.length - (cut % Math.ceil(told.length / 2)));
        const { snapshot, noted } = tell(name, told);
        const shown = shownIn(snapshot, noted);
        expect([...new Set(saidIn(told))].filter((one) => !shown.includes(one))).toEqual([]);
      }),
      { numRuns: name === "langGraph" ? 40 : 120 },
    );
  });
});
