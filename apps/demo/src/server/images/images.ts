import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateImage } from "ai";
import type { ToolFile } from "../files.ts";
import { FALLBACKS } from "../../../tools/_shared/imageFallbacks.ts";
import { drawPicture, layMulch, type Laying } from "./standIn.ts";

export interface ImageModel {
  id: string;
  name: string;
  /** Whether a provider is connected that has it; else the stand-in draws in its place. */
  live: boolean;
}

export interface ImageRequest {
  model: string;
  prompt: string;
  /** Pictures to go by; with one, it is edited. */
  references: readonly ToolFile[];
  size: `${number}x${number}`;
  /** What the stand-in does to the first reference, as it reads no prompt. */
  laying?: Laying;
  signal: AbortSignal;
}

export interface MadeImage {
  file: ToolFile;
  /** The model that made it; null where the stand-in drew in its place. */
  madeBy: string | null;
}

/** The models that make and edit pictures. */
export interface ImageModels {
  list(signal?: AbortSignal): Promise<ImageModel[]>;
  make(request: ImageRequest): Promise<MadeImage>;
}

export interface ImageProvider {
  /** An OpenAI-compatible API's root. */
  baseURL: string;
  apiKey?: string | undefined;
}

/**
 * A provider's models and the fallbacks; without a provider, a stand-in that draws the same picture for the same
 * request.
 */
export function createImageModels(provider?: ImageProvider): ImageModels {
  const api =
    provider &&
    createOpenAICompatible({
      name: "images",
      baseURL: provider.baseURL,
      ...(provider.apiKey && { apiKey: provider.apiKey }),
    });
  return {
    async list(signal) {
      const live = provider ? await listOf(provider, signal) : [];
      const others = FALLBACKS.filter(({ id }) => !live.some((model) => model.id === id));
      return [...live, ...others.map((model) => ({ ...model, live: provider !== undefined }))];
    },
    async make({ model, prompt, references, size, laying, signal }) {
      if (!api) {
        const bytes = laying ? await layMulch(references[0]!, laying) : drawPicture(prompt, references, size);
        const file = { name: "picture.png", mediaType: "image/png", bytes };
        return { file, madeBy: null };
      }
      const images = references.map(({ bytes }) => bytes);
      const { image } = await generateImage({
        model: api.imageModel(model),
        prompt: images.length > 0 ? { images, text: prompt } : prompt,
        ...(images.length === 0 && { size }),
        abortSignal: signal,
      });
      const ending = /^image\/(\w+)$/.exec(image.mediaType)?.[1] ?? "png";
      const file = { name: `picture.${ending}`, mediaType: image.mediaType, bytes: new Uint8Array(image.uint8Array) };
      return { file, madeBy: model };
    },
  };
}

/** Those of a provider's models whose name says that they make pictures; none where it does not answer. */
async function listOf({ baseURL, apiKey }: ImageProvider, signal?: AbortSignal): Promise<ImageModel[]> {
  const headers: HeadersInit = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
  const limit = AbortSignal.timeout(5000);
  try {
    const response = await fetch(`${baseURL.replace(/\/+$/, "")}/models`, {
      headers,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    const { data } = (await response.json()) as { data?: { id?: unknown }[] };
    return (data ?? []).flatMap(({ id }) =>
      typeof id === "string" && /image|imagen|dall-e|flux|diffusion/i.test(id) ? [{ id, name: id, live: true }] : [],
    );
  } catch {
    return [];
  }
}
