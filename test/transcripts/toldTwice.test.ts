/** A client that connects again may be told of what it has: it is seen once, and what it lacks is added. */
import { describe, expect, test } from "vitest";
import { createTimeline, type Snapshot } from "@callboard/core/timeline";
import { fromAcp } from "@callboard/core/stream/acp";
import { conversation } from "./conversation.ts";
import { expectedTree, treeOf } from "./tree.ts";
import { wireNames, wires } from "./wires.ts";
import { acpHistory } from "./wires/acp.ts";

const SESSION = "s1";
const [load, loaded] = acpHistory([]) as [object, object];
const names = wireNames.filter((name) => wires[name].again !== undefined);

const textsIn = (snapshot: Snapshot) =>
  JSON.stringify(snapshot)
    .match(/"text":"[^"]*"/g)
    ?.sort();

describe.each(names)("%s", (name) => {
  const { connect, record, lacks, again = () => [] } = wires[name];

  test("a conversation that is told twice is seen once", async () => {
    const { chunks } = await record(conversation);
    const adapter = connect();
    const timeline = createTimeline();
    const push = (all: readonly object[]) => all.forEach((chunk) => timeline.apply(adapter.push(chunk as never)));
    push(chunks);
    push(again(chunks));
    timeline.apply(adapter.end());
    push(again(chunks));
    expect(treeOf(timeline.snapshot(), lacks)).toEqual(expectedTree(conversation, lacks));
    expect(timeline.snapshot().notices).toEqual([]);
  });

  test("one that was cut is told to its end, and each of its texts once", async () => {
    const { chunks } = await record(conversation);
    const whole = createTimeline();
    const first = connect();
    for (const chunk of chunks) whole.apply(first.push(chunk as never));
    for (let cut = 1; cut < chunks.length; cut += Math.ceil(chunks.length / 40)) {
      const adapter = connect();
      const timeline = createTimeline();
      for (const chunk of chunks.slice(0, cut)) timeline.apply(adapter.push(chunk as never));
      for (const chunk of again(chunks)) timeline.apply(adapter.push(chunk as never));
      expect({ cut, texts: textsIn(timeline.snapshot()) }).toEqual({ cut, texts: textsIn(whole.snapshot()) });
      // A history leaves out who was asked.
      if (again(chunks) !== chunks) continue;
      expect({ cut, tree: treeOf(timeline.snapshot(), lacks) }).toEqual({ cut, tree: treeOf(whole.snapshot(), lacks) });
    }
  });
});

describe("a session of ACP that is loaded", () => {
  const say = (sessionUpdate: string, text: string) => ({
    method: "session/update",
    params: { sessionId: SESSION, update: { sessionUpdate, content: { type: "text", text } } },
  });
  const tell = (chunks: readonly object[], adapter = fromAcp(), timeline = createTimeline()) => {
    for (const chunk of chunks) timeline.apply(adapter.push(chunk as never));
    const { agents, messages } = timeline.snapshot();
    const turns = agents.map(({ status, items }) => [
      status,
      ...items.map((one) => (one.kind === "call" ? one.tool : one.text)),
    ]);
    return { turns, said: messages.map(({ text }) => text), adapter, timeline };
  };
  const turns = [
    say("user_message_chunk", "Hi"),
    say("agent_message_chunk", "Hello"),
    say("user_message_chunk", "More?"),
    say("agent_message_chunk", "Yes"),
  ];

  test("into an empty timeline has its turns, and none of them still runs", () => {
    const { turns: seen, said } = tell([load, ...turns, loaded]);
    expect(said).toEqual(["Hi", "More?"]);
    expect(seen).toEqual([
      ["completed", "Hello"],
      ["completed", "Yes"],
    ]);
  });

  test("has a call interrupted that its history gives no end", () => {
    const call = { sessionUpdate: "tool_call", toolCallId: "c1", title: "search", rawInput: {}, status: "pending" };
    const { timeline } = tell([
      load,
      say("user_message_chunk", "Hi"),
      { method: "session/update", params: { sessionId: SESSION, update: call } },
      loaded,
    ]);
    expect(timeline.snapshot().agents).toMatchObject([
      { status: "completed", items: [{ kind: "call", status: "interrupted" }] },
    ]);
  });

  test("is recognised though its agent joins pieces otherwise, and leaves its thoughts out", () => {
    const prompt = {
      id: 1,
      method: "session/prompt",
      params: { sessionId: SESSION, prompt: [{ type: "text", text: "Hi" }] },
    };
    const live = [
      prompt,
      say("agent_message_chunk", "Let me "),
      say("agent_message_chunk", "see."),
      say("agent_thought_chunk", "Hm"),
      say("agent_message_chunk", "Here\n\nit is."),
      { id: 1, result: { stopReason: "end_turn" } },
    ];
    const before = tell(live);
    const again = [
      say("user_message_chunk", "Hi"),
      say("agent_message_chunk", "Let me see.Here it"),
      say("agent_message_chunk", " is."),
    ];
    const after = tell([load, ...again, loaded], before.adapter, before.timeline);
    expect(after.turns).toEqual(before.turns);
    expect(after.said).toEqual(["Hi"]);
    // What another client has said meanwhile is new.
    const news = [
      say("user_message_chunk", "Hi"),
      say("user_message_chunk", "Hi"),
      say("agent_message_chunk", "Again."),
    ];
    const later = tell([load, ...again, ...news.slice(1), loaded], before.adapter, before.timeline);
    expect(later.said).toEqual(["Hi", "Hi"]);
    expect(later.turns).toEqual([...before.turns, ["completed", "Again."]]);
  });
});
