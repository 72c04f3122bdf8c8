import type { AgentSnapshot, CallSnapshot, Snapshot } from "../../timeline/snapshot.ts";
import { createTimeline } from "../../timeline/timeline.ts";
import type { Adapter } from "../adapter.ts";

/** What an adapter made of a stream, as a timeline shows it. */
export interface WireTree {
  snapshot: Snapshot;
  agents: AgentSnapshot[];
  calls: CallSnapshot[];
  /** All text of this kind, in order. */
  text(kind?: "text" | "reasoning"): string;
  call(id: string): CallSnapshot;
}

/** Pushes chunks through an adapter, ends it if asked, and folds what it made. */
export function treeOf<Chunk>(
  adapter: Adapter<Chunk>,
  chunks: Iterable<NoInfer<Chunk> | string | Uint8Array>,
  { end = false }: { end?: boolean } = {},
): WireTree {
  const timeline = createTimeline();
  for (const chunk of chunks) timeline.apply(adapter.push(chunk));
  if (end) timeline.apply(adapter.end());
  const snapshot = timeline.snapshot();
  const agents: AgentSnapshot[] = [];
  const calls: CallSnapshot[] = [];
  const visit = (agent: AgentSnapshot) => {
    agents.push(agent);
    for (const item of agent.items) {
      if (item.kind !== "call") continue;
      calls.push(item);
      item.agents.forEach(visit);
    }
  };
  snapshot.agents.forEach(visit);
  return {
    snapshot,
    agents,
    calls,
    text: (kind = "text") =>
      agents.flatMap((agent) => agent.items.flatMap((item) => (item.kind === kind ? [item.text] : []))).join(""),
    call(id) {
      const call = calls.find((one) => one.id === id);
      if (!call) throw new Error(`no call ${id} among ${calls.map((one) => one.id).join(", ")}`);
      return call;
    },
  };
}

/** Events as the providers put them on the wire: each with its name. */
export function sse(events: readonly object[]): string {
  const line = (event: object) => {
    const { type } = event as { type?: string };
    return `${type === undefined ? "" : `event: ${type}\n`}data: ${JSON.stringify(event)}\n\n`;
  };
  return events.map(line).join("");
}

/** The bytes of a text, cut at every one of them. */
export function* everyByte(text: string): Generator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at++) yield bytes.subarray(at, at + 1);
}
