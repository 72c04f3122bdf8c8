import { jsonSchema, streamText, tool, type LanguageModel } from "ai";
import { describe, expect, it } from "vitest";
import * as models from "./misbehavingModels.ts";

const tools = {
  search: tool({
    description: "Searches.",
    inputSchema: jsonSchema({ type: "object", properties: { query: { type: "string" } }, required: ["query"] }),
  }),
};

/** What the agent loop hears of an answer. */
async function hear(model: LanguageModel, abortSignal?: AbortSignal) {
  const parts: string[] = [];
  const errors: unknown[] = [];
  const calls: { toolName: string; input: unknown; invalid?: boolean }[] = [];
  let text = "";
  const result = streamText({ model, prompt: "Go on.", tools, maxRetries: 0, abortSignal, onError: () => {} });
  for await (const part of result.fullStream) {
    parts.push(part.type);
    if (part.type === "text-delta") text += part.text;
    if (part.type === "error") errors.push(part.error);
    if (part.type === "tool-call") calls.push(part as (typeof calls)[number]);
  }
  return { parts, errors, calls, text };
}

describe("a misbehaving model", () => {
  it("calls an unknown tool, then answers", async () => {
    const model = models.unknownToolModel();
    expect((await hear(model)).calls).toMatchObject([{ toolName: "no_such_tool", invalid: true }]);
    expect((await hear(model)).text).toBe("That did not work.");
  });

  it("sends arguments that are no JSON", async () => {
    const { calls } = await hear(models.brokenArgumentsModel("search"));
    expect(calls).toMatchObject([{ toolName: "search", invalid: true, input: '{"query": "tree' }]);
  });

  it("makes the same call for ever", async () => {
    const model = models.endlessCallModel("search", { query: "x" });
    for (let step = 0; step < 3; step++) {
      expect((await hear(model)).calls).toMatchObject([{ toolName: "search", input: { query: "x" } }]);
    }
  });

  it("makes forty calls at once", async () => {
    expect((await hear(models.manyCallsModel("search", { query: "x" }))).calls).toHaveLength(40);
  });

  it("says nothing", async () => {
    const { text, calls, errors } = await hear(models.emptyModel());
    expect([text, calls, errors]).toEqual(["", [], []]);
  });

  it("reports an error in mid-stream", async () => {
    const { text, errors } = await hear(models.errorPartModel());
    expect(text).toBe("I was about to say");
    expect(errors).toMatchObject([{ message: "The model broke." }]);
  });

  it("ends without a finish, and breaks", async () => {
    const cut = await hear(models.cutStreamModel("search"));
    expect(cut.parts).toContain("tool-input-start");
    expect(cut.parts).not.toContain("tool-call");
    await expect(hear(models.brokenStreamModel())).rejects.toThrow("terminated");
  });

  it("hangs until it is aborted", async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 30);
    const { text, parts } = await hear(models.hangingModel(), abort.signal);
    expect(text).toBe("Let me think");
    expect(parts.at(-1)).toBe("abort");
  });
});
