import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { jsonSchema, streamText, tool } from "ai";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { describeModelError } from "./describeModelError.ts";
import { modelFromEnvironment } from "./modelFromEnvironment.ts";

type Answer = (
  response: ServerResponse,
  request: IncomingMessage,
  body: Record<string, unknown>,
) => void | Promise<void>;

const tools = {
  search: tool({
    description: "Searches.",
    inputSchema: jsonSchema({ type: "object", properties: { query: { type: "string" } }, required: ["query"] }),
  }),
};

const sse = (response: ServerResponse) => response.writeHead(200, { "content-type": "text/event-stream" });
const line = (value: unknown) => `data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`;
const chunk = (delta: object, finish: string | null = null) =>
  line({
    id: "c",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
const usage = line({
  id: "c",
  choices: [],
  usage: { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 },
});
const refuse =
  (status: number, message: string, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify({ error: { message, type: "x", param: null, code: null } }));
  };
const say =
  (words: string): Answer =>
  (response) => {
    sse(response);
    response.end(chunk({ role: "assistant", content: words }) + chunk({}, "stop") + usage + line("[DONE]"));
  };

describe("a model by environment", () => {
  let answers: Answer[] = [];
  let asked: { url: string; authorization: string | undefined; body: Record<string, unknown>; at: number }[] = [];
  let baseUrl = "";
  const server = createServer((request, response) => {
    let text = "";
    // Each test has connections of its own: one that another test broke is not used again.
    response.setHeader("connection", "close");
    request.on("data", (piece: Buffer) => (text += piece.toString()));
    request.on("end", () => {
      const body = JSON.parse(text) as Record<string, unknown>;
      asked.push({ url: request.url ?? "", authorization: request.headers.authorization, body, at: Date.now() });
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
      void answer(response, request, body);
    });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  afterEach(() => {
    asked = [];
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const model = (options?: Parameters<typeof modelFromEnvironment>[1]) =>
    modelFromEnvironment(
      { OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: "m-1", OPENAI_API_KEY: "sk-secret-123456" },
      options,
    )!;

  async function hear(
    given: Answer | Answer[],
    options: { maxRetries?: number; abortSignal?: AbortSignal; silenceMs?: number } = {},
  ) {
    answers = Array.isArray(given) ? [...given] : [given];
    const { silenceMs, maxRetries = 0, abortSignal } = options;
    const result = streamText({
      model: model(silenceMs === undefined ? {} : { silenceMs }),
      prompt: "Go on.",
      tools,
      maxRetries,
      abortSignal,
      onError: () => {},
    });
    const heard = {
      text: "",
      reasoning: "",
      deltas: [] as string[],
      calls: [] as { toolName: string; input: unknown }[],
      errors: [] as unknown[],
      finish: undefined as { finishReason: string; inputTokens?: number; outputTokens?: number } | undefined,
      aborted: false,
    };
    try {
      for await (const part of result.fullStream) {
        if (part.type === "text-delta") heard.text += part.text;
        if (part.type === "reasoning-delta") heard.reasoning += part.text;
        if (part.type === "tool-input-delta") heard.deltas.push(part.delta);
        if (part.type === "tool-call") heard.calls.push({ toolName: part.toolName, input: part.input });
        if (part.type === "error") heard.errors.push(part.error);
        if (part.type === "abort") heard.aborted = true;
        if (part.type === "finish-step") {
          const { inputTokens, outputTokens } = part.usage;
          heard.finish = { finishReason: part.finishReason, inputTokens, outputTokens };
        }
      }
    } catch (error) {
      // A stream that breaks rejects, where a server that reports an error gives an error part: both are failures.
      heard.errors.push(error);
    }
    return { ...heard, described: heard.errors[0] === undefined ? null : describeModelError(heard.errors[0]) };
  }

  it("asks for a stream with usage, under the name and key of the environment", async () => {
    const heard = await hear(say("Hello there"));
    expect(heard).toMatchObject({ text: "Hello there", errors: [] });
    expect(heard.finish).toEqual({ finishReason: "stop", inputTokens: 12, outputTokens: 7 });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ url: "/v1/chat/completions", authorization: "Bearer sk-secret-123456" });
    expect(asked[0]!.body).toMatchObject({ model: "m-1", stream: true, stream_options: { include_usage: true } });
    expect(asked[0]!.body["tools"]).toMatchObject([{ type: "function", function: { name: "search" } }]);
  });

  it("sends no key where there is none", async () => {
    answers = [say("Hello")];
    const keyless = modelFromEnvironment({ OPENAI_BASE_URL: `${baseUrl}/`, OPENAI_MODEL: "m" })!;
    expect(await streamText({ model: keyless, prompt: "Go on." }).text).toBe("Hello");
    expect(asked[0]).toMatchObject({ url: "/v1/chat/completions", authorization: undefined });
  });

  it("takes parallel calls whose arguments stream interleaved", async () => {
    const heard = await hear((response) => {
      sse(response);
      const piece = (index: number, fields: object) => chunk({ tool_calls: [{ index, ...fields }] });
      response.write(chunk({ role: "assistant", content: "Two at once. " }));
      response.write(piece(0, { id: "a", type: "function", function: { name: "search", arguments: "" } }));
      response.write(piece(0, { function: { arguments: '{"que' } }));
      response.write(piece(1, { id: "b", type: "function", function: { name: "search", arguments: '{"query":' } }));
      response.write(piece(0, { function: { arguments: 'ry":"one"}' } }));
      response.write(piece(1, { function: { arguments: '"two"}' } }));
      response.end(chunk({}, "tool_calls") + usage + line("[DONE]"));
    });
    expect(heard.calls).toEqual([
      { toolName: "search", input: { query: "one" } },
      { toolName: "search", input: { query: "two" } },
    ]);
    expect(heard.deltas.length).toBeGreaterThanOrEqual(4);
    expect(heard.finish?.finishReason).toBe("tool-calls");
    expect(heard.errors).toEqual([]);
  });

  it("keeps reasoning apart from the text", async () => {
    const heard = await hear((response) => {
      sse(response);
      response.write(chunk({ reasoning_content: "Let me " }) + chunk({ reasoning_content: "think." }));
      response.end(chunk({ content: "Done." }) + chunk({}, "stop") + line("[DONE]"));
    });
    expect(heard).toMatchObject({ reasoning: "Let me think.", text: "Done.", errors: [] });
  });

  it("says that the key is refused, and does not repeat it", async () => {
    const { described } = await hear(refuse(401, "Incorrect API key provided: sk-secret-123456"), { maxRetries: 2 });
    expect(described?.code).toBe("model_unauthorized");
    expect(described?.message).toMatch(/OPENAI_API_KEY/);
    expect(described?.message).not.toContain("sk-secret");
    expect(asked).toHaveLength(1);
  });

  it("waits as long as a rate limit says, and then succeeds", async () => {
    const heard = await hear([refuse(429, "Slow down", { "retry-after": "1" }), say("Now it works")], {
      maxRetries: 2,
    });
    expect(heard).toMatchObject({ text: "Now it works", errors: [] });
    expect(asked).toHaveLength(2);
    expect(asked[1]!.at - asked[0]!.at).toBeGreaterThanOrEqual(950);
  });

  it("says for how long a rate limit stays", async () => {
    const { described } = await hear(refuse(429, "Slow down", { "retry-after": "30" }));
    expect(described).toMatchObject({ code: "model_rate_limited" });
    expect(described?.message).toMatch(/in 30 seconds.*Slow down/);
  });

  it("asks again after a failure of the server, and says when it stays", async () => {
    const failing = refuse(503, "Overloaded", { "retry-after-ms": "1" });
    expect(await hear([failing, failing, say("Back")], { maxRetries: 2 })).toMatchObject({ text: "Back", errors: [] });
    asked = [];
    const { described } = await hear(failing, { maxRetries: 2 });
    expect(asked).toHaveLength(3);
    expect(described).toMatchObject({ code: "model_unavailable" });
    expect(described?.message).toMatch(/503.*Overloaded/);
  });

  it.each([
    [404, "The model `m-1` does not exist", "model_not_found", /OPENAI_MODEL/],
    [400, "This model's maximum context length is 8192 tokens", "model_too_long", /longer context/],
    [400, "tools is not supported", "model_refused", /tools is not supported/],
    [413, "Too large", "model_too_long", /new chat/],
  ])("names a %i: %s", async (status, message, code, words) => {
    const { described } = await hear(refuse(status, message));
    expect(described?.code).toBe(code);
    expect(described?.message).toMatch(words);
  });

  it("says that an answer was cut off, whether the stream ends early or the connection breaks", async () => {
    const early = await hear((response) => {
      sse(response);
      response.end(chunk({ content: "I was about" }));
    });
    expect(early.text).toBe("I was about");
    expect(early.described?.code).toBe("model_cut_off");
    const broken = await hear((response) => {
      sse(response);
      response.write(chunk({ content: "I was about" }), () => setTimeout(() => response.destroy(), 20));
    });
    expect(broken.text).toBe("I was about");
    expect(broken.described?.code).toBe("model_cut_off");
  });

  it("says that an answer was garbled", async () => {
    const lines = await hear((response) => {
      sse(response);
      response.write(chunk({ content: "Before " }));
      response.end(`${line("{not json")}${chunk({ content: "after" })}${chunk({}, "stop")}`);
    });
    expect(lines.described).toMatchObject({ code: "model_garbled" });
    const page = await hear((response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.end("<html>It works!</html>");
    });
    expect(page.described?.code).toMatch(/^model_(?:garbled|cut_off)$/);
  });

  it("reports an error that the stream itself carries", async () => {
    const { described } = await hear((response) => {
      sse(response);
      response.end(line({ error: { message: "The engine ran out of memory", type: "server_error" } }));
    });
    expect(described).toMatchObject({ code: "model_error" });
    expect(described?.message).toContain("The engine ran out of memory");
  });

  it("waits for a slow first byte, and gives up on silence", async () => {
    const slow: Answer = async (response) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await say("Slow but sure")(response, {} as IncomingMessage, {});
    };
    expect(await hear(slow, { silenceMs: 5000 })).toMatchObject({ text: "Slow but sure", errors: [] });
    const never = await hear(() => {}, { silenceMs: 100 });
    expect(never.described).toMatchObject({ code: "model_silent" });
    const stalled = await hear(
      (response) => {
        sse(response);
        response.write(chunk({ content: "And then" }));
      },
      { silenceMs: 150 },
    );
    expect(stalled.text).toBe("And then");
    expect(stalled.described).toMatchObject({ code: "model_silent" });
  });

  it("ends at once when it is aborted, and lets the server know", async () => {
    const abort = new AbortController();
    let closed = () => {};
    const serverSawIt = new Promise<void>((resolve) => (closed = resolve));
    const heard = await hear(
      (response) => {
        response.on("close", closed);
        sse(response);
        response.write(chunk({ content: "Once upon a time" }), () => setTimeout(() => abort.abort(), 30));
      },
      { abortSignal: abort.signal },
    );
    expect(heard).toMatchObject({ text: "Once upon a time", aborted: true, errors: [] });
    await serverSawIt;
  });

  it("says that nobody listens", async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const errors: unknown[] = [];
    const lonely = modelFromEnvironment({ OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_MODEL: "m" })!;
    await streamText({
      model: lonely,
      prompt: "Go on.",
      maxRetries: 0,
      onError: ({ error }) => void errors.push(error),
    }).consumeStream();
    expect(describeModelError(errors[0])).toMatchObject({ code: "model_unreachable" });
    expect(describeModelError(errors[0]).message).toMatch(/ECONNREFUSED.*OPENAI_BASE_URL/);
  });
});

describe("the environment", () => {
  it("names none without an address, whatever other keys are set", () => {
    for (const environment of [{}, { OPENAI_BASE_URL: " " }, { OPENAI_API_KEY: "sk-something-else" }]) {
      expect(modelFromEnvironment(environment)).toBeUndefined();
    }
  });

  it.each([
    [{ OPENAI_BASE_URL: "localhost:11434/v1", OPENAI_MODEL: "m" }, /not an http or https address/],
    [{ OPENAI_BASE_URL: "not an address", OPENAI_MODEL: "m" }, /not an http or https address/],
    [{ OPENAI_BASE_URL: "ftp://host/v1", OPENAI_MODEL: "m" }, /not an http or https address/],
    [{ OPENAI_BASE_URL: "https://user:pass@host/v1", OPENAI_MODEL: "m" }, /holds a user or password/],
    [{ OPENAI_BASE_URL: "http://localhost:11434/v1" }, /OPENAI_MODEL is not.*Set OPENAI_MODEL/],
    [{ OPENAI_MODEL: "gpt" }, /OPENAI_BASE_URL is not set/],
  ])("is refused with what to set: %j", (environment, words) => {
    expect(() => modelFromEnvironment(environment)).toThrow(words);
  });
});

describe("an error that is no model's", () => {
  it.each([undefined, null, "text", 42, {}, new Error("")])("is described all the same: %j", (error) => {
    expect(describeModelError(error)).toMatchObject({ code: "model_error" });
  });

  it("does not go round a circle of causes", () => {
    const error = new Error("one");
    error.cause = error;
    expect(describeModelError(error).message).toContain("one");
  });
});
