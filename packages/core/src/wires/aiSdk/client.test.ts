import type { UIMessage, UIMessageChunk } from "ai";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AgentSnapshot } from "../../timeline/snapshot.ts";
import type { AiSdkChunk, AiSdkMessage, AiSdkPart } from "./fromAiSdk.ts";
import { fold, missingIn, readBySdk, timeless } from "./testing/fixtures/aiSdkModel.ts";

const json = fc.jsonValue({ maxDepth: 2 });
const text = fc.string({ maxLength: 6, unit: "grapheme" });

/** Text and thinking, in pieces. */
const spoken = fc
  .tuple(fc.constantFrom("text", "reasoning"), fc.array(text, { maxLength: 4 }))
  .map(([kind, pieces]) => (id: string): AiSdkChunk[] => [
    { type: `${kind}-start`, id },
    ...pieces.map((delta) => ({ type: `${kind}-delta`, id, delta })),
    { type: `${kind}-end`, id },
  ]);

/** A sub-agent's message, whose calls may have sub-agents of their own. */
const nested = (depth: number): fc.Arbitrary<AiSdkMessage> => {
  const part: fc.Arbitrary<AiSdkPart> = fc.oneof(
    fc.record({ type: fc.constantFrom("text", "reasoning"), text, state: fc.constantFrom("streaming", "done") }),
    fc.constant({ type: "step-start" }),
    fc.constant({ type: "source-url", url: "https://example.test" }),
    fc
      .record({
        toolCallId: fc.constantFrom("n1", "n2", "n3"),
        input: json,
        end: fc.oneof(
          fc.constant({ state: "input-available" }),
          fc.constant({ state: "output-error", errorText: "bad" }),
          (depth === 0 ? json : fc.oneof(json, nested(depth - 1))).map((output) => ({
            state: "output-available",
            output,
          })),
        ),
      })
      .map(({ end, ...call }) => ({ type: "tool-look", ...call, ...end })),
  );
  const options = { selector: (one: AiSdkPart) => one["toolCallId"] ?? one, maxLength: 5 };
  return fc.uniqueArray(part, options).map((parts) => ({ id: "", role: "assistant", parts }));
};

/** A call: its arguments streamed or not, and what comes of it, if anything does. */
const called = fc
  .record({
    tool: fc.constantFrom("a", "b"),
    dynamic: fc.boolean(),
    pieces: fc.option(fc.nat(20)),
    input: json,
    previews: fc.oneof<fc.Arbitrary<unknown[]>[]>(
      fc.array(json, { maxLength: 3 }),
      nested(1).map((whole) => whole.parts.map((_, at) => ({ ...whole, parts: whole.parts.slice(0, at + 1) }))),
    ),
    end: fc.constantFrom("output", "error", "no-input", "ask", "none"),
  })
  .map(({ tool: toolName, dynamic, pieces, input, previews, end }) => (toolCallId: string): AiSdkChunk[] => {
    const about = { toolCallId, ...(dynamic && { dynamic }) };
    const whole = JSON.stringify(input);
    const deltas = pieces === null ? [] : [whole.slice(0, pieces), whole.slice(pieces)];
    const began = [
      ...(pieces === null ? [] : [{ type: "tool-input-start", ...about, toolName }]),
      ...deltas.map((inputTextDelta) => ({ type: "tool-input-delta", toolCallId, inputTextDelta })),
    ];
    if (end === "no-input")
      return [...began, { type: "tool-input-error", ...about, toolName, input, errorText: "It does not fit." }];
    const ready = [...began, { type: "tool-input-available", ...about, toolName, input }];
    if (end === "none") return ready;
    if (end === "ask")
      return [...ready, { type: "tool-approval-request", toolCallId, approvalId: `ask of ${toolCallId}` }];
    const shown = previews.map((output) => ({ type: "tool-output-available", ...about, output, preliminary: true }));
    if (end === "error") return [...ready, { type: "tool-output-error", ...about, errorText: "It broke." }];
    return [...ready, ...shown, { type: "tool-output-available", ...about, output: previews.at(-1) ?? null }];
  });

const other = fc.constantFrom<AiSdkChunk[]>(
  [
    { type: "data-weather", id: "w", data: 1 },
    { type: "data-weather", id: "w", data: 2 },
  ],
  [{ type: "data-note", data: {}, transient: true }],
  [{ type: "source-url", sourceId: "s", url: "https://example.test" }],
  [{ type: "file", url: "data:,", mediaType: "text/plain" }],
);

/** A whole response of several steps, what is in each of them in any order. */
const response = (prefix: string) =>
  fc
    .array(
      fc.record({
        lanes: fc.array(fc.oneof(spoken, called, called, fc.constant(null)), { maxLength: 4 }),
        others: fc.array(other, { maxLength: 1 }),
        order: fc.infiniteStream(fc.nat(7)),
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((steps) => [
      { type: "start", messageId: "m1" },
      ...steps.flatMap(({ lanes, others, order }, step) => {
        const queues = [...others, ...lanes.map((lane, at) => lane?.(`${prefix}${step}-${at}`) ?? [])].map((one) => [
          ...one,
        ]);
        const mixed: AiSdkChunk[] = [];
        for (let open = queues; (open = open.filter((queue) => queue.length > 0)).length > 0;) {
          mixed.push(open[order.next().value % open.length]!.shift()!);
        }
        return [{ type: "start-step" }, ...mixed, { type: "finish-step" }];
      }),
      { type: "finish" },
    ]);

const sdk = (chunks: readonly AiSdkChunk[], after?: UIMessage) => readBySdk(chunks as UIMessageChunk[], after);
const foldChunks = (chunks: readonly AiSdkChunk[]) => fold({ chunks: chunks as UIMessageChunk[] });
const isEmpty = (message: UIMessage) => message.parts.every((part) => part.type === "step-start");

/**
 * A tree without what the SDK's message does not keep: texts that stayed empty, and what a failed call showed before.
 */
const kept = (agent: AgentSnapshot): AgentSnapshot => ({
  ...agent,
  items: agent.items
    .filter((item) => item.kind === "call" || item.text !== "")
    .map((item) => {
      if (item.kind !== "call") return item;
      return { ...item, output: item.status === "failed" ? null : item.output, agents: item.agents.map(kept) };
    }),
});

describe("beside the SDK's own reader, any response", () => {
  test("has all that its message has, and is replayed from that as it came", async () => {
    await fc.assert(
      fc.asyncProperty(response("c"), async (chunks) => {
        const message = await sdk(chunks);
        const { adapter, timeline, tree } = foldChunks(chunks);
        expect(timeline.snapshot().notices).toEqual([]);
        expect(missingIn(tree.map(kept)[0], message)).toEqual([]);
        if (isEmpty(message)) return;
        expect(fold({ messages: [message] }).tree.map(kept)).toEqual(tree.map(kept));
        expect(adapter.replay([message as AiSdkMessage])).toEqual([]);
      }),
    );
  });

  test("that was cut and saved anywhere is whole when it is streamed again", async () => {
    await fc.assert(
      fc.asyncProperty(response("c"), fc.nat(), async (chunks, at) => {
        const message = await sdk(chunks.slice(0, 2 + (at % chunks.length)));
        const { adapter, timeline } = fold({ messages: [message] });
        timeline.apply(adapter.end());
        timeline.apply(adapter.expect({ isRepeat: true, messageId: "m1" }));
        for (const chunk of chunks) timeline.apply(adapter.push(chunk));
        expect(timeless(timeline.snapshot()).map(kept)).toEqual(foldChunks(chunks).tree.map(kept));
      }),
    );
  });

  test("that asks goes on, under the old ids, in the one that follows the answers", async () => {
    const verdicts = fc.infiniteStream(fc.record({ approved: fc.boolean(), output: json }));
    await fc.assert(
      fc.asyncProperty(
        response("c"),
        response("d"),
        verdicts,
        fc.boolean(),
        async (first, rest, verdict, isToldFirst) => {
          const asking = await sdk(first);
          const outcomes: AiSdkChunk[] = [];
          const { adapter, timeline } = foldChunks(first);
          timeline.apply(adapter.end());
          const parts = (asking.parts as AiSdkPart[]).map((part) => {
            if (part["state"] !== "approval-requested") return part;
            const { approved, output } = verdict.next().value;
            const { toolCallId } = part;
            const id = `ask of ${String(toolCallId)}`;
            if (isToldFirst) timeline.apply(adapter.answer({ approvalId: id, approved }));
            const dynamic = part.type === "dynamic-tool" && { dynamic: true };
            if (approved) outcomes.push({ type: "tool-output-available", toolCallId, output, ...dynamic });
            else outcomes.push({ type: "tool-output-denied", toolCallId });
            return { ...part, state: "approval-responded", approval: { id, approved } };
          });
          const saved = { ...asking, parts } as UIMessage;
          const second = [rest[0]!, ...outcomes, ...rest.slice(1)];
          const message = await sdk(second, saved);
          timeline.apply(adapter.expect({ messages: [saved as AiSdkMessage], messageId: "m1" }));
          for (const chunk of second) timeline.apply(adapter.push(chunk));
          const tree = timeless(timeline.snapshot());
          expect(tree.length).toBe(1);
          expect(timeline.snapshot().notices).toEqual([]);
          expect(missingIn(tree.map(kept)[0], message)).toEqual([]);
        },
      ),
    );
  });
});
