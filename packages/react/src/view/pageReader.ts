import { createGiantOutput, type GiantOutput } from "./giantBlocks.ts";
import type { GiantReader } from "./giantReader.ts";

/** Reads a large output in the page, which does nothing else meanwhile: for pages that may start no worker. */
export function createPageReader(): GiantReader {
  let output: GiantOutput | undefined;
  return {
    async open(blob, isJson, request) {
      output = createGiantOutput(await blob.text(), isJson);
      return output.open(request);
    },
    as: async (kind) => output!.as(kind),
    find: async (text) => output!.find(text),
    order: async (part, query) => output!.order(part, query),
    rows: async (part, from, to) => output!.rows(part, from, to),
    file: async (part, as) => new Blob([...output!.pieces(part, as)]),
    close: () => {},
  };
}
