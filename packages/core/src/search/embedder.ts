/** Gives each text its vector, all of the same length, in the same order. */
export type EmbedFunction = (texts: string[]) => Promise<readonly ArrayLike<number>[]> | readonly ArrayLike<number>[];

/** A named source of vectors. */
export interface Embedder {
  /** Vectors of another name are not used again: a model has its own. */
  name: string;
  embed: EmbedFunction;
  /** How many texts it takes at once; 64 unless given. */
  batchSize?: number;
}

export interface EmbeddingEndpoint {
  /** Up to `/v1`, as of OpenAI, Ollama, vLLM or LM Studio. */
  baseUrl: string;
  model: string;
  apiKey?: string;
  /** How many texts a request has; 64 unless given. */
  batchSize?: number;
  /** Milliseconds that a request may take; 20,000 unless given. */
  timeout?: number;
  fetch?: typeof fetch;
}

/**
 * An embedder behind an OpenAI-compatible endpoint.
 * @example
 * ```ts
 * const embed = embeddingEndpoint({ baseUrl: "http://localhost:11434/v1", model: "nomic-embed-text" });
 * const search = createToolSearch(registry.all(), { embed });
 * ```
 */
export function embeddingEndpoint(options: EmbeddingEndpoint): Embedder {
  const { baseUrl, model, apiKey, batchSize = 64, timeout = 20_000, fetch: send = fetch } = options;
  const address = `${baseUrl.replace(/\/+$/, "")}/embeddings`;
  return {
    name: model,
    batchSize,
    async embed(texts) {
      const response = await send(address, {
        method: "POST",
        headers: { "content-type": "application/json", ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
        body: JSON.stringify({ model, input: texts, encoding_format: "float" }),
        signal: AbortSignal.timeout(timeout),
      });
      if (!response.ok) {
        const said = (await response.text().catch(() => "")).slice(0, 200);
        throw new Error(`The embedding endpoint ${address} answered ${response.status}${said && `: ${said}`}`);
      }
      const { data } = (await response.json()) as { data?: { index?: number; embedding: number[] }[] };
      if (!Array.isArray(data)) throw new Error(`The embedding endpoint ${address} answered without "data".`);
      return data.toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0)).map(({ embedding }) => embedding);
    },
  };
}

/**
 * The embedder that a search of tools works with: the one of that name; without a name the only one.
 * @throws where several are there and none is named, or the name is none of theirs.
 */
export function chooseEmbedder(embedders: readonly Embedder[], name?: string): Embedder | undefined {
  const names = embedders.map((embedder) => `"${embedder.name}"`).join(", ");
  if (name !== undefined) {
    const named = embedders.find((embedder) => embedder.name === name);
    if (named) return named;
    throw new Error(
      `There is no embedder "${name}" for the search of tools. ${names ? `There are ${names}.` : "There is none."}`,
    );
  }
  if (embedders.length > 1) {
    throw new Error(
      `There are ${embedders.length} embedders, ${names}: name the one that the search of tools works with.`,
    );
  }
  return embedders[0];
}
