import type { SessionEvent } from "@callboard/core";
import { createAgUiEncoder, type AgUiEvent, type AgUiRun } from "./agUiEncoder.ts";
import { sseData, type WireWriter } from "./turnResponse.ts";
import { openAsks } from "./turnState.ts";

/** Writes a turn as an AG-UI run; `before` is what its reader has of the turn. */
export function createAgUiWriter(rootId: string, run: AgUiRun, before: readonly SessionEvent[]): WireWriter {
  const encoder = createAgUiEncoder(rootId);
  for (const event of before) encoder.take(event);
  encoder.flush();
  const write = (events: readonly AgUiEvent[]) => events.map(sseData).join("");
  return {
    begin: () => write(encoder.begin(run)),
    take: (event) => write(encoder.take(event)),
    flush: () => write(encoder.flush()),
    finish: (conversation) => write(encoder.finish(run, openAsks(conversation, rootId))),
    cut: () => sseData({ type: "RUN_ERROR", message: "The host is closing. Try again in a moment.", code: "closing" }),
  };
}
