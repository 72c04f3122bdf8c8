import type { OutputKind } from "@callboard/core/view";
import { createGiantOutput, type GiantOutput, type GiantRequest } from "./giantBlocks.ts";
import type { RowQuery } from "./rowOrder.ts";

/** What is asked of the worker, each with a number that the answer repeats. */
export type Asked =
  | { kind: "open"; blob: Blob; isJson: boolean; request: GiantRequest }
  | { kind: "as"; as: OutputKind }
  | { kind: "find"; text: string }
  | { kind: "order"; part: string; query: RowQuery }
  | { kind: "rows"; part: string; from: number; to: number }
  | { kind: "file"; part: string; as: "csv" | "json" };

let output: GiantOutput | undefined;

async function answer(asked: Asked): Promise<unknown> {
  if (asked.kind === "open") {
    output = createGiantOutput(await asked.blob.text(), asked.isJson);
    return output.open(asked.request);
  }
  if (!output) throw new Error("No output has been opened.");
  if (asked.kind === "as") return output.as(asked.as);
  if (asked.kind === "find") return output.find(asked.text);
  if (asked.kind === "order") return output.order(asked.part, asked.query);
  if (asked.kind === "rows") return output.rows(asked.part, asked.from, asked.to);
  return new Blob([...output.pieces(asked.part, asked.as)]);
}

function listen(): void {
  addEventListener("message", ({ data }: MessageEvent<{ id: number; asked: Asked }>) => {
    answer(data.asked).then(
      (result) => postMessage({ id: data.id, result }),
      (error: unknown) => postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error) }),
    );
  });
}

// A page or a server that imports this file by mistake hears nobody.
if ("WorkerGlobalScope" in globalThis) listen();
