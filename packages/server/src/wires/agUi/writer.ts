import type { SessionEvent } from "@callboard/core";
import { drain } from "../turnEncoding.ts";
import { sseData, type WireWriter } from "../turnResponse.ts";
import { openAsks } from "../turnState.ts";
import { beginRun, encodeEvent, finishRun, flushTurn, type AgUiRun } from "./encodeTurn.ts";
import { createTurn } from "./turn.ts";

/** Writes a turn as an AG-UI run; `before` is the part of the turn that its reader has. */
export function createAgUiWriter(rootId: string, run: AgUiRun, before: readonly SessionEvent[]): WireWriter {
  const turn = createTurn(rootId);
  for (const event of before) encodeEvent(turn, event);
  flushTurn(turn);
  const written = () => drain(turn).map(sseData).join("");
  return {
    begin() {
      beginRun(turn, run);
      return written();
    },
    write(event) {
      encodeEvent(turn, event);
      return written();
    },
    flush() {
      flushTurn(turn);
      return written();
    },
    finish(conversation) {
      finishRun(turn, run, openAsks(conversation, rootId));
      return written();
    },
    cut: () => sseData({ type: "RUN_ERROR", message: "The host is closing. Try again in a moment.", code: "closing" }),
  };
}
