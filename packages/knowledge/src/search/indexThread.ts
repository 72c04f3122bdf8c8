import { openThread, type Thread } from "../thread/openThread.ts";
import type { IndexAnswer, IndexRequest } from "./indexProtocol.ts";

/** The thread that holds the index of all tenants. */
export type IndexThread = Thread<IndexRequest, IndexAnswer>;

/**
 * Opens the index in a thread of its own, so that neither reading many documents nor a long query holds requests up,
 * and the stemmers load there alone.
 */
export const openIndexThread = (): IndexThread =>
  openThread({
    worker: new URL("./indexWorker.js", import.meta.url),
    inSources: async () => (await import("./indexProtocol.ts")).answerIndexRequests(),
    stopped: "The index of documents stopped",
  });
