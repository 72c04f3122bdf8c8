import { createTimeline, type NewEvent, type SessionEvent } from "@callboard/core";

/** What a backend of one's own streams, one JSON object a line. */
export type Chunk =
  { say: string } | { call: string; tool: string; input: unknown } | { result: unknown; of: string } | { end: true };

/**
 * Makes session events of its chunks; from there on nothing knows the wire.
 * @public
 */
export function fromOwnWire(sessionId: string) {
  let seq = 0;
  const agentId = "answer";
  const event = (body: NewEvent): SessionEvent => ({ v: 1, seq: ++seq, sessionId, at: Date.now(), ...body });
  const opened = () => (seq === 0 ? [event({ type: "agent.started", agentId })] : []);
  return (chunk: Chunk): SessionEvent[] => {
    const events = opened();
    if ("say" in chunk) events.push(event({ type: "agent.text_appended", agentId, delta: chunk.say }));
    else if ("call" in chunk) {
      const { call: callId, tool, input } = chunk;
      events.push(
        event({ type: "tool.requested", callId, tool, agentId }),
        event({ type: "tool.input_ready", callId, input }),
        event({ type: "tool.started", callId, tool, input }),
      );
    } else if ("of" in chunk) events.push(event({ type: "tool.completed", callId: chunk.of, output: chunk.result }));
    else events.push(event({ type: "agent.completed", agentId }));
    return events;
  };
}

/** Reads a response line by line into a timeline, which cards then show. */
export async function watch(lines: AsyncIterable<string>) {
  const timeline = createTimeline();
  const read = fromOwnWire("session-1");
  for await (const line of lines) timeline.apply(read(JSON.parse(line) as Chunk));
  return timeline;
}
