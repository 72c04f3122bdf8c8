"use client";
import { createContext } from "react";
import type { OutputKind } from "@callboard/core/view";
import type { GiantBlocks, GiantMatch, GiantRequest, GiantRow } from "./giantBlocks.ts";
import type { Asked } from "./outputWorker.ts";
import type { RowQuery } from "./rowOrder.ts";

/** A giant output in its worker. */
export interface GiantReader {
  open(blob: Blob, isJson: boolean, request: GiantRequest): Promise<GiantBlocks>;
  as(kind: OutputKind): Promise<GiantBlocks>;
  find(text: string): Promise<{ count: number; matches: GiantMatch[] }>;
  order(part: string, query: RowQuery): Promise<number>;
  rows(part: string, from: number, to: number): Promise<GiantRow[]>;
  file(part: string, as: "csv" | "json"): Promise<Blob>;
  close(): void;
}

/** Starts the worker that large outputs are read in. */
export type StartOutputWorker = () => Worker;

const startWorker: StartOutputWorker = () =>
  new Worker(new URL("./outputWorker.ts", import.meta.url), { type: "module" });

/** @throws where the page may not start a worker. */
export function createGiantReader(start: StartOutputWorker = startWorker): GiantReader {
  const worker = start();
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  let count = 0;
  const fail = (message: string) => {
    for (const { reject } of waiting.values()) reject(new Error(message));
    waiting.clear();
  };
  worker.addEventListener("message", ({ data }: MessageEvent<{ id: number; result?: never; error?: string }>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error === undefined) asked?.resolve(data.result!);
    else asked?.reject(new Error(data.error));
  });
  worker.addEventListener("error", (event) => fail(event.message || "The worker did not start."));
  const ask = <Result>(asked: Asked): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.set(++count, { resolve, reject });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker of the page has no other origin
      worker.postMessage({ id: count, asked });
    });
  return {
    open: (blob, isJson, request) => ask({ kind: "open", blob, isJson, request }),
    as: (as) => ask({ kind: "as", as }),
    find: (text) => ask({ kind: "find", text }),
    order: (part, query) => ask({ kind: "order", part, query }),
    rows: (part, from, to) => ask({ kind: "rows", part, from, to }),
    file: (part, as) => ask({ kind: "file", part, as }),
    close() {
      worker.terminate();
      fail("The output is not shown any more.");
    },
  };
}

/** The reader of the giant output around a block, and how long its parts are in truth. */
export const GiantContext = createContext<{ reader: GiantReader; totals: Readonly<Record<string, number>> } | null>(
  null,
);
