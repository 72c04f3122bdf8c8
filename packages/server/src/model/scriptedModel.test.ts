import type {
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3StreamPart,
  LanguageModelV3ToolResultPart,
} from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { describeModelError } from "./describeModelError.ts";
import { createScriptedModel, type ScriptedStep, type ScriptedTurn } from "./scriptedModel.ts";

const user = (text: string): LanguageModelV3Message => ({ role: "user", content: [{ type: "text", text }] });
const said = (text: string): LanguageModelV3Message => ({ role: "assistant", content: [{ type: "text", text }] });

/** An answer that calls, with what each of its calls came to. */
const called = (...outputs: (string | LanguageModelV3ToolResultPart["output"])[]): LanguageModelV3Message[] => {
  const call = (index: number) => ({ toolCallId: `c${index}`, toolName: "look" });
  return [
    {
      role: "assistant",
      content: outputs.map((_output, index) => ({ type: "tool-call", ...call(index), input: {} })),
    },
    {
      role: "tool",
      content: outputs.map((output, index) => ({
        type: "tool-result",
        ...call(index),
        output: typeof output === "string" ? { type: "text", value: output } : output,
      })),
    },
  ];
};

async function partsOf(
  turns: readonly ScriptedTurn[],
  prompt: LanguageModelV3Prompt,
  options: { pace?: number; abortSignal?: AbortSignal } = {},
): Promise<LanguageModelV3StreamPart[]> {
  const { pace, abortSignal } = options;
  const { stream } = await createScriptedModel({ turns, pace }).doStream({ prompt, abortSignal });
  const parts: LanguageModelV3StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

const textOf = (parts: readonly LanguageModelV3StreamPart[]) =>
  parts.map((part) => (part.type === "text-delta" ? part.delta : "")).join("");
const answer = async (steps: readonly ScriptedStep[], ...prompt: LanguageModelV3Message[]) =>
  textOf(await partsOf([{ steps }], prompt));

describe("a scripted model", () => {
  it("streams thoughts, words and arguments in pieces, and says why it ends", async () => {
    const step = [
      { reasoning: "Look first." },
      "I look",
      " twice.",
      { call: "look", input: { at: "the first of them" } },
      { call: "look", input: "{not json" },
    ];
    const parts = await partsOf([{ steps: [step] }], [user("Go on.")]);
    expect(parts.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1])).toEqual([
      "stream-start",
      ...["reasoning-start", "reasoning-delta", "reasoning-end"],
      ...["text-start", "text-delta", "text-end"],
      ...["tool-input-start", "tool-input-delta", "tool-input-end", "tool-call"],
      ...["tool-input-start", "tool-input-delta", "tool-input-end", "tool-call"],
      "finish",
    ]);
    expect(parts.flatMap((part) => (part.type === "text-delta" ? [part.delta] : []))).toEqual([
      "I ",
      "look",
      " twice.",
    ]);
    const calls = parts.flatMap((part) => (part.type === "tool-call" ? [part] : []));
    expect(calls.map(({ input }) => input)).toEqual(['{"at":"the first of them"}', "{not json"]);
    expect(new Set(calls.map(({ toolCallId }) => toolCallId)).size).toBe(2);
    for (const { toolCallId, input } of calls) {
      const pieces = parts.flatMap((part) =>
        part.type === "tool-input-delta" && part.id === toolCallId ? [part.delta] : [],
      );
      expect(pieces.join("")).toBe(input);
    }
    expect(parts.at(-1)).toMatchObject({ finishReason: { unified: "tool-calls" } });
    expect((await partsOf([{ steps: [["Yes."]] }], [user("?")])).at(-1)).toMatchObject({
      finishReason: { unified: "stop" },
    });
  });

  it("finds a turn by the whole message, whatever its white space, or by fields of a task", async () => {
    const turns: ScriptedTurn[] = [
      { message: "Look here", steps: [["Here."]] },
      { message: { path: "a.md", depth: { most: 2 } }, steps: [["The task."]] },
      { message: { path: "b.md" }, steps: [["Another task."]] },
    ];
    const to = async (text: string) => textOf(await partsOf(turns, [user("Before."), said("Yes."), user(text)]));
    expect(await to("  Look\n here ")).toBe("Here.");
    expect(await to('{"depth":{"most":2},"path":"a.md","more":1}')).toBe("The task.");
    expect(await to('{"path":"b.md"}')).toBe("Another task.");
    for (const text of ["Look here, too", "look here", '{"path":"a.md"}', "null", "7", "[]", ""]) {
      await expect(to(text)).rejects.toThrow(/^No model is connected: /);
    }
  });

  it("says in one sentence what to set where it has no turn for a message", async () => {
    const refused = await partsOf([], [user("Hello?")]).catch((error: unknown) => describeModelError(error));
    expect(refused).toEqual({ code: "no_model", message: expect.stringMatching(/^No model is connected: [^.]*\.$/) });
    expect(JSON.stringify(refused)).toMatch(/OPENAI_BASE_URL.*OPENAI_MODEL.*OPENAI_API_KEY/);
  });

  it("counts the answers since the message, so that the same prompt has the same answer in any process", async () => {
    const turns: ScriptedTurn[] = [
      { message: "Go", steps: [[{ call: "look", input: {} }], [{ call: "look", input: {} }], ["Done."]] },
    ];
    const before = [user("Go"), ...called("1"), ...called("2"), said("Done."), user("Go")];
    const first = await partsOf(turns, before);
    expect(first.some(({ type }) => type === "tool-call")).toBe(true);
    expect(await partsOf(turns, before)).toEqual(first);
    expect((await partsOf(turns, [...before, ...called("1")])).some(({ type }) => type === "tool-call")).toBe(true);
    expect(textOf(await partsOf(turns, [...before, ...called("1"), ...called("2")]))).toBe("Done.");
    await expect(partsOf(turns, [...before, ...called("1"), ...called("2"), ...called("3")])).rejects.toThrow("step 4");
  });

  it("goes on by how the calls of the last answer ended", async () => {
    const steps: ScriptedStep[] = [
      [{ call: "look", input: {} }],
      { done: ["Seen."], denied: ["Not allowed."], failed: ["It failed."] },
    ];
    const failed = { type: "error-text", value: "Error" } as const;
    const denied = { type: "execution-denied", reason: "No." } as const;
    expect(await answer(steps, user("Go"), ...called("x"))).toBe("Seen.");
    expect(await answer(steps, user("Go"), ...called("x", failed))).toBe("It failed.");
    expect(await answer(steps, user("Go"), ...called(failed, denied, "x"))).toBe("Not allowed.");
    // What an earlier turn or answer came to does not count.
    expect(await answer(steps, user("Go"), ...called(denied), user("Go"), ...called("x"))).toBe("Seen.");
    expect(await answer([...steps.slice(0, 1), ...steps], user("Go"), ...called(denied), ...called("x"))).toBe("Seen.");
    await expect(answer([[], { done: ["Seen."] }], user("Go"), ...called(denied))).rejects.toThrow(/step 2.*denied/);
  });

  it("quotes results: all of one, or a value in it", async () => {
    const found = JSON.stringify({ total: 12, results: [{ path: "a.md" }] });
    const step = [
      "In ",
      { result: 0, at: ["results", 0, "path"] },
      ", one of ",
      { result: 0, at: ["total"] },
      ": ",
      { result: -1 },
    ];
    expect(await answer([[], [], step], user("Go"), ...called(found), ...called("x", "read"))).toBe(
      "In a.md, one of 12: read",
    );
    const denied = { type: "execution-denied", reason: "Denied: no." } as const;
    expect(await answer([[], [{ result: 0 }]], user("Go"), ...called(denied))).toBe("Denied: no.");
    await expect(answer([[{ result: 0 }]], user("Go"))).rejects.toThrow("no result 0");
  });

  it("fails where its script says so, after what it has said", async () => {
    const parts = await partsOf([{ steps: [["I was about", { error: "It broke." }, " to say."]] }], [user("Go")]);
    expect(textOf(parts)).toBe("I was about");
    expect(parts.find(({ type }) => type === "error")).toMatchObject({ error: new Error("It broke.") });
    expect(parts.at(-1)).toMatchObject({ finishReason: { unified: "error" } });
  });

  it.each([
    ["in a wait", [["Wait", { wait: 60_000 }, "for it."]], 0],
    ["between two words", [["Wait for it."]], 60_000],
  ] as const)("ends at once when it is aborted %s", async (_where, steps, pace) => {
    const abort = new AbortController();
    const reading = partsOf([{ steps }], [user("Go")], { pace, abortSignal: abort.signal });
    setTimeout(() => abort.abort(), 5);
    await expect(reading).rejects.toMatchObject({ name: "AbortError" });
  });

  it("makes nothing for somebody who has gone", async () => {
    const abort = AbortSignal.abort();
    await expect(partsOf([{ steps: [["Yes."]] }], [user("Go")], { abortSignal: abort })).rejects.toBeDefined();
    const { stream } = await createScriptedModel({ turns: [{ steps: [["a ".repeat(50)]] }] }).doStream({
      prompt: [user("Go")],
    });
    const reader = stream.getReader();
    await reader.read();
    await reader.cancel();
    expect(await reader.read()).toMatchObject({ done: true });
  });
});
