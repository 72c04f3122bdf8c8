import type { Timeline } from "@callboard/core";
import { askIndexOf } from "../timeline/askIndex.ts";
import { revealNode } from "./revealNode.ts";

/**
 * Opens the rows down to what waits for a person below a call or an agent, and scrolls to it where it is out of sight.
 */
export function revealAsk(timeline: Timeline | undefined, above: string, row: Element): void {
  const asks = timeline ? askIndexOf(timeline).asks() : [];
  const ask = asks.find(({ path }) => path.includes(above));
  if (timeline && ask) revealNode(timeline, ask.callId, row.closest("[data-node]"), { block: "nearest" });
}
