import fc from "fast-check";
import { createTimeline, type AgentSnapshot, type SessionEvent, type Snapshot } from "@callboard/core/timeline";
import { beforeAll, describe, expect, test } from "vitest";
import type { Feature } from "./carries.ts";
import { wireNames, wires } from "./wires.ts";
import { conversation, renumbered } from "./conversation.ts";
import { expectedTree, treeOf } from "./tree.ts";
import type { AnyAdapter, Recording } from "./wires/recording.ts";

type Piece = object | string | Uint8Array;

/** Pushes pieces through a wire's adapter and folds what comes; `end()` is said as the stream's last word. */
function tell(connect: () => AnyAdapter, pieces: Iterable<Piece>, { end = true } = {}) {
  const timeline = createTimeline();
  const adapter = connect();
  const events: SessionEvent[] = [];
  const take = (made: SessionEvent[]) => {
    events.push(...made);
    timeline.apply(made);
  };
  for (const piece of pieces) take(adapter.push(piece as never));
  if (end) take(adapter.end());
  return { events, snapshot: timeline.snapshot(), timeline };
}

/** A snapshot without what is another at each run: times, and ids that were made up. */
const timeless = (snapshot: Snapshot) =>
  JSON.parse(
    JSON.stringify(snapshot, (key, value) =>
      /At$|^durationMs$|^id$|^messageId$/.test(key) ? undefined : (value as unknown),
    ),
  ) as unknown;

/** Whether somebody below an agent is asked and has not answered: that outlives the stream. */
const isAsking = (agent: AgentSnapshot): boolean =>
  agent.items.some(
    (item) => item.kind === "call" && (item.status === "awaiting-approval" || item.agents.some(isAsking)),
  );

/** What is still open, though nobody is asked about it and no later stream will run it because somebody approved. */
const openIn = (agents: readonly AgentSnapshot[]): string[] =>
  agents.flatMap((agent) => [
    ...(agent.status === "running" && !isAsking(agent) ? [`agent ${agent.id}`] : []),
    ...agent.items.flatMap((item) => {
      if (item.kind !== "call") return [];
      const isApproved = item.status === "ready" && item.approval?.state === "approved";
      const isOpen = ["requested", "ready", "running"].includes(item.status) && !isApproved;
      return [
        ...(isOpen && !item.agents.some(isAsking) ? [`call ${item.id} ${item.status}`] : []),
        ...openIn(item.agents),
      ];
    }),
  ]);

describe.each(wireNames)("%s", (name) => {
  const { connect } = wires[name];
  let recording: Recording;
  beforeAll(async () => void (recording = await wires[name].record(conversation)));
  const lacks: Partial<Record<Feature, string>> = wires[name].lacks;

  test("tells the same tree, but for what the wire cannot carry", () => {
    const { chunks } = recording;
    const { snapshot } = tell(connect, chunks);
    expect(treeOf(snapshot, lacks)).toEqual(expectedTree(conversation, lacks));
    expect(snapshot.notices).toEqual([]);
  });

  test.skipIf(name === "session" || name === "mcp")("where a model uses its ids again, too", async () => {
    // LangGraph's own tools do not run under an id that its thread has had.
    const turns = renumbered(conversation, name === "langGraph" ? "turn" : "answer");
    const { chunks } = await wires[name].record(turns);
    const { snapshot } = tell(connect, chunks);
    expect(treeOf(snapshot, lacks)).toEqual(expectedTree(turns, lacks));
  });

  test("says what it says while it comes", () => {
    const { events } = tell(connect, recording.chunks);
    const of = (callId: string, type: RegExp) =>
      events.filter((event) => "callId" in event && event.callId.endsWith(callId) && type.test(event.type));
    const search = events.find((event) => event.type === "tool.requested" && event.tool === "search");
    const callId = search?.type === "tool.requested" ? search.callId : "";
    const pieces = of(callId, /input_appended/).map((event) => (event as { delta: string }).delta);
    expect(pieces.length > 1).toBe(!("arguments" in lacks));
    if (pieces.length > 0)
      expect(JSON.parse(pieces.join(""))).toEqual(conversation[0]!.agent.answers[0]!.calls![0]!.input);
    expect(of(callId, /output_(appended|replaced)/).length > 0).toBe(!("partialOutput" in lacks));
  });

  test("as bytes, cut anywhere, it is the same", () => {
    const { chunks, raw } = recording;
    const whole = timeless(tell(connect, chunks).snapshot);
    const bytes = new TextEncoder().encode(raw);
    const cutInto = function* (sizes: Iterator<number>) {
      for (let at = 0; at < bytes.length;) {
        const size = sizes.next().value as number;
        yield bytes.slice(at, at + size);
        at += size;
      }
    };
    const always = function* (size: number) {
      for (;;) yield size;
    };
    expect(timeless(tell(connect, [raw]).snapshot)).toEqual(whole);
    // Graphs say their whole state again and again: a byte at a time would take a while.
    const smallest = bytes.length > 100_000 ? 5 : 1;
    expect(timeless(tell(connect, cutInto(always(smallest))).snapshot)).toEqual(whole);
    fc.assert(
      fc.property(fc.infiniteStream(fc.integer({ min: 1, max: 300 })), (sizes) => {
        expect(timeless(tell(connect, cutInto(sizes)).snapshot)).toEqual(whole);
      }),
      { numRuns: 10 },
    );
  });

  test("cut off after any chunk, and ended, it leaves nothing open", () => {
    const { chunks } = recording;
    const step = Math.ceil(chunks.length / 250);
    for (let length = 0; length <= chunks.length; length += step) {
      const { timeline } = tell(connect, chunks.slice(0, length));
      // A session's own end is the timeline's: its log is somebody else's to write.
      if (name === "session") timeline.end();
      expect({ length, open: openIn(timeline.snapshot().agents) }).toEqual({ length, open: [] });
    }
  });
});
