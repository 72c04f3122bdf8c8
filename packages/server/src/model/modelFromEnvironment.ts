import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV3, LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { ModelSilentError } from "./describeModelError.ts";

const SILENCE_MS = 180_000;

export interface ModelFromEnvironmentOptions {
  /** How long a model may send nothing before its answer fails; 3 minutes unless given. */
  silenceMs?: number;
  fetch?: typeof globalThis.fetch;
}

/**
 * The model that the environment asks for: an OpenAI-compatible endpoint where `OPENAI_BASE_URL` is set, with
 * `OPENAI_MODEL` and perhaps `OPENAI_API_KEY`; else none.
 * @throws when the address is not one, or the model's name is missing: what to set.
 */
export function modelFromEnvironment(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  options: ModelFromEnvironmentOptions = {},
): LanguageModelV3 | undefined {
  const baseURL = environment["OPENAI_BASE_URL"]?.trim();
  const apiKey = environment["OPENAI_API_KEY"]?.trim();
  const modelId = environment["OPENAI_MODEL"]?.trim();
  if (!baseURL) {
    if (modelId) {
      throw new Error(
        `OPENAI_MODEL is "${modelId}", and OPENAI_BASE_URL is not set, so nobody knows where that model is. ` +
          "Set OPENAI_BASE_URL too, such as https://api.openai.com/v1, or leave both out.",
      );
    }
    return undefined;
  }
  const url = addressOf(baseURL);
  if (!modelId) {
    throw new Error(
      "OPENAI_BASE_URL is set, and OPENAI_MODEL is not. Set OPENAI_MODEL to the name of a model that the server offers, such as gpt-4.1.",
    );
  }
  const provider = createOpenAICompatible({
    name: "openai-compatible",
    baseURL: url,
    includeUsage: true,
    ...(apiKey ? { apiKey } : {}),
    ...(options.fetch ? { fetch: options.fetch } : {}),
  });
  return neverSilent(provider(modelId), options.silenceMs ?? SILENCE_MS);
}

function addressOf(text: string): string {
  let url: URL | undefined;
  try {
    url = new URL(text);
  } catch {
    // Said below.
  }
  if (!url || !/^https?:$/.test(url.protocol)) {
    // The text may hold a password, so only the variable is named.
    throw new Error(
      "OPENAI_BASE_URL is not an http or https address. Set it to the API's root, such as http://localhost:11434/v1.",
    );
  }
  if (url.username || url.password) {
    throw new Error("OPENAI_BASE_URL holds a user or password. Leave them out, and set OPENAI_API_KEY instead.");
  }
  return text.replace(/\/+$/, "");
}

/** A server that accepts a request and then says nothing must not keep a turn open for ever. */
function neverSilent(model: LanguageModelV3, silenceMs: number): LanguageModelV3 {
  return {
    specificationVersion: "v3",
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(options),
    async doStream(options) {
      const watch = new AbortController();
      const { abortSignal } = options;
      const signal = abortSignal ? AbortSignal.any([abortSignal, watch.signal]) : watch.signal;
      /** Time counts only while the model is asked for something, not while a slow reader takes its time. */
      const timed = async <T>(wait: () => PromiseLike<T>): Promise<T> => {
        const timer = setTimeout(() => watch.abort(new ModelSilentError(silenceMs)), silenceMs);
        try {
          return await wait();
        } catch (error) {
          throw watch.signal.aborted ? watch.signal.reason : error;
        } finally {
          clearTimeout(timer);
        }
      };
      const result = await timed(() => model.doStream({ ...options, abortSignal: signal }));
      const reader = result.stream.getReader();
      const stream = new ReadableStream<LanguageModelV3StreamPart>({
        async pull(controller) {
          const { done, value } = await timed(() => reader.read());
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: (reason) => reader.cancel(reason),
      });
      return { ...result, stream };
    },
  };
}
