/**
 * What a wire or a saved chat holds that nobody can read is a notice: it never throws, and what stands behind it is
 * there.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromAgUi } from "@callboard/core/stream/ag-ui";
import { fromAiSdk } from "@callboard/core/stream/ai-sdk";
import { createTimeline, type SessionEvent } from "@callboard/core/timeline";
import { wireNames, wires } from "./wires.ts";
import { conversation } from "./conversation.ts";
import { expectedTree, treeOf } from "./tree.ts";

const names = wireNames.filter((name) => name !== "session");

/** The words of all wires, so that what is made of them comes close to what they say. */
const words = fc.constantFrom(
  ..."id role parts content type text reasoning state toolCallId toolInvocation toolInvocations toolName args input".split(
    " ",
  ),
  ..."output result approval details toolCalls function name arguments tool_calls choices delta index message".split(
    " ",
  ),
  ..."event data method params namespace messages update sessionUpdate item response interrupts outcome value".split(
    " ",
  ),
  ..."subtype session_id content_block usage error metadata subagentRunId runId delta tool_use_id".split(" "),
);
const said = fc.constantFrom(
  ..."assistant user tool text reasoning tool-invocation dynamic-tool tool-search call result step-start".split(" "),
  ..."RUN_STARTED TEXT_MESSAGE_CONTENT TOOL_CALL_START TOOL_CALL_RESULT MESSAGES_SNAPSHOT CUSTOM".split(" "),
  ..."content_block_start response.output_item.added message_start tools updates values ai session/update".split(" "),
);
const { any } = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(null, true, 0, -1.5, "", "x", "{", "__proto__"),
    said,
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(words, tie("any"), { maxKeys: 5 }),
  ),
}));

describe.each(names)("%s", (name) => {
  const { connect, record } = wires[name];

  test("never throws on what it is pushed, nor on its end", () => {
    fc.assert(
      fc.property(fc.array(any, { maxLength: 6 }), (chunks) => {
        const adapter = connect();
        const timeline = createTimeline();
        for (const chunk of chunks) timeline.apply(adapter.push(chunk as never));
        timeline.apply(adapter.end());
        timeline.snapshot();
      }),
      { numRuns: 400 },
    );
  });

  test("shows a conversation as it is behind what it cannot read", async () => {
    const { chunks } = await record(conversation);
    const adapter = connect();
    const timeline = createTimeline();
    const broken = [null, 7, true, { type: 5 }, { nothing: "here" }];
    for (const chunk of [...broken, ...chunks]) timeline.apply(adapter.push(chunk as never));
    timeline.apply(adapter.end());
    const { lacks } = wires[name];
    expect(treeOf(timeline.snapshot(), lacks)).toEqual(expectedTree(conversation, lacks));
    // Some of these wires carry what is nobody's, such as the state of a graph: only what no wire says is noted by all.
    expect(timeline.snapshot().notices.length).toBeGreaterThanOrEqual(3);
  });
});

describe("saved messages", () => {
  interface Saves {
    replay(messages: never): SessionEvent[];
  }
  const readers: [name: string, connect: () => Saves, newer: object][] = [
    [
      "aiSdk",
      fromAiSdk,
      {
        id: "new",
        role: "assistant",
        parts: [{ type: "tool-search", toolCallId: "last", state: "output-available", input: {}, output: 1 }],
      },
    ],
    [
      "agUi",
      fromAgUi,
      {
        id: "new",
        role: "assistant",
        toolCalls: [{ id: "last", type: "function", function: { name: "search", arguments: "{}" } }],
      },
    ],
  ];

  test.each(readers)("of %s, whatever they are, never throw, and the newer ones are there", (_name, connect, newer) => {
    fc.assert(
      fc.property(fc.array(any, { maxLength: 5 }), (older) => {
        const adapter = connect();
        const timeline = createTimeline();
        timeline.apply(adapter.replay([...older, newer] as never));
        expect(timeline.getNode("last")).toMatchObject({ kind: "call", tool: "search" });
        // A page replays them whenever it renders: what was noted is not noted again.
        const { notices } = timeline.snapshot();
        timeline.apply(adapter.replay([...older, newer] as never));
        expect(timeline.snapshot().notices).toEqual(notices);
      }),
      { numRuns: 800 },
    );
  });

  test.each(readers)("of %s that are no list are noted", (_name, connect) => {
    fc.assert(
      fc.property(any, (saved) => {
        const timeline = createTimeline();
        timeline.apply(connect().replay(saved as never));
        timeline.snapshot();
      }),
    );
    const timeline = createTimeline();
    timeline.apply(connect().replay("nothing of the kind" as never));
    expect(timeline.snapshot().notices).toHaveLength(1);
  });
});
