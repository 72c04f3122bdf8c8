import { describe, expect, test } from "vitest";
import { run, done, said, called, result, sub, subDone, outline, tell } from "./testing/agUiScript.ts";

describe("sub-agents", () => {
  test("stand under the call that started them, at any depth, though their events interleave", () => {
    const { timeline } = tell([
      run(),
      ...called("c1", "research", {}),
      ...called("c2", "write", {}),
      sub("s1", { parentToolCallId: "c1", description: "Finds" }),
      sub("s2", { parentToolCallId: "c2" }),
      { type: "TEXT_MESSAGE_START", messageId: "m1", subagentRunId: "s1" },
      { type: "TEXT_MESSAGE_START", messageId: "m2", subagentRunId: "s2" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "a" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m2", delta: "b" },
      ...called("c3", "search", {}, { subagentRunId: "s1" }),
      sub("s3", { parentToolCallId: "c3", parentSubagentRunId: "s1" }),
      ...said("m3", "deep", { subagentRunId: "s3" }),
      subDone("s3", { result: 3 }),
      result("c3", "x", { subagentRunId: "s1" }),
      { type: "SUBAGENT_ERROR", subagentRunId: "s2", message: "Out of ink", code: "ink" },
      subDone("s1"),
      result("c1", "found"),
      result("c2", "failed"),
      done(),
    ]);
    expect(outline(timeline)).toEqual([
      {
        name: null,
        status: "completed",
        items: [
          {
            call: "research",
            status: "completed",
            input: {},
            output: "found",
            agents: [
              {
                name: "s1",
                status: "completed",
                items: [
                  { text: "a" },
                  {
                    call: "search",
                    status: "completed",
                    input: {},
                    output: "x",
                    agents: [{ name: "s3", status: "completed", items: [{ text: "deep" }] }],
                  },
                ],
              },
            ],
          },
          {
            call: "write",
            status: "completed",
            input: {},
            output: "failed",
            agents: [{ name: "s2", status: "failed", items: [{ text: "b" }] }],
          },
        ],
      },
    ]);
    expect(timeline.snapshot().notices).toEqual([]);
  });

  test("one that no call started hangs under a call named after it, of the agent that started it", () => {
    const { timeline } = tell([
      run(),
      sub("s1", { name: "planner", description: "Plans" }),
      sub("s2", { name: "checker", parentSubagentRunId: "s1" }),
      ...said("m1", "fine", { subagentRunId: "s2" }),
      subDone("s2", { result: "ok" }),
      subDone("s1"),
      done(),
    ]);
    expect(outline(timeline)).toMatchObject([
      {
        items: [
          {
            call: "planner",
            status: "completed",
            input: { description: "Plans" },
            agents: [
              { name: "planner", items: [{ call: "checker", output: "ok", agents: [{ items: [{ text: "fine" }] }] }] },
            ],
          },
        ],
      },
    ]);
  });

  test("what comes before its announcement waits for it, tagged or not", () => {
    const { timeline, tell: more } = tell([
      run(),
      ...called("c1", "ask", {}),
      { type: "TEXT_MESSAGE_START", messageId: "m1", subagentRunId: "s1" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "early" },
    ]);
    expect(JSON.stringify(timeline.snapshot())).not.toContain("early");
    more([sub("s1", { parentToolCallId: "c1" }), subDone("s1"), result("c1", "x"), done()]);
    expect(outline(timeline)).toMatchObject([
      { items: [{ call: "ask", agents: [{ name: "s1", items: [{ text: "early" }] }] }] },
    ]);
  });

  test("a sub-agent before its call, and before its parent, waits for them", () => {
    const { timeline } = tell([
      run(),
      sub("s2", { parentSubagentRunId: "s1" }),
      ...said("m2", "two", { subagentRunId: "s2" }),
      sub("s1", { parentToolCallId: "c1" }),
      ...said("m1", "one", { subagentRunId: "s1" }),
      ...called("c1", "ask", { a: 1 }),
      subDone("s2"),
      subDone("s1"),
      result("c1", "x"),
      done(),
    ]);
    const below = [{ text: "one" }, { call: "s2", agents: [{ name: "s2", items: [{ text: "two" }] }] }];
    expect(outline(timeline)).toMatchObject([
      { items: [{ call: "ask", input: { a: 1 }, agents: [{ name: "s1", items: below }] }] },
    ]);
  });

  test("a parent call that never comes is made up at the end, and at the latest by its sub-agent's", () => {
    const { timeline } = tell([
      run(),
      sub("s1", { parentToolCallId: "gone" }),
      ...said("m1", "hi", { subagentRunId: "s1" }),
      subDone("s1"),
      done(),
    ]);
    expect(outline(timeline)).toMatchObject([
      { items: [{ call: "s1", agents: [{ name: "s1", status: "completed", items: [{ text: "hi" }] }] }] },
    ]);
    expect(timeline.snapshot().notices).toEqual([]);
  });

  test("one whose call waits itself gets that call, with its name", () => {
    const { timeline } = tell([
      run(),
      ...called("c1", "dig", {}, { subagentRunId: "s1" }),
      sub("s2", { parentToolCallId: "c1" }),
      done(),
    ]);
    expect(JSON.stringify(outline(timeline))).toContain('"call":"dig"');
  });

  test("one below a call that ended as it appeared has ended with it", () => {
    const { timeline } = tell([run(), sub("s1", { parentToolCallId: "c1" }), result("c1", "x"), done()]);
    expect(outline(timeline)).toMatchObject([{ items: [{ status: "completed", agents: [{ status: "completed" }] }] }]);
  });

  test("what waited and is refused then takes nothing with it", () => {
    const patch = [{ op: "remove", path: "/gone" }];
    const early = [
      { type: "ACTIVITY_DELTA", messageId: "a1", activityType: "plan", patch, subagentRunId: "s1" },
      ...said("m1", "heard", { subagentRunId: "s1" }),
    ];
    const { timeline, adapter } = tell([run(), ...early]);
    timeline.apply(adapter.end());
    for (const one of [timeline, tell([run(), ...early, done()]).timeline]) {
      expect(JSON.stringify(outline(one))).toContain("heard");
      expect(one.snapshot().notices).toHaveLength(1);
    }
  });

  test.each<[string, object[]]>([
    [
      "itself by its own call",
      [sub("s1", { parentToolCallId: "c1" }), ...called("c1", "f", {}, { subagentRunId: "s1" })],
    ],
    ["itself by its id", [sub("s1", { parentSubagentRunId: "s1" })]],
    ["each other", [sub("s1", { parentSubagentRunId: "s2" }), sub("s2", { parentSubagentRunId: "s1" })]],
    [
      "each other by their calls",
      [
        sub("s1", { parentToolCallId: "c2" }),
        sub("s2", { parentToolCallId: "c1" }),
        ...called("c1", "f", {}, { subagentRunId: "s1" }),
        ...called("c2", "g", {}, { subagentRunId: "s2" }),
      ],
    ],
  ])("a sub-agent below %s is shown all the same", (_, events) => {
    const { timeline } = tell([run(), ...events, ...said("m1", "still here", { subagentRunId: "s1" }), done()]);
    expect(JSON.stringify(outline(timeline))).toContain("still here");
    expect(timeline.snapshot().notices).toEqual([]);
  });

  test("attribution without announcements is shown live, after a while", () => {
    const letters = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz";
    const { timeline, tell: more } = tell([run(), ...said("m1", letters, { subagentRunId: "s1" })]);
    expect(JSON.stringify(outline(timeline))).toContain(letters);
    more([
      { type: "TEXT_MESSAGE_START", messageId: "m2", subagentRunId: "s2" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m2", delta: "at once" },
    ]);
    expect(JSON.stringify(outline(timeline))).toContain("at once");
    more([sub("s1", { name: "late" }), done()]);
    expect(JSON.stringify(outline(timeline))).toContain('"name":"late"');
  });

  test("an id used again in a later run is another sub-agent, unless it was suspended", () => {
    const one = (text: string, id: string) => [run(), sub("s1"), ...said(id, text, { subagentRunId: "s1" })];
    const { timeline } = tell([
      ...one("first", "m1"),
      subDone("s1"),
      done(),
      ...one("second", "m2"),
      subDone("s1"),
      done(),
    ]);
    expect(outline(timeline)).toMatchObject([
      { items: [{ agents: [{ items: [{ text: "first" }] }] }] },
      { items: [{ agents: [{ items: [{ text: "second" }] }] }] },
    ]);
  });
});
