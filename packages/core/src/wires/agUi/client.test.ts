import { HttpAgent, type AgentSubscriber, type RunAgentParameters } from "@ag-ui/client";
import { EventType, type BaseEvent, type Message } from "@ag-ui/core";
import { EventEncoder } from "@ag-ui/encoder";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AgentSnapshot } from "../../timeline/snapshot.ts";
import { createTimeline, type Timeline } from "../../timeline/timeline.ts";
import { fromAgUi, type AgUiEvent } from "./fromAgUi.ts";
import { called, done, interrupted, outline, result, run, said } from "./testing/agUiScript.ts";

describe("beside the real client", () => {
  beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => {}));
  afterEach(() => vi.restoreAllMocks());

  /** Runs the real client over bytes of the real encoder, and gives what its subscribers see to the adapter. */
  async function runReal(runs: readonly (readonly object[])[], question = "Go") {
    let turn = 0;
    const encoder = new EventEncoder();
    const agent = new HttpAgent({
      url: "http://agent.test",
      threadId: "t",
      initialMessages: [{ id: "u1", role: "user", content: question }],
      fetch: async () => {
        const body = runs[turn++]!.map((event) => encoder.encodeSSE(event as BaseEvent)).join("");
        return new Response(body, { headers: { "content-type": "text/event-stream" } });
      },
    });
    const adapter = fromAgUi();
    const timeline = createTimeline();
    const subscriber: AgentSubscriber = {
      onEvent: ({ event, input }) => {
        const isStart = event.type === EventType.RUN_STARTED;
        timeline.apply(adapter.push(isStart ? ({ ...event, input } as AgUiEvent) : event));
      },
    };
    agent.subscribe(subscriber);
    const go = (parameters?: RunAgentParameters) => agent.runAgent(parameters);
    return { agent, adapter, timeline, go };
  }

  /** Every text, call, argument and result in messages, by id. */
  const inMessages = (messages: readonly Message[]) => ({
    texts: messages.flatMap((message) =>
      (message.role === "assistant" || message.role === "reasoning") && message.content
        ? [`${message.id}: ${message.content}`]
        : [],
    ),
    calls: messages.flatMap((message) =>
      message.role === "assistant"
        ? (message.toolCalls ?? []).map(({ id, function: { name, arguments: args } }) => `${id}: ${name} ${args}`)
        : [],
    ),
    results: messages.flatMap((message) =>
      message.role === "tool" ? [`${message.toolCallId}: ${JSON.stringify(message.content)}`] : [],
    ),
  });
  const inTree = (timeline: Timeline) => {
    const found = { texts: [] as string[], calls: [] as string[], results: [] as string[] };
    const walk = (agents: readonly AgentSnapshot[]) => {
      for (const item of agents.flatMap(({ items }) => items)) {
        if (item.kind !== "call") found.texts.push(`${item.id.replace(/^\w+:/, "")}: ${item.text}`);
        else {
          if (!item.id.startsWith("call:")) {
            found.calls.push(`${item.id}: ${item.tool} ${JSON.stringify(item.input)}`);
            if (item.output !== undefined) found.results.push(`${item.id}: ${JSON.stringify(item.output)}`);
          }
          walk(item.agents);
        }
      }
    };
    walk(timeline.snapshot().agents);
    return found;
  };
  const sorted = (lists: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, [...list].sort()]));

  /** What one agent does, as valid AG-UI: texts, reasoning, calls, chunks, and sub-agents of its own. */
  interface Deed {
    kind: "text" | "reasoning" | "call" | "chunks" | "subagent";
    text: string;
    arg: unknown;
    answered: boolean;
    linked: boolean;
    below: Deed[];
  }
  const { deeds } = fc.letrec<{ deeds: Deed[] }>((tie) => ({
    deeds: fc.array(
      fc.record({
        kind: fc.constantFrom<Deed["kind"]>("text", "reasoning", "call", "chunks", "subagent"),
        text: fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }).map((text) => `${text}.`),
        arg: fc.jsonValue({ maxDepth: 2 }),
        answered: fc.boolean(),
        linked: fc.boolean(),
        below: fc.oneof({ depthSize: "small" }, fc.constant<Deed[]>([]), tie("deeds")) as fc.Arbitrary<Deed[]>,
      }),
      { maxLength: 4 },
    ),
  }));
  const streamOf = (list: readonly Deed[]): object[] => {
    let id = 0;
    const tell = (own: readonly Deed[], owner: { subagentRunId?: string }): object[][] =>
      own.map(({ kind, text, arg, answered, linked, below }) => {
        const key = ++id;
        const parts = text.match(/.{1,3}/gsu) ?? [];
        const callId = `c${key}`;
        const args = [
          {
            type: "TOOL_CALL_START",
            toolCallId: callId,
            toolCallName: `tool ${text}`,
            ...(linked && { parentMessageId: `p${key}` }),
            ...owner,
          },
          ...(JSON.stringify({ arg }).match(/.{1,4}/gsu) ?? []).map((delta) => ({
            type: "TOOL_CALL_ARGS",
            toolCallId: callId,
            delta,
          })),
          { type: "TOOL_CALL_END", toolCallId: callId, ...owner },
        ];
        const answer = {
          type: "TOOL_CALL_RESULT",
          messageId: `t${key}`,
          toolCallId: callId,
          content: `result of ${key}`,
          ...owner,
        };
        switch (kind) {
          case "text":
            return [
              { type: "TEXT_MESSAGE_START", messageId: `m${key}`, role: "assistant", ...owner },
              ...parts.map((delta) => ({ type: "TEXT_MESSAGE_CONTENT", messageId: `m${key}`, delta })),
              { type: "TEXT_MESSAGE_END", messageId: `m${key}` },
            ];
          case "reasoning":
            return [
              { type: "REASONING_MESSAGE_START", messageId: `m${key}`, role: "reasoning", ...owner },
              ...parts.map((delta) => ({ type: "REASONING_MESSAGE_CONTENT", messageId: `m${key}`, delta })),
              { type: "REASONING_MESSAGE_END", messageId: `m${key}` },
            ];
          case "chunks":
            return parts.map((delta, index) => ({
              type: "TEXT_MESSAGE_CHUNK",
              ...(index === 0 && { messageId: `m${key}` }),
              delta,
              ...owner,
            }));
          case "call":
            return [...args, ...(answered ? [answer] : [])];
          case "subagent": {
            const subagentRunId = `s${key}`;
            const started = {
              type: "SUBAGENT_STARTED",
              subagentRunId,
              name: text,
              ...(linked && { parentToolCallId: callId }),
              ...(owner.subagentRunId && { parentSubagentRunId: owner.subagentRunId }),
            };
            const inside = tell(below, { subagentRunId }).flat();
            return [
              ...(linked ? args : []),
              started,
              ...inside,
              { type: "SUBAGENT_FINISHED", subagentRunId },
              ...(linked ? [answer] : []),
            ];
          }
        }
      });
    return [run(), ...tell(list, {}).flat(), done()];
  };

  test("no call, argument or text is lost, none is doubled, and what it saved is the same tree", async () => {
    await fc.assert(
      fc.asyncProperty(deeds, async (list) => {
        const { agent, timeline, adapter, go } = await runReal([streamOf(list)]);
        await go();
        const expected = sorted(inMessages(agent.messages));
        expect(sorted(inTree(timeline))).toEqual(expected);
        expect(timeline.snapshot().notices).toEqual([]);
        const before = timeline.snapshot();
        timeline.apply(adapter.replay(agent.messages));
        expect(timeline.snapshot().agents).toEqual(before.agents);

        const [saved, again] = [fromAgUi(), createTimeline()];
        again.apply(saved.replay(agent.messages));
        expect(sorted(inTree(again))).toEqual(expected);
        const roots = (of: Timeline) =>
          of.snapshot().agents.map(({ id, status, messageId }) => ({ id, status, messageId }));
        if (expected.texts!.length + expected.calls!.length > 0 && list[0]!.kind !== "subagent")
          expect(roots(again)).toEqual(roots(timeline));
      }),
    );
  });

  test("two interrupts, one resume: what the client sends is what the tree says", async () => {
    const second = [run("r2"), result("c1", "sent"), ...said("m2", "ok"), done("r2")];
    const first = [
      run(),
      ...called("c1", "send", { to: "a" }),
      ...called("c2", "drop", {}),
      interrupted(
        { id: "i1", reason: "tool_call", toolCallId: "c1" },
        { id: "i2", reason: "tool_call", toolCallId: "c2" },
      ),
    ];
    const { agent, timeline, go } = await runReal([first, second]);
    await go();
    expect(agent.pendingInterrupts).toHaveLength(2);
    await go({
      resume: [
        { interruptId: "i1", status: "resolved", payload: { approved: true } },
        { interruptId: "i2", status: "resolved", payload: { approved: false, reason: "No" } },
      ],
    });
    expect(outline(timeline)).toMatchObject([
      {
        status: "completed",
        items: [
          { call: "send", status: "completed", output: "sent" },
          { call: "drop", status: "denied" },
          { text: "ok" },
        ],
      },
    ]);
  });
});
